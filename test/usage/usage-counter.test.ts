import { describe, expect, it } from 'vitest';
import { UsageCells } from '../../src/usage/usage-cells.js';
import { UsageCounter } from '../../src/usage/usage-counter.js';
import { bucketOf, BUCKETS, LATENCY_BOUNDS_US, outcomeOf, OUTCOMES } from '../../src/usage/usage-tables.js';
import { BUCKET_COLUMNS } from '../../src/database/schema/usage-schema.js';
import { seededRandom } from '../seeded-random.js';
import { MINUTE, total } from './random-counts.js';

const STATUSES = [200, 204, 304, 400, 401, 403, 404, 405, 408, 413, 429, 499, 500, 502, 503];

describe('the counter of usage', () => {
  it('counts as a table on paper does, whoever takes the counts when', () => {
    const seed = 4711;
    const random = seededRandom(seed);
    const below = (end: number): number => Math.floor(random() * end);
    const counters = [new UsageCounter(), new UsageCounter()];
    const book = new Map<number, UsageCells>();
    const paper = new Map<string, number>();
    const collect = (counter: UsageCounter): void => {
      for (const minute of counter.take()) {
        const cells = book.get(minute.minute) ?? new UsageCells(minute.minute);
        // As a message between processes.
        cells.addAll(JSON.parse(JSON.stringify(minute)) as typeof minute);
        book.set(minute.minute, cells);
      }
    };
    for (let i = 0; i < 20_000; i++) {
      const minute = MINUTE + Math.floor(i / 5_000);
      const [key, endpoint] = [below(60) === 0 ? null : `key_${below(50)}`, below(4)];
      const [status, duration_ms] = [STATUSES[below(STATUSES.length)], 10 ** (random() * 7 - 2)];
      counters[below(2)].add(key, endpoint, status, duration_ms, minute * 60_000 + below(60_000));
      const place = [minute, key ?? '', endpoint, outcomeOf(status), bucketOf(duration_ms)].join(' ');
      paper.set(place, (paper.get(place) ?? 0) + 1);
      if (below(700) === 0) collect(counters[below(2)]);
    }
    counters.forEach(collect);
    const counted = [...book.values()].flatMap((cells) =>
      cells
        .toCounts()
        .flatMap(({ minute, keyId, endpoint, outcome, buckets }) =>
          buckets.flatMap((n, bucket) =>
            n === 0 ? [] : [[[minute, keyId, endpoint, outcome, bucket].join(' '), n] as const],
          ),
        ),
    );
    expect(counted.sort(), `seed ${seed}`).toEqual([...paper].sort());
    expect(total([...book.values()].map(({ requests }) => requests))).toBe(20_000);
  });

  it('counts what comes just behind the edge of its minute in the minute that has begun', () => {
    const counter = new UsageCounter();
    for (const minute of [MINUTE, MINUTE + 1, MINUTE, MINUTE + 1])
      counter.add('a', 0, 200, 1, minute * 60_000);
    expect(counter.take().map(({ minute }) => minute)).toEqual([MINUTE, MINUTE + 1]);
    expect(counter.take()).toEqual([]);
  });

  it('puts every status into an outcome', () => {
    expect(STATUSES.map((status) => OUTCOMES[outcomeOf(status)])).toEqual([
      ...['ok', 'ok', 'ok', 'bad_request', 'unauthorized', 'forbidden', 'not_found', 'bad_request'],
      ...['timeout', 'bad_request', 'limited', 'client_gone', 'error', 'error', 'unavailable'],
    ]);
    expect(OUTCOMES[outcomeOf(999)]).toBe('error');
  });

  it('has a bucket for every latency, its upper bound included, and a column for every bucket', () => {
    LATENCY_BOUNDS_US.forEach((bound_us, bucket) => {
      expect(bucketOf(bound_us / 1000)).toBe(bucket);
      expect(bucketOf(bound_us / 1000 + 0.0001)).toBe(bucket + 1);
    });
    expect(bucketOf(0)).toBe(0);
    expect(bucketOf(1e9)).toBe(BUCKETS - 1);
    expect(BUCKET_COLUMNS).toEqual([...LATENCY_BOUNDS_US.map((bound_us) => `us_${bound_us}`), 'us_more']);
  });
});
