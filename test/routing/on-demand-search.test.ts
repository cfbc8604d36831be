import { expect, it } from 'vitest';
import { atOnce } from '../../src/arrays/steps.js';
import { buildRouting } from '../../src/routing/build-routing.js';
import { readRoutingData } from '../../src/routing/frozen/routing-data.js';
import { PROFILES } from '../../src/routing/profiles/profiles.js';
import { avoidedFlags, avoidedRoads } from '../../src/routing/search/avoided-roads.js';
import { GuidedSearch } from '../../src/routing/search/guided-search.js';
import { OnDemandSearch } from '../../src/routing/search/on-demand-search.js';
import { RouteSearch } from '../../src/routing/search/route-search.js';
import { Snapper } from '../../src/routing/ends/snap.js';
import { TRAVEL_MODES } from '../../src/travel-mode.js';
import { seededRandom } from '../seeded-random.js';
import { randomNetwork } from './random-network.js';
import { randomPoint } from './random-point.js';

it.each(TRAVEL_MODES)('finds the same before and after the contraction is worked out, %s', (mode) => {
  let found = 0;
  for (let seed = 1; seed <= 6; seed++) {
    const network = randomNetwork(seed);
    const random = seededRandom(seed + 130_000);
    const data = atOnce(
      avoidedRoads(
        readRoutingData(buildRouting(network, PROFILES[mode]).sections),
        avoidedFlags(['unpaved']),
      ),
    );
    const snapper = new Snapper(data.segments, data.tree);
    const onDemand = new RouteSearch(data, new OnDemandSearch(data, null));
    const guided = new RouteSearch(data, new GuidedSearch(data.graph, null));
    // A few searches look at each vertex once, so most of these come after that.
    for (let pair = 0; pair < 40; pair++) {
      const [origins, destinations] = [0, 1].map(() => snapper.nearest(randomPoint(network, random), 1000));
      const expected = guided.cheapest(origins, destinations);
      const answer = onDemand.cheapest(origins, destinations);
      const where = `town ${seed}, pair ${pair}`;
      expect(answer?.duration_ms, where).toBe(expected?.duration_ms);
      expect(answer?.cutsThrough, where).toBe(expected?.cutsThrough);
      if (answer?.kind !== 'path' || expected?.kind !== 'path') continue;
      found++;
      expect(onDemand.duration_ms(answer, data), where).toBe(answer.duration_ms);
    }
  }
  expect(found).toBeGreaterThan(50);
});
