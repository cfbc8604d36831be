import { expect } from 'vitest';
import { metersPerDegreeLat, metersPerDegreeLon } from '../../src/geo/distance.js';
import type { Geometry } from '../../src/geo/feature.js';
import type { MatchKind, PlaceRow } from '../../src/geocoding/places/place.js';
import { buildReverse } from '../../src/geocoding/reverse/reverse-build.js';
import { ReverseIndex } from '../../src/geocoding/reverse/reverse-index.js';
import { DEFAULT_REVERSE_RADII, type ReverseRadii } from '../../src/geocoding/reverse/reverse-limits.js';

/**
 * A neighbourhood drawn with characters, and the answer for somebody who stands in it:
 *
 *     H------H         A letter drawn four times marks the corners of an outline (its bounding box).
 *     |   s  |         A letter drawn once is a point. A letter drawn two or three times is a line,
 *     H------H  1      from left to right, then from top to bottom.
 *                      A digit is where somebody stands.
 *     S----------S     Everything else is decoration for the reader's eye.
 *
 * One column is 5 m and one row is 10 m, so a drawing looks right on the screen. `column_m` changes both.
 */
export interface ReverseScene {
  picture: string;
  /**
   * By letter: match kind, name, tags, as in
   * `{ H: 'address: Сөүлийн гудамж 12', U: 'place: МУИС, amenity=university' }`.
   * An area also has a type (`area district: Сүхбаатар`).
   */
  legend: Record<string, string>;
  column_m?: number;
}

const CORNER = { lon: 106.9, lat: 47.95 };

/** Checks that the drawing gives exactly these answers. */
export function expectAnswers(scene: ReverseScene, ...answers: string[]): void {
  expect(answersOf(scene), scene.picture).toEqual(answers);
}

/**
 * The answer for each digit of the drawing: `1: address Сөүлийн гудамж 12, 10 m`. Distances are metres
 * with one decimal, from 1 km on kilometres.
 */
export function answersOf(scene: ReverseScene, radii?: Partial<ReverseRadii>): string[] {
  const marks = marksOf(scene);
  const rows = Object.entries(scene.legend).map(([letter, text]) =>
    rowOf(letter, text, marks.get(letter) ?? []),
  );
  const index = ReverseIndex.from(buildReverse(rows));
  return [...marks.keys()]
    .filter((mark) => /\d/.test(mark))
    .sort()
    .map((digit) => {
      const [[lon7, lat7]] = marks.get(digit)!;
      const found = index.nearest(lon7 / 1e7, lat7 / 1e7, { ...DEFAULT_REVERSE_RADII, ...radii });
      return `${digit}: ${
        found === null ? 'nothing' : `${found.kind} ${rows[found.row].name}, ${readable(found.distance_m)}`
      }`;
    });
}

function readable(distance_m: number): string {
  return distance_m < 1000 ? `${Math.round(distance_m * 10) / 10} m` : `${(distance_m / 1000).toFixed(1)} km`;
}

function marksOf({ picture, column_m = 5 }: ReverseScene): Map<string, [number, number][]> {
  const marks = new Map<string, [number, number][]>();
  picture.split('\n').forEach((line, row) => {
    [...line].forEach((mark, column) => {
      if (!/[\p{L}\d]/u.test(mark)) return;
      const lat = CORNER.lat - (row * column_m * 2) / metersPerDegreeLat(CORNER.lat);
      const lon = CORNER.lon + (column * column_m) / metersPerDegreeLon(lat);
      marks.set(mark, [...(marks.get(mark) ?? []), [Math.round(lon * 1e7), Math.round(lat * 1e7)]]);
    });
  });
  return marks;
}

function rowOf(letter: string, text: string, positions: [number, number][]): PlaceRow {
  const parsed = /^(\w+)(?: (\w+))?: ([^,]+)(?:, (.*))?$/.exec(text);
  if (parsed === null || positions.length === 0) throw new Error(`legend ${letter}: ${text}`);
  const [, matchKind, type = 'place', name, tags = ''] = parsed;
  const pairs = tags
    .split(', ')
    .filter((pair) => pair !== '')
    .map((pair) => pair.split('=') as [string, string]);
  return {
    id: `scene:${letter}`,
    name,
    type,
    matchKind: matchKind as MatchKind,
    prominence: 0,
    lon7: positions[0][0],
    lat7: positions[0][1],
    address: null,
    part: null,
    geometry: shapeOf(positions),
    tags: Object.fromEntries(pairs),
  };
}

function shapeOf(positions: [number, number][]): Geometry {
  if (positions.length === 1) return { kind: 'point', lon7: positions[0][0], lat7: positions[0][1] };
  if (positions.length !== 4) {
    const line = [...positions].sort((a, b) => a[0] - b[0] || b[1] - a[1]);
    return { kind: 'line', lines: [Int32Array.from(line.flat())] };
  }
  const [lons, lats] = [positions.map((p) => p[0]), positions.map((p) => p[1])];
  const [west, east, south, north] = [
    Math.min(...lons),
    Math.max(...lons),
    Math.min(...lats),
    Math.max(...lats),
  ];
  return {
    kind: 'area',
    polygons: [[Int32Array.of(west, south, east, south, east, north, west, north, west, south)]],
  };
}
