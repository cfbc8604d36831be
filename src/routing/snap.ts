import { MinHeap } from '../arrays/heap.js';
import { toDegrees } from '../geo/coordinates.js';
import { distanceM, metersPerDegreeLat, metersPerDegreeLon } from '../geo/distance.js';
import { nearestFraction } from '../geo/segment.js';
import { CHUNK_PAIRS, childRange, levelBounds, type PositionTree } from './position-tree.js';
import { lastNotAbove, type SegmentTable } from './routing-data.js';

/** Roads that are nearest to within this are all candidates: 1 cm is what positions are stored to. */
export const TIE_M = 0.01;

/** An island's candidate gives way to a connected road that is not farther away than this many metres more (and within the limit). */
export const ISLAND_DETOUR_M = 250;

/** Shares are multiples of 1 / SHARES (0.1 mm on 100 km), so that 1 - (1 - share) is the share, in whichever direction it is counted. */
const SHARES = 2 ** 30;

/** Bits of SegmentTable.flags. */
export const TINY_FROM = 16;
export const TINY_TO = 32;

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
  readonly #heap = new MinHeap();
  // The sent point and its plane, while one search runs.
  #lon7 = 0;
  #lat7 = 0;
  #xScale = 0;
  #yScale = 0;
  #avoid = 0;
  #best_m = Infinity;
  /** Pairs met so far that were within TIE_M of the best when met. */
  #metPosition: number[] = [];
  #metShare: number[] = [];
  #met_m: number[] = [];

  constructor(segments: SegmentTable, tree: PositionTree) {
    this.#segments = segments;
    this.#tree = tree;
    this.#bounds = levelBounds(tree.chunks.length);
  }

  /**
   * The nearest candidates, in the order of their positions; none when the network is farther away than `limit_m`.
   * @param avoid flag bits (TINY_FROM, TINY_TO) of segments that do not count; 0 for none
   */
  nearest(lon: number, lat: number, limit_m: number, avoid = 0): Candidate[] {
    this.#lon7 = lon * 1e7;
    this.#lat7 = lat * 1e7;
    this.#xScale = metersPerDegreeLon(lat) / 1e7;
    this.#yScale = metersPerDegreeLat(lat) / 1e7;
    this.#avoid = avoid;
    // The plane and distanceM differ by less than this over the limits that make sense.
    this.#best_m = limit_m * 1.01 + 1;
    this.#metPosition.length = this.#metShare.length = this.#met_m.length = 0;
    this.#search();
    const found: Candidate[] = [];
    for (let i = 0; i < this.#metPosition.length; i++) {
      if (this.#met_m[i] <= this.#best_m + TIE_M) found.push(this.#candidate(lon, lat, this.#metPosition[i], this.#metShare[i]));
    }
    found.sort((a, b) => a.position - b.position);
    let nearest_m = Infinity;
    for (const { distance_m } of found) nearest_m = Math.min(nearest_m, distance_m);
    return nearest_m <= limit_m ? found : [];
  }

  #search(): void {
    const { chunks } = this.#tree;
    const heap = this.#heap;
    heap.clear();
    if (chunks.length === 0) return;
    heap.push(0, this.#bounds[this.#bounds.length - 1] - 1);
    while (heap.size > 0 && heap.minKey <= this.#best_m + TIE_M) {
      const box = heap.minId;
      heap.pop();
      if (box < chunks.length) this.#measure(chunks[box]);
      else this.#open(box);
    }
  }

  #open(box: number): void {
    let level = 1;
    while (box >= this.#bounds[level + 1]) level++;
    const [from, to] = childRange(this.#bounds, level, box);
    for (let child = from; child < to; child++) {
      const distance_m = this.#boxDistance(child);
      if (distance_m <= this.#best_m + TIE_M) this.#heap.push(distance_m, child);
    }
  }

  #boxDistance(box: number): number {
    const { boxes } = this.#tree;
    const dx = Math.max(boxes[4 * box] - this.#lon7, 0, this.#lon7 - boxes[4 * box + 2]) * this.#xScale;
    const dy = Math.max(boxes[4 * box + 1] - this.#lat7, 0, this.#lat7 - boxes[4 * box + 3]) * this.#yScale;
    return Math.sqrt(dx * dx + dy * dy);
  }

  #measure(chunk: number): void {
    const { positions } = this.#segments;
    const first = Math.floor(chunk / (CHUNK_PAIRS + 1));
    const end = first + (chunk % (CHUNK_PAIRS + 1));
    if (this.#avoid !== 0 && (this.#segments.flags[lastNotAbove(this.#segments.firstPosition, first)] & this.#avoid) !== 0) return;
    let x2 = (positions[2 * first] - this.#lon7) * this.#xScale;
    let y2 = (positions[2 * first + 1] - this.#lat7) * this.#yScale;
    for (let g = first; g < end; g++) {
      const x1 = x2;
      const y1 = y2;
      x2 = (positions[2 * g + 2] - this.#lon7) * this.#xScale;
      y2 = (positions[2 * g + 3] - this.#lat7) * this.#yScale;
      const share = Math.round(nearestFraction(x1, y1, x2, y2, 0, 0) * SHARES) / SHARES;
      const x = x1 + share * (x2 - x1);
      const y = y1 + share * (y2 - y1);
      const distance_m = Math.sqrt(x * x + y * y);
      if (distance_m > this.#best_m + TIE_M) continue;
      this.#metPosition.push(g);
      this.#metShare.push(share);
      this.#met_m.push(distance_m);
      if (distance_m < this.#best_m) this.#best_m = distance_m;
    }
  }

  #candidate(lon: number, lat: number, position: number, share: number): Candidate {
    const { positions, firstPosition } = this.#segments;
    const at = (offset: number): number => {
      const a = positions[2 * position + offset];
      return Math.round(a + share * (positions[2 * position + 2 + offset] - a));
    };
    const lon7 = at(0);
    const lat7 = at(1);
    const distance_m = distanceM(lon, lat, toDegrees(lon7), toDegrees(lat7));
    return { segment: lastNotAbove(firstPosition, position), position, share, lon7, lat7, distance_m };
  }
}
