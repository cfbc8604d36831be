import { describe, expect, it, onTestFinished } from 'vitest';
import type { Kysely } from 'kysely';
import type { UsageSchema } from '../../src/database/schema/usage-schema.js';
import { Calendar, dateText } from '../../src/usage/calendar.js';
import { SqlUsageStore } from '../../src/usage/sql/sql-usage-store.js';
import { ERROR_DAYS, ERRORS_KEPT, type RequestError } from '../../src/usage/request-errors.js';
import type { UsageSpan, UsageSum } from '../../src/usage/usage-store.js';
import { BUCKETS, OUTCOMES, type Outcome } from '../../src/usage/usage-tables.js';
import { inOrder, MINUTE, randomCounts, slowSums, total } from './random-counts.js';

const EVER = { from_s: 0, until_s: 1e11 };
const ALL = ['key', 'endpoint', 'outcome'] as const;
const HOUR_MS = 3_600_000;
const DAY_MS = 86_400_000;

/** One request of a key at a moment. */
const once = (time_ms: number, keyId = 'key_a'): ReturnType<typeof randomCounts>[number] => ({
  minute: Math.floor(time_ms / 60_000),
  keyId,
  endpoint: 0,
  outcome: 0,
  buckets: Array.from({ length: BUCKETS }, (_, bucket) => (bucket === 3 ? 1 : 0)),
});

/**
 * What every database of usage does.
 * @param make a new empty database; each call of what it returns is one more connection to it
 */
