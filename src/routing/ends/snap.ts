import type { Position } from '../../geo/position.js';
import { numberAt, type Packed } from '../../arrays/packed.js';
import { toDegrees } from '../../geo/coordinates.js';
import { distanceM, fillScales } from '../../geo/distance.js';
import { nearestFraction } from '../../geo/segment.js';
import {
  BOX_STEPS,
  CHUNK_PAIRS,
  enterBox,
  LEAF_NUMBERS,
  leafPlace,
  levelStarts,
  NO_BOX,
  NODE_SIZE,
  type PositionTree,
} from '../frozen/position-tree.js';
import { lat7At, lon7At, readPositions } from '../frozen/positions.js';
import type { SegmentTable } from '../frozen/segment-table.js';
import { ANY_DIRECTION, directionsAt, type Approach } from './approach.js';

/**
 * All roads that are at most this many meters farther away than the nearest road become candidates. Positions
 * are stored with a precision of 1 cm.
 */
export const TIE_M = 0.01;

/**
 * The default limit, in meters, on how much farther away than the nearest road a route may start or end if no
 * path connects the nearest roads.
 */
export const SNAP_DETOUR_M = 1000;

/**
 * Fractions are multiples of 1 / SHARES (0.1 mm on 100 km). Therefore, 1 - (1 - share) equals the share
 * exactly, and the share can be measured in either direction.
 */
const SHARES = 2 ** 30;

/** The rounding error of distances to boxes is far smaller than this. */
const ROUNDING_M = 1e-6;

/** A point on the network, which lies on a pair of positions of a segment. */
export interface Candidate {
  segment: number;
  /** The pair's first position, in the direction of the segment. */
  position: number;
  /** How far along the pair the point lies, as a fraction from 0 to 1. */
  share: number;
  /** The snapped point in whole units of 1e-7 degrees. */
  lon7: number;
  lat7: number;
  /** The `distanceM` between the requested point and the snapped point. */
  distance_m: number;
  /** The directions of the candidate's segment in which a route may pass the candidate; see approach.ts. */
  directions: number;
}

/** Classes of segments. A search can return the nearest candidates of each class. */
export interface SegmentClasses {
  /** The class of each segment. */
  classOf: Packed;
  /** The number of classes. */
  count: number;
  /** Whether to return all candidates of a segment instead of only the nearest one in its class. */
  isWhole(segment: number): boolean;
}

/**
 * Finds a point's candidates: where on the network a route may start or end. The exact rules, which can be
 * checked by scanning all pairs:
 * - A pair is considered if the mode may use it in at least one direction, and if the stop's approach (if
 *   any) allows one of these directions.
 * - A pair's point is its point nearest to the requested point, in a flat plane at the requested point's
 *   latitude: `x = dlon * metersPerDegreeLon(lat)`, `y = dlat * metersPerDegreeLat(lat)`. The pair's point is
 *   given as a fraction of the pair in [0, 1], rounded to a multiple of 2^-30. The distance to the pair's
 *   point is measured in the plane.
 * - The nearest candidates are all pairs whose plane distance exceeds the smallest plane distance by at most
 *   TIE_M. So a point nearest to a junction gets all arms of the junction, and a point on a straight line
 *   through a node gets both sides.
 * - The snapped point is rounded to 1e-7 degrees. If `distanceM` to the nearest pair's snapped point is above
 *   the limit, there is no candidate.
 * - A pair is within reach if the `distanceM` to its point is at most the limit.
 */
