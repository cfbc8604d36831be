import { readPositions } from '../frozen/positions.js';
import type { SegmentTable } from '../frozen/segment-table.js';
import type { PathUnpacking } from './path-unpacking.js';

/** Reads the positions along an arc from its segments. Holds the positions of one arc at a time. */
export class ArcPositions {
  readonly #segments: SegmentTable;
  readonly #unpacking: PathUnpacking;
  readonly #arc = new Int32Array(1);
  /** Scratch space for one segment's positions. */
  #ofSegment = new Int32Array(64);
  /** lon7, lat7 in driving order, without consecutive duplicates and without the position at the tail. */
  pairs = new Int32Array(1024);
  /** The number of entries in use in `pairs`. The first `firstLength` entries belong to the first segment. */
  length = 0;
  firstLength = 0;
  /** The length of all segments in meters; `rest_m` excludes the first one. */
  all_m = 0;
  rest_m = 0;

  constructor(segments: SegmentTable, unpacking: PathUnpacking) {
    this.#segments = segments;
    this.#unpacking = unpacking;
  }

  read(arc: number): void {
    this.#arc[0] = arc;
    const count = this.#unpacking.unpack(this.#arc, 1);
    const { segments } = this.#unpacking;
    this.length = 0;
    this.rest_m = 0;
    const first_m = this.#follow(segments[0]);
    this.firstLength = this.length;
    for (let i = 1; i < count; i++) this.rest_m += this.#follow(segments[i]);
    this.all_m = first_m + this.rest_m;
  }

  /** Appends the positions of a directed segment, from its tail to its head. @returns its length in meters */
  #follow(directed: number): number {
    const { firstPosition, length_m } = this.#segments;
    const segment = directed >> 1;
    const first = firstPosition[segment];
    const last = firstPosition[segment + 1] - 1;
    const positions = this.#positionsOf(first, last + 1);
    this.#reserve(2 * (last - first));
    const step = (directed & 1) === 0 ? 2 : -2;
    const to = step > 0 ? 2 * (last - first) : 0;
    const { pairs } = this;
    let { length } = this;
    let at = step > 0 ? 0 : 2 * (last - first);
    for (let lon7 = positions[at], lat7 = positions[at + 1]; at !== to;) {
      at += step;
      if (positions[at] === lon7 && positions[at + 1] === lat7) continue;
      pairs[length++] = lon7 = positions[at];
      pairs[length++] = lat7 = positions[at + 1];
    }
    this.length = length;
    return length_m[segment];
  }

  #positionsOf(from: number, to: number): Int32Array {
    if (this.#ofSegment.length < 2 * (to - from)) this.#ofSegment = new Int32Array(4 * (to - from));
    readPositions(this.#segments.positions, from, to, this.#ofSegment);
    return this.#ofSegment;
  }

  #reserve(extra: number): void {
    if (this.length + extra <= this.pairs.length) return;
    const grown = new Int32Array(2 * (this.length + extra));
    grown.set(this.pairs.subarray(0, this.length));
    this.pairs = grown;
  }
}
