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
  #bounds = new Int32Array(512);
  /** Of no meaning: what is read must be written somewhere, or it would not be read. */
  touched = 0;

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

  /** Whole directed segments one after the other, from the tail of the first, where the line is. `driven` holds them from `begin` up to `end`. */
  follow(driven: Int32Array, begin: number, end: number): void {
    const { positions } = this.#segments;
    this.#look(driven, begin, end);
    const bounds = this.#bounds;
    for (let i = begin; i < end; i++) {
      const first = bounds[2 * i];
      const last = bounds[2 * i + 1] - 1;
      this.#reserve(2 * (last - first));
      const step = (driven[i] & 1) === 0 ? 2 : -2;
      const to = 2 * (step > 0 ? last : first);
      const buffer = this.#buffer;
      let length = this.#length;
      for (let at = 2 * (step > 0 ? first : last); at !== to; ) {
        at += step;
        const lon7 = positions[at];
        const lat7 = positions[at + 1];
        if (lon7 === buffer[length - 2] && lat7 === buffer[length - 1]) continue;
        buffer[length] = lon7;
        buffer[length + 1] = lat7;
        length += 2;
      }
      this.#length = length;
    }
  }

  /**
   * Where the positions of the segments begin and end, and all metres; and reads the first position of each. All of that without a branch, so that the processor waits for
   * many places of memory at a time: in `follow` it would wait for each to know how long the next segment is.
   */
  #look(driven: Int32Array, begin: number, end: number): void {
    const { line, positions } = this.#segments;
    if (this.#bounds.length < 2 * end) this.#bounds = new Int32Array(4 * end);
    const bounds = this.#bounds;
    let distance_m = this.#distance_m;
    for (let i = begin; i < end; i++) {
      const segment = driven[i] >> 1;
      bounds[2 * i] = line[2 * segment];
      bounds[2 * i + 1] = line[2 * segment + 2];
      distance_m += line[2 * segment + 1];
    }
    let touched = 0;
    for (let i = begin; i < end; i++) touched ^= positions[2 * bounds[2 * i]];
    this.touched = touched;
    this.#distance_m = distance_m;
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

  /** The line as pairs lon7, lat7; at least two positions. It is a view on the buffer, good until the next line is started: a copy would cost as much as the search. */
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
    this.#reserve(2);
    this.#buffer[length] = lon7;
    this.#buffer[length + 1] = lat7;
    this.#length = length + 2;
  }

  #reserve(extra: number): void {
    if (this.#length + extra <= this.#buffer.length) return;
    const grown = new Int32Array(2 * (this.#length + extra));
    grown.set(this.#buffer);
    this.#buffer = grown;
  }
}
