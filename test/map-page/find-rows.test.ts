import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { stubBrowser } from './stub-browser.js';

/** Asking for the rows of a table: what a service that refuses is told, and what the page is. */

/** By a path that is not a text: types of browsers are no types of tests. */
const MAP = new URL('../../src/web/map', import.meta.url).pathname;

interface Box<T> {
  value: T;
}

interface Row {
  row: number;
  text: string;
  state: string;
}

interface Finding {
  findRows: (signal: AbortSignal) => Promise<void>;
  work: Box<string>;
  failed: Box<{ status: number } | null>;
}

const page = async (): Promise<Finding> =>
  (await import(/* @vite-ignore */ `${MAP}/table/find-rows.ts`)) as Finding;

let asked: string[];
let answer: () => Response;

beforeEach(() => {
  asked = [];
  stubBrowser();
  vi.stubGlobal('fetch', (url: string) => {
    asked.push(url);
    return Promise.resolve(answer());
  });
});
afterEach(() => vi.unstubAllGlobals());

async function find(
  texts: readonly string[],
): Promise<{ work: string; states: string[]; status: number | undefined }> {
  const { findRows, work, failed } = await page();
  const { rows } = (await import(/* @vite-ignore */ `${MAP}/state/table.ts`)) as { rows: Box<Row[]> };
  const nothing = { place: null, others: [], match: 'none', confidence: 0 } as const;
  rows.value = texts.map((text, row) => ({ row, text, state: 'waiting' as const, ...nothing }));
  await findRows(new AbortController().signal);
  return { work: work.value, states: rows.value.map(({ state }) => state), status: failed.value?.status };
}

const refusal = (reason: string): Response =>
  Response.json(
    { error: { code: 'RATE_LIMIT_EXCEEDED', message: '', details: { reason } } },
    { status: 429 },
  );

it('ends when the requests of the month are used up: no minute brings others', async () => {
  answer = () => refusal('monthly_quota');
  const { work, states, status } = await find(['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h']);
  expect([work, status]).toEqual(['failed', 429]);
  expect(new Set(states)).toEqual(new Set(['waiting']));
  expect(asked.length).toBeLessThanOrEqual(4);
});

it('does not hide a fault of its own', async () => {
  answer = () => Response.json({ results: 7 });
  await expect(find(['a'])).rejects.toThrow(TypeError);
  const { work } = await page();
  expect(work.value).toBe('failed');
});