export function describeUsageStore(name: string, make: () => () => Kysely<UsageSchema>): void {
  const stores = (timeZone = 'Asia/Ulaanbaatar'): (() => SqlUsageStore) => {
    const connect = make();
    return () => {
      const store = new SqlUsageStore(connect(), new Calendar(timeZone));
      onTestFinished(() => store.close());
      return store;
    };
  };
  const starts = async (store: SqlUsageStore, span: UsageSpan): Promise<number[]> =>
    (await store.read({ span, ...EVER, by: ['start'] })).map(({ start_s }) => start_s!);

  describe(`usage in ${name}`, () => {
    it('has exactly what was added, in minutes, hours and days', async () => {
      const store = stores()();
      const seed = 20_261_122;
      const counts = randomCounts(seed, 400, 20);
      for (let i = 0; i < 8; i++)
        await store.add({ writer: 'w', sequence: i, counts: counts.slice(i * 50, (i + 1) * 50) });
      for (const span of ['minute', 'hour', 'day'] as const)
        expect(inOrder(await store.read({ span, ...EVER, by: ALL })), `${span}, seed ${seed}`).toEqual(
          slowSums(counts),
        );
      const byMinute = await store.read({ span: 'minute', ...EVER, by: ['start'] });
      expect(byMinute.map(({ start_s, requests }) => [start_s! / 60 - MINUTE, requests])).toEqual(
        [0, 1, 2].map((i) => [
          i,
          total(counts.filter(({ minute }) => minute === MINUTE + i).flatMap(({ buckets }) => buckets)),
        ]),
      );
    });

    it('reads one key, a range, and nothing', async () => {
      const store = stores()();
      const counts = [once(MINUTE * 60_000), once((MINUTE + 1) * 60_000, 'key_b'), once(MINUTE * 60_000, '')];
      await store.add({ writer: 'w', sequence: 1, counts });
      const requests = (sums: UsageSum[]): number[] => sums.map((sum) => sum.requests);
      expect(requests(await store.read({ span: 'minute', ...EVER, by: [] }))).toEqual([3]);
      for (const keyId of ['key_a', 'key_b', ''])
        expect(requests(await store.read({ span: 'day', ...EVER, keyId, by: [] })), keyId).toEqual([1]);
      const range = { from_s: MINUTE * 60, until_s: (MINUTE + 1) * 60 };
      expect(requests(await store.read({ span: 'minute', ...range, by: [] }))).toEqual([2]);
      expect(await store.read({ span: 'minute', ...EVER, keyId: 'key_c', by: [] })).toEqual([]);
      expect(await store.read({ span: 'minute', ...EVER, keyId: 'key_c', by: ['outcome'] })).toEqual([]);
    });

    it('takes a batch once, however often it comes', async () => {
      const open = stores();
      const [store, other] = [open(), open()];
      const counts = randomCounts(1, 50, 3);
      await store.add({ writer: 'w', sequence: 7, counts });
      await store.add({ writer: 'w', sequence: 7, counts });
      await other.add({ writer: 'w', sequence: 7, counts });
      await other.add({ writer: 'w', sequence: 6, counts });
      expect(inOrder(await store.read({ span: 'day', ...EVER, by: ALL }))).toEqual(slowSums(counts));
      await other.add({ writer: 'another', sequence: 7, counts });
      await other.add({ writer: 'w', sequence: 8, counts });
      const thrice = slowSums([...counts, ...counts, ...counts]);
      expect(inOrder(await store.read({ span: 'day', ...EVER, by: ALL }))).toEqual(thrice);
    });

    it('adds up what several connections write at once', async () => {
      const open = stores();
      const counts = randomCounts(2, 300, 10);
      await Promise.all(
        [0, 1, 2].map(async (writer) => {
          const store = open();
          for (let i = 0; i < 10; i++)
            await store.add({
              writer: `w${writer}`,
              sequence: i,
              counts: counts.filter((_, at) => at % 30 === writer * 10 + i),
            });
        }),
      );
      expect(inOrder(await open().read({ span: 'hour', ...EVER, by: ALL }))).toEqual(slowSums(counts));
    });

    it('adds nothing of a batch that fails', async () => {
      const store = stores()();
      const counts = [once(MINUTE * 60_000), { ...once(MINUTE * 60_000), keyId: null as unknown as string }];
      const broken = [counts[0], { ...counts[0], minute: Number.NaN }];
      await expect(store.add({ writer: 'w', sequence: 1, counts: broken })).rejects.toThrow();
      expect(await store.read({ span: 'day', ...EVER, by: [] })).toEqual([]);
      await store.add({ writer: 'w', sequence: 1, counts: counts.slice(0, 1) });
      expect(await store.read({ span: 'day', ...EVER, by: [] })).toMatchObject([{ requests: 1 }]);
    });

    it('keeps minutes for 48 hours, hours for 35 days and days for 13 months', async () => {
      const open = stores();
      const [store, other] = [open(), open()];
      const now_ms = Date.UTC(2026, 10, 22, 16, 30);
      // The second and the third lie in one hour.
      const ages_ms = [
        0,
        47.9 * HOUR_MS,
        48.1 * HOUR_MS,
        34.9 * DAY_MS,
        36 * DAY_MS,
        395 * DAY_MS,
        400 * DAY_MS,
      ];
      const times_ms = ages_ms.map((age_ms) => now_ms - age_ms);
      await store.add({ writer: 'w', sequence: 1, counts: times_ms.map((time_ms) => once(time_ms)) });
      await store.thin(now_ms);
      const kept = async (span: UsageSpan): Promise<number> => (await starts(store, span)).length;
      expect([await kept('minute'), await kept('hour'), await kept('day')]).toEqual([2, 3, 5]);
      expect((await starts(store, 'day')).map(dateText)[0]).toBe('2025-10-24');

      // Who comes within the same hour leaves it to the first one.
      await store.add({ writer: 'w', sequence: 2, counts: [once(now_ms - 50 * HOUR_MS)] });
      await other.thin(now_ms + 1);
      expect(await kept('minute')).toBe(3);
      await other.thin(now_ms + HOUR_MS);
      expect(await kept('minute')).toBe(1);
    });

    it('begins a day at midnight of the time zone, also where the clock is moved', async () => {
      const store = stores('America/New_York')();
      // 2026-03-08 has 23 hours there and 2026-11-01 has 25: UTC-5 in winter, UTC-4 in summer.
      const times = [
        ['2026-03-08T04:59Z', '2026-03-07'],
        ['2026-03-08T05:00Z', '2026-03-08'],
        ['2026-03-09T03:59Z', '2026-03-08'],
        ['2026-03-09T04:00Z', '2026-03-09'],
        ['2026-11-01T03:59Z', '2026-10-31'],
        ['2026-11-01T04:00Z', '2026-11-01'],
        ['2026-11-02T04:59Z', '2026-11-01'],
        ['2026-11-02T05:00Z', '2026-11-02'],
      ];
      await store.add({ writer: 'w', sequence: 1, counts: times.map(([time]) => once(Date.parse(time))) });
      const days = await store.read({ span: 'day', ...EVER, by: ['start'] });
      expect(days.map(({ start_s, requests }) => [dateText(start_s!), requests])).toEqual([
        ['2026-03-07', 1],
        ['2026-03-08', 2],
        ['2026-03-09', 1],
        ['2026-10-31', 1],
        ['2026-11-01', 2],
        ['2026-11-02', 1],
      ]);
    });

    it('sums up the month of each key for quotas: what was answered, in the time zone', async () => {
      const open = stores('Asia/Ulaanbaatar');
      const [store, other] = [open(), open()];
      const outcome = (name: Outcome): number => OUTCOMES.indexOf(name);
      const at = (time: string, keyId: string, name: Outcome): ReturnType<typeof once> => ({
        ...once(Date.parse(time), keyId),
        outcome: outcome(name),
      });
      // November begins there at 16:00 UTC on 31 October.
      const counts = [
        at('2026-10-31T15:59Z', 'key_a', 'ok'),
        at('2026-10-31T16:00Z', 'key_a', 'ok'),
        at('2026-11-30T15:59Z', 'key_a', 'not_found'),
        at('2026-11-10T00:00Z', 'key_a', 'bad_request'),
        at('2026-11-30T16:00Z', 'key_a', 'ok'),
        at('2026-11-10T00:00Z', 'key_b', 'ok'),
        at('2026-11-10T00:00Z', '', 'ok'),
        ...(['unauthorized', 'forbidden', 'limited', 'timeout', 'client_gone'] as const).map((name) =>
          at('2026-11-10T00:00Z', 'key_a', name),
        ),
        ...(['unavailable', 'error'] as const).map((name) => at('2026-11-10T00:00Z', 'key_b', name)),
      ];
      await store.add({ writer: 'w', sequence: 1, counts });
      await other.add({ writer: 'v', sequence: 1, counts: counts.slice(1, 2) });
      await other.add({ writer: 'w', sequence: 1, counts });
      const month = async (index: number): Promise<[string, number][]> =>
        [...(await store.monthlyUse(Date.UTC(2026, index, 1) / 1000))].sort();
      expect(await month(9)).toEqual([['key_a', 1]]);
      expect(await month(10)).toEqual([
        ['key_a', 4],
        ['key_b', 1],
      ]);
      expect(await month(11)).toEqual([['key_a', 1]]);
      expect(await month(0)).toEqual([]);
      await store.thin(Date.UTC(2027, 11, 15));
      expect([await month(9), await month(10), await month(11)]).toEqual([
        ...[
          [],
          [
            ['key_a', 4],
            ['key_b', 1],
          ],
          [['key_a', 1]],
        ],
      ]);
    });

    it('keeps the last errors of each key, by key and by request id', async () => {
      const open = stores();
      const [store, other] = [open(), open()];
      const now_ms = Date.UTC(2026, 10, 22);
      const error = (i: number, keyId: string): RequestError => ({
        keyId,
        time_ms: now_ms + i,
        requestId: `r-${keyId}-${i}`,
        endpoint: 'geocode',
        status: 400,
        code: 'INVALID_REQUEST',
        reason: i % 2 === 0 ? 'missing' : null,
        field: i % 2 === 0 ? 'q' : null,
      });
      const many = Array.from({ length: 250 }, (_, i) => error(i, 'key_a'));
      const batch = {
        writer: 'w',
        sequence: 1,
        counts: [],
        errors: [...many, error(7, 'key_b'), error(8, '')],
      };
      await store.add(batch);
      await other.add(batch);
      const kept = await store.errors({ keyIds: ['key_a'], limit: 1000 });
      expect(kept).toEqual(many.slice(-ERRORS_KEPT).reverse());
      expect(await store.errors({ keyIds: ['key_a', 'key_b'], limit: 2 })).toEqual([many[249], many[248]]);
      expect(await other.errors({ keyIds: ['key_b', ''], limit: 9 })).toEqual([
        error(8, ''),
        error(7, 'key_b'),
      ]);
      expect(await store.errors({ requestId: 'r-key_a-249', limit: 9 })).toEqual([many[249]]);
      expect(await store.errors({ requestId: 'r-key_a-249', keyIds: ['key_b'], limit: 9 })).toEqual([]);
      expect(await store.errors({ keyIds: [], limit: 9 })).toEqual([]);
      expect(await store.errors({ limit: 1000 })).toHaveLength(ERRORS_KEPT + 2);
      await other.add({ writer: 'v', sequence: 1, counts: [], errors: [error(500, 'key_a')] });
      const later = await store.errors({ keyIds: ['key_a'], limit: 1000 });
      expect([later.length, later[0], later.at(-1)]).toEqual([ERRORS_KEPT, error(500, 'key_a'), many[151]]);
      await store.thin(now_ms + 500 + ERROR_DAYS * DAY_MS);
      expect((await store.errors({ limit: 1000 })).map(({ requestId }) => requestId)).toEqual([
        'r-key_a-500',
      ]);
    });
  });
}
