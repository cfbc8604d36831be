import { toDegrees } from '../geo/coordinates.js';
import { distanceM } from '../geo/distance.js';
import type { SegmentTable } from './routing-data.js';
import type { Candidate } from './snap.js';

/** Puts the geometry of a route together, position by position, without consecutive duplicates; the buffer is kept between routes. */
export class RouteLine {
  readonly #segments: SegmentTable;
  #buffer = new Int32Array(8192);
  #length = 0;
  #distance_m = 0;

  constructor(segments: SegmentTable) {
    this.#segments = segments;
  }

  get distance_m(): number {
    return this.#distance_m;
  }

  start(origin: Candidate): void {
    this.#length = 0;
    this.#distance_m = 0;
    this.#push(origin.lon7, origin.lat7);
  }

  /** From a candidate to the head of its segment in that direction. */
  leave(origin: Candidate, directed: number): void {
    const { firstPosition } = this.#segments;
    if ((directed & 1) === 0) this.#measure(origin.position + 1, firstPosition[origin.segment + 1] - 1);
    else this.#measure(origin.position, firstPosition[origin.segment]);
  }

  /** A whole segment, from its tail, where the line is, to its head. */
  follow(directed: number): void {
    const { firstPosition, length_m } = this.#segments;
    const first = firstPosition[directed >> 1];
    const last = firstPosition[(directed >> 1) + 1] - 1;
    if ((directed & 1) === 0) for (let g = first + 1; g <= last; g++) this.#pushPosition(g);
    else for (let g = last - 1; g >= first; g--) this.#pushPosition(g);
    this.#distance_m += length_m[directed >> 1];
  }

  /** From the tail of its segment in that direction to a candidate, where the line ends. */
  arrive(destination: Candidate, directed: number): void {
    const { firstPosition } = this.#segments;
    if ((directed & 1) === 0) this.#measure(firstPosition[destination.segment], destination.position);
    else this.#measure(firstPosition[destination.segment + 1] - 1, destination.position + 1);
    this.#end(destination);
  }

  /** Between two candidates on one segment, ahead in that direction. */
  keepTo(origin: Candidate, destination: Candidate, directed: number): void {
    if (origin.position !== destination.position) {
      if ((directed & 1) === 0) this.#measure(origin.position + 1, destination.position);
      else this.#measure(origin.position, destination.position + 1);
    }
    this.#end(destination);
  }

  /** The line as pairs lon7, lat7; at least two positions. */
  coordinates(): Int32Array {
    if (this.#length > 2) return this.#buffer.slice(0, this.#length);
    const [lon7, lat7] = this.#buffer;
    return Int32Array.of(lon7, lat7, lon7, lat7);
  }

  #end(destination: Candidate): void {
    this.#measureTo(destination.lon7, destination.lat7);
    this.#push(destination.lon7, destination.lat7);
  }

  /** Positions from `from` to `to`, in either order, with their distances. */
  #measure(from: number, to: number): void {
    const { positions } = this.#segments;
    const step = from <= to ? 1 : -1;
    for (let g = from; g !== to + step; g += step) {
      this.#measureTo(positions[2 * g], positions[2 * g + 1]);
      this.#pushPosition(g);
    }
  }

  #measureTo(lon7: number, lat7: number): void {
    const lastLon7 = this.#buffer[this.#length - 2];
    const lastLat7 = this.#buffer[this.#length - 1];
    if (lon7 === lastLon7 && lat7 === lastLat7) return;
    this.#distance_m += distanceM(toDegrees(lastLon7), toDegrees(lastLat7), toDegrees(lon7), toDegrees(lat7));
  }

  #pushPosition(g: number): void {
    this.#push(this.#segments.positions[2 * g], this.#segments.positions[2 * g + 1]);
  }

  #push(lon7: number, lat7: number): void {
    const length = this.#length;
    if (length >= 2 && this.#buffer[length - 2] === lon7 && this.#buffer[length - 1] === lat7) return;
    if (length + 2 > this.#buffer.length) {
      const grown = new Int32Array(this.#buffer.length * 2);
      grown.set(this.#buffer);
      this.#buffer = grown;
    }
    this.#buffer[length] = lon7;
    this.#buffer[length + 1] = lat7;
    this.#length = length + 2;
  }
}
