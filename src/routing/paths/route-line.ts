import { toDegrees } from '../../geo/coordinates.js';
import { distanceM } from '../../geo/distance.js';
import { ArcPositions } from './arc-positions.js';
import type { RecentArcs } from './recent-arcs.js';
import { lat7At, lon7At } from '../frozen/positions.js';
import type { SegmentTable } from '../frozen/segment-table.js';
import type { PathUnpacking } from './path-unpacking.js';
import type { Candidate } from '../ends/snap.js';

/** The arcs of a path: the first `count` entries of `arcs`, in order. */
export interface ArcPath {
  arcs: Int32Array;
  count: number;
  /**
   * Whether to leave out the first segment of the first arc, because `leave` has already added the part of it
   * that starts at the origin.
   */
  isCut: boolean;
}

/**
 * Joins the geometry of a route, position by position, without consecutive duplicates. The buffer is reused
 * for the next route.
 */
export class RouteLine {
  readonly #segments: SegmentTable;
  readonly #positions: ArcPositions;
  readonly #arcs: RecentArcs;
  #buffer = new Int32Array(8192);
  #length = 0;
  #distance_m = 0;
  #isWhole = true;

  constructor(segments: SegmentTable, unpacking: PathUnpacking, recentArcs: RecentArcs) {
    this.#segments = segments;
    this.#positions = new ArcPositions(segments, unpacking);
    this.#arcs = recentArcs;
  }

  get distance_m(): number {
    return this.#distance_m;
  }

  /** @param isWhole if false, keeps only the two ends and the length */
  start(origin: Candidate, isWhole = true): void {
    this.#isWhole = isWhole;
    this.#length = 0;
    this.#distance_m = 0;
    this.#push(origin.lon7, origin.lat7);
  }

  /** Adds the stretch from a candidate to its segment's head in the given direction. */
  leave(origin: Candidate, directed: number): void {
    const { firstPosition } = this.#segments;
    if ((directed & 1) === 0) this.#measure(origin.position + 1, firstPosition[origin.segment + 1] - 1);
    else this.#measure(origin.position, firstPosition[origin.segment]);
  }

  /** Appends a path that starts where the line currently ends. */
  follow({ arcs, count, isCut }: ArcPath): void {
    const recent = this.#arcs;
    recent.readFrom(this.#positions);
    for (let i = 0; i < count; i++) {
      const { pairs, begin, end, metres } = recent.line(arcs[i], isCut && i === 0);
      this.#distance_m += metres;
      if (!this.#isWhole) {
        if (end > begin) this.#push(pairs[end - 2], pairs[end - 1]);
        continue;
      }
      this.#reserve(end - begin);
      const buffer = this.#buffer;
      let length = this.#length;
      for (let k = begin; k < end; k += 2, length += 2) {
        buffer[length] = pairs[k];
        buffer[length + 1] = pairs[k + 1];
      }
      this.#length = length;
    }
  }

  /** Adds whole directed segments. */
  followSegments(driven: readonly number[]): void {
    const { firstPosition } = this.#segments;
    for (const directed of driven) {
      const [first, last] = [firstPosition[directed >> 1], firstPosition[(directed >> 1) + 1] - 1];
      if ((directed & 1) === 0) this.#measure(first, last);
      else this.#measure(last, first);
    }
  }

  /**
   * Adds the stretch from a segment's tail in the given direction to a candidate, and ends the line there.
   */
  arrive(destination: Candidate, directed: number): void {
    const { firstPosition } = this.#segments;
    if ((directed & 1) === 0) this.#measure(firstPosition[destination.segment], destination.position);
    else this.#measure(firstPosition[destination.segment + 1] - 1, destination.position + 1);
    this.#end(destination);
  }

  /** Adds the stretch from one candidate to another one farther along the same segment. */
  keepTo(origin: Candidate, destination: Candidate, directed: number): void {
    if (origin.position !== destination.position) {
      if ((directed & 1) === 0) this.#measure(origin.position + 1, destination.position);
      else this.#measure(origin.position, destination.position + 1);
    }
    this.#end(destination);
  }

  /**
   * Returns the line as lon7, lat7 pairs, with at least two positions. The result is a view of the buffer,
   * valid until the next line starts, because copying it would take as long as the search.
   */
  coordinates(): Int32Array {
    if (this.#length === 2) {
      const [lon7, lat7] = this.#buffer;
      this.#buffer.set([lon7, lat7], 2);
      this.#length = 4;
    }
    return this.#buffer.subarray(0, this.#length);
  }

  #end(destination: Candidate): void {
    this.#measureTo(destination.lon7, destination.lat7);
    this.#push(destination.lon7, destination.lat7);
  }

  /** Adds the positions from `from` to `to`, in either order, with their distances. */
  #measure(from: number, to: number): void {
    const { positions } = this.#segments;
    const step = from <= to ? 1 : -1;
    for (let g = from; g !== to + step; g += step) {
      const [lon7, lat7] = [lon7At(positions, g), lat7At(positions, g)];
      this.#measureTo(lon7, lat7);
      this.#push(lon7, lat7);
    }
  }

  #measureTo(lon7: number, lat7: number): void {
    const lastLon7 = this.#buffer[this.#length - 2];
    const lastLat7 = this.#buffer[this.#length - 1];
    if (lon7 === lastLon7 && lat7 === lastLat7) return;
    this.#distance_m += distanceM(toDegrees(lastLon7), toDegrees(lastLat7), toDegrees(lon7), toDegrees(lat7));
  }

  #push(lon7: number, lat7: number): void {
    const length = this.#length;
    if (length >= 2 && this.#buffer[length - 2] === lon7 && this.#buffer[length - 1] === lat7) return;
    this.#reserve(2);
    // If only the ends are kept, each position between them overwrites the previous one.
    const at = this.#isWhole ? length : Math.min(length, 2);
    this.#buffer[at] = lon7;
    this.#buffer[at + 1] = lat7;
    this.#length = at + 2;
  }

  #reserve(extra: number): void {
    if (this.#length + extra <= this.#buffer.length) return;
    const grown = new Int32Array(2 * (this.#length + extra));
    grown.set(this.#buffer);
    this.#buffer = grown;
  }
}
