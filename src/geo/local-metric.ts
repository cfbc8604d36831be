import { metersPerDegreeLat, metersPerDegreeLon } from './distance.js';
import { nearestFraction } from './segment.js';
import { TURN } from './unwrap.js';

const UNITS = 1e7;
/** Half the step over which the change of the scales with latitude is taken, degrees. */
const STEP = 0.01;
/** From here on a circle may reach around the pole, so its box takes in every longitude. */
const POLAR = 89.99;

/**
 * Squared metres from one point to many, without a sine for each. distance.ts takes the scales at the middle latitude;
 * here they are continued in a straight line from the point's own latitude, which up to 20 km differs from that by less
 * than one part in 100,000 below 85 degrees.
 *
 * Everything is in 1e-7 degrees, longitudes as they lie in the data (see unwrap.ts).
 */
export class LocalMetric {
  readonly #x: number;
  readonly #y: number;
  readonly #lonScale: number;
  readonly #latScale: number;
  readonly #lonSlope: number;
  readonly #latSlope: number;
  /** The position that the last call of squaredToSegment measured to. */
  nearestX = 0;
  nearestY = 0;

  constructor(lon7: number, lat7: number) {
    this.#x = lon7;
    this.#y = lat7;
    const lat = lat7 / UNITS;
    this.#lonScale = metersPerDegreeLon(lat) / UNITS;
    this.#latScale = metersPerDegreeLat(lat) / UNITS;
    // Half the slope: the middle latitude is half-way.
    const perUnit = 1 / (4 * STEP * UNITS * UNITS);
    this.#lonSlope = (metersPerDegreeLon(lat + STEP) - metersPerDegreeLon(lat - STEP)) * perUnit;
    this.#latSlope = (metersPerDegreeLat(lat + STEP) - metersPerDegreeLat(lat - STEP)) * perUnit;
  }

  squaredTo(x: number, y: number): number {
    const dy = y - this.#y;
    const east = (x - this.#x) * (this.#lonScale + this.#lonSlope * dy);
    const north = dy * (this.#latScale + this.#latSlope * dy);
    return east * east + north * north;
  }

  /**
   * To the nearest position of a segment, which is left in nearestX and nearestY. The same segment walked the other way
   * gives the same bits, so that equal geometry is an exact tie.
   */
  squaredToSegment(ax: number, ay: number, bx: number, by: number): number {
    if (bx < ax || (bx === ax && by < ay)) return this.squaredToSegment(bx, by, ax, ay);
    const sx = this.#lonScale;
    const sy = this.#latScale;
    const t = nearestFraction((ax - this.#x) * sx, (ay - this.#y) * sy, (bx - this.#x) * sx, (by - this.#y) * sy, 0, 0);
    this.nearestX = ax + t * (bx - ax);
    this.nearestY = ay + t * (by - ay);
    return this.squaredTo(this.nearestX, this.nearestY);
  }
}

/** Half width and half height, in 1e-7 degrees, of a box that holds everything within `radius_m` of a latitude. */
export function reachOf(lat7: number, radius_m: number): { lon7: number; lat7: number } {
  const lat = lat7 / UNITS;
  // One part in a hundred more than needed covers the change of the scale of latitude on the way.
  const latReach = (radius_m / metersPerDegreeLat(lat)) * 1.01;
  const farthest = Math.abs(lat) + latReach;
  const lonReach = farthest > POLAR ? TURN : (radius_m / metersPerDegreeLon(farthest)) * 1.01 * UNITS;
  return { lon7: Math.min(TURN, lonReach), lat7: latReach * UNITS };
}
