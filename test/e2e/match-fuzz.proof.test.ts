import { expect, it } from 'vitest';
import { Answering } from '../../src/offline/answering.js';
import { buildRouting } from '../../src/routing/build-routing.js';
import { PROFILES } from '../../src/routing/profiles/profiles.js';
import { RoutingIndex } from '../../src/routing/routing-index.js';
import { EmbeddedRouter } from '../../src/sources/embedded/embedded-router.js';
import { byTravelMode } from '../../src/travel-mode.js';
import { randomNetwork } from '../routing/random-network.js';
import { seededRandom } from '../seeded-random.js';

/**
 * Random requests of `/v1/match` over small towns, without a server: never a 5xx.
 * GAZARCH_FUZZ_SEED sets the seed, GAZARCH_FUZZ_CASES the number of requests.
 */
const SEED = Number(process.env['GAZARCH_FUZZ_SEED'] ?? 59);
const CASES = Number(process.env['GAZARCH_FUZZ_CASES'] ?? 20_000);
/** So many requests are asked of each town. */
const TOWN = 500;

const next = seededRandom(SEED);
const below = (end: number): number => Math.floor(next() * end);
const pick = <T>(values: readonly T[]): T => values[below(values.length)];

const ODD_TRACES = ['', ';', '106.9', '106.9,47.9', '200,100;0,0', '180,0;-180,0', 'polyline5:', 'x;y'];
const ODD_TIMES = ['', '0', '0,-1', '0,0,0', '0,1e9', 'x', '0,86400,86400', '-5'];
const ODD_NUMBERS = ['0', '1', '5', '100', '101', '-3', 'NaN', '1e999', '', '7.55'];
const ODD_WORDS = ['true', 'false', 'walking', 'driving', 'full', 'polyline6', 'ends', 'flying', ''];

function routerOf(seed: number): { router: EmbeddedRouter; spots: readonly (readonly number[])[] } {
  const network = randomNetwork(seed);
  const routing = byTravelMode((mode) => RoutingIndex.from(buildRouting(network, PROFILES[mode]).sections));
  const source = { pinned: () => ({ routing }), state: () => 'ok' as const };
  const router = new EmbeddedRouter(source as never, { snapLimit_m: 1000, snapDetour_m: 0 });
  const { nodeLon7, nodeLat7 } = network;
  return { router, spots: Array.from(nodeLon7, (lon7, i) => [lon7 / 1e7, nodeLat7[i] / 1e7]) };
}

/** A walk about the nodes of a town, or something that is none. */
function target(spots: readonly (readonly number[])[]): string {
  const query: Record<string, string> = {};
  const count = pick([0, 1, 2, 3, 5, 8, 20, 60]);
  const noise = pick([0, 1e-5, 1e-4, 1e-3, 0.1]);
  const points = Array.from({ length: count }, () =>
    pick(spots).map((degrees) => (degrees + noise * (next() - 0.5)).toFixed(below(8))),
  );
  query['trace'] = next() < 0.1 ? pick(ODD_TRACES) : points.join(';');
  if (next() < 0.5) query['times'] = points.map((_, i) => (i === 0 ? 0 : pick([0, 0.5, 5, 60]))).join();
  if (next() < 0.1) query['times'] = pick(ODD_TIMES);
  if (next() < 0.3) query['interval'] = pick(ODD_NUMBERS);
  if (next() < 0.5) query['accuracy'] = pick(ODD_NUMBERS);
  for (const name of ['mode', 'ways', 'geometry']) if (next() < 0.3) query[name] = pick(ODD_WORDS);
  if (next() < 0.5) query['ways'] = 'true';
  return `/v1/match?${new URLSearchParams(query).toString()}`;
}

it(`answers ${CASES} random requests, or says what is wrong with them`, async () => {
  const statuses = new Map<number, number>();
  for (let i = 0; i < CASES; i += TOWN) {
    const { router, spots } = routerOf(1 + i / TOWN);
    const answering = new Answering({ router, geocoder: null as never }, {});
    for (let k = 0; k < Math.min(TOWN, CASES - i); k++) {
      const asked = target(spots);
      const { status, body } = await answering.answer(asked);
      const text = new TextDecoder().decode(body);
      expect(status, `seed ${SEED}: ${asked}: ${text}`).toBeLessThan(500);
      expect(() => void JSON.parse(text), asked).not.toThrow();
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
    }
  }
  for (const status of [200, 400, 404]) expect(statuses.get(status), `${status}`).toBeGreaterThan(CASES / 50);
});
