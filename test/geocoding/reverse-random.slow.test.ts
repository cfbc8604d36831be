import { describe, expect, it } from 'vitest';
import { buildReverse } from '../../src/geocoding/reverse/reverse-build.js';
import { ReverseIndex } from '../../src/geocoding/reverse/reverse-index.js';
import type { ReverseRadii } from '../../src/geocoding/reverse/reverse-limits.js';
import { seededRandom } from '../seeded-random.js';
import { SlowReverse } from '../oracles/slow-reverse.js';
import { seedsOf } from '../random-cases.js';
import { randomPoint, randomRadii, randomRows, type World } from './reverse-world.js';

describe('ReverseIndex on seeded random worlds', () => {
  const worlds: [string, World][] = [
    ['a block in Ulaanbaatar', { lon7: 1_069_175_000, lat7: 479_185_000, width_m: 200 }],
    ['a district', { lon7: 1_069_175_000, lat7: 479_185_000, width_m: 2000 }],
    ['the steppe', { lon7: 1_000_000_000, lat7: 450_000_000, width_m: 30_000 }],
    ['the south of the globe', { lon7: -680_000_000, lat7: -548_000_000, width_m: 1000 }],
    ['Spitsbergen', { lon7: 156_000_000, lat7: 782_000_000, width_m: 20_000 }],
    ['the equator', { lon7: 0, lat7: 0, width_m: 300 }],
  ];
  it.each(worlds)('picks what the slow search picks: %s', (_, at) => {
    for (const seed of seedsOf(15)) {
      const random = seededRandom(seed);
      const rows = randomRows(random, at);
      const index = ReverseIndex.from(buildReverse(rows));
      const slow = new SlowReverse(rows);
      for (let i = 0; i < 60; i++) {
        const [lon, lat] = randomPoint(random, rows, at);
        expect(index.nearest(lon, lat), `seed ${seed}, ${lon} ${lat}`).toEqual(
          asFound(slow, index, lon, lat),
        );
        const radii = randomRadii(random);
        expect(
          index.nearest(lon, lat, radii),
          `seed ${seed}, ${lon} ${lat} ${JSON.stringify(radii)}`,
        ).toEqual(asFound(slow, index, lon, lat, radii));
      }
    }
  });
});

/**
 * What the index should find: the slow answer. Where two rows are equally near, to a millimetre or to a
 * hundred-thousandth of the distance, rounding may choose, and what the index found is right too.
 */
function asFound(
  slow: SlowReverse,
  index: ReverseIndex,
  lon: number,
  lat: number,
  radii?: ReverseRadii,
): unknown {
  const expected = slow.nearest(lon, lat, radii);
  const found = index.nearest(lon, lat, radii);
  if (expected === null || found === null) return expected;
  const level = (distance_m: number): boolean =>
    Math.abs(distance_m - expected.distance_m) <= Math.max(1e-3, 1e-5 * expected.distance_m);
  return found.kind === expected.kind &&
    level(found.distance_m) &&
    level(slow.distanceTo(found.row, lon, lat))
    ? found
    : expected;
}
