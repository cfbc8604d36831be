import { describe, expect, it } from 'vitest';
import { collectNetwork } from '../collect.js';
import { buildRouting } from '../../src/routing/build-routing.js';
import { TRAVEL_MODES } from '../../src/travel-mode.js';
import type { RoadNetwork } from '../../src/routing/network/network.js';
import { PROFILES } from '../../src/routing/profiles/profiles.js';
import { RoutingIndex } from '../../src/routing/routing-index.js';
import type { NetworkPoint } from '../../src/routing/ends/network-point.js';
import { geodata, hasGeodata } from '../geodata.js';
import { OracleModel } from '../oracles/routing-model.js';
import { seededRandom } from '../seeded-random.js';
import { randomPoint } from './prove-routes.js';
import { randomNetwork } from './random-network.js';
import { everyPoint, slowNearest } from './slow-snap.js';

function sorted(points: NetworkPoint[]): NetworkPoint[] {
  return points.toSorted((a, b) => a.way - b.way || a.place - b.place);
}

function expectSameCandidates(
  network: RoadNetwork,
  random: () => number,
  points: number,
  where: string,
): void {
  for (const mode of TRAVEL_MODES) {
    const index = RoutingIndex.from(buildRouting(network, PROFILES[mode]).sections);
    const model = new OracleModel(network, PROFILES[mode]);
    for (let i = 0; i < points; i++) {
      const [lon, lat] = randomPoint(network, random);
      const limit_m = [30, 300, 1000, 5000, Infinity][i % 5];
      const limits = { snapLimit_m: limit_m, snapDetour_m: 400 };
      const { nearest, within } = index.candidates([lon, lat], limits);
      const every = everyPoint(model, [lon, lat]);
      const fast = sorted(nearest);
      const slow = sorted(slowNearest(every, limit_m));
      const name = `${where}, ${mode}, ${lon},${lat} within ${limit_m} m`;
      expect(
        fast.map(({ way, place }) => [way, place]),
        name,
      ).toEqual(slow.map(({ way, place }) => [way, place]));
      const reach_m =
        nearest.length === 0
          ? -1
          : Math.min(limit_m, Math.min(...nearest.map(({ distance_m }) => distance_m)) + 400);
      const keys = new Set(within.map(({ way, place }) => `${way} ${place}`));
      // Within a centimetre of the border, rounding decides.
      const wrong = every.filter(
        ({ point: { way, place, distance_m } }) =>
          Math.abs(distance_m - reach_m) > 0.02 && keys.has(`${way} ${place}`) !== distance_m < reach_m,
      );
      expect(wrong, name).toEqual([]);
      const distances = within.map(({ distance_m }) => distance_m);
      expect(distances, name).toEqual(distances.toSorted((a, b) => a - b));
      fast.forEach((point, k) => {
        // On a pair of length 0 every share is the same place.
        const [a, b] = network.ways[point.way].nodes.subarray(point.place, point.place + 2);
        const hasLength =
          network.nodeLon7[a] !== network.nodeLon7[b] || network.nodeLat7[a] !== network.nodeLat7[b];
        if (hasLength) expect(point.share, name).toBeCloseTo(slow[k].share, 7);
        // A tiny difference in the share may round to the next 1e-7 degree.
        expect(
          Math.abs(point.lon7 - slow[k].lon7) + Math.abs(point.lat7 - slow[k].lat7),
          name,
        ).toBeLessThanOrEqual(1);
        expect(Math.abs(point.distance_m - slow[k].distance_m), name).toBeLessThan(0.02);
      });
    }
  }
}

/** Random towns, and points on real streets. For a longer proof: GAZARCH_TEST_SNAP_TOWNS=60. */
const TOWNS = Number(process.env['GAZARCH_TEST_SNAP_TOWNS'] ?? 20);

describe('the nearest candidates', () => {
  it('are those of a scan of every pair, in random towns', () => {
    for (let seed = 1; seed <= TOWNS; seed++)
      expectSameCandidates(randomNetwork(seed), seededRandom(seed), 30, `town ${seed}`);
  });

  it.skipIf(!hasGeodata)('are those of a scan of every pair, on real streets', async () => {
    expectSameCandidates(
      await collectNetwork(geodata('monaco-250101-osmix.osm.pbf')),
      seededRandom(1),
      TOWNS,
      'monaco',
    );
  });
});
