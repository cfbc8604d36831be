import { firstWhere } from '../../arrays/first-where.js';
import type { Position } from '../../geo/position.js';
import type { Sections } from '../../arrays/sections.js';
import { toDegrees } from '../../geo/coordinates.js';
import { distanceM } from '../../geo/distance.js';
import { LocalMetric } from '../../geo/local-metric.js';
import { segmentsMeet } from '../../geo/segment.js';
import { STREET } from './reverse-class.js';
import { PieceTaker, Pieces } from './reverse-pieces.js';

/** The nearest position on a line, in degrees. */
export interface OnLine {
  row: number;
  lon: number;
  lat: number;
  distance_m: number;
}

/** Finds streets, rivers and shores around points, using their true geometry. */
export class Lines {
  readonly #pieces: Pieces;
  readonly #metric = new LocalMetric(0, 0);
  /** The pieces of streets, sorted by street. Built when first requested. */
  #byStreet: Uint32Array | null = null;

  /** @throws Error if a section is missing or of another type */
  constructor(sections: Sections) {
    this.#pieces = new Pieces(sections, 'reverse.near_');
  }

  /** Returns the nearest line that is wanted, or null if none is within the radius. */
  nearest(
    [lon, lat]: Position,
    radius_m: number,
    isWanted: (row: number, bits: number, isPoint: boolean) => boolean,
  ): OnLine | null {
    const best = { row: -1, lon7: 0, lat7: 0, squared: radius_m * radius_m };
    const visitor = new PieceTaker(best.squared, ({ row, note, squared, lon7, lat7, isPoint }) => {
      if (squared >= best.squared || !isWanted(row, note, isPoint)) return;
      Object.assign(best, { row, lon7, lat7, squared });
      visitor.limit = squared;
    });
    this.#metric.moveTo(lon * 1e7, lat * 1e7);
    this.#pieces.within(this.#metric, radius_m, visitor);
    if (best.row < 0) return null;
    const [x, y] = [toDegrees(best.lon7), toDegrees(best.lat7)];
    return { row: best.row, lon: x, lat: y, distance_m: distanceM(lon, lat, x, y) };
  }

  /** Returns the rows of small outlines that contain the point, smallest first. */
  inside([lon, lat]: Position): number[] {
    const rows: number[] = [];
    this.#metric.moveTo(lon * 1e7, lat * 1e7);
    const visitor = new PieceTaker(0, ({ piece, row, squared }) => {
      if (squared === 0 && this.#pieces.isOutline(piece)) rows.push(row);
    });
    this.#pieces.within(this.#metric, 1, visitor);
    return rows;
  }

  /** Whether a street crosses the straight line between two positions. */
  crosses(street: number, from: Position, to: Position): boolean {
    const [ax, ay] = [from[0] * 1e7, from[1] * 1e7];
    const [bx, by] = [to[0] * 1e7, to[1] * 1e7];
    return this.partsOf(street).some((line) => {
      for (let i = 0; i + 3 < line.length; i += 2)
        if (segmentsMeet([ax, ay, bx, by], [line[i], line[i + 1], line[i + 2], line[i + 3]])) return true;
      return false;
    });
  }

  /** Prepares the data for partsOf(), which takes a few milliseconds. */
  prepare(): void {
    this.#byStreet ??= this.#streetPieces();
  }

  /** Returns the lines of a street, in pieces: pairs of lon7 and lat7. */
  partsOf(street: number): Int32Array[] {
    const pieces = this.#pieces;
    this.prepare();
    const ordered = this.#byStreet!;
    const parts: Int32Array[] = [];
    const first = firstWhere(0, ordered.length, (at) => pieces.row(ordered[at]) >= street);
    for (let at = first; at < ordered.length; at++) {
      if (pieces.row(ordered[at]) !== street) break;
      parts.push(pieces.positions(ordered[at]));
    }
    return parts;
  }

  #streetPieces(): Uint32Array {
    const pieces = this.#pieces;
    const streets: number[] = [];
    for (let piece = 0; piece < pieces.count; piece++)
      if ((pieces.note(piece) & STREET) !== 0) streets.push(piece);
    return Uint32Array.from(streets).sort((a, b) => pieces.row(a) - pieces.row(b) || a - b);
  }
}
