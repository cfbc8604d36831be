import { expect } from 'vitest';
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

/** A batch that had to wait is written just before the next one, and only then come some seconds without. */
const BATCHES_MS = 2_000;

/**
 * Waits until usage of a key was written, and written again some seconds later.
 * @returns a moment on the clock of `Date.now()`: all that was asked before is in usage
 */
export async function secondWrite(service: Service, keyDatabase: string, keyId: string): Promise<number> {
  const write = async (which: string): Promise<void> => {
    const before = await requestsCounted(keyDatabase, keyId);
    const isMore = async (): Promise<boolean> => (await requestsCounted(keyDatabase, keyId)) > before;
    await service.until(isMore, `the ${which} write of usage`);
  };
  await write('first');
  const sure_ms = Date.now();
  await new Promise((wait) => setTimeout(wait, BATCHES_MS));
  await write('second');
  return sure_ms;
}

export interface Killed {
  database: string;
  victim: Service;
  /** Of the key that only the victim was asked with. */
  keyId: string;
  sure_ms: number;
  /** Requests that were sent. */
  asked: number;
}

/** Expects usage of a killed service to lack nothing of before `sure_ms`, and to have nothing twice. */
export async function expectCounted(
  name: string,
  { database, victim, keyId, sure_ms, asked }: Killed,
): Promise<void> {
  const times = requestLines(victim)
    .filter(({ key_id }) => key_id === keyId)
    .map(({ time }) => time)
    .sort((a, b) => a - b);
  const counts = await requestsCounted(database, keyId);
  const sure = times.filter((time) => time < sure_ms).length;
  expect(sure, name).toBeGreaterThan(0);
  expect(counts, name).toBeGreaterThanOrEqual(sure);
  expect(counts, name).toBeLessThanOrEqual(asked);
  const lost_s = counts >= times.length ? 0 : (times.at(-1)! - times[counts]) / 1_000;
  const lost = Math.max(0, times.length - counts);
  process.stdout.write(
    `${name}: a kill lost ${lost} of ${times.length} requests, those of the last ${lost_s} s\n`,
  );
}
