/** What is known of one step of a matched way. */
export interface SureStep {
  /** Metres of the path, and between its points as the crow flies. */
  path_m: number;
  straight_m: number;
  /** How likely both its points are on the road that it is on. */
  sure: number;
}

/**
 * The share of a way's metres that are on the right road, as far as one can know. The states of a point are
 * more alike than the model knows, so it is less sure than it may be: the root of what it says was right on
 * simulated drives (bench/match.ts).
 */
export function confidenceOf(steps: readonly SureStep[]): number {
  let [sum, whole_m] = [0, 0];
  for (const step of steps) {
    // So that a vehicle that stands has a confidence, too.
    const weight = step.path_m + 1;
    sum += weight * step.sure;
    whole_m += weight;
  }
  return whole_m === 0 ? 0 : Math.sqrt(Math.min(1, sum / whole_m));
}
