import { seededRandom } from '../seeded-random.js';
import type { UsageCount } from '../../src/usage/usage-cells.js';
import type { UsageSum } from '../../src/usage/usage-store.js';
import { BUCKETS, OUTCOMES, USAGE_ENDPOINTS } from '../../src/usage/usage-tables.js';

/** A minute of 2026-03-01, far from any edge of a day. */
export const MINUTE = Date.UTC(2026, 2, 1, 6, 30) / 60_000;

/** So many counts of few keys and minutes, so that many fall together. */
export function randomCounts(seed: number, length: number, keys: number): UsageCount[] {
  const random = seededRandom(seed);
  const below = (end: number): number => Math.floor(random() * end);
  return Array.from({ length }, () => ({
    minute: MINUTE + below(3),
    keyId: below(keys + 1) === keys ? '' : `key_${below(keys)}`,
    endpoint: below(USAGE_ENDPOINTS.length),
    outcome: below(OUTCOMES.length),
    buckets: Array.from({ length: BUCKETS }, () => (random() < 0.3 ? below(100) : 0)),
  })).filter(({ buckets }) => buckets.some((n) => n > 0));
}

/** The obvious sum: by key, endpoint and outcome, in the order of their names. */
export function slowSums(counts: readonly UsageCount[]): UsageSum[] {
  const sums = new Map<string, UsageSum>();
  for (const { keyId, endpoint, outcome, buckets } of counts) {
    const of = { keyId, endpoint: USAGE_ENDPOINTS[endpoint], outcome: OUTCOMES[outcome] };
    const place = `${keyId} ${of.endpoint} ${of.outcome}`;
    const before = sums.get(place) ?? { ...of, requests: 0, buckets: buckets.map(() => 0) };
    sums.set(place, {
      ...of,
      requests: before.requests + total(buckets),
      buckets: before.buckets.map((n, bucket) => n + buckets[bucket]),
    });
  }
  return inOrder([...sums.values()]);
}

/** Databases do not agree on the order of texts. */
export function inOrder(sums: readonly UsageSum[]): UsageSum[] {
  const name = ({ start_s, keyId, endpoint, outcome }: UsageSum): string =>
    [start_s, keyId, endpoint, outcome].join(' ');
  return [...sums].sort((a, b) => (name(a) < name(b) ? -1 : 1));
}

export function total(numbers: readonly number[]): number {
  return numbers.reduce((sum, n) => sum + n, 0);
}

const day = (month: number, date: number): number => Date.UTC(2026, month - 1, date) / 1000;

/** Rows of the first version of the tables, in SQL: three requests in October and 13 in November count. */
export const OLD_DAYS: readonly string[] = [
  `('day', ${day(10, 31)}, 'key_a', 'geocode', 'ok', 3)`,
  `('day', ${day(11, 1)}, 'key_a', 'geocode', 'ok', 5)`,
  `('day', ${day(11, 30)}, 'key_a', 'route', 'not_found', 7)`,
  `('day', ${day(11, 2)}, 'key_a', 'route', 'limited', 25)`,
  `('day', ${day(11, 2)}, 'key_b', 'route', 'bad_request', 1)`,
  `('hour', ${day(11, 2)}, 'key_b', 'route', 'ok', 100)`,
];
