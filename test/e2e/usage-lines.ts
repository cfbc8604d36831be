import { openUsageDatabase } from '../../src/database/open-usage-database.js';
import { Calendar } from '../../src/usage/calendar.js';
import { SqlUsageStore } from '../../src/usage/sql/sql-usage-store.js';
import type { UsageSpan } from '../../src/usage/usage-store.js';
import { OUTCOMES, outcomeOf } from '../../src/usage/usage-tables.js';
import type { LogLine, Service } from './workers-service.js';

/** Usage of the built service beside the lines of its log. */

export interface RequestLine extends LogLine {
  key_id: string | null;
  path: string;
  status: number;
  /** When the answer was sent, on the clock of `Date.now()`. */
  time: number;
}

/** Requests by the log of one service. */
export function requestLines(service: Service): RequestLine[] {
  return service.entries('request') as RequestLine[];
}

/** `KEY ENDPOINT OUTCOME REQUESTS` for each key, endpoint and outcome in lines of logs, sorted. */
export function tally(requests: readonly RequestLine[]): string[] {
  const counts = new Map<string, number>();
  for (const { key_id, path, status } of requests) {
    const endpoint =
      /^\/v1\/(geocode|route)$/.exec(decodeURI(path))?.[1] ??
      (path.startsWith('/health') ? 'health' : 'other');
    const place = `${key_id ?? ''} ${endpoint} ${OUTCOMES[outcomeOf(status)]}`;
    counts.set(place, (counts.get(place) ?? 0) + 1);
  }
  return [...counts].map(([place, n]) => `${place} ${n}`).sort();
}

/**
 * The same by the usage beside a key database.
 * @throws InputError when there is none
 */
export async function counted(keyDatabase: string, span: UsageSpan): Promise<string[]> {
  const { database } = await openUsageDatabase(keyDatabase, true);
  const store = new SqlUsageStore(database, new Calendar('UTC'));
  try {
    const sums = await store.read({ span, from_s: 0, until_s: 1e11, by: ['key', 'endpoint', 'outcome'] });
    return sums
      .map(({ keyId, endpoint, outcome, requests }) => `${keyId} ${endpoint} ${outcome} ${requests}`)
      .sort();
  } finally {
    await store.close();
  }
}

/** Requests that are in the usage: of all, or of one key. 0 while there is no usage yet. */
export async function requestsCounted(keyDatabase: string, keyId?: string): Promise<number> {
  const lines = await counted(keyDatabase, 'minute').catch(() => []);
  return lines
    .map((line) => line.split(' '))
    .filter(([key]) => keyId === undefined || key === keyId)
    .reduce((sum, [, , , requests]) => sum + Number(requests), 0);
}
