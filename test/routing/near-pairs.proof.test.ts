import { describe, expect, it } from 'vitest';
import { toDegrees } from '../../src/geo/coordinates.js';
import { distanceM, metersPerDegreeLat, metersPerDegreeLon } from '../../src/geo/distance.js';
import { buildRouting } from '../../src/routing/build-routing.js';
import { PROFILES } from '../../src/routing/profiles/profiles.js';
import { RoutingIndex } from '../../src/routing/routing-index.js';
import { TRAVEL_MODES } from '../../src/travel-mode.js';
import { collectNetwork } from '../collect.js';
import { geodata, hasGeodata } from '../geodata.js';
import { seededRandom } from '../seeded-random.js';
import type { LonLat } from './against-oracle.js';

/** Of each file and mode. For a long run: GAZARCH_TEST_NEAR_PAIRS=1500. */
const PAIRS = Number(process.env['GAZARCH_TEST_NEAR_PAIRS'] ?? 300);
const FILES = ['monaco-250101-osmix.osm.pbf', 'andorra-2013.osm.pbf', 'north-bayreuth.osm.gz'];
const LIMITS = { snapLimit_m: 1000, snapDetour_m: 1000 };
const SEED = 58;
/** Between the points, metres. */
const [LEAST_M, MOST_M] = [200, 1500];
/** A shorter route has an end that was moved, or leaves out what nobody can cross. */
const LEAST_SHARE = 0.6;

describe.skipIf(!hasGeodata)('routes over some hundred metres lead from the one point to the other', () => {
  it.each(FILES)(
    '%s',
    async (file) => {
      const network = await collectNetwork(geodata(file));
      for (const mode of TRAVEL_MODES) {
        const index = RoutingIndex.from(buildRouting(network, PROFILES[mode]).sections);
        const random = seededRandom(SEED);
        const counts = { route: 0, none: 0, moved: 0, short: 0 };
        while (counts.route + counts.none < PAIRS) {
          const { nodes } = network.ways[Math.floor(random() * network.ways.length)];
          const node = nodes[Math.floor(random() * nodes.length)];
          const origin: LonLat = [toDegrees(network.nodeLon7[node]), toDegrees(network.nodeLat7[node])];
          const [angle, apart_m] = [2 * Math.PI * random(), LEAST_M + (MOST_M - LEAST_M) * random()];
          const destination: LonLat = [
            origin[0] + (apart_m * Math.cos(angle)) / metersPerDegreeLon(origin[1]),
            origin[1] + (apart_m * Math.sin(angle)) / metersPerDegreeLat(origin[1]),
          ];
          const found = index.route({ origin, destination }, LIMITS);
          const where = `seed ${SEED}, ${file}, ${mode}, ${origin.join()} to ${destination.join()}`;
          if (found.kind !== 'route') {
            if (found.kind === 'no_path') counts.none++;
            continue;
          }
          counts.route++;
          if (found.moved.length > 0) counts.moved++;
          for (const { moved_m } of found.moved)
            expect(moved_m, where).toBeLessThan(distanceM(...origin, ...destination) / 2);
          // What one walks to and from the nearest roads is no part of the route.
          const { distance_m: from_m } = found.origin;
          const { distance_m: to_m } = found.destination;
          const isShort = from_m + found.distance_m + to_m < LEAST_SHARE * apart_m;
          if (isShort) counts.short++;
          if (isShort) expect(found.moved.length, where).toBeGreaterThan(0);
        }
        if (process.env['GAZARCH_TEST_NEAR_PAIRS'] !== undefined)
          process.stderr.write(`${file} ${mode}: ${JSON.stringify(counts)}\n`);
        expect(counts.route, `${file}, ${mode}`).toBeGreaterThan(PAIRS / 2);
      }
    },
    600_000,
  );
});
