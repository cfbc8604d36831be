/**
 * How much each feature of an answer says (see featuresOf), and the share of right answers by the sum of all.
 * `bench/certainty.js` measures both; a proof compares them with rows of another seed.
 */
export const WEIGHTS: readonly number[] = [
  -1.965, 0.833, -1.417, 2.019, 0.081, 1.133, -5.392, -0.623, -2.029, -1.329, -0.568, 0.085, 0.107, 0.752,
  3.186, 1.075, 1.853, 1.768, 0.601, -2.057, 0.395, -0.2, -0.106,
];
export const CERTAIN_AT: readonly (readonly [from: number, share: number])[] = [
  [-11.306, 0.008],
  [-4.022, 0.029],
  [-3.623, 0.046],
  [-2.734, 0.062],
  [-2.152, 0.085],
  [-2.114, 0.145],
  [-1.648, 0.236],
  [-1.49, 0.297],
  [-0.755, 0.44],
  [-0.065, 0.479],
  [0.541, 0.707],
  [1.107, 0.809],
  [2.379, 0.933],
  [2.898, 0.969],
  [3.327, 0.998],
];
