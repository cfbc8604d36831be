import { section, type Sections } from '../../arrays/sections.js';
import type { LocalMetric } from '../../geo/local-metric.js';
import { rayCrosses } from '../../geo/ring.js';
import { normalLon7, TURN } from '../../geo/unwrap.js';
import { PackedTree } from '../areas/packed-tree.js';

/**
 * A bit in the row field of a record. If the bit is set, the piece is a whole outline, and a point inside it
 * is at distance 0.
 */
export const OUTLINE = 1 << 31;

/** The result of visiting a piece: its nearest position and the distance to it. */
export interface PieceVisit {
  /** The piece's number, or -1 for a surface that is not a piece. */
  piece: number;
  row: number;
  /** For `reverse.near_*`, the row's class; for `reverse.town_*`, the row of the surrounding country. */
  note: number;
  /** The squared distance in square meters. */
  squared: number;
  lon7: number;
  lat7: number;
  /** Whether the piece is a single position. */
  isPoint: boolean;
}

export interface PieceVisitor {
  /** Every visit reuses the same `found` object, so a visitor must copy it to keep it. */
  offer(found: PieceVisit): void;
  /** The squared distance, in square meters, beyond which a piece cannot change the result. */
  readonly limit: number;
}

/**
 * A visitor used for infrequent requests. All of these visitors share one class because V8 calls up to four
 * visitor classes as quickly as one, and reverse lookups already use three.
 */
export class PieceTaker implements PieceVisitor {
  limit: number;
  readonly #take: (found: PieceVisit) => void;

  /** @param take receives the same arguments as `offer` */
  constructor(limit: number, take: (found: PieceVisit) => void) {
    this.limit = limit;
    this.#take = take;
  }

  offer(found: PieceVisit): void {
    this.#take(found);
  }
}

/** The number of elements that precede the positions in a record: row and note. */
const HEAD = 2;

/**
 * The pieces packed by PieceBuilder (reverse-build.ts), stored in an R-tree: single positions, short lines
 * and small outlines.
 */
