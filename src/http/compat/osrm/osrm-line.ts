import type { Position } from '../../../geo/position.js';
import { greatCircle_m } from '../../route/route-parameters.js';
import { millionths } from '../../../wire/json-text.js';

/**
 * Lines in OSRM's format. Positions have 6 decimals both in a line and in its steps, so that clients can
 * match them with each other.
 */

const MILLION = 1e6;

/** Pairs of longitude and latitude in 1e-6 degrees. */
export type Line = Int32Array;

/** @param coordinates pairs of longitude and latitude in 1e-7 degrees */
export function lineOf(coordinates: Int32Array): Line {
  return coordinates.map(millionths);
}

export type GeometryForm = 'polyline' | 'polyline6' | 'geojson';

export function geometryOf(line: Line, form: GeometryForm): unknown {
  if (form === 'geojson')
    return {
      type: 'LineString',
      coordinates: Array.from({ length: line.length / 2 }, (_, i) => positionAt(line, i)),
    };
  return encodePolyline(line, form === 'polyline' ? 10 : 1);
}

function positionAt(line: Line, index: number): Position {
  return [line[2 * index] / MILLION, line[2 * index + 1] / MILLION];
}

/**
 * Encodes a line in Google's polyline format. @param unit the unit of the encoded numbers, in 1e-6 degrees
 */
function encodePolyline(line: Line, unit: number): string {
  let text = '';
  let [lon, lat] = [0, 0];
  for (let i = 0; i < line.length; i += 2) {
    const [nextLon, nextLat] = [Math.round(line[i] / unit), Math.round(line[i + 1] / unit)];
    text += encodeNumber(nextLat - lat) + encodeNumber(nextLon - lon);
    [lon, lat] = [nextLon, nextLat];
  }
  return text;
}

/**
 * Writes 5 bits per letter, starting with the lowest bits. The lowest bit of the encoded number is the sign.
 */
function encodeNumber(value: number): string {
  let text = '';
  let rest = value < 0 ? ~(value << 1) : value << 1;
  for (; rest >= 0x20; rest >>>= 5) text += String.fromCharCode((0x20 | (rest & 0x1f)) + 63);
  return text + String.fromCharCode(rest + 63);
}

/** How much the lengths of steps may differ from the lengths measured along a line with rounded positions. */
const [ABOUT_M, ABOUT] = [1000, 0.02];

/** Traverses a line and cuts it at successive points. */
export class LineCutter {
  readonly #line: Line;
  /** The distance of each position from the start of the line, in meters. */
  readonly metres: Float64Array;
  #at = 0;

  constructor(line: Line) {
    this.#line = line;
    this.metres = new Float64Array(line.length / 2);
    for (let i = 1; i < this.metres.length; i++)
      this.metres[i] = this.metres[i - 1] + greatCircle_m(positionAt(line, i - 1), positionAt(line, i));
  }

  /** The index of the position where the next piece starts. */
  get at(): number {
    return this.#at;
  }

  /**
   * Cuts the line at a point. Positions much farther along the line are not examined, so that cutting a long
   * line many times stays cheap.
   * @param along_m the approximate distance from the start of the line, in meters, which is needed because a
   * line may pass the same point several times
   * @returns the the index of the matching position; if no position equals the point, the index of the
   * position closest to `along_m`
   */
  to(longitude: number, latitude: number, along_m: number): number {
    const [lon, lat] = [longitude, latitude].map((degrees) => millionths(Math.round(degrees * 1e7)));
    let best = -1;
    let nearest = this.#at;
    const off = (i: number): number => Math.abs(this.metres[i] - along_m);
    const most = along_m + ABOUT_M + ABOUT * along_m;
    for (let i = this.#at; i < this.metres.length; i++) {
      // All remaining positions are farther away than the best one.
      if (this.metres[i] > (best < 0 ? most : along_m + off(best))) break;
      if (off(i) < off(nearest)) nearest = i;
      if (this.#line[2 * i] !== lon || this.#line[2 * i + 1] !== lat) continue;
      if (best < 0 || off(i) < off(best)) best = i;
    }
    this.#at = best < 0 ? nearest : best;
    return this.#at;
  }

  /**
   * Returns the piece of the line between two positions. The piece has at least two positions, as every line
   * must.
   */
  piece(from: number, to: number): Line {
    const piece = this.#line.slice(2 * from, 2 * to + 2);
    return piece.length > 2 ? piece : Int32Array.of(...piece, ...piece);
  }
}

/** On a screen, a deviation is invisible if it is smaller than the line's extent divided by this number. */
const SCREEN = 1000;

/**
 * Simplifies a line for an overview, using the Douglas-Peucker algorithm. The positions in `kept` are never
 * removed.
 */
export function simplified(line: Line, kept: readonly number[]): Line {
  const count = line.length / 2;
  const [xScale, yScale] = [Math.cos((line[1] / MILLION) * (Math.PI / 180)), 1];
  const xs = Float64Array.from({ length: count }, (_, i) => line[2 * i] * xScale);
  const ys = Float64Array.from({ length: count }, (_, i) => line[2 * i + 1] * yScale);
  const extent = Math.max(extentOf(xs), extentOf(ys));
  const isKept = new Uint8Array(count);
  const fixed = [...new Set([0, ...kept, count - 1])].sort((a, b) => a - b);
  for (const place of fixed) isKept[place] = 1;
  const stack = fixed.slice(1).map((to, i) => [fixed[i], to]);
  for (let range = stack.pop(); range !== undefined; range = stack.pop()) {
    const [from, to] = range;
    let [farthest, most] = [-1, (extent / SCREEN) ** 2];
    for (let i = from + 1; i < to; i++) {
      const off = squaredDistance(xs, ys, { i, from, to });
      if (off > most) [farthest, most] = [i, off];
    }
    if (farthest < 0) continue;
    isKept[farthest] = 1;
    stack.push([from, farthest], [farthest, to]);
  }
  return line.filter((_, i) => isKept[i >> 1] === 1);
}

function extentOf(values: Float64Array): number {
  let [least, most] = [Infinity, -Infinity];
  for (const value of values) [least, most] = [Math.min(least, value), Math.max(most, value)];
  return most - least;
}

/** Returns the squared distance between a position and a straight segment. */
function squaredDistance(
  xs: Float64Array,
  ys: Float64Array,
  { i, from, to }: { i: number; from: number; to: number },
): number {
  const [dx, dy] = [xs[to] - xs[from], ys[to] - ys[from]];
  const length2 = dx * dx + dy * dy;
  const share = length2 === 0 ? 0 : ((xs[i] - xs[from]) * dx + (ys[i] - ys[from]) * dy) / length2;
  const within = Math.min(1, Math.max(0, share));
  return (xs[i] - xs[from] - within * dx) ** 2 + (ys[i] - ys[from] - within * dy) ** 2;
}
