import { packedCount, packedWith, unpacked, type Replaced } from '../../arrays/packed.js';
import { NO_WAY } from '../frozen/hierarchy.js';
import { END_NUMBERS, pairShift, type SegmentTable } from '../frozen/segment-table.js';

/** In place of the milliseconds of a pair: closed now. */
export const CLOSED = NO_WAY;

/** Costs of the pairs of one segment, along it and against it. */
interface Costs {
  directions: [Uint32Array, Uint32Array];
}

/** Costs of pairs as they are now, for those segments where they are not those of the import. */
export class PairCosts {
  readonly #table: SegmentTable;
  readonly #segments = new Map<number, Costs>();

  constructor(table: SegmentTable) {
    this.#table = table;
  }

  /** Milliseconds of a pair in one direction, which may be written to by `set`. */
  get(segment: number, position: number, against: 0 | 1): number {
    return this.of(segment)[against][position - this.#table.firstPosition[segment]];
  }

  /** @param ms whole milliseconds, or CLOSED */
  set(segment: number, position: number, against: 0 | 1, ms: number): void {
    this.of(segment)[against][position - this.#table.firstPosition[segment]] = ms;
  }

  /** Milliseconds of all pairs of a segment, along it and against it, to be read and written. */
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

  /** Whether nothing was asked for or set: all costs are those of the import. */
  get isEmpty(): boolean {
    return this.#segments.size === 0;
  }

  /** A text that is the same for the same costs. */
  key(): string {
    const costs = [...this.#segments].map(([segment, { directions }]) => [segment, ...directions].join());
    return costs.join(' ');
  }

  /** What differs: 1 by directed segment, and whether something is faster than at the import. */
  marks(): { isChanged: Uint8Array; isFaster: boolean } {
    const isChanged = new Uint8Array(2 * this.#table.count);
    let isFaster = false;
    for (const [segment, { directions }] of this.#segments) {
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

  /** The table with these costs. Costs against a changed segment stand behind all others from now on. */
  table({ isChanged }: { isChanged: Uint8Array }): SegmentTable {
    const { pair_ms: old, ends: oldEnds, firstPosition } = this.#table;
    const differing = [...this.#segments].filter(
      ([segment]) => isChanged[2 * segment] + isChanged[2 * segment + 1] > 0,
    );
    const count = packedCount(old);
    const more = new Uint32Array(
      differing.reduce((sum, [, { directions }]) => sum + directions[1].length, 0),
    );
    const replaced: Replaced[] = [];
    const ends = oldEnds.slice();
    let next = 0;
    for (const [segment, { directions }] of differing) {
      const [along, against] = directions;
      replaced.push({ at: firstPosition[segment], values: along });
      more.set(against, next);
      const at = END_NUMBERS * segment;
      ends[at + 1] = costOf(oldEnds[at + 1], this.#imported(segment, 0, along.length), along);
      ends[at + 2] = costOf(oldEnds[at + 2], this.#imported(segment, 1, against.length), against);
      ends[at + 3] = count + next;
      next += against.length;
    }
    return { ...this.#table, pair_ms: packedWith(old, replaced, more), ends };
  }

  /** The costs of the import in one direction. */
  #imported(segment: number, against: number, count: number): Uint32Array {
    const start = this.#table.firstPosition[segment] + pairShift(this.#table, 2 * segment + against);
    return unpacked(this.#table.pair_ms, start, start + count);
  }
}

/** Milliseconds from end to end: what it was, with the pairs as they are now. Delays stay. */
function costOf(before_ms: number, old: Uint32Array, now: Uint32Array): number {
  let sum_ms = before_ms;
  for (let i = 0; i < now.length; i++) {
    if (now[i] === CLOSED) return CLOSED;
    sum_ms += now[i] - old[i];
  }
  return sum_ms;
}
