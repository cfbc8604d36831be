import { describe, expect, it } from 'vitest';
import { toDegrees } from '../../../src/geo/coordinates.js';
import { collectNetwork } from '../../collect.js';
import { buildRouting } from '../../../src/routing/build-routing.js';
import { TRAVEL_MODES } from '../../../src/travel-mode.js';
import type { RoadNetwork } from '../../../src/routing/network/network.js';
import { PROFILES } from '../../../src/routing/profiles/profiles.js';
import { RoutingIndex, type Snap } from '../../../src/routing/routing-index.js';
import type { SnappedPoint } from '../../../src/sources/router.js';
import { geodata, hasGeodata } from '../../geodata.js';
import { RouteChecker } from '../../oracles/route-checker.js';
import { seededRandom } from '../../seeded-random.js';

/**
 * For a long run: GAZARCH_TEST_CHECKED=10000. For other files:
 * GAZARCH_TEST_CHECKED_FILES=mongolia-mix.osm.pbf,real-merged.osm.pbf.
 */
const PAIRS = Number(process.env['GAZARCH_TEST_CHECKED'] ?? 250);
const FILES = (
  process.env['GAZARCH_TEST_CHECKED_FILES'] ?? 'monaco-250101-osmix.osm.pbf,moscow-graphhopper.osm.pbf'
).split(',');
const SEED = 20251121;

const NEAR_DEGREES = 0.5;

/** A point near a node of some way. */
function randomPoint({ ways, nodeLon7, nodeLat7 }: RoadNetwork, random: () => number): [number, number] {
  const { nodes } = ways[Math.floor(random() * ways.length)];
  const node = nodes[Math.floor(random() * nodes.length)];
  const off = (): number => (random() - 0.5) * 0.002;
  return [toDegrees(nodeLon7[node]) + off(), toDegrees(nodeLat7[node]) + off()];
}

/**
 * Half of the pairs are anywhere, half are near each other. The files are countries, or towns of several
 * countries, where most random pairs are far apart.
 */
function randomPair(network: RoadNetwork, random: () => number): [[number, number], [number, number]] {
  const origin = randomPoint(network, random);
  let destination = randomPoint(network, random);
  const isFar = (): boolean =>
    Math.abs(origin[0] - destination[0]) + Math.abs(origin[1] - destination[1]) > NEAR_DEGREES;
  for (let tries = random() < 0.5 ? 0 : 2000; tries > 0 && isFar(); tries--)
    destination = randomPoint(network, random);
  return [origin, destination];
}

function snapped({ lon7, lat7, distance_m, name }: Snap): SnappedPoint {
  return { longitude: toDegrees(lon7), latitude: toDegrees(lat7), distance_m, name };
}

describe.skipIf(!hasGeodata)('no answer on real roads breaks a rule of the raw tags', () => {
  it.each(FILES)(
    '%s',
    async (file) => {
      const network = await collectNetwork(geodata(file));
      for (const mode of TRAVEL_MODES) {
        const index = RoutingIndex.from(buildRouting(network, PROFILES[mode]).sections);
        const checker = new RouteChecker(network, mode);
        const random = seededRandom(SEED);
        let routes = 0;
        for (let pair = 0; pair < PAIRS; pair++) {
          const [origin, destination] = randomPair(network, random);
          const answer = index.route({ origin, destination }, { snapLimit_m: 1000 });
          if (answer.kind !== 'route') continue;
          routes++;
          const route = {
            ...answer,
            origin: snapped(answer.origin),
            destination: snapped(answer.destination),
          };
          const violations = checker.violations({ origin, destination, mode }, route, answer.cutsThrough);
          expect(
            violations,
            `${file}, seed ${SEED}, pair ${pair}, ${mode}, ${origin.join(',')} to ${destination.join(',')}`,
          ).toEqual([]);
        }
        expect(routes, `${file}, ${mode}: too few routes to show anything`).toBeGreaterThan(PAIRS / 3);
      }
    },
    3_600_000,
  );
});
