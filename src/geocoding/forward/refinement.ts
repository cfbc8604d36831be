import type { Box, Position } from '../../geo/position.js';
import { metersPerDegreeLat, metersPerDegreeLon } from '../../geo/distance.js';
import type { RowStream } from '../lookup/row-stream.js';

/** The client's options of a search beyond a text. Every member may be absent. */
export interface Refinement {
  /** Degrees: nearer rows rank higher within each match group. */
  near?: Position;
  /** Types (`restaurant`) and layers (`poi`): only rows of one of them. */
  types?: readonly string[];
  /** Degrees, west, south, east, north: only rows whose point lies inside. West may be beyond east. */
  bbox?: Box;
  /** Every row, including several that are one thing for people, as the branches of a bank in one town. */
  everyRow?: true;
}

/** A refinement in the form that the search applies. */
export interface Refined {
  ranking?: Ranking;
  /** Whether a row is wanted. */
  accepts?: (row: number) => boolean;
  /** See Refinement. */
  everyRow?: true;
}

/** The worth of rows to a client, in tenths. */
export interface Ranking {
  valueOf(row: number): number;
  /** The highest worth of the row from anywhere. It falls with the row. */
  mostOf(row: number): number;
  /** Meters from the client's position. */
  distanceOf(row: number): number;
}

/** Up to this distance a place loses nothing, in meters, because a person this near sees it. */
const NEAR_M = 100;
/** The loss of a place's prominence with each tenfold of its distance beyond that, in tenths. */
const TENTHS_PER_TENFOLD = 200;

/**
 * The loss of a place's prominence at a distance, in tenths: 100 m 6 points, 1 km 21, 10 km 40, 100 km 60. So
 * of two places with one name the nearer comes first, unless the other is more prominent by 20 points for
 * each tenfold of its distance.
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

/** Prominence as seen from a point, in tenths. */
export class NearRanking implements Ranking {
  readonly #columns: RefinedColumns;
  readonly #lon7: number;
  readonly #lat7: number;

  constructor(columns: RefinedColumns, [longitude, latitude]: Position) {
    this.#columns = columns;
    this.#lon7 = longitude * 1e7;
    this.#lat7 = latitude * 1e7;
  }

  /** The worth of the row from here, at most its prominence. */
  valueOf(row: number): number {
    return this.#columns.prominence[row] - lossOfDistance(this.distanceOf(row));
  }

  distanceOf(row: number): number {
    const { point } = this.#columns;
    const dLat = (point[2 * row + 1] - this.#lat7) / 1e7;
    let dLon = Math.abs(point[2 * row] - this.#lon7) / 1e7;
    if (dLon > 180) dLon = 360 - dLon;
    const middle = this.#lat7 / 1e7 + dLat / 2;
    // The scales of the middle latitude are right to some per cent across a whole country.
    return Math.hypot(dLon * metersPerDegreeLon(middle), dLat * metersPerDegreeLat(middle));
  }

  /** The highest worth of the row from anywhere. */
  mostOf(row: number): number {
    return this.#columns.prominence[row];
  }
}

/**
 * The rows of highest worth among all streams, best first; among equally good ones, the lower row. Each thing
 * comes once. Streams are in order of prominence, so reading ends when no further row can be worth more than
 * those found.
 *
 * @param thingOf the thing that a row is; -1 for a row that is not wanted
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

/** A test whether the point of a row lies in a box. */
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
