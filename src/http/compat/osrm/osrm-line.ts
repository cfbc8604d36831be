import type { Position } from '../../../geo/position.js';
import { greatCircle_m } from '../../route/route-parameters.js';
import { millionths } from '../../../wire/json-text.js';

/**
 * Lines as OSRM gives them. Positions have 6 decimals both in a line and in its steps, so that a client finds
 * one in the other.
 */

const MILLION = 1e6;

/** lon, lat pairs in 1e-6 degrees. */
export type Line = Int32Array;

/** @param coordinates lon, lat pairs in 1e-7 degrees */
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

/** Google's format. @param unit of one number, in 1e-6 degrees */
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

/** Writes five bits a letter, the lowest first. The lowest bit of all is the sign. */
function encodeNumber(value: number): string {
  let text = '';
  let rest = value < 0 ? ~(value << 1) : value << 1;
  for (; rest >= 0x20; rest >>>= 5) text += String.fromCharCode((0x20 | (rest & 0x1f)) + 63);
  return text + String.fromCharCode(rest + 63);
}

/** How far the meters of steps may differ from those along a line with rounded positions. */
const [ABOUT_M, ABOUT] = [1000, 0.02];

/** Walks along a line and cuts it at points that follow each other on it. */
export class LineCutter {
  readonly #line: Line;
  /** Meters from the beginning to each position. */
  readonly metres: Float64Array;
  #at = 0;

  constructor(line: Line) {
    this.#line = line;
    this.metres = new Float64Array(line.length / 2);
    for (let i = 1; i < this.metres.length; i++)
      this.metres[i] = this.metres[i - 1] + greatCircle_m(positionAt(line, i - 1), positionAt(line, i));
  }

  /** The number of the position where the next piece begins. */
  get at(): number {
    return this.#at;
  }

  /**
   * Cuts at a point. It does not look at points much farther along, so that many cuts of a long line stay
   * cheap.
   * @param along_m meters from the beginning, roughly: a line may pass a point several times.
   * @returns the number of its position; if no position equals the point, the nearest by meters
   */
  to(longitude: number, latitude: number, along_m: number): number {
    const [lon, lat] = [longitude, latitude].map((degrees) => millionths(Math.round(degrees * 1e7)));
    let best = -1;
    let nearest = this.#at;
    const off = (i: number): number => Math.abs(this.metres[i] - along_m);
    const most = along_m + ABOUT_M + ABOUT * along_m;
    for (let i = this.#at; i < this.metres.length; i++) {
      // From here on every position is farther than the best one.
      if (this.metres[i] > (best < 0 ? most : along_m + off(best))) break;
      if (off(i) < off(nearest)) nearest = i;
      if (this.#line[2 * i] !== lon || this.#line[2 * i + 1] !== lat) continue;
      if (best < 0 || off(i) < off(best)) best = i;
    }
    this.#at = best < 0 ? nearest : best;
    return this.#at;
  }

  /** The piece between two positions, with at least two positions as every line has. */
  piece(from: number, to: number): Line {
    const piece = this.#line.slice(2 * from, 2 * to + 2);
    return piece.length > 2 ? piece : Int32Array.of(...piece, ...piece);
  }
}

/** On a screen nobody sees a position that deviates by less than the line's extent divided by this. */
const SCREEN = 1000;

/** The algorithm of Douglas and Peucker, for a line that is seen as a whole. The positions in `kept` stay. */
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

/** The squared distance of a position from a straight piece. */
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
