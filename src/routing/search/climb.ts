import type { Cells, Direction } from '../frozen/hierarchy.js';
import type { Beginnings } from './cell-search.js';

/**
 * The cost assigned to vertices that have not been reached. Larger sums are negative as 32-bit numbers, so
 * the cost of a climb cannot exceed 24 days.
 */
export const NOT_REACHED = 0x7fffffff;

/** The vertices reached above one cell, starting from vertices in the cell or from high vertices. */
export class Climb implements Beginnings {
  cell = 0;
  /**
   * The number of the climb's step list, which belongs to the cell or to a group of high vertices, depending
   * on `isHigh`.
   */
  list = 0;
  isHigh = false;
  count = 0;
  readonly places: number[] = [];
  readonly ms: number[] = [];
  readonly tags: number[] = [];
  /** The range of steps available to the climb: from `firstStep` up to (not including) `endStep`. */
  firstStep = 0;
  endStep = 0;
  /**
   * Per place: the cost relative to the `least_ms` of its side of the search. High vertices come first, by
   * depth, then the cell's vertices. All entries are NOT_REACHED between searches.
   */
  readonly place_ms: Int32Array;
  /** The direction of the arcs that the climb follows. */
  readonly direction: Direction;

  constructor(mostPlaces: number, direction: Direction) {
    this.direction = direction;
    this.place_ms = new Int32Array(mostPlaces).fill(NOT_REACHED);
  }

  /** Copies the climb, allocating only as many places as its cell needs. */
  copy(placeCount: number): Climb {
    const kept = new Climb(placeCount, this.direction);
    const { cell, list, isHigh, count, firstStep, endStep } = this;
    Object.assign(kept, { cell, list, isHigh, count, firstStep, endStep });
    for (let i = 0; i < count; i++) {
      kept.places.push(this.places[i]);
      kept.ms.push(this.ms[i]);
      kept.tags.push(this.tags[i]);
    }
    kept.place_ms.set(this.place_ms.subarray(0, placeCount));
    return kept;
  }
}

/** The climbs for one end of a route, kept for use in many searches. */
export interface KeptClimbs {
  climbs: readonly Climb[];
  /** The base of all costs: the lowest starting cost if it is negative, else 0. */
  least_ms: number;
}

/**
 * Returns the first step that ends at or above a depth, or `end` if there is none. Steps are sorted by where
 * they end, lowest first.
 */
export function firstStepTo(steps: Int32Array, begin: number, end: number, depth: number): number {
  let [low, high] = [begin, end];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((steps[2 * middle] & 0xffff) <= depth) high = middle;
    else low = middle + 1;
  }
  return low;
}

/**
 * Relaxes the steps of two climbs alternately. A step must wait for the previous step of its own climb, but
 * not for the steps of the other climb.
 */
export function relaxBoth(steps: Int32Array, up: Climb, down: Climb): void {
  const [up_ms, down_ms] = [up.place_ms, down.place_ms];
  let i = 2 * up.firstStep;
  let k = 2 * down.firstStep;
  // Each iteration relaxes two steps of each climb. The JavaScript engine reloads the arrays in every
  // iteration, which takes as long as two steps.
  for (
    let rest = Math.min(up.endStep - up.firstStep, down.endStep - down.firstStep);
    rest >= 2;
    rest -= 2, i += 4, k += 4
  ) {
    relax(up_ms, steps[i], steps[i + 1]);
    relax(down_ms, steps[k], steps[k + 1]);
    relax(up_ms, steps[i + 2], steps[i + 3]);
    relax(down_ms, steps[k + 2], steps[k + 3]);
  }
  relaxSteps(steps, up_ms, i / 2, up.endStep);
  relaxSteps(steps, down_ms, k / 2, down.endStep);
}

/** Relaxes steps in order, four per iteration. */
export function relaxSteps(steps: Int32Array, high_ms: Int32Array, begin: number, end: number): void {
  let i = 2 * begin;
  for (const last = 2 * end - 8; i <= last; i += 8) {
    relax(high_ms, steps[i], steps[i + 1]);
    relax(high_ms, steps[i + 2], steps[i + 3]);
    relax(high_ms, steps[i + 4], steps[i + 5]);
    relax(high_ms, steps[i + 6], steps[i + 7]);
  }
  for (; i < 2 * end; i += 2) relax(high_ms, steps[i], steps[i + 1]);
}

function relax(high_ms: Int32Array, step: number, step_ms: number): void {
  const sum_ms = (high_ms[step >>> 16] + step_ms) | 0;
  if (sum_ms < 0) return;
  const next_ms = high_ms[step & 0xffff];
  // Computes the minimum of the two costs without a branch. A processor would mispredict every third branch,
  // and the mispredictions would cost more than everything else here.
  const change_ms = (sum_ms - next_ms) | 0;
  high_ms[step & 0xffff] = (next_ms + (change_ms & (change_ms >> 31))) | 0;
}

/**
 * Returns the last step before `end` by which a climb reached the given depth at that depth's cost, or -1 if
 * there is none.
 */
export function stepTo(steps: Int32Array, climb: Climb, end: number, depth: number): number {
  const { place_ms, firstStep } = climb;
  const wanted_ms = place_ms[depth];
  for (let i = firstStepTo(steps, firstStep, end, depth); i < end; i++) {
    if ((steps[2 * i] & 0xffff) !== depth) return -1;
    if (((place_ms[steps[2 * i] >>> 16] + steps[2 * i + 1]) | 0) === wanted_ms) return i;
  }
  return -1;
}

/** Returns a view of the same memory as signed numbers. */
export function signed(values: Uint32Array): Int32Array {
  return new Int32Array(values.buffer, values.byteOffset, values.length);
}

/** Returns the number of high vertices that are above both cells. */
export function commonDepth(
  { branch, branchParent, branchDepth }: Cells,
  cell: number,
  other: number,
): number {
  let [a, b] = [branch[cell], branch[other]];
  while (a !== b) {
    if (branchDepth[a] >= branchDepth[b]) a = branchParent[a];
    else b = branchParent[b];
  }
  return branchDepth[a];
}
