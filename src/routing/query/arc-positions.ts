import type { SegmentTable } from '../frozen/segment-table.js';
import type { PathUnpacking } from './path-unpacking.js';

/** Reads the positions along an arc from its segments. Holds one arc at a time. */
export class ArcPositions {
  readonly #segments: SegmentTable;
  readonly #unpacking: PathUnpacking;
  readonly #arc = new Int32Array(1);
  /** lon7, lat7 in driving order, without consecutive duplicates and without the position at the tail. */
  pairs = new Int32Array(1024);
  /** How many numbers of `pairs` are used. `firstLength` of them belong to the first segment. */
  length = 0;
  firstLength = 0;
  /** Metres of all segments; `rest_m` is without the first one. */
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

  /** Appends the positions of a directed segment, from its tail to its head. @returns its metres */
  #follow(directed: number): number {
    const { line, positions } = this.#segments;
    const segment = directed >> 1;
    const first = line[2 * segment];
    const last = line[2 * segment + 2] - 1;
    this.#reserve(2 * (last - first));
    const step = (directed & 1) === 0 ? 2 : -2;
    const to = 2 * (step > 0 ? last : first);
    const { pairs } = this;
    let { length } = this;
    let at = 2 * (step > 0 ? first : last);
    for (let lon7 = positions[at], lat7 = positions[at + 1]; at !== to;) {
      at += step;
      if (positions[at] === lon7 && positions[at + 1] === lat7) continue;
      pairs[length++] = lon7 = positions[at];
      pairs[length++] = lat7 = positions[at + 1];
    }
    this.length = length;
    return line[2 * segment + 1];
  }

  #reserve(extra: number): void {
    if (this.length + extra <= this.pairs.length) return;
    const grown = new Int32Array(2 * (this.length + extra));
    grown.set(this.pairs.subarray(0, this.length));
    this.pairs = grown;
  }
}
