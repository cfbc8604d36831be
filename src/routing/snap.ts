import { toDegrees } from '../geo/coordinates.js';
import { distanceM, fillScales } from '../geo/distance.js';
import { nearestFraction } from '../geo/segment.js';
import { CHUNK_PAIRS, levelBounds, NODE_SIZE, type PositionTree } from './position-tree.js';
import type { SegmentTable } from './routing-data.js';
import { segmentFlags } from './segment-ends.js';

/** Roads that are nearest to within this are all candidates: 1 cm is what positions are stored to. */
export const TIE_M = 0.01;

/** An island's candidate gives way to a connected road that is not farther away than this many metres more (and within the limit). */
export const ISLAND_DETOUR_M = 250;

/** Shares are multiples of 1 / SHARES (0.1 mm on 100 km), so that 1 - (1 - share) is the share, in whichever direction it is counted. */
const SHARES = 2 ** 30;

/** Distances of boxes are right to much better than this. */
const ROUNDING_M = 1e-6;

// In loops what a module exports, also this one, would be fetched from there each time.
const CHILDREN = NODE_SIZE;
const CHUNK_SIZE = CHUNK_PAIRS + 1;
const NEAR_BEST_M = TIE_M;

/** A point on a pair of positions of a segment. */
export interface Candidate {
  segment: number;
  /** First position of the pair, in the direction of the segment. */
  position: number;
  /** Share of the pair from there, 0 to 1. */
  share: number;
  /** The snapped point, whole 1e-7 degrees. */
  lon7: number;
  lat7: number;
  /** From the point that was sent (distanceM to the snapped point). */
  distance_m: number;
}

/**
 * Finds the candidates of a point: where on the network a route may start or end.
 *
 * The rule, so that a scan of all pairs can check it:
 * - A pair counts when the mode may use it in at least one direction. Its point is the one nearest to the sent point in the flat plane
 *   `x = dlon * metersPerDegreeLon(lat)`, `y = dlat * metersPerDegreeLat(lat)` at the sent latitude, at a share of the pair in [0, 1], rounded to 2^-30; its plane distance is taken there.
 * - The nearest candidates are the pairs whose plane distance is not above the smallest by more than TIE_M. So a point that is nearest to a junction has all of
 *   its arms, and a point on a straight line through a node has both sides.
 * - The snapped point is rounded to 1e-7 degrees; when the `distanceM` to that of the nearest pair is above the limit there is no candidate.
 * - When all nearest candidates lie on tiny islands (islands.ts: `tinyFrom` for an origin, `tinyTo` for a destination), the alternative is the nearest candidates among the
 *   pairs that do not, if they are within the limit and not farther than the nearest by more than ISLAND_DETOUR_M; they are searched only when the nearest lead nowhere.
 */
export class Snapper {
  readonly #segments: SegmentTable;
  readonly #tree: PositionTree;
  readonly #bounds: number[];
  /** Boxes still to be looked into, their levels, and the squares of their distances; the next one is last. */
  readonly #stack: Int32Array;
  readonly #stackLevel: Int32Array;
  readonly #stack_m2: Float64Array;
  readonly #scales = new Float64Array(4);
  // The sent point and its plane, while one search runs.
  #lon7 = 0;
  #lat7 = 0;
  #xScale = 0;
  #yScale = 0;
  #avoid = 0;
  #best_m = Infinity;
  /** Above this no box has anything that is near enough. */
  #limit_m2 = Infinity;
  /** Pairs met so far that were within TIE_M of the best when met. */
  #metCount = 0;
  readonly #metSegment: number[] = [];
  readonly #metPosition: number[] = [];
  readonly #metShare: number[] = [];
  readonly #met_m: number[] = [];

  constructor(segments: SegmentTable, tree: PositionTree) {
    this.#segments = segments;
    this.#tree = tree;
    this.#bounds = levelBounds(tree.chunks.length / 2);
    // Each box that is opened leaves at most its other children behind.
    this.#stack = new Int32Array(NODE_SIZE * this.#bounds.length);
    this.#stackLevel = new Int32Array(NODE_SIZE * this.#bounds.length);
    this.#stack_m2 = new Float64Array(NODE_SIZE * this.#bounds.length);
  }

