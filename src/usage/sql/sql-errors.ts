import { setImmediate } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import type { UsageSchema } from '../../database/schema/usage-schema.js';
import { ERROR_DAYS, ERRORS_KEPT, type RequestError } from '../request-errors.js';
import type { ErrorQuestion } from '../usage-store.js';

/**
 * Stores each key's latest errors in the database, and removes errors that are too old or exceed the maximum
 * number.
 */

const ROWS_AT_ONCE = 50;
const DAY_MS = 86_400_000;

export async function addErrors(db: Kysely<UsageSchema>, errors: readonly RequestError[]): Promise<void> {
  for (let first = 0; first < errors.length; first += ROWS_AT_ONCE) {
    const some = errors.slice(first, first + ROWS_AT_ONCE);
    const rows = some.map(({ keyId, time_ms, requestId, endpoint, status, code, reason, field }) => ({
      ...{ key_id: keyId, time_ms: Math.floor(time_ms), request_id: requestId },
      ...{ endpoint, status, code, reason, field },
    }));
    await db.insertInto('request_errors').values(rows).execute();
    await setImmediate();
  }
  // All writers use the same order, so that they cannot deadlock.
  const keyIds = [...new Set(errors.map(({ keyId }) => keyId))].sort();
  for (const keyId of keyIds) {
    const oldestKept = db
      .selectFrom('request_errors')
      .select('time_ms')
      .where('key_id', '=', keyId)
      .orderBy('time_ms', 'desc')
      .offset(ERRORS_KEPT - 1)
      .limit(1);
    await db
      .deleteFrom('request_errors')
      .where('key_id', '=', keyId)
      .where('time_ms', '<', oldestKept)
      .execute();
    await setImmediate();
  }
}

export async function readErrors(
  db: Kysely<UsageSchema>,
  { keyIds, requestId, limit }: ErrorQuestion,
): Promise<RequestError[]> {
  if (keyIds?.length === 0) return [];
  const rows = await db
    .selectFrom('request_errors')
    .selectAll()
    .$if(keyIds !== undefined, (all) => all.where('key_id', 'in', keyIds!))
    .$if(requestId !== undefined, (all) => all.where('request_id', '=', requestId!))
    .orderBy('time_ms', 'desc')
    .limit(limit)
    .execute();
  return rows.map(({ key_id, time_ms, request_id, ...rest }) => ({
    ...{ keyId: key_id, time_ms: Number(time_ms), requestId: request_id },
    ...rest,
  }));
}

export async function thinErrors(db: Kysely<UsageSchema>, now_ms: number): Promise<void> {
  await db
    .deleteFrom('request_errors')
    .where('time_ms', '<', sql<number>`${now_ms - ERROR_DAYS * DAY_MS}`)
    .execute();
}
