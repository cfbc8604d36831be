import type Flatbush from 'flatbush';
import { section, type Sections } from '../arrays/sections.js';
import { LocalMetric, reachOf } from '../geo/local-metric.js';
import { normalLon7, TURN } from '../geo/unwrap.js';
import { unpackTree, verifyTree } from './packed-tree.js';

/** What a visit tells of one piece: the nearest position of it, and how far that is. */
export interface PieceVisit {
  piece: number;
  row: number;
  /** Squared metres. */
  squared: number;
  lon7: number;
  lat7: number;
  /** The whole geometry (or this part of it) is a single position. */
  isPoint: boolean;
}

/** The pieces of geometry that PieceBuilder packed: single positions and short lines, in an R-tree. */
export class Pieces {
  readonly #tree: Flatbush | null;
  readonly #row: Uint32Array;
  readonly #start: Uint32Array;
  readonly #length: Uint8Array;
  readonly #positions: Int32Array;
  readonly #name: string;

  constructor(sections: Sections, prefix: string) {
    this.#name = prefix;
    this.#tree = unpackTree(section(sections, `${prefix}tree`, Uint8Array));
    this.#row = section(sections, `${prefix}row`, Uint32Array);
    this.#start = section(sections, `${prefix}start`, Uint32Array);
    this.#length = section(sections, `${prefix}length`, Uint8Array);
    this.#positions = section(sections, `${prefix}positions`, Int32Array);
  }

  /**
   * Calls back for every piece within the radius, and for some just beyond it. The visit is one object, filled anew each
   * time: copy what is to be kept.
   */
  within(lon7: number, lat7: number, radius_m: number, visit: (found: PieceVisit) => void): void {
    const tree = this.#tree;
    if (tree === null) return;
    const reach = reachOf(lat7, radius_m);
    // Once more a turn to the east and to the west, where data or circle reach over the antimeridian.
    for (let turn = -TURN; turn <= TURN; turn += TURN) {
      const x = lon7 + turn;
      if (x - reach.lon7 > tree.maxX || x + reach.lon7 < tree.minX) continue;
      const metric = new LocalMetric(x, lat7);
      const found: PieceVisit = { piece: 0, row: 0, squared: 0, lon7: 0, lat7: 0, isPoint: false };
      tree.search(x - reach.lon7, lat7 - reach.lat7, x + reach.lon7, lat7 + reach.lat7, (piece) => {
        this.#measure(piece, metric, found);
        visit(found);
        return false;
      });
    }
  }

  get count(): number {
    return this.#row.length;
  }

  /** @throws Error naming the first thing that is not as PieceBuilder leaves it; `rows` is the size of the place table. */
  verify(rows: number): void {
    const { count } = this;
    if (this.#start.length !== count || this.#length.length !== count) throw new Error(`${this.#name}: columns of different lengths`);
    if (this.#row.some((row) => row >= rows)) throw new Error(`${this.#name}: a piece of no row`);
    const end = this.#positions.length;
    if (this.#start.some((start, piece) => this.#length[piece] === 0 || start % 2 !== 0 || start + 2 * this.#length[piece] > end)) {
      throw new Error(`${this.#name}: a piece outside of the positions`);
    }
    verifyTree(this.#tree, count, this.#name);
  }

  #measure(piece: number, metric: LocalMetric, found: PieceVisit): void {
    const positions = this.#positions;
    const start = this.#start[piece];
    const last = start + 2 * this.#length[piece] - 2;
    found.piece = piece;
    found.row = this.#row[piece];
    found.isPoint = last === start;
    found.lon7 = positions[start];
    found.lat7 = positions[start + 1];
    found.squared = found.isPoint ? metric.squaredTo(found.lon7, found.lat7) : Infinity;
    for (let i = start; i < last; i += 2) {
      const squared = metric.squaredToSegment(positions[i], positions[i + 1], positions[i + 2], positions[i + 3]);
      if (squared < found.squared) {
        found.squared = squared;
        found.lon7 = metric.nearestX;
        found.lat7 = metric.nearestY;
      }
    }
    found.lon7 = normalLon7(found.lon7);
  }
}