export class Snapper {
  readonly #segments: SegmentTable;
  readonly #tree: PositionTree;
  readonly #starts: number[];
  /** Per level: the frame of the node that the search is visiting. */
  readonly #frames: Float64Array;
  /** Per level: squared distances of the children still to visit; Infinity for all other children. */
  readonly #distances_m2: Float64Array;
  readonly #scales = new Float64Array(4);
  /** Scratch space for the positions of a chunk. */
  readonly #positions = new Int32Array(2 * (CHUNK_PAIRS + 1));
  // The requested point and its plane during a search.
  #lon7 = 0;
  #lat7 = 0;
  #point: Position = [0, 0];
  #approach: Approach | null = null;
  #xScale = 0;
  #yScale = 0;
  #narrows = true;
  /**
   * The classes and the nearest distance found in each class, if only the nearest candidates of each class
   * are wanted.
   */
  #classes: SegmentClasses | null = null;
  #nearestOf_m = new Float64Array(0);
  #best_m = Infinity;
  /** A box whose squared distance exceeds this value contains no pair that is near enough. */
  #limit_m2 = Infinity;
  /**
   * The number of collected pairs, each of which was within TIE_M of the best pair at the time it was found.
   */
  #metCount = 0;
  readonly #metSegment: number[] = [];
  readonly #metPosition: number[] = [];
  readonly #metShare: number[] = [];
  readonly #met_m: number[] = [];

  constructor(segments: SegmentTable, tree: PositionTree) {
    this.#segments = segments;
    this.#tree = tree;
    this.#starts = levelStarts(tree.leaves.length / LEAF_NUMBERS);
    this.#frames = new Float64Array(4 * this.#starts.length);
    this.#distances_m2 = new Float64Array(NODE_SIZE * this.#starts.length);
  }