  /**
   * The nearest candidates, in the order of their positions; none when the network is farther away than `limit_m`.
   * @param avoid flag bits (TINY_FROM, TINY_TO) of segments that do not count; 0 for none
   */
  nearest(lon: number, lat: number, limit_m: number, avoid = 0): Candidate[] {
    this.#lon7 = lon * 1e7;
    this.#lat7 = lat * 1e7;
    fillScales(lat, this.#scales);
    this.#xScale = this.#scales[0] / 1e7;
    this.#yScale = this.#scales[1] / 1e7;
    this.#avoid = avoid;
    // The plane and distanceM differ by less than this over the limits that make sense.
    this.#setBest(limit_m * 1.01 + 1);
    this.#metCount = 0;
    this.#search();
    const found: Candidate[] = [];
    for (let i = 0; i < this.#metCount; i++) if (this.#met_m[i] <= this.#best_m + NEAR_BEST_M) found.push(this.#candidate(lon, lat, i));
    if (found.length > 1) found.sort((a, b) => a.position - b.position);
    let nearest_m = Infinity;
    for (const { distance_m } of found) nearest_m = Math.min(nearest_m, distance_m);
    return nearest_m <= limit_m ? found : [];
  }

  #setBest(best_m: number): void {
    this.#best_m = best_m;
    const limit_m = best_m + NEAR_BEST_M + ROUNDING_M;
    this.#limit_m2 = limit_m * limit_m;
  }

  /** Into the nearest box first, so that most of the others need not be opened. */
  #search(): void {
    const bounds = this.#bounds;
    const [stack, stackLevel, stack_m2] = [this.#stack, this.#stackLevel, this.#stack_m2];
    const root = bounds.length - 2;
    if (bounds[1] === 0) return;
    stack[0] = bounds[root];
    stackLevel[0] = root;
    stack_m2[0] = 0;
    for (let size = 1; size > 0; ) {
      size--;
      if (stack_m2[size] > this.#limit_m2) continue;
      const level = stackLevel[size];
      if (level === 0) this.#measure(stack[size]);
      else size = this.#open(stack[size], level, size);
    }
  }

  /** Puts the boxes in a box on the stack, the nearest last; the order of the others would cost more than it is worth. */
  #open(box: number, level: number, size: number): number {
    const bounds = this.#bounds;
    const { boxes } = this.#tree;
    const [stack, stackLevel, stack_m2, limit_m2] = [this.#stack, this.#stackLevel, this.#stack_m2, this.#limit_m2];
    const [lon7, lat7, xScale, yScale] = [this.#lon7, this.#lat7, this.#xScale / 2, this.#yScale / 2];
    const from = (bounds[level - 1] + (box - bounds[level]) * CHILDREN) | 0;
    const to = Math.min(from + CHILDREN, bounds[level]) | 0;
    let next = size;
    let nearest = size;
    let nearest_m2 = Infinity;
    for (let child = from; child < to; child++) {
      const west = boxes[4 * child];
      const south = boxes[4 * child + 1];
      const east = boxes[4 * child + 2];
      const north = boxes[4 * child + 3];
      // Twice what is beyond the border, 0 inside: nothing to decide, which a processor could guess wrong.
      const dx = (Math.abs(west - lon7) + Math.abs(lon7 - east) - (east - west)) * xScale;
      const dy = (Math.abs(south - lat7) + Math.abs(lat7 - north) - (north - south)) * yScale;
      const distance_m2 = dx * dx + dy * dy;
      if (distance_m2 > limit_m2) continue;
      stack[next] = child;
      stackLevel[next] = level - 1;
      stack_m2[next] = distance_m2;
      if (distance_m2 < nearest_m2) {
        nearest = next;
        nearest_m2 = distance_m2;
      }
      next++;
    }
    if (next > size) {
      const child = stack[nearest];
      stack[nearest] = stack[next - 1];
      stack_m2[nearest] = stack_m2[next - 1];
      stack[next - 1] = child;
      stack_m2[next - 1] = nearest_m2;
    }
    return next;
  }

  #measure(box: number): void {
    const { positions } = this.#segments;
    const chunk = this.#tree.chunks[2 * box];
    const segment = this.#tree.chunks[2 * box + 1];
    const pairs = chunk % CHUNK_SIZE;
    const first = (chunk - pairs) / CHUNK_SIZE;
    const end = first + pairs;
    if (this.#avoid !== 0 && (segmentFlags(this.#segments, segment) & this.#avoid) !== 0) return;
    const [lon7, lat7, xScale, yScale] = [this.#lon7, this.#lat7, this.#xScale, this.#yScale];
    let best_m = this.#best_m;
    let x2 = (positions[2 * first] - lon7) * xScale;
    let y2 = (positions[2 * first + 1] - lat7) * yScale;
    for (let g = first; g < end; g++) {
      const x1 = x2;
      const y1 = y2;
      x2 = (positions[2 * g + 2] - lon7) * xScale;
      y2 = (positions[2 * g + 3] - lat7) * yScale;
      const share = Math.round(nearestFraction(x1, y1, x2, y2, 0, 0) * SHARES) / SHARES;
      const x = x1 + share * (x2 - x1);
      const y = y1 + share * (y2 - y1);
      const distance_m = Math.sqrt(x * x + y * y);
      if (distance_m > best_m + NEAR_BEST_M) continue;
      const met = this.#metCount++;
      this.#metSegment[met] = segment;
      this.#metPosition[met] = g;
      this.#metShare[met] = share;
      this.#met_m[met] = distance_m;
      if (distance_m < best_m) this.#setBest((best_m = distance_m));
    }
  }

  #candidate(lon: number, lat: number, met: number): Candidate {
    const { positions } = this.#segments;
    const position = this.#metPosition[met];
    const share = this.#metShare[met];
    const [lon1, lat1] = [positions[2 * position], positions[2 * position + 1]];
    const lon7 = Math.round(lon1 + share * (positions[2 * position + 2] - lon1));
    const lat7 = Math.round(lat1 + share * (positions[2 * position + 3] - lat1));
    const distance_m = distanceM(lon, lat, toDegrees(lon7), toDegrees(lat7));
    return { segment: this.#metSegment[met], position, share, lon7, lat7, distance_m };
  }
}
