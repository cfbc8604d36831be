import { describe, expect, it, onTestFinished } from 'vitest';
import type { Kysely } from 'kysely';
import type { UsageSchema } from '../../src/database/schema/usage-schema.js';
import { Calendar } from '../../src/usage/calendar.js';
import { SqlUsageStore } from '../../src/usage/sql/sql-usage-store.js';
import type { UnfoundSearch } from '../../src/usage/unfound-searches.js';
import { seedsOf } from '../random-cases.js';
import { seededRandom } from '../seeded-random.js';

const DAY_MS = 86_400_000;
/** Noon in Ulaanbaatar. */
const NOW = Date.UTC(2026, 10, 29, 4);

/** @param make see `describeUsageStore` */
export function describeUnfound(name: string, make: () => () => Kysely<UsageSchema>): void {
  const open = (): { store: SqlUsageStore; db: Kysely<UsageSchema> } => {
    const db = make()();
    const store = new SqlUsageStore(db, new Calendar('Asia/Ulaanbaatar'));
    onTestFinished(() => store.close());
    return { store, db };
  };
  let sequence = 0;
  const add = (store: SqlUsageStore, unfound: UnfoundSearch[]): Promise<void> =>
    store.add({ writer: 'w', sequence: ++sequence, counts: [], unfound });
  const one = (text: string, asker: number, daysAgo: number, requests = 1): UnfoundSearch => ({
    ...{ text, asker: `key_${asker}`, time_ms: NOW - daysAgo * DAY_MS, requests },
  });

  describe(`searches that found nothing, in ${name}`, () => {
    it('never show what one asks a thousand times, nor keep its text', async () => {
      const { store, db } = open();
      for (let day = 29; day >= 0; day--) await add(store, [one('миний нууц газар', 1, day, 1_000)]);
      for (let asker = 1; asker <= 4; asker++) await add(store, [one('дөрвөн хүн', asker, asker * 2)]);
      for (let asker = 1; asker <= 50; asker++) await add(store, [one('нэг өдөр', asker, asker % 3)]);
      expect(await store.unfound(NOW, 10)).toEqual([]);
      const counts = await db.selectFrom('unfound_counts').selectAll().execute();
      expect(counts.length).toBe(30 + 4 + 50);
      expect(await db.selectFrom('unfound_texts').selectAll().execute()).toEqual([]);
      expect(JSON.stringify(counts)).not.toMatch(/нууц|key_/);
      // The same asker of two texts cannot be told by the database.
      expect(new Set(counts.map(({ asker_hash }) => asker_hash)).size).toBe(1 + 4 + 50);
      const { salt } = await db.selectFrom('unfound_salt').selectAll().executeTakeFirstOrThrow();
      expect(salt.length).toBeGreaterThan(40);
    });

    it('are shown from five askers and three days on, and gone after thirty days', async () => {
      const { store, db } = open();
      for (let asker = 1; asker <= 4; asker++) await add(store, [one('шинэ дэлгүүр', asker, 3, 2)]);
      await add(store, [one('шинэ дэлгүүр', 4, 0)]);
      expect(await store.unfound(NOW, 10)).toEqual([]);
      await add(store, [one('шинэ дэлгүүр', 5, 0), one('шинэ дэлгүүр', 5, 0)]);
      const last_s = Date.UTC(2026, 10, 29) / 1000;
      const shown = [{ text: 'шинэ дэлгүүр', requests: 11, askers: 5, last_s }];
      expect(await store.unfound(NOW, 10)).toEqual(shown);
      expect(await store.unfound(NOW + 26 * DAY_MS, 10)).toEqual(shown);
      // Without the first day there are not three days any more.
      expect(await store.unfound(NOW + 27 * DAY_MS, 10)).toEqual([]);
      await store.thin(NOW + 27 * DAY_MS);
      expect(await db.selectFrom('unfound_texts').selectAll().execute()).toEqual([]);
      await store.thin(NOW + 30 * DAY_MS);
      expect(await db.selectFrom('unfound_counts').selectAll().execute()).toEqual([]);
    });

    it('are those that a slow count has', async () => {
      for (const seed of seedsOf(20)) {
        const random = seededRandom(seed);
        const { store } = open();
        const all = Array.from({ length: 120 }, () =>
          one(`text ${'abc'[Math.floor(random() * 3)]}`, Math.floor(random() * 7), Math.floor(random() * 6)),
        ).sort((a, b) => a.time_ms - b.time_ms);
        for (let at = 0; at < all.length; at += 10) await add(store, all.slice(at, at + 10));
        const slow = [...new Set(all.map(({ text }) => text))].flatMap((text) => {
          const own = all.filter((search) => search.text === text);
          const days = own.map(({ time_ms }) => time_ms);
          const askers = new Set(own.map(({ asker }) => asker)).size;
          const isShown = askers >= 5 && Math.max(...days) - Math.min(...days) >= 3 * DAY_MS;
          return isShown ? [{ text, requests: own.length, askers }] : [];
        });
        const found = (await store.unfound(NOW, 10)).map(({ text, requests, askers }) => ({
          text,
          requests,
          askers,
        }));
        expect(
          found.sort((a, b) => (a.text < b.text ? -1 : 1)),
          `seed ${seed}`,
        ).toEqual(slow.sort((a, b) => (a.text < b.text ? -1 : 1)));
      }
    });
  });
}
