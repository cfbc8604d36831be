import { createHmac, randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import type { UsageSchema } from '../../database/schema/usage-schema.js';
import { addDays, type Calendar } from '../calendar.js';
import { SHOWN_FROM, UNFOUND_DAYS, type UnfoundSearch, type UnfoundText } from '../unfound-searches.js';

/**
 * Stores searches without results in the database, as salted hashes by day. The text itself is written only
 * once it may be shown, at the next search for that text.
 */

/**
 * The maximum number of rows per day, each of about 100 bytes, so that made-up texts cannot fill the disk.
 */
const ROWS_OF_A_DAY = 20_000;
const ROWS_AT_ONCE = 100;
const DAY_S = 86_400;
/** Hashes have 96 bits, so that two texts practically never have the same hash. */
const HASH_LENGTH = 16;

export async function addUnfound(
  db: Kysely<UsageSchema>,
  searches: readonly UnfoundSearch[],
  calendar: Calendar,
): Promise<void> {
  if (searches.length === 0) return;
  const salt = await saltOf(db);
  const hash = (text: string): string =>
    createHmac('sha256', salt).update(text).digest('base64url').slice(0, HASH_LENGTH);
  const texts = new Map<string, string>();
  const rows = searches.map(({ text, asker, time_ms, requests }) => {
    const text_hash = hash(`text\n${text}`);
    texts.set(text_hash, text);
    // A client's hash differs for each text, so that nobody can link the client's searches.
    return {
      day_s: calendar.dateAt(time_ms),
      text_hash,
      asker_hash: hash(`asker\n${text}\n${asker}`),
      requests,
    };
  });
  const today = await db
    .selectFrom('unfound_counts')
    .select(({ fn }) => fn.countAll().as('rows'))
    .where('day_s', '=', Math.max(...rows.map(({ day_s }) => day_s)))
    .executeTakeFirstOrThrow();
  const room = Math.max(0, ROWS_OF_A_DAY - Number(today.rows));
  const summed = summedUp(rows).slice(0, room);
  for (let first = 0; first < summed.length; first += ROWS_AT_ONCE)
    await db
      .insertInto('unfound_counts')
      .values(summed.slice(first, first + ROWS_AT_ONCE))
      .onConflict((conflict) =>
        conflict
          .columns(['day_s', 'text_hash', 'asker_hash'])
          .doUpdateSet({ requests: sql`unfound_counts.requests + excluded.requests` }),
      )
      .execute();
  const hashes = [...texts.keys()].sort();
  for (let first = 0; first < hashes.length; first += ROWS_AT_ONCE) {
    const some = hashes.slice(first, first + ROWS_AT_ONCE);
    const shown = await shownHashes(db).where('text_hash', 'in', some).execute();
    const named = shown.map(({ text_hash }) => ({ text_hash, text: texts.get(text_hash)! }));
    if (named.length > 0)
      await db
        .insertInto('unfound_texts')
        .values(named)
        .onConflict((conflict) => conflict.doNothing())
        .execute();
  }
}

/**
 * Reads the texts that many clients searched for, most frequent first. @param today_s a date of `Calendar`
 */
export async function readUnfound(
  db: Kysely<UsageSchema>,
  today_s: number,
  limit: number,
): Promise<UnfoundText[]> {
  const rows = await shownHashes(db)
    .innerJoin('unfound_texts', 'unfound_texts.text_hash', 'unfound_counts.text_hash')
    .groupBy('unfound_texts.text')
    .select(['unfound_texts.text'])
    .select(({ fn }) => [
      fn.sum<number>('requests').as('requests'),
      fn.count<number>('asker_hash').distinct().as('askers'),
      fn.max<number>('day_s').as('last_s'),
    ])
    .where('day_s', '>=', oldest_s(today_s))
    .orderBy('requests', 'desc')
    .orderBy('unfound_texts.text')
    .limit(limit)
    .execute();
  // PostgreSQL returns large numbers as strings.
  return rows.map(({ text, requests, askers, last_s }) => ({
    ...{ text, requests: Number(requests), askers: Number(askers), last_s: Number(last_s) },
  }));
}

export async function thinUnfound(db: Kysely<UsageSchema>, today_s: number): Promise<void> {
  await db.deleteFrom('unfound_counts').where('day_s', '<', oldest_s(today_s)).execute();
  await db.deleteFrom('unfound_texts').where('text_hash', 'not in', shownHashes(db)).execute();
}

function oldest_s(today_s: number): number {
  return addDays(today_s, 1 - UNFOUND_DAYS);
}

/** Selects the texts that enough clients searched for, with enough days between the first and the last. */
function shownHashes(db: Kysely<UsageSchema>) {
  return db
    .selectFrom('unfound_counts')
    .select('unfound_counts.text_hash')
    .groupBy('unfound_counts.text_hash')
    .having(({ fn }) => fn.count('asker_hash').distinct(), '>=', SHOWN_FROM.askers)
    .having(sql`max(day_s) - min(day_s)`, '>=', SHOWN_FROM.days_apart * DAY_S);
}

type Row = UsageSchema['unfound_counts'];

/** Merges rows with the same primary key, and sorts them in the order in which all writers lock rows. */
function summedUp(rows: readonly Row[]): Row[] {
  const sums = new Map<string, Row>();
  for (const row of rows) {
    const place = `${row.day_s} ${row.text_hash} ${row.asker_hash}`;
    const known = sums.get(place);
    if (known === undefined) sums.set(place, { ...row });
    else known.requests += row.requests;
  }
  return [...sums].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, row]) => row);
}

/** Returns the salt, which is created when the first search is stored. */
async function saltOf(db: Kysely<UsageSchema>): Promise<string> {
  const salt = randomBytes(32).toString('base64url');
  await db
    .insertInto('unfound_salt')
    .values({ only_one: 1, salt })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return (await db.selectFrom('unfound_salt').select('salt').executeTakeFirstOrThrow()).salt;
}