  /**
   * Returns the nearest candidates, ordered by position. The list is empty if the network is farther away
   * than `limit_m`.
   */
  nearest(point: Position, limit_m: number, approach: Approach | null = null): Candidate[] {
    this.#approach = approach;
    this.#gather(point, limit_m, 'nearest');
    const found: Candidate[] = [];
    for (let i = 0; i < this.#metCount; i++)
      if (this.#met_m[i] <= this.#best_m + TIE_M) found.push(this.#candidate(point, i));
    if (found.length > 1) found.sort((a, b) => a.position - b.position);
    let nearest_m = Infinity;
    for (const { distance_m } of found) nearest_m = Math.min(nearest_m, distance_m);
    return nearest_m <= limit_m ? found : [];
  }

  /**
   * Returns all candidates from `least_m` to `limit_m` away, nearest first. Candidates at equal distances are
   * ordered by position.
   */
  within(point: Position, limit_m: number, least_m = 0, approach: Approach | null = null): Candidate[] {
    this.#approach = approach;
    this.#gather(point, limit_m, 'all');
    return this.#sorted(point, limit_m, (met_m) => mostOther(met_m) >= least_m).filter(
      ({ distance_m }) => distance_m >= least_m,
    );
  }

  /**
   * Returns the nearest candidate of each class within `limit_m`, and a few other candidates, in the same
   * order as `within`.
   */
  nearestOfEach(point: Position, limit_m: number, classes: SegmentClasses): Candidate[] {
    this.#approach = null;
    this.#gather(point, limit_m, classes);
    const nearestOf_m = this.#nearestOf_m;
    const found = this.#sorted(
      point,
      limit_m,
      (met_m, segment) =>
        classes.isWhole(segment) || met_m <= couldBeNearest(nearestOf_m[numberAt(classes.classOf, segment)]),
    );
    for (let i = 0; i < this.#metCount; i++)
      nearestOf_m[numberAt(classes.classOf, this.#metSegment[i])] = Infinity;
    return found;
  }

  /** Returns the collected pairs that are wanted, as candidates within `limit_m`, nearest first. */
  #sorted(
    point: Position,
    limit_m: number,
    isAskedFor: (met_m: number, segment: number) => boolean,
  ): Candidate[] {
    const found: Candidate[] = [];
    for (let i = 0; i < this.#metCount; i++) {
      if (!isAskedFor(this.#met_m[i], this.#metSegment[i])) continue;
      const candidate = this.#candidate(point, i);
      if (candidate.distance_m <= limit_m) found.push(candidate);
    }
    return found.sort((a, b) => a.distance_m - b.distance_m || a.position - b.position);
  }

  /**
   * Collects the pairs that are near enough. For `nearest`, nearer pairs replace farther ones. If classes are
   * given, the nearest pair of each class replaces most other pairs of its class.
   */
  #gather(point: Position, limit_m: number, wanted: 'nearest' | 'all' | SegmentClasses): void {
    const [lon, lat] = point;
    this.#point = point;
    this.#narrows = wanted === 'nearest';
    const classes = (this.#classes = typeof wanted === 'string' ? null : wanted);
    if (classes !== null && this.#nearestOf_m.length < classes.count)
      this.#nearestOf_m = new Float64Array(classes.count).fill(Infinity);
    this.#lon7 = lon * 1e7;
    this.#lat7 = lat * 1e7;
    fillScales(lat, this.#scales);
    this.#xScale = this.#scales[0] / 1e7;
    this.#yScale = this.#scales[1] / 1e7;
    this.#setBest(mostOther(limit_m));
    this.#metCount = 0;
    this.#search();
  }

  #setBest(best_m: number): void {
    this.#best_m = best_m;
    const limit_m = best_m + TIE_M + ROUNDING_M;
    this.#limit_m2 = limit_m * limit_m;
  }

  /**
   * Searches the tree from the top node downward. Frames (see enterBox) contain distances from the requested
   * point, in meters divided by two.
   */
  #search(): void {
    const { extent, leaves } = this.#tree;
    const frames = this.#frames;
    const top = this.#starts.length - 1;
    if (leaves.length === 0) return;
    const xHalves = this.#xScale / 2;
    const yHalves = this.#yScale / 2;
    frames[4 * top] = (extent[0] - this.#lon7) * xHalves;
    frames[4 * top + 1] = (extent[1] - this.#lat7) * yHalves;
    frames[4 * top + 2] = ((extent[2] - extent[0]) / BOX_STEPS) * xHalves;
    frames[4 * top + 3] = ((extent[3] - extent[1]) / BOX_STEPS) * yHalves;
    this.#visit(0, top);
  }

  /** Visits the nearest child first, so that most other children can be skipped. */
  #visit(node: number, level: number): void {
    const distances_m2 = this.#distances_m2;
    const first = level * NODE_SIZE;
    this.#look(node, level);
    for (;;) {
      let nearest = -1;
      let nearest_m2 = this.#limit_m2;
      for (let i = first; i < first + NODE_SIZE; i++) {
        if (distances_m2[i] >= nearest_m2) continue;
        nearest = i;
        nearest_m2 = distances_m2[i];
      }
      if (nearest === -1) return;
      distances_m2[nearest] = Infinity;
      const child = NODE_SIZE * node + nearest - first;
      if (level === 1) this.#measure(child);
      else {
        enterBox(this.#frames, level, this.#tree.boxes[this.#starts[level - 1] + child]);
        this.#visit(child, level - 1);
      }
    }
  }

  /** Computes the distances to a node's children; the distance to a missing child is Infinity. */
  #look(node: number, level: number): void {
    const { boxes, leaves } = this.#tree;
    const children = level === 1 ? leaves : boxes;
    const first = level === 1 ? LEAF_NUMBERS * node : this.#starts[level - 1] + NODE_SIZE * node;
    const frames = this.#frames;
    const distances_m2 = this.#distances_m2;
    const left = frames[4 * level];
    const bottom = frames[4 * level + 1];
    const stepX = frames[4 * level + 2];
    const stepY = frames[4 * level + 3];
    for (let i = 0; i < NODE_SIZE; i++) {
      const box = children[first + i];
      const west = left + (box & 0xff) * stepX;
      const south = bottom + ((box >>> 8) & 0xff) * stepY;
      const east = left + ((box >>> 16) & 0xff) * stepX;
      const north = bottom + (box >>> 24) * stepY;
      // dx and dy are the meters beyond the border of the box, which are twice the distances in the frame;
      // they are 0 inside the box. The calculation has no branch that a processor could mispredict.
      const dx = Math.abs(west) + Math.abs(east) - (east - west);
      const dy = Math.abs(south) + Math.abs(north) - (north - south);
      distances_m2[level * NODE_SIZE + i] = dx * dx + dy * dy;
    }
    if (children[first + NODE_SIZE - 1] !== NO_BOX) return;
    for (let i = 0; i < NODE_SIZE; i++)
      if (children[first + i] === NO_BOX) distances_m2[level * NODE_SIZE + i] = Infinity;
  }

  /** Measures the distances to a chunk's pairs and collects the pairs that are near enough. */
  #measure(child: number): void {
    const positions = this.#positions;
    const { leaves } = this.#tree;
    const place = leafPlace(child);
    const chunk = leaves[place + NODE_SIZE];
    const pairs = chunk % (CHUNK_PAIRS + 1);
    const first = (chunk - pairs) / (CHUNK_PAIRS + 1);
    readPositions(this.#segments.positions, first, first + pairs + 1, positions);
    const [lon7, lat7, xScale, yScale] = [this.#lon7, this.#lat7, this.#xScale, this.#yScale];
    const segment = leaves[place + 2 * NODE_SIZE];
    const classes = this.#classes;
    const most_m =
      classes === null || classes.isWhole(segment)
        ? Infinity
        : couldBeNearest(this.#nearestOf_m[numberAt(classes.classOf, segment)]);
    let best_m = this.#best_m;
    let x2 = (positions[0] - lon7) * xScale;
    let y2 = (positions[1] - lat7) * yScale;
    for (let i = 0; i < pairs; i++) {
      const x1 = x2;
      const y1 = y2;
      x2 = (positions[2 * i + 2] - lon7) * xScale;
      y2 = (positions[2 * i + 3] - lat7) * yScale;
      const fraction = nearestFraction(x1, y1, x2, y2, 0, 0);
      const nearX = x1 + fraction * (x2 - x1);
      const nearY = y1 + fraction * (y2 - y1);
      // Most pairs are too far away. Rounding the fraction cannot bring a pair nearer.
      if (nearX * nearX + nearY * nearY > this.#limit_m2) continue;
      const share = Math.round(fraction * SHARES) / SHARES;
      const x = x1 + share * (x2 - x1);
      const y = y1 + share * (y2 - y1);
      const distance_m = Math.sqrt(x * x + y * y);
      if (distance_m > best_m + TIE_M || distance_m > most_m) continue;
      if (this.#approach !== null && this.#directions(segment, first + i) === 0) continue;
      const met = this.#metCount++;
      this.#metSegment[met] = segment;
      this.#metPosition[met] = first + i;
      this.#metShare[met] = share;
      this.#met_m[met] = distance_m;
      if (distance_m < best_m && this.#narrows) this.#setBest((best_m = distance_m));
      if (classes !== null) this.#noteNearest(numberAt(classes.classOf, segment), distance_m);
    }
  }

  #directions(segment: number, position: number): number {
    if (this.#approach === null) return ANY_DIRECTION;
    return directionsAt(this.#segments, { segment, position }, this.#approach, this.#point);
  }

  #noteNearest(ofClass: number, distance_m: number): void {
    if (distance_m < this.#nearestOf_m[ofClass]) this.#nearestOf_m[ofClass] = distance_m;
  }

  #candidate([lon, lat]: Position, met: number): Candidate {
    const { positions } = this.#segments;
    const position = this.#metPosition[met];
    const share = this.#metShare[met];
    const [lon1, lat1] = [lon7At(positions, position), lat7At(positions, position)];
    const lon7 = Math.round(lon1 + share * (lon7At(positions, position + 1) - lon1));
    const lat7 = Math.round(lat1 + share * (lat7At(positions, position + 1) - lat1));
    const distance_m = distanceM(lon, lat, toDegrees(lon7), toDegrees(lat7));
    const segment = this.#metSegment[met];
    const directions = this.#directions(segment, position);
    return { segment, position, share, lon7, lat7, distance_m, directions };
  }
}

/**
 * Given either the plane distance or distanceM, returns an upper bound of the other, for all reasonable
 * limits.
 */
function mostOther(distance_m: number): number {
  return distance_m * 1.01 + 1;
}

/**
 * Given the smallest plane distance, returns the plane distance above which no pair can be the nearest by
 * distanceM.
 */
function couldBeNearest(plane_m: number): number {
  return mostOther(mostOther(plane_m));
}
