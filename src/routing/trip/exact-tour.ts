/**
 * The maximum number of intermediate places for which the exact optimum is computed, which takes 5 ms and 1
 * MB of memory. Each additional place doubles the time and the memory.
 */
export const MOST_EXACT = 13;
/** The number of sets of places handled between two pauses. */
const SETS_A_PAUSE = 64;

/**
 * Finds the fastest tour from the first place to the last place through all other places, by dynamic
 * programming over sets of places (Held and Karp, 1962). Pauses regularly so that other tasks can run.
 * @param cost a matrix in row order: `size * size` finite numbers
 * @returns the intermediate places in order
 */
export function* exactTour(cost: Float64Array, size: number): Generator<void, number[]> {
  const count = size - 2;
  const sets = 1 << count;
  // Per set and last place: the lowest cost of visiting all places in the set, and the place before the last
  // one.
  const least = new Float64Array(sets * count).fill(Infinity);
  const before = new Int8Array(sets * count).fill(-1);
  for (let k = 0; k < count; k++) least[(1 << k) * count + k] = cost[k + 1];
  for (let set = 1; set < sets; set++) {
    if (set % SETS_A_PAUSE === 0) yield;
    for (let last = 0; last < count; last++) {
      const here = least[set * count + last];
      if (here === Infinity) continue;
      for (let next = 0; next < count; next++) {
        if ((set & (1 << next)) !== 0) continue;
        const at = (set | (1 << next)) * count + next;
        const there = here + cost[(last + 1) * size + next + 1];
        if (there >= least[at]) continue;
        least[at] = there;
        before[at] = last;
      }
    }
  }
  const whole = Array.from(
    { length: count },
    (_, k) => least[(sets - 1) * count + k] + cost[(k + 1) * size + size - 1],
  );
  const order: number[] = [];
  for (let set = sets - 1, last = whole.indexOf(Math.min(...whole)); set !== 0;) {
    order.unshift(last + 1);
    const previous = before[set * count + last];
    set ^= 1 << last;
    last = previous;
  }
  return order;
}
