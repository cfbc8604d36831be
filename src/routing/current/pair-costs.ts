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
    return this.#of(segment).directions[against][position - this.#table.firstPosition[segment]];
  }

  /** @param ms whole milliseconds, or CLOSED */
  set(segment: number, position: number, against: 0 | 1, ms: number): void {
    this.#of(segment).directions[against][position - this.#table.firstPosition[segment]] = ms;
  }

  #of(segment: number): Costs {
    let costs = this.#segments.get(segment);
    if (costs === undefined) {
      const { firstPosition, pair_ms } = this.#table;
      const [from, to] = [firstPosition[segment], firstPosition[segment + 1]];
      const shift = pairShift(this.#table, 2 * segment + 1);
      costs = { directions: [pair_ms.slice(from, to), pair_ms.slice(from + shift, to + shift)] };
      this.#segments.set(segment, costs);
    }
    return costs;
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

  /**
   * The table with these costs, and what differs. Costs against a segment stand behind all others from now
   * on.
   */
  table(): { table: SegmentTable; isChanged: Uint8Array; isFaster: boolean } {
    const { pair_ms: old, ends: oldEnds, firstPosition } = this.#table;
    const isChanged = new Uint8Array(2 * this.#table.count);
    let isFaster = false;
    const differing: { segment: number; costs: Costs }[] = [];
    for (const [segment, costs] of this.#segments) {
      costs.directions.forEach((now, against) => {
        const start = firstPosition[segment] + pairShift(this.#table, 2 * segment + against);
        now.forEach((ms, i) => {
          if (ms !== old[start + i]) isChanged[2 * segment + against] = 1;
          if (ms < old[start + i]) isFaster = true;
        });
      });
      if (isChanged[2 * segment] + isChanged[2 * segment + 1] > 0) differing.push({ segment, costs });
    }
    const extra = differing.reduce((sum, { costs }) => sum + costs.directions[1].length, 0);
    const pair_ms = new Uint32Array(old.length + extra);
    pair_ms.set(old);
    const ends = oldEnds.slice();
    let next = old.length;
    for (const { segment, costs } of differing) {
      const [along, against] = costs.directions;
      pair_ms.set(along, firstPosition[segment]);
      pair_ms.set(against, next);
      const at = END_NUMBERS * segment;
      ends[at + 1] = costOf(oldEnds[at + 1], old, firstPosition[segment], along);
      ends[at + 2] = costOf(oldEnds[at + 2], old, oldEnds[at + 3], against);
      ends[at + 3] = next;
      next += against.length;
    }
    return { table: { ...this.#table, pair_ms, ends }, isChanged, isFaster };
  }
}

/** Milliseconds from end to end: what it was, with the pairs as they are now. Delays stay. */
function costOf(before_ms: number, old: Uint32Array, start: number, now: Uint32Array): number {
  let sum_ms = before_ms;
  for (let i = 0; i < now.length; i++) {
    if (now[i] === CLOSED) return CLOSED;
    sum_ms += now[i] - old[start + i];
  }
  return sum_ms;
}
