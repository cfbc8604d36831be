import { Answering } from '../../src/offline/answering.js';
import { buildRouting } from '../../src/routing/build-routing.js';
import { PROFILES } from '../../src/routing/profiles/profiles.js';
import { RoutingIndex } from '../../src/routing/routing-index.js';
import { EmbeddedRouter } from '../../src/sources/embedded/embedded-router.js';
import { byTravelMode } from '../../src/travel-mode.js';
import { randomNetwork } from '../routing/random-network.js';

/** A small town, and its `/v1` without a server. */
export function town(seed: number): {
  spots: readonly (readonly [number, number])[];
  router: EmbeddedRouter;
  ask: (target: string) => Promise<{ status: number; body: unknown }>;
} {
  const network = randomNetwork(seed);
  const routing = byTravelMode((mode) => RoutingIndex.from(buildRouting(network, PROFILES[mode]).sections));
  const source = { pinned: () => ({ routing, landmarks: null }), state: () => 'ok' as const };
  const router = new EmbeddedRouter(source as never, { snapLimit_m: 1000, snapDetour_m: 0 });
  const answering = new Answering({ router, geocoder: null as never }, {});
  const { nodeLon7, nodeLat7 } = network;
  return {
    spots: Array.from(nodeLon7, (lon7, i) => [lon7 / 1e7, nodeLat7[i] / 1e7]),
    router,
    ask: async (target) => {
      const { status, body } = await answering.answer(target);
      return { status, body: JSON.parse(new TextDecoder().decode(body)) as unknown };
    },
  };
}
