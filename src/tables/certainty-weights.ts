/**
 * How much each feature of an answer says (see featuresOf), and the share of right answers by the sum of all.
 * `bench/certainty.js` measures both; a proof compares them with rows that it has not seen.
 */
export const WEIGHTS: readonly number[] = [
  -2.449, 1.157, -1.636, 2.055, -0.062, 1.188, -5.431, -0.63, -2.031, -1.116, -0.432, 0.132, 0.054, 0.812,
  3.571, 1.146, 1.832, 1.712, 0.501, -1.913, 0.62, -0.237, -0.167,
];
export const CERTAIN_AT: readonly (readonly [score: number, share: number])[] = [
  [-7.313, 0.003],
  [-4.694, 0.014],
  [-3.806, 0.028],
  [-3.181, 0.049],
  [-2.28, 0.063],
  [-2.045, 0.088],
  [-1.512, 0.243],
  [-1.056, 0.33],
  [-0.436, 0.414],
  [0.383, 0.67],
  [0.876, 0.688],
  [1.115, 0.715],
  [1.824, 0.82],
  [2.506, 0.845],
  [3.107, 0.973],
  [3.527, 0.985],
  [4.866, 0.999],
];
