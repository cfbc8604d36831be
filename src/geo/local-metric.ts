import { fillScales, metersPerDegreeLat, metersPerDegreeLon } from './distance.js';
import { nearestFraction } from './segment.js';
import { TURN } from './unwrap.js';

const UNITS = 1e7;
/** Beyond this latitude, a circle may contain the pole, so its bounding box covers all longitudes. */
const POLAR = 89.99;
/**
 * The length of a degree of longitude shrinks by at most this many meters per degree of latitude (1,963 at
 * the pole).
 */
const MOST_SHRINKING = 1_970;
/**
 * `reach` uses MOST_SHRINKING as long as a degree of longitude at the farthest latitude keeps more than this
 * fraction of its length. Otherwise, `reachOf` computes the scale at that latitude.
 */
const FLAT = 0.98;

/**
 * Computes squared distances in meters from one point to many others without computing a sine for each.
 *
 * distance.ts uses the scales at the middle latitude of the two points. Here, the scales at the point's own
 * latitude are extrapolated linearly. Up to 20 km and below 85 degrees, the results differ by less than one
 * part in 100,000.
 *
 * All coordinates are in 1e-7 degrees, with longitudes as stored in the data (see unwrap.ts).
 */
export class LocalMetric {
  #x = 0.5;
  #y = 0.5;
  #lonScale = 0.5;
  #latScale = 0.5;
  #lonSlope = 0.5;
  #latSlope = 0.5;
  readonly #scales = new Float64Array(4);
  /**
   * Within the latest reach, squared distances are at least this fraction of the squared distances computed
   * with the scales at the point.
   */
  #leastShare = 0.5;
  /** The nearest position that the last call of `measureLine` found, and its squared distance. */
  nearestX = 0.5;
  nearestY = 0.5;
  nearestSquared = 0.5;
  /** Half the width and half the height of the box from the latest call of `reach`. */
  reachX = 0.5;
  reachY = 0.5;

  constructor(lon7: number, lat7: number) {
    this.#setScales(lat7);
    this.#x = lon7;
    this.#y = lat7;
  }

  get x(): number {
    return this.#x;
  }

  get y(): number {
    return this.#y;
  }

  /** Moves the metric to another point, so that one object can be reused for many points. */
  moveTo(lon7: number, lat7: number): void {
    if (lat7 !== this.#y) this.#setScales(lat7);
    this.#x = lon7;
    this.#y = lat7;
  }

  /**
   * Sets `reachX` and `reachY` to the half-sizes of the box that `reachOf` returns, or to slightly larger
   * ones.
   */
  reach(radius_m: number): void {
    const latReach = (radius_m / (this.#latScale * UNITS)) * 1.01;
    const full = this.#lonScale * UNITS;
    const least = full - MOST_SHRINKING * latReach;
    if (least > FLAT * full) {
      this.#leastShare = FLAT * FLAT * FLAT;
      this.reachX = (radius_m / least) * 1.01 * UNITS;
      this.reachY = latReach * UNITS;
    } else {
      const { lon7, lat7 } = reachOf(this.#y, radius_m);
      this.#leastShare = 0;
      this.reachX = lon7;
      this.reachY = lat7;
    }
  }

  /**
   * Returns a lower bound for the squared distance in meters to any position at least `dx` to the east or
   * west and at least `dy` to the north or south. The bound is valid only within the latest reach.
   */
  leastSquared(dx: number, dy: number): number {
    const east = dx * this.#lonScale;
    const north = dy * this.#latScale;
    return (east * east + north * north) * this.#leastShare;
  }

  /** Returns the squared distance in meters to the position. */
  squaredTo(x: number, y: number): number {
    const dy = y - this.#y;
    const east = (x - this.#x) * (this.#lonScale + this.#lonSlope * dy);
    const north = dy * (this.#latScale + this.#latSlope * dy);
    return east * east + north * north;
  }

  /**
   * Measures the distance to the nearest position on a line. The line consists of lon7, lat7 pairs, from
   * element `first` to the pair that begins at element `last`.
   *
   * The result is stored in `nearestX`, `nearestY` and `nearestSquared`, because returning the three numbers
   * would require allocating an object. If several positions are equally near, the first one is used. A
   * segment traversed in the opposite direction gives bit-identical results, so equal geometries tie exactly.
   */
  measureLine(positions: ArrayLike<number>, first: number, last: number): void {
    const [x, y, sx, sy] = [this.#x, this.#y, this.#lonScale, this.#latScale];
    let nearest = Infinity;
    let nearestX = 0;
    let nearestY = 0;
    for (let i = first; i < last; i += 2) {
      let ax = positions[i];
      let ay = positions[i + 1];
      let bx = positions[i + 2];
      let by = positions[i + 3];
      if (bx < ax || (bx === ax && by < ay)) {
        [ax, ay, bx, by] = [bx, by, ax, ay];
      }
      const t = nearestFraction((ax - x) * sx, (ay - y) * sy, (bx - x) * sx, (by - y) * sy, 0, 0);
      const px = ax + t * (bx - ax);
      const py = ay + t * (by - ay);
      const squared = this.squaredTo(px, py);
      if (squared < nearest) {
        nearest = squared;
        nearestX = px;
        nearestY = py;
      }
    }
    this.nearestSquared = nearest;
    this.nearestX = nearestX;
    this.nearestY = nearestY;
  }

  #setScales(lat7: number): void {
    fillScales(lat7 / UNITS, this.#scales);
    this.#lonScale = this.#scales[0] / UNITS;
    this.#latScale = this.#scales[1] / UNITS;
    // The slope is halved, because the middle latitude is halfway between the two points.
    this.#lonSlope = this.#scales[2] / (2 * UNITS * UNITS);
    this.#latSlope = this.#scales[3] / (2 * UNITS * UNITS);
  }
}

/**
 * Returns half the width and half the height, in 1e-7 degrees, of a box that contains everything within
 * `radius_m` of a point at latitude `lat7`.
 */
export function reachOf(lat7: number, radius_m: number): { lon7: number; lat7: number } {
  const lat = lat7 / UNITS;
  // The extra 1 % allows for the change of the latitude scale within the radius.
  const latReach = (radius_m / metersPerDegreeLat(lat)) * 1.01;
  const farthest = Math.abs(lat) + latReach;
  const lonReach = farthest > POLAR ? TURN : (radius_m / metersPerDegreeLon(farthest)) * 1.01 * UNITS;
  return { lon7: Math.min(TURN, lonReach), lat7: latReach * UNITS };
}
