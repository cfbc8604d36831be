import type { Box, Position } from '../../geo/position.js';
import { metersPerDegreeLat, metersPerDegreeLon } from '../../geo/distance.js';
import type { RowStream } from '../lookup/row-stream.js';

/** The client's search options other than the query. All fields are optional. */
export interface Refinement {
  /** The client's position in degrees. Nearer rows rank higher within each match group. */
  near?: Position;
  /** Types (`restaurant`) and layers (`poi`). Only rows with one of these types or layers are returned. */
  types?: readonly string[];
  /**
   * West, south, east, north in degrees. Only rows whose point is inside the box are returned. West may be
   * greater than east.
   */
  bbox?: Box;
  /**
   * Returns every row, including rows that people consider one place, such as a bank's branches in one town.
   */
  everyRow?: true;
}

/** A refinement in the form that the search uses. */
export interface Refined {
  ranking?: Ranking;
  /** Whether a row should be included. */
  accepts?: (row: number) => boolean;
  /** See Refinement. */
  everyRow?: true;
}

/** The scores of rows for a client, in tenths. */
export interface Ranking {
  valueOf(row: number): number;
  /**
   * Returns the row's highest score from any position. The highest score never increases from one row to the
   * next.
   */
  mostOf(row: number): number;
  /** Returns the distance in meters from the client's position. */
  distanceOf(row: number): number;
}

/**
 * A place keeps its full prominence up to this distance, in meters, because a person this close can see it.
 */
const NEAR_M = 100;
/** The prominence, in tenths, that a place loses with each tenfold increase in distance beyond NEAR_M. */
const TENTHS_PER_TENFOLD = 200;

/**
 * Returns how much prominence a place loses at a given distance, in tenths: 6 points at 100 m, 21 at 1 km, 40
 * at 10 km, 60 at 100 km. Among places with the same name, the nearest therefore comes first, unless another
 * place has 20 points more prominence for each tenfold increase in distance.
 */
export function lossOfDistance(distance_m: number): number {
  return TENTHS_PER_TENFOLD * Math.log10(1 + distance_m / NEAR_M);
}

/** The columns of the place table that a refinement reads. */
export interface RefinedColumns {
  /** Units of 1e-7 degrees, longitude first. */
  point: Int32Array;
  prominence: Uint16Array;
}

/** Ranks rows by their prominence as seen from a point, in tenths. */
export class NearRanking implements Ranking {
  readonly #columns: RefinedColumns;
  readonly #lon7: number;
  readonly #lat7: number;

  constructor(columns: RefinedColumns, [longitude, latitude]: Position) {
    this.#columns = columns;
    this.#lon7 = longitude * 1e7;
    this.#lat7 = latitude * 1e7;
  }

  /** Returns the row's score as seen from the point; it never exceeds the row's prominence. */
  valueOf(row: number): number {
    return this.#columns.prominence[row] - lossOfDistance(this.distanceOf(row));
  }

  distanceOf(row: number): number {
    const { point } = this.#columns;
    const dLat = (point[2 * row + 1] - this.#lat7) / 1e7;
    let dLon = Math.abs(point[2 * row] - this.#lon7) / 1e7;
    if (dLon > 180) dLon = 360 - dLon;
    const middle = this.#lat7 / 1e7 + dLat / 2;
    // Using the scale at the middle latitude is accurate to within a few percent across a whole country.
    return Math.hypot(dLon * metersPerDegreeLon(middle), dLat * metersPerDegreeLat(middle));
  }

  /** Returns the row's highest score from any position. */
  mostOf(row: number): number {
    return this.#columns.prominence[row];
  }
}

/**
 * Returns the rows with the highest scores across all streams, best first. If scores are equal, the lower row
 * comes first. Each place occurs once. Streams are sorted by prominence, so reading stops when no remaining
 * row can score higher than those already found.
 *
 * @param thingOf returns the place that a row belongs to, or -1 if the row is not wanted
 */
export function bestRows(
  streams: readonly RowStream[],
  ranking: Ranking,
  count: number,
  thingOf: (row: number) => number,
): number[] {
  const best: { row: number; thing: number; value: number }[] = [];
  for (;;) {
    let row = Infinity;
    for (const stream of streams) row = Math.min(row, stream.row);
    if (row === Infinity) break;
    for (const stream of streams) while (stream.row === row) stream.next();
    const last = best.length < count ? -Infinity : best[count - 1].value;
    if (ranking.mostOf(row) <= last) break;
    const value = ranking.valueOf(row);
    const thing = value <= last ? -1 : thingOf(row);
    if (thing < 0) continue;
    const same = best.findIndex((other) => other.thing === thing);
    if (same >= 0 && best[same].value >= value) continue;
    if (same >= 0) best.splice(same, 1);
    let at = best.length;
    while (at > 0 && best[at - 1].value < value) at--;
    best.splice(at, 0, { row, thing, value });
    if (best.length > count) best.pop();
  }
  return best.map(({ row }) => row);
}

/** Returns a test for whether a row's point is inside a box. */
export function isInBox(
  point: Int32Array,
  [west, south, east, north]: NonNullable<Refinement['bbox']>,
): (row: number) => boolean {
  const [w, s, e, n] = [west, south, east, north].map((degrees) => degrees * 1e7);
  return (row) => {
    const lon7 = point[2 * row];
    const lat7 = point[2 * row + 1];
    return lat7 >= s && lat7 <= n && (w <= e ? lon7 >= w && lon7 <= e : lon7 >= w || lon7 <= e);
  };
}
