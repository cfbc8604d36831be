/**
 * How much each feature of an answer says (see featuresOf), and the share of right answers by the sum of all.
 * `bench/certainty.js` measures both; a proof compares them with rows of another seed.
 */
export const WEIGHTS: readonly number[] = [
  -1.952, 0.903, -1.516, 2.018, 0.085, 1.107, -5.546, -0.44, -2.042, -1.559, -0.515, 0.058, 0.344, 0.785,
  2.923, 1.052, 2.106, 1.768, 0.628, -2.219, 0.173, 0.083, -0.353,
];
export const CERTAIN_AT: readonly (readonly [from: number, share: number])[] = [
  [-11.517, 0.009],
  [-3.574, 0.043],
  [-3.116, 0.059],
  [-2.672, 0.072],
  [-2.126, 0.095],
  [-1.9, 0.21],
  [-1.615, 0.277],
  [-1.12, 0.309],
  [-0.891, 0.438],
  [-0.594, 0.469],
  [0.446, 0.675],
  [1.013, 0.715],
  [1.102, 0.802],
  [1.889, 0.87],
  [2.568, 0.949],
  [2.921, 0.974],
  [3.629, 0.999],
];
