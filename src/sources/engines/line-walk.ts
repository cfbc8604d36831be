import type { Position } from '../../geo/position.js';
import { toDegrees, toUnits } from '../../geo/coordinates.js';
import { distanceM } from '../../geo/distance.js';
import { BadAnswer } from '../upstream/upstream-error.js';

/**
 * The maximum distance between positions that are considered the same, which is also used for the ends of a
 * line.
 */
const SAME_PLACE_M = 2;

/**
 * Follows a line from its beginning and finds the points of an engine's response that are on the line, in
 * order.
 */
export class LineWalk {
  readonly #line: Int32Array;
  #at = 0;

  /** @param line lon, lat pairs in 1e-7 degrees */
  constructor(line: Int32Array) {
    this.#line = line;
  }

  /**
   * Advances to a point.
   * @param what what the point is called in the log
   * @returns the position in degrees, exactly as it is in the line
   * @throws BadAnswer if the rest of the line does not pass through the point
   */
  to(longitude: number, latitude: number, what: string): Position {
    let best: { at: number; away_m: number } | null = null;
    for (let at = this.#at; at < this.#line.length; at += 2) {
      const away_m = this.#away_m(at, longitude, latitude);
      // If several consecutive positions are near the point, the nearest one is used.
      if (best !== null && away_m >= best.away_m) break;
      if (away_m <= SAME_PLACE_M) best = { at, away_m };
    }
    if (best === null)
      throw new BadAnswer(`${what} at ${longitude},${latitude}, which the line does not pass`);
    this.#at = best.at;
    return [toDegrees(this.#line[this.#at]), toDegrees(this.#line[this.#at + 1])];
  }

  /** Moves the current position of the line to exactly the given position. */
  fix(longitude: number, latitude: number): void {
    this.#line[this.#at] = toUnits(longitude);
    this.#line[this.#at + 1] = toUnits(latitude);
  }

  #away_m(at: number, longitude: number, latitude: number): number {
    // Most positions are far away, so a cheap check comes first: 0.001 degrees of latitude is 110 m.
    if (Math.abs(this.#line[at + 1] - toUnits(latitude)) > 10_000) return Infinity;
    return distanceM(toDegrees(this.#line[at]), toDegrees(this.#line[at + 1]), longitude, latitude);
  }
}
