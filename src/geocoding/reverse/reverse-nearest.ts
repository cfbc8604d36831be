import type { PieceVisit } from './reverse-pieces.js';

/**
 * The nearest row found so far. At equal distances, the smaller surface wins (a point over an outline, a
 * house over the yard around it), then an own place, then the lower row, which is the more prominent place.
 */
export class Nearest {
  row = -1;
  /** The row's nearest piece, or -1 for a surface that is not a piece. */
  piece = -1;
  /** The squared distance, in square meters. */
  squared = Infinity;
  lon7 = 0.5;
  lat7 = 0.5;
  readonly #sizes: Float32Array;
  readonly #firstOwn: number;

  /** @param firstOwn the number of the first row that is an own place */
  constructor(sizes: Float32Array, firstOwn = Infinity) {
    this.#sizes = sizes;
    this.#firstOwn = firstOwn;
  }

  /** Forgets the nearest row. */
  clear(): void {
    this.row = -1;
    this.squared = Infinity;
  }

  offer(found: PieceVisit): void {
    if (found.squared > this.squared) return;
    if (found.squared === this.squared && !this.#winsTie(found.row)) return;
    this.row = found.row;
    this.piece = found.piece;
    this.squared = found.squared;
    this.lon7 = found.lon7;
    this.lat7 = found.lat7;
  }

  isWithin(radius_m: number): boolean {
    return this.squared <= radius_m * radius_m;
  }

  #winsTie(row: number): boolean {
    if (this.row === -1) return true;
    const difference = this.#sizes[row] - this.#sizes[this.row];
    if (difference !== 0) return difference < 0;
    const isOwn = row >= this.#firstOwn;
    return isOwn === this.row >= this.#firstOwn ? row < this.row : isOwn;
  }
}
