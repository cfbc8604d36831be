/**
 * How much each feature of an answer says (see featuresOf), and the share of right answers by the sum of all.
 * `bench/certainty.js` measures both; a proof compares them with rows that it has not seen.
 */
export const WEIGHTS: readonly number[] = [
  -2.449, 1.157, -1.636, 2.055, -0.062, 1.188, -5.431, -0.63, -2.031, -1.116, -0.432, 0.132, 0.054, 0.812,
  3.571, 1.146, 1.832, 1.712, 0.501, -1.913, 0.62, -0.237, -0.167,
];
export const CERTAIN_AT: readonly (readonly [from: number, share: number])[] = [
  [-10.722, 0.003],
  [-6.254, 0.013],
  [-3.966, 0.031],
  [-3.533, 0.049],
  [-2.765, 0.063],
  [-2.133, 0.087],
  [-1.683, 0.244],
  [-1.145, 0.335],
  [-0.705, 0.425],
  [0.202, 0.665],
  [0.666, 0.705],
  [1.158, 0.822],
  [1.964, 0.841],
  [2.776, 0.967],
  [3.297, 0.985],
  [3.731, 0.999],
];
