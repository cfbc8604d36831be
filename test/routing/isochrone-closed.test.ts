import { expect, it } from 'vitest';
import { buildRouting } from '../../src/routing/build-routing.js';
import { RoadConditions } from '../../src/routing/current/current-roads.js';
import { readRoutingData } from '../../src/routing/frozen/routing-data.js';
import { PROFILES } from '../../src/routing/profiles/profiles.js';
import { RoutingIndex, type ReachWanted } from '../../src/routing/routing-index.js';
import { seededRandom } from '../seeded-random.js';
import { randomNetwork } from './random-network.js';
import { randomPoint } from './random-point.js';

/** A point on a road that is closed now: what is reached begins on the next open road, as routes do. */

const LIMITS = { snapLimit_m: 1000, snapDetour_m: 300 };
const ALL_WAYS = 'all ways';

function finished<T>(work: Generator<void, T>): T {
  let next = work.next();
  while (next.done !== true) next = work.next();
  return next.value;
}

it.each(['from', 'to'] as const)('begins on the next open road, %s a point', (direction) => {
  const wanted: ReachWanted = { limits: [600_000], unit: 'ms', direction };
  let moved = 0;
  for (let seed = 1; seed <= 20; seed++) {
    const network = randomNetwork(seed);
    const { sections } = buildRouting(network, PROFILES.driving);
    const index = RoutingIndex.from(sections);
    const conditions = new RoadConditions(readRoutingData(sections));
    const random = seededRandom(seed + 3_000_000);
    for (let round = 0; round < 5; round++) {
      const point = randomPoint(network, random);
      index.use({ kind: 'imported' });
      const own = index.waysAt(point, LIMITS);
      for (const closed of [own, ALL_WAYS] as const) {
        const ids = closed === ALL_WAYS ? network.ways.map(({ id }) => id) : closed;
        const { roads } = conditions.at(
          ids.map((way) => ({ way, factor: 0 })),
          null,
        );
        index.use(roads === null ? { kind: 'imported' } : { kind: 'current', roads });
        const found = finished(index.reach(point, wanted, LIMITS));
        const where = `town ${seed}, round ${round}, ${point.join(',')}`;
        if (own.length === 0 || closed === ALL_WAYS) {
          expect(found, where).toHaveProperty('kind', own.length === 0 ? expect.anything() : 'no_path');
          continue;
        }
        if ('kind' in found) continue;
        moved++;
        const numbers = Array.from(found.reached[0].lines, (line) => line.length);
        expect(Math.max(0, ...numbers), where).toBeGreaterThan(2);
      }
    }
  }
  expect(moved).toBeGreaterThan(30);
});
