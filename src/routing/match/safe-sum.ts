/** The time that trips of one or more vehicles spent on certain roads. */
export interface DrivenSum {
  /** Excludes time spent waiting at lights and turning. */
  observed_s: number;
  /** The imported travel time for the same distance. */
  model_s: number;
}

/** A row is written only if at least this many vehicles in a run contributed to it. */
export const LEAST_VEHICLES = 5;
/** The largest share of a row's time that a single vehicle may contribute; the excess is ignored. */
const MOST_SHARE = 0.25;
/** Slowness is rounded to powers of this factor, and driven time to powers of two. */
const STEP = 1.1;

/**
 * Returns the sums over some vehicles in a form that is safe to write (docs/decisions/0040). Even if the
 * times of all other vehicles are known, a vehicle's time can be determined only to within a fifth, which is
 * half a step divided by the vehicle's share.
 * @returns null if nothing may be written
 */
export function safeSum(vehicles: Iterable<DrivenSum>): DrivenSum | null {
  const sums = [...vehicles].filter(({ observed_s }) => observed_s > 0);
  if (sums.length < LEAST_VEHICLES) return null;
  const most_s = mostOfOne(sums);
  let [observed_s, model_s] = [0, 0];
  for (const own of sums) {
    const share = Math.min(1, most_s / own.observed_s);
    observed_s += share * own.observed_s;
    model_s += share * own.model_s;
  }
  // If every vehicle's share is smaller than the maximum, a finer step is equally safe.
  const share = Math.max(...sums.map((own) => Math.min(most_s, own.observed_s))) / observed_s;
  const step = STEP ** (1 / 2 ** Math.floor(Math.log2(MOST_SHARE / share) + 1e-9));
  const steps = Math.round(Math.log(observed_s / model_s) / Math.log(step));
  const about_s = 2 ** Math.max(0, Math.round(Math.log2(model_s)));
  return { observed_s: Math.round(step ** steps * about_s), model_s: about_s };
}

/** Returns the maximum number of seconds per vehicle at which no vehicle exceeds the maximum share. */
function mostOfOne(sums: readonly DrivenSum[]): number {
  const descending = sums.map(({ observed_s }) => observed_s).sort((a, b) => b - a);
  let others_s = descending.reduce((sum, own_s) => sum + own_s, 0);
  for (const [bounded, own_s] of descending.entries()) {
    const most_s = (MOST_SHARE * others_s) / (1 - MOST_SHARE * bounded);
    // The last vehicles cannot exceed the maximum share, because there are too few of them.
    if (own_s <= most_s) return most_s;
    others_s -= own_s;
  }
  return 0;
}
