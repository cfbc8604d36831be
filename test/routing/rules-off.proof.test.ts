import { describe, expect, it } from 'vitest';
import { buildRouting } from '../../src/routing/build-routing.js';
import type { RoadNetwork } from '../../src/routing/network/network.js';
import { everOpen } from '../../src/routing/profiles/dates.js';
import type { Profile } from '../../src/routing/profiles/profile.js';
import { PROFILES } from '../../src/routing/profiles/profiles.js';
import { RoutingIndex } from '../../src/routing/routing-index.js';
import { TRAVEL_MODES } from '../../src/travel-mode.js';
import { collectNetwork } from '../collect.js';
import { geodata, hasGeodata } from '../geodata.js';
import { RoutingOracle, type OracleRoute } from '../oracles/routing-dijkstra.js';
import { seededRandom } from '../seeded-random.js';
import { points } from './against-oracle.js';
import { nearPoint, randomPoint } from './prove-routes.js';

/** For a long run: GAZARCH_TEST_RULES_ORIGINS=40 GAZARCH_TEST_RULES_FILES=real-merged.osm.pbf. */
const ORIGINS = Number(process.env['GAZARCH_TEST_RULES_ORIGINS'] ?? 4);
const FILES = (process.env['GAZARCH_TEST_RULES_FILES'] ?? 'monaco-250101-osmix.osm.pbf').split(',');
const DESTINATIONS = 50;
const LIMITS = { snapLimit_m: 1000 };
const SEED = 22;

/** A rule that drivers' routes follow since decision 0013, and what is asked without it. */
interface Rule {
  name: string;
  oracle: RoutingOracle;
  /** Whether the best route without the rule is one that the rule is about. */
  isAbout: (route: OracleRoute) => boolean;
}

function rulesOf(network: RoadNetwork, profile: Profile): Rule[] {
  const plain = new RoutingOracle(network, profile);
  const farther: Rule = { name: 'farther roads', oracle: plain, isAbout: () => false };
  const cutting: Rule = {
    name: 'cutting through',
    oracle: new RoutingOracle(network, profile, { cuttingThrough: true }),
    isAbout: () => false,
  };
  if (!profile.hasTurns) return [farther, cutting];
  const country = new RoutingOracle(network, {
    ...profile,
    needsSurroundings: false,
    way: (tags) => profile.way(tags, 'country'),
  });
  return [
    farther,
    cutting,
    {
      name: 'turning back',
      oracle: new RoutingOracle(network, profile, { turningBack: true }),
      isAbout: ({ directed }) => directed.some((d, i) => i > 0 && d === (directed[i - 1] ^ 1)),
    },
    {
      name: 'surroundings',
      oracle: country,
      isAbout: ({ directed }) => directed.some((d) => country.model.cost_ms[d] !== plain.model.cost_ms[d]),
    },
  ];
}

describe.skipIf(!hasGeodata)('with a rule switched off', () => {
  it.each(FILES)(
    'whoever had a route has one, and the same where the rule does not apply: %s',
    async (file) => {
      const network = await collectNetwork(geodata(file));
      for (const mode of TRAVEL_MODES) {
        const index = RoutingIndex.from(buildRouting(network, PROFILES[mode]).sections);
        // A dataset has all roads that are open at times.
        for (const { name, oracle, isAbout } of rulesOf(network, everOpen(PROFILES[mode]))) {
          const random = seededRandom(SEED);
          const counts = { same: 0, applies: 0, none: 0 };
          for (let i = 0; i < ORIGINS; i++) {
            const from = randomPoint(network, random);
            const origins = points(index.candidates(from, LIMITS).nearest);
            const tree = origins.length === 0 ? null : oracle.from(origins);
            for (let k = 0; k < DESTINATIONS; k++) {
              const to = nearPoint(network, from, random);
              const destinations = points(index.candidates(to, LIMITS).nearest);
              const before = tree === null || destinations.length === 0 ? null : tree.to(destinations);
              if (before === null) {
                counts.none++;
                continue;
              }
              const where = `${file}, ${mode}, without ${name}: ${from.join(',')} to ${to.join(',')}`;
              const answer = index.route({ origin: from, destination: to }, LIMITS);
              expect(answer.kind, where).toBe('route');
              if (isAbout(before)) {
                counts.applies++;
                continue;
              }
              counts.same++;
              expect('duration_s' in answer && Math.round(1000 * answer.duration_s), where).toBe(
                before.duration_ms,
              );
            }
          }
          expect(counts.same, `${file}, ${mode}, ${name}`).toBeGreaterThan((ORIGINS * DESTINATIONS) / 4);
          // Elsewhere hardly a best route turns back.
          if (mode === 'driving' && name === 'turning back' && file.startsWith('monaco'))
            expect(counts.applies, `${file}, ${mode}, ${name}`).toBeGreaterThan(0);
        }
      }
    },
    7_200_000,
  );
});
