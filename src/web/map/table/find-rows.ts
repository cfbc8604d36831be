import { signal } from '@preact/signals';
import type { GeocodeAnswer } from '../ask/answers.js';
import { ask, type Asked } from '../ask/ask.js';
import { language } from '../../shared/language.js';
import { changeRows, rows, type TableRow } from '../state/table.js';

/** The maximum number of simultaneous requests. */
const AT_ONCE = 4;
/** The number of requests per minute that are left for the key's other users. */
const LEFT = 5;
/** How long to pause while the service is unreachable. */
const AWAY_MS = 5_000;
const MOST_FAILURES = 5;
/** Results are shown in batches, because each update redraws all rows. */
const SHOW_MS = 300;

/**
 * The state is `waits` until the current minute of the key's limit is over. After the state `failed`, the
 * user can start the work again.
 */
export const work = signal<'none' | 'runs' | 'waits' | 'failed'>('none');
/** The key's limit in requests per minute, or null if it is not known yet. */
const pace = signal<number | null>(null);
export const failed = signal<Asked<GeocodeAnswer> | null>(null);

/**
 * Returns how many minutes the given number of rows take at the key's limit, or null while the limit is
 * unknown.
 */
export function minutesFor(count: number): number | null {
  return pace.value === null ? null : Math.ceil(count / Math.max(1, pace.value - LEFT));
}

/** Whether the monthly quota is used up, in which case waiting a minute does not help. */
function isQuota({ failure }: Asked<GeocodeAnswer>): boolean {
  return failure?.details?.['reason'] === 'monthly_quota';
}

/** Searches for all rows that have no result yet, as fast as the key's limit allows. */
export async function findRows(signal: AbortSignal): Promise<void> {
  const found = new Map<number, Partial<TableRow>>();
  let failures = 0;
  let until_ms = 0;
  work.value = 'runs';
  failed.value = null;
  const pause = async (until: number): Promise<void> => {
    until_ms = Math.max(until_ms, until);
    while (Date.now() < until_ms && !signal.aborted) {
      work.value = 'waits';
      await new Promise((resolve) => setTimeout(resolve, Math.min(250, until_ms - Date.now())));
    }
    work.value = 'runs';
  };
  const waiting = rows.peek().flatMap(({ state }, i) => (state === 'waiting' ? [i] : []));
  const one = async (index: number): Promise<void> => {
    while (!signal.aborted && failures <= MOST_FAILURES) {
      await pause(until_ms);
      const { text } = rows.peek()[index];
      const query: Record<string, string> = { q: text, confidence: 'true' };
      if (language.peek() === 'en') query['lang'] = 'en';
      const asked = await ask<GeocodeAnswer>('/v1/geocode', query, signal);
      const { answer, window } = asked;
      pace.value = window?.limit ?? pace.peek();
      if (asked.status === 429 && !isQuota(asked)) await pause(Date.now() + (window?.left_ms ?? AWAY_MS));
      else if (answer === null && asked.status !== 400) {
        failures++;
        failed.value = asked;
        if ([401, 403, 429].includes(asked.status)) failures = MOST_FAILURES + 1;
        else await pause(Date.now() + AWAY_MS);
      } else {
        failures = 0;
        const [place = null, ...others] = answer?.results ?? [];
        // Coordinates in the text mean exactly that point, so the match is certain.
        const confidence = place === null ? 0 : (place.confidence ?? 1);
        found.set(index, { place, others, state: 'asked', confidence });
        if (window !== null && window.remaining <= LEFT) await pause(Date.now() + window.left_ms);
        return;
      }
    }
  };
  const next = async (): Promise<void> => {
    for (let index = waiting.shift(); index !== undefined; index = waiting.shift()) await one(index);
  };
  const show = (): void => {
    changeRows(found);
    found.clear();
  };
  const timer = setInterval(show, SHOW_MS);
  try {
    await Promise.all(Array.from({ length: AT_ONCE }, next));
  } catch (error) {
    if (!signal.aborted) {
      work.value = 'failed';
      throw error;
    }
  } finally {
    clearInterval(timer);
    show();
  }
  if (!signal.aborted) work.value = failures > MOST_FAILURES ? 'failed' : 'none';
}
