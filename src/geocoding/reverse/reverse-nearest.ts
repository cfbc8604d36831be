import type { PieceVisit } from './reverse-pieces.js';

/**
 * The nearest row so far. Of rows at exactly the same distance the smaller one wins (a point before an outline, a house
 * before the yard around it), then the lower row, which is the more prominent place.
 */
export class Nearest {
  row = -1;
  /** Of the row the piece that is so near, -1 for a surface that is none. */
  piece = -1;
  squared = Infinity;
  lon7 = 0.5;
  lat7 = 0.5;
  readonly #sizes: Float32Array;

  constructor(sizes: Float32Array) {
    this.#sizes = sizes;
  }

  /** Nothing so far. */
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
    return difference < 0 || (difference === 0 && row < this.row);
  }
}
