import geodesic from 'geographiclib-geodesic';
import { beforeAll, describe, expect, it } from 'vitest';
import type { LineGeometry } from '../../src/geo/feature.js';
import { lengthM } from '../../src/geo/measure.js';
import { collectModel } from '../../src/geocoding/build-geocoding.js';
import type { PlaceRow } from '../../src/geocoding/places/place.js';
import { buildReverse } from '../../src/geocoding/reverse/reverse-build.js';
import { ReverseIndex } from '../../src/geocoding/reverse/reverse-index.js';
import { geodataFeatures } from '../collect.js';
import { hasGeodata } from '../geodata.js';
import { SlowReverse } from '../oracles/slow-reverse.js';
import { seededRandom } from '../seeded-random.js';
import {
  differences,
  lostHouses,
  pointsAround,
  pointsBeside,
  uniformPoints,
  type Box,
} from './reverse-proof.js';

const MONGOLIA: Box = [87.7, 41.5, 119.95, 52.2];
const ULAANBAATAR: Box = [106.7, 47.84, 107.1, 48];

async function load(
  file: string,
): Promise<{ rows: readonly PlaceRow[]; index: ReverseIndex; slow: SlowReverse }> {
  const { rows } = collectModel(await geodataFeatures(file)).model;
  return { rows, index: ReverseIndex.from(buildReverse(rows)), slow: new SlowReverse(rows) };
}

describe.skipIf(!hasGeodata)('ReverseIndex on real extracts', () => {
  let mongolia: Awaited<ReturnType<typeof load>>;
  beforeAll(async () => {
    mongolia = await load('mongolia-mix.osm.pbf');
  });

  it('picks what the slow search picks in Mongolia', () => {
    const { rows, index, slow } = mongolia;
    const random = seededRandom(21);
    expect(differences(index, slow, uniformPoints(random, MONGOLIA, 300))).toEqual([]);
    expect(differences(index, slow, uniformPoints(random, ULAANBAATAR, 300))).toEqual([]);
    expect(differences(index, slow, pointsBeside(random, rows, 300))).toEqual([]);
    expect(differences(index, slow, pointsAround(random, rows, 300))).toEqual([]);
    for (const [lon, lat] of [
      [0, 0],
      [116.4, 39.9],
      [104.3, 52.3],
    ])
      expect(index.nearest(lon, lat)).toBeNull();
  });

  it('measures to long streets as the geodesic library does, 5, 20, 80 and 400 m off', () => {
    const { rows, index, slow } = mongolia;
    const random = seededRandom(23);
    const counts = { street: 0, other: 0 };
    for (const number of longStreets(rows, 30)) {
      const { lines } = rows[number].geometry as LineGeometry;
      for (const off_m of [5, 20, 80, 400]) {
        const [lon, lat] = beside(random, lines, off_m);
        const found = index.nearest(lon, lat);
        if (found?.row === number) {
          counts.street++;
          expect(
            Math.abs(found.distance_m - geodesicM(lon, lat, lines)),
            `${rows[number].id}, ${off_m} m off at ${lat},${lon}`,
          ).toBeLessThan(0.5);
        } else {
          counts.other++;
          expect(differences(index, slow, [[lon, lat]])).toEqual([]);
        }
      }
    }
    expect(counts.street, JSON.stringify(counts)).toBeGreaterThan(80);
  });

  it('finds every house of Queens Village at its own point, and agrees with the slow search', async () => {
    const { rows, index, slow } = await load('queens_village_ny-pelias.osm.pbf');
    expect(differences(index, slow, pointsBeside(seededRandom(22), rows, 200))).toEqual([]);
    const { houses, lost } = lostHouses(index, rows);
    expect(houses).toBeGreaterThan(30_000);
    expect(lost.length / houses, lost.map((number) => rows[number].id).join(' ')).toBeLessThan(0.001);
  });
});

/** Row numbers of the longest streets, by the length of their lines. */
function longStreets(rows: readonly PlaceRow[], count: number): number[] {
  const lengths = rows.map(({ matchKind, geometry }) =>
    matchKind === 'street' && geometry.kind === 'line' ? lengthM(geometry.lines) : 0,
  );
  return [...lengths.keys()].sort((a, b) => lengths[b] - lengths[a]).slice(0, count);
}

const WGS84 = geodesic.Geodesic.WGS84;

/** A point that far to the right of the middle of a random segment. */
function beside(
  random: () => number,
  lines: readonly Int32Array[],
  off_m: number,
): [lon: number, lat: number] {
  const line = lines[Math.floor(random() * lines.length)];
  const i = 2 * Math.floor(random() * (line.length / 2 - 1));
  const { azi1, s12 } = WGS84.Inverse(line[i + 1] / 1e7, line[i] / 1e7, line[i + 3] / 1e7, line[i + 2] / 1e7);
  const middle = WGS84.Direct(line[i + 1] / 1e7, line[i] / 1e7, azi1!, s12! / 2);
  const at = WGS84.Direct(middle.lat2!, middle.lon2!, azi1! + 90, off_m);
  return [at.lon2!, at.lat2!];
}

/**
 * Metres to the nearest position of the lines, by the geodesic library: on every segment within 5 km it
 * tries positions closer and closer together.
 */
function geodesicM(lon: number, lat: number, lines: readonly Int32Array[]): number {
  let best = Infinity;
  for (const line of lines) {
    for (let i = 0; i + 3 < line.length; i += 2) {
      const [ax, ay, bx, by] = [line[i] / 1e7, line[i + 1] / 1e7, line[i + 2] / 1e7, line[i + 3] / 1e7];
      if (
        Math.min(Math.abs(ay - lat), Math.abs(by - lat)) > 0.05 ||
        Math.min(Math.abs(ax - lon), Math.abs(bx - lon)) > 0.08
      )
        continue;
      best = Math.min(
        best,
        segmentM(lon, lat, (t) => [ax + t * (bx - ax), ay + t * (by - ay)]),
      );
    }
  }
  return best;
}

function segmentM(lon: number, lat: number, positionAt: (t: number) => [lon: number, lat: number]): number {
  const at = (t: number): number => {
    const [x, y] = positionAt(t);
    return WGS84.Inverse(lat, lon, y, x).s12!;
  };
  let [low, high] = [0, 1];
  for (let i = 0; i < 60; i++) {
    const [m1, m2] = [low + (high - low) / 3, high - (high - low) / 3];
    if (at(m1) < at(m2)) high = m2;
    else low = m1;
  }
  return Math.min(at(low), at(0), at(1));
}