export class Pieces {
  readonly count: number;
  readonly #tree: PackedTree;
  readonly #start: Uint32Array;
  readonly #records: Int32Array;
  readonly #name: string;
  /** For each piece found by the last search: its smallest possible distance, squared, in square meters. */
  #leastSquared = new Float64Array(64);
  readonly #visit: PieceVisit = {
    piece: 0,
    row: 0,
    note: 0,
    squared: Infinity,
    lon7: 0.5,
    lat7: 0.5,
    isPoint: false,
  };

  /**
   * @throws Error if a section is missing, has the wrong type, or has a length that does not match the other
   * sections
   */
  constructor(sections: Sections, prefix: string) {
    this.#name = prefix;
    this.#start = section(sections, `${prefix}start`, Uint32Array);
    this.#records = section(sections, `${prefix}pieces`, Int32Array);
    this.count = this.#start.length - 1;
    this.#tree = new PackedTree(section(sections, `${prefix}boxes`, Int32Array), this.count, prefix);
  }

  /**
   * Offers every piece that is within the radius around the metric's point and within the visitor's limit, as
   * well as some pieces slightly beyond.
   */
  within(metric: LocalMetric, radius_m: number, visitor: PieceVisitor): void {
    const tree = this.#tree;
    const { x, y } = metric;
    metric.reach(radius_m);
    const { reachX } = metric;
    if (tree.west > -TURN / 2 + reachX && tree.east < TURN / 2 - reachX) {
      this.#visitAt(metric, visitor);
      return;
    }
    // The data or the circle may extend across the antimeridian, so the search is repeated one full turn to
    // the west and one full turn to the east.
    for (let turn = -TURN; turn <= TURN; turn += TURN) {
      if (x + turn - reachX > tree.east || x + turn + reachX < tree.west) continue;
      metric.moveTo(x + turn, y);
      this.#visitAt(metric, visitor);
    }
    metric.moveTo(x, y);
  }

  /** Whether the piece is a whole outline. */
  isOutline(piece: number): boolean {
    return (this.#records[this.#start[piece]] & OUTLINE) !== 0;
  }

  /** Whether the position is inside this outline. */
  contains(piece: number, lon7: number, lat7: number): boolean {
    const first = this.#start[piece] + HEAD;
    const last = this.#start[piece + 1] - 2;
    // An outline may be stored beyond the antimeridian. For turns that do not apply, the longitude is outside
    // the ring, so the test fails.
    for (let turn = -TURN; turn <= TURN; turn += TURN)
      if (this.#isInRing(first, last, lon7 + turn, lat7)) return true;
    return false;
  }

  row(piece: number): number {
    return this.#records[this.#start[piece]] & ~OUTLINE;
  }

  note(piece: number): number {
    return this.#records[this.#start[piece] + 1];
  }

  /** Returns a view of the pairs of lon7 and lat7. */
  positions(piece: number): Int32Array {
    return this.#records.subarray(this.#start[piece] + HEAD, this.#start[piece + 1]);
  }

  /**
   * @param rows the size of the place table
   *
   * @throws Error whose message names the first part that does not match the output of PieceBuilder
   */
  verify(rows: number): void {
    const start = this.#start;
    for (let piece = 0; piece < this.count; piece++) {
      const length = start[piece + 1] - start[piece];
      if (!(length >= HEAD + 2) || length % 2 !== 0 || start[piece + 1] > this.#records.length)
        throw new Error(`${this.#name}: a piece lies outside the records`);
      if (this.row(piece) >= rows) throw new Error(`${this.#name}: a piece has no row`);
    }
    this.#tree.verify(this.#name);
  }

  #visitAt(metric: LocalMetric, visitor: PieceVisitor): void {
    const tree = this.#tree;
    const { x, y, reachX, reachY } = metric;
    // Rounding the bounds does not change which boxes they intersect, and V8 can pass integers without
    // allocating an object.
    const count = tree.search(
      Math.ceil(x - reachX),
      Math.ceil(y - reachY),
      Math.floor(x + reachX),
      Math.floor(y + reachY),
    );
    if (count === 0) return;
    // The piece with the nearest box is read first. Many other pieces then turn out to be beyond the limit
    // and need not be read.
    this.#putNearestFirst(count, metric);
    for (let i = 0; i < count; i++) {
      if (this.#leastSquared[i] > visitor.limit) continue;
      this.#measure(tree.found[i], metric);
      visitor.offer(this.#visit);
    }
  }

  /**
   * Computes the smallest possible distance of each found piece from its box, and puts the nearest piece
   * first.
   */
  #putNearestFirst(count: number, metric: LocalMetric): void {
    const { found, boxes } = this.#tree;
    if (this.#leastSquared.length < count) this.#leastSquared = new Float64Array(found.length);
    const least = this.#leastSquared;
    const { x, y } = metric;
    let nearest = 0;
    for (let i = 0; i < count; i++) {
      const at = 4 * found[i];
      const dx = Math.max(boxes[at] - x, x - boxes[at + 2], 0);
      const dy = Math.max(boxes[at + 1] - y, y - boxes[at + 3], 0);
      least[i] = metric.leastSquared(dx, dy);
      if (least[i] < least[nearest]) nearest = i;
    }
    const first = found[0];
    found[0] = found[nearest];
    found[nearest] = first;
    least[nearest] = least[0];
    // The first piece is read regardless of the limit.
    least[0] = 0;
  }

  #measure(piece: number, metric: LocalMetric): void {
    const records = this.#records;
    const found = this.#visit;
    const start = this.#start[piece];
    const first = start + HEAD;
    const last = this.#start[piece + 1] - 2;
    found.piece = piece;
    found.row = records[start] & ~OUTLINE;
    found.note = records[start + 1];
    found.isPoint = last === first;
    if (found.isPoint) {
      found.lon7 = records[first];
      found.lat7 = records[first + 1];
      found.squared = metric.squaredTo(found.lon7, found.lat7);
    } else if (records[start] & OUTLINE && this.#isInRing(first, last, metric.x, metric.y)) {
      found.lon7 = metric.x;
      found.lat7 = metric.y;
      found.squared = 0;
    } else {
      metric.measureLine(records, first, last);
      found.lon7 = metric.nearestX;
      found.lat7 = metric.nearestY;
      found.squared = metric.nearestSquared;
    }
    found.lon7 = normalLon7(found.lon7);
  }

  #isInRing(first: number, last: number, x: number, y: number): boolean {
    const records = this.#records;
    let inside = false;
    for (let i = first; i < last; i += 2)
      if (rayCrosses(records[i], records[i + 1], records[i + 2], records[i + 3], x, y)) inside = !inside;
    return inside;
  }
}
