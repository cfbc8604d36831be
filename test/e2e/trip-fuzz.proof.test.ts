import { expect, it } from 'vitest';
import { seededRandom } from '../seeded-random.js';
import { town } from './trip-towns.js';

/**
 * Random requests of `/v1/trip` over small towns, without a server: never a 5xx.
 * GAZARCH_FUZZ_SEED sets the seed, GAZARCH_FUZZ_CASES the number of requests.
 */
const SEED = Number(process.env['GAZARCH_FUZZ_SEED'] ?? 60);
const CASES = Number(process.env['GAZARCH_FUZZ_CASES'] ?? 8_000);
/** So many requests are asked of each town. */
const TOWN = 500;

const next = seededRandom(SEED);
const below = (end: number): number => Math.floor(next() * end);
const pick = <T>(values: readonly T[]): T => values[below(values.length)];

const ODD_STOPS = ['', ';', '106.9', '106.9,47.9', '200,100;0,0', '180,0;-180,0', 'polyline5:', 'x;y'];
const WINDOWS = ['', '', '08:00-09:00', '08:00-08:01,12:00-13:00', '23:00-24:00', '00:00-00:00', '9-10', '-'];
const NUMBERS = ['', '0', '1', '2', '60', '100', '86400', '1000000', '-1', '1e9', 'x', '1.5'];
const WORDS = ['first', 'last', 'any', 'true', 'false', 'walking', 'full', 'polyline6', 'ends', ''];

/** Stops about the nodes of a town, mostly with sound values, or something that is none. */
function target(spots: readonly (readonly number[])[]): string {
  const query: Record<string, string> = {};
  const count = pick([1, 2, 2, 3, 4, 5, 6]);
  const noise = pick([0, 1e-4, 1e-3, 0.1]);
  const points = Array.from({ length: count }, () =>
    pick(spots).map((degrees) => (degrees + noise * (next() - 0.5)).toFixed(7)),
  );
  const list = (values: readonly string[], most: number): string =>
    Array.from({ length: next() < 0.95 ? count : below(9) }, () => values[below(most)]).join(';');
  query['stops'] = next() < 0.05 ? pick(ODD_STOPS) : points.join(';');
  for (const name of ['start', 'end'])
    if (next() < 0.6) query[name] = pick(WORDS.slice(0, next() < 0.9 ? 3 : 10));
  if (next() < 0.6) query['depart_at'] = pick(['2026-12-01T08:30', '2026-12-01T23:59', '0001-01-01T00:00']);
  if (next() < 0.5) query['windows'] = list(WINDOWS, next() < 0.9 ? 6 : 8);
  for (const name of ['loads', 'priorities', 'service'])
    if (next() < 0.3) query[name] = list(NUMBERS, next() < 0.9 ? 6 : 12);
  if (next() < 0.3) query['vehicles'] = pick(['1', '2', '10', '11', 'x']);
  for (const name of ['capacity', 'max_stops', 'waiting']) if (next() < 0.3) query[name] = pick(NUMBERS);
  for (const name of ['mode', 'steps', 'geometry', 'lang']) if (next() < 0.1) query[name] = pick(WORDS);
  return `/v1/trip?${new URLSearchParams(query).toString()}`;
}

it(`answers ${CASES} random requests, or says what is wrong with them`, async () => {
  const statuses = new Map<number, number>();
  for (let i = 0; i < CASES; i += TOWN) {
    const { spots, ask } = town(1 + i / TOWN);
    for (let k = 0; k < Math.min(TOWN, CASES - i); k++) {
      const asked = target(spots);
      const { status, body } = await ask(asked);
      expect(status, `seed ${SEED}: ${asked}: ${JSON.stringify(body)}`).toBeLessThan(500);
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
    }
  }
  for (const [status, share] of [
    [200, 0.1],
    [400, 0.1],
    [404, 0.01],
  ])
    expect(statuses.get(status), `${status}`).toBeGreaterThan(CASES * share);
});
