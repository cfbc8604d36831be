import { metersPerDegreeLat, metersPerDegreeLon } from '../../src/geo/distance.js';
import type { PlaceRow } from '../../src/geocoding/places/place.js';
import type { ReverseIndex, ReverseMatch } from '../../src/geocoding/reverse/reverse-index.js';
import type { SlowReverse } from '../oracles/slow-reverse.js';

export type Point = readonly [lon: number, lat: number];

/** West, south, east, north in degrees. */
export type Box = readonly [west: number, south: number, east: number, north: number];

export function uniformPoints(random: () => number, [west, south, east, north]: Box, count: number): Point[] {
  return Array.from(
    { length: count },
    () => [west + random() * (east - west), south + random() * (north - south)] as const,
  );
}

/**
 * Points within 30 m of the geometry of random addresses, places and streets: at doors, on roads, in yards.
 */
export function pointsBeside(random: () => number, rows: readonly PlaceRow[], count: number): Point[] {
  const near = rows.filter((row) => ['address', 'place', 'street'].includes(row.matchKind));
  return Array.from({ length: count }, () => {
    const [lon, lat] = positionOn(random, near[Math.floor(random() * near.length)]);
    const [bearing, off_m] = [random() * 2 * Math.PI, random() * 30];
    return [
      lon + (off_m * Math.sin(bearing)) / metersPerDegreeLon(lat),
      lat + (off_m * Math.cos(bearing)) / metersPerDegreeLat(lat),
    ] as const;
  });
}

/** Points within 2 km of random rows: towns and their edges, wherever the data has any. */
export function pointsAround(random: () => number, rows: readonly PlaceRow[], count: number): Point[] {
  const off_m = (): number => (random() - 0.5) * 4000;
  return Array.from({ length: count }, () => {
    const { lon7, lat7 } = rows[Math.floor(random() * rows.length)];
    return [
      lon7 / 1e7 + off_m() / metersPerDegreeLon(lat7 / 1e7),
      lat7 / 1e7 + off_m() / metersPerDegreeLat(lat7 / 1e7),
    ] as const;
  });
}

function positionOn(random: () => number, { geometry }: PlaceRow): Point {
  if (geometry.kind === 'point') return [geometry.lon7 / 1e7, geometry.lat7 / 1e7];
  const lines = geometry.kind === 'line' ? geometry.lines : geometry.polygons.flat();
  const line = lines[Math.floor(random() * lines.length)];
  const i = 2 * Math.floor(random() * (line.length / 2 - 1));
  const t = random();
  return [
    (line[i] + t * (line[i + 2] - line[i])) / 1e7,
    (line[i + 1] + t * (line[i + 3] - line[i + 1])) / 1e7,
  ];
}

/**
 * Points for which the index and the scan answer differently, ready to print. Where two rows are equally
 * near, to a millimetre or to a hundred-thousandth of the distance, either is right.
 */
export function differences(index: ReverseIndex, slow: SlowReverse, points: readonly Point[]): string[] {
  return points.flatMap(([lon, lat]) => {
    const found = index.nearest(lon, lat);
    const expected = slow.nearest(lon, lat);
    return isSame(slow, found, expected, lon, lat)
      ? []
      : [`${lon} ${lat}: ${JSON.stringify(found)}, not ${JSON.stringify(expected)}`];
  });
}

function isSame(
  slow: SlowReverse,
  found: ReverseMatch | null,
  expected: ReverseMatch | null,
  lon: number,
  lat: number,
): boolean {
  if (found === null || expected === null) return found === expected;
  const level = (distance_m: number): boolean =>
    Math.abs(distance_m - expected.distance_m) <= Math.max(1e-3, 1e-5 * expected.distance_m);
  if (found.kind !== expected.kind || !level(found.distance_m)) return false;
  return found.row === expected.row || level(slow.distanceTo(found.row, lon, lat));
}

/** House numbers that are not found at their own point. A row with an equal point counts as found. */
export function lostHouses(
  index: ReverseIndex,
  rows: readonly PlaceRow[],
): { houses: number; lost: number[] } {
  const houses = rows.flatMap((row, number) => (row.tags['addr:housenumber'] === undefined ? [] : [number]));
  const lost = houses.filter((number) => {
    const { lon7, lat7 } = rows[number];
    const found = index.nearest(lon7 / 1e7, lat7 / 1e7);
    if (found === null) return true;
    return found.row !== number && (rows[found.row].lon7 !== lon7 || rows[found.row].lat7 !== lat7);
  });
  return { houses: houses.length, lost };
}
