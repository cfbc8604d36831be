import { describe, expect, it } from 'vitest';
import type { Geometry } from '../../src/geo/feature.js';
import type { MatchKind, PlaceRow } from '../../src/geocoding/place.js';
import { buildReverse } from '../../src/geocoding/reverse-build.js';
import { ReverseIndex } from '../../src/geocoding/reverse-index.js';
import { starRing } from '../geo/random-shape.js';
import { seededRandom } from '../seeded-random.js';
import { SlowReverse } from '../oracles/slow-reverse.js';

/** A crowded random world around a place, of the given width in metres: every kind, every geometry, many exact ties. */
function randomRows(random: () => number, at: { lon7: number; lat7: number; width_m: number }): PlaceRow[] {
  const units = at.width_m * 90;
  const lonUnits = units / Math.cos((at.lat7 / 1e7) * (Math.PI / 180));
  // A coarse grid makes equal points, shared corners and repeated lines likely.
  const somewhere = (): { lon7: number; lat7: number } => ({
    lon7: at.lon7 + Math.round(((random() - 0.5) * lonUnits) / 50) * 50,
    lat7: at.lat7 + Math.round(((random() - 0.5) * units) / 50) * 50,
  });
  const kinds: MatchKind[] = ['address', 'place', 'street', 'settlement', 'area'];
  return Array.from({ length: 60 }, (_, i) => {
    const matchKind = kinds[Math.floor(random() ** 2 * 5)];
    const { lon7, lat7 } = somewhere();
    let geometry: Geometry = { kind: 'point', lon7, lat7 };
    if (matchKind === 'street' || random() < 0.2) {
      const ends = Array.from({ length: 2 + Math.floor(random() * 20) }, somewhere);
      geometry = { kind: 'line', lines: [Int32Array.from(ends.flatMap((end) => [end.lon7, end.lat7]))] };
    } else if (matchKind === 'area' || random() < 0.4) {
      const ring = starRing(random, { lon7, lat7, radius: units * random() ** 3, corners: 3 + Math.floor(random() * 30) });
      geometry = { kind: 'area', polygons: [[ring]] };
    }
    const tags: Record<string, string> = {};
    if (random() < 0.2) tags['addr:housenumber'] = '1';
    if (random() < 0.1) tags['waterway'] = 'river';
    const type = matchKind === 'area' && random() < 0.5 ? 'country' : 'place';
    return { id: `test:${i}`, name: `${i}`, type, matchKind, prominence: 0, lon7, lat7, address: null, geometry, tags };
  });
}

describe('ReverseIndex on seeded random worlds', () => {
  const worlds: [string, { lon7: number; lat7: number; width_m: number }][] = [
    ['a block in Ulaanbaatar', { lon7: 1_069_175_000, lat7: 479_185_000, width_m: 200 }],
    ['a district', { lon7: 1_069_175_000, lat7: 479_185_000, width_m: 2000 }],
    ['the steppe', { lon7: 1_000_000_000, lat7: 450_000_000, width_m: 30_000 }],
    ['the south of the globe', { lon7: -680_000_000, lat7: -548_000_000, width_m: 1000 }],
    ['Spitsbergen', { lon7: 156_000_000, lat7: 782_000_000, width_m: 20_000 }],
    ['the equator', { lon7: 0, lat7: 0, width_m: 300 }],
  ];
  it.each(worlds)('picks what the slow search picks: %s', (_, at) => {
    for (let seed = 1; seed <= 15; seed++) {
      const random = seededRandom(seed);
      const rows = randomRows(random, at);
      const index = ReverseIndex.from(buildReverse(rows));
      const slow = new SlowReverse(rows);
      for (let i = 0; i < 60; i++) {
        const [lon, lat] = randomPoint(random, rows, at);
        expect(index.nearest(lon, lat), `seed ${seed}, ${lon} ${lat}`).toEqual(asFound(slow, index, lon, lat));
      }
    }
  });
});

/** Half of them on or beside a row, half anywhere. */
function randomPoint(random: () => number, rows: readonly PlaceRow[], at: { lon7: number; lat7: number; width_m: number }): [number, number] {
  const row = rows[Math.floor(random() * rows.length)];
  if (random() < 0.2) return [row.lon7 / 1e7, row.lat7 / 1e7];
  const [centre, spread] = random() < 0.4 ? [row, 5000] : [at, at.width_m * 200];
  return [(centre.lon7 + (random() - 0.5) * spread) / 1e7, (centre.lat7 + (random() - 0.5) * spread) / 1e7];
}

/** The slow answer; where the two are level within a millimetre (a hundred-thousandth far away), rounding may choose. */
function asFound(slow: SlowReverse, index: ReverseIndex, lon: number, lat: number): unknown {
  const expected = slow.nearest(lon, lat);
  const found = index.nearest(lon, lat);
  if (expected === null || found === null) return expected;
  const level = (distance_m: number): boolean => Math.abs(distance_m - expected.distance_m) <= Math.max(1e-3, 1e-5 * expected.distance_m);
  return found.kind === expected.kind && level(found.distance_m) && level(slow.distanceTo(found.row, lon, lat)) ? found : expected;
}
