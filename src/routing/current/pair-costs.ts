import {
  numberAt,
  packedCount,
  packedWith,
  packInSteps,
  unpacked,
  unpackedInSteps,
  type Packed,
  type Replaced,
} from '../../arrays/packed.js';
import type { Steps } from '../../arrays/steps.js';
import { NO_WAY } from '../frozen/hierarchy.js';
import { MOST_MS } from '../hierarchy/customization.js';
import { END_NUMBERS, isOpen, pairShift, type SegmentTable } from '../frozen/segment-table.js';

/** The value used as the cost of a pair that is currently closed. */
export const CLOSED = NO_WAY;

/**
 * Whether a pair can be driven in at least one direction. @param segments the segment table with the current
 * costs
 */
export function isPairOpen(
  segments: SegmentTable,
  { segment, position }: { segment: number; position: number },
): boolean {
  return [2 * segment, 2 * segment + 1].some(
    (directed) =>
      isOpen(segments, directed) &&
      numberAt(segments.pair_ms, position + pairShift(segments, directed)) !== CLOSED,
  );
}

/** The number of segments handled per step. */
const SEGMENTS_OF_STEP = 2 ** 9;
/** If more segments than this have changed, replacing them one at a time would take longer than a step. */
const MOST_REPLACED = 2 ** 9;

/** The costs of a segment's pairs in both directions. */
interface Costs {
  directions: [Uint32Array, Uint32Array];
}

/** The current costs of pairs, for the segments whose costs may differ from the imported costs. */
export class PairCosts {
  readonly #table: SegmentTable;
  readonly #segments = new Map<number, Costs>();

  constructor(table: SegmentTable) {
    this.#table = table;
  }

  /** Returns a pair's current travel time in milliseconds in one direction; `set` changes it. */
  get(segment: number, position: number, against: 0 | 1): number {
    return this.of(segment)[against][position - this.#table.firstPosition[segment]];
  }

  /** @param ms whole milliseconds, or CLOSED */
  set(segment: number, position: number, against: 0 | 1, ms: number): void {
    this.of(segment)[against][position - this.#table.firstPosition[segment]] = ms;
  }

  /**
   * Returns the travel time in milliseconds of every pair on a segment, in both directions. The caller may
   * modify the arrays.
   */
  of(segment: number): Costs['directions'] {
    let costs = this.#segments.get(segment);
    if (costs === undefined) {
      const { firstPosition, pair_ms } = this.#table;
      const [from, to] = [firstPosition[segment], firstPosition[segment + 1]];
      const shift = pairShift(this.#table, 2 * segment + 1);
      costs = { directions: [unpacked(pair_ms, from, to), unpacked(pair_ms, from + shift, to + shift)] };
      this.#segments.set(segment, costs);
    }
    return costs.directions;
  }

  /**
   * Multiplies the speeds between two positions by the given factors. Closed pairs stay closed.
   * @param factors positive numbers: the first for travel along the segment, the second for travel against it
   */
  multiply(segment: number, { from, to }: { from: number; to: number }, factors: readonly number[]): void {
    const first = this.#table.firstPosition[segment];
    this.of(segment).forEach((own, against) => {
      for (let place = from - first; place < to - first; place++)
        if (own[place] !== CLOSED) own[place] = Math.min(Math.round(own[place] / factors[against]), MOST_MS);
    });
  }

  /** Whether no costs have been read or set, which means that all costs are the imported ones. */
  get isEmpty(): boolean {
    return this.#segments.size === 0;
  }

  /** Returns a key that is identical for identical costs. */
  key(): string {
    const costs = [...this.#segments].map(([segment, { directions }]) => [segment, ...directions].join());
    return costs.join(' ');
  }

  /** Returns 1 for each changed directed segment, and whether any road is faster than at import time. */
  *marks(): Steps<{ isChanged: Uint8Array; isFaster: boolean }> {
    const isChanged = new Uint8Array(2 * this.#table.count);
    let isFaster = false;
    let done = 0;
    for (const [segment, { directions }] of this.#segments) {
      if (++done % SEGMENTS_OF_STEP === 0) yield;
      directions.forEach((now, against) => {
        const before = this.#imported(segment, against, now.length);
        for (let i = 0; i < now.length; i++) {
          if (now[i] !== before[i]) isChanged[2 * segment + against] = 1;
          if (now[i] < before[i]) isFaster = true;
        }
      });
    }
    return { isChanged, isFaster };
  }

  /**
   * Returns the segment table with these costs. In this table, changed segments have their costs for the
   * opposite direction at the end, after all other costs.
   */
  *table({ isChanged }: { isChanged: Uint8Array }): Steps<SegmentTable> {
    const { pair_ms: old, ends: oldEnds, firstPosition } = this.#table;
    const count = packedCount(old);
    const differing: [number, Costs][] = [];
    const replaced: Replaced[] = [];
    let moreCount = 0;
    for (const own of this.#segments) {
      const [segment, { directions }] = own;
      if (isChanged[2 * segment] + isChanged[2 * segment + 1] === 0) continue;
      differing.push(own);
      moreCount += directions[1].length;
      if (differing.length % SEGMENTS_OF_STEP === 0) yield;
    }
    const more = new Uint32Array(moreCount);
    const ends = oldEnds.slice();
    let next = 0;
    yield;
    for (const [i, [segment, { directions }]] of differing.entries()) {
      if (i % SEGMENTS_OF_STEP === 0) yield;
      const [along, against] = directions;
      replaced.push({ at: firstPosition[segment], values: along });
      more.set(against, next);
      const at = END_NUMBERS * segment;
      ends[at + 1] = costOf(oldEnds[at + 1], this.#imported(segment, 0, along.length), along);
      ends[at + 2] = costOf(oldEnds[at + 2], this.#imported(segment, 1, against.length), against);
      ends[at + 3] = count + next;
      next += against.length;
    }
    yield;
    const pair_ms =
      replaced.length > MOST_REPLACED
        ? yield* packedAnew(old, replaced, more)
        : packedWith(old, replaced, more);
    return { ...this.#table, pair_ms, ends };
  }

  /** Returns the imported costs in one direction. */
  #imported(segment: number, against: number, count: number): Uint32Array {
    const start = this.#table.firstPosition[segment] + pairShift(this.#table, 2 * segment + against);
    return unpacked(this.#table.pair_ms, start, start + count);
  }
}

/** Like `packedWith`, but in steps. Replacing many numbers takes as long as packing everything. */
function* packedAnew(old: Packed, replaced: readonly Replaced[], more: Uint32Array): Steps<Packed> {
  const before = yield* unpackedInSteps(old);
  const values = new Uint32Array(before.length + more.length);
  values.set(before);
  yield;
  for (const [i, own] of replaced.entries()) {
    if (i % SEGMENTS_OF_STEP === 0) yield;
    values.set(own.values, own.at);
  }
  values.set(more, before.length);
  yield;
  return yield* packInSteps(values);
}

/**
 * Returns the cost in milliseconds from one end of a segment to the other: the previous cost, adjusted for
 * the current costs of its pairs. Delays do not change.
 */
function costOf(before_ms: number, old: Uint32Array, now: Uint32Array): number {
  let sum_ms = before_ms;
  for (let i = 0; i < now.length; i++) {
    if (now[i] === CLOSED) return CLOSED;
    sum_ms += now[i] - old[i];
  }
  return sum_ms;
}
