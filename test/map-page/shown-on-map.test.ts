import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { stubBrowser } from './stub-browser.js';

/** What the map shows of searches and tables. */

/** By a path that is not a text: types of browsers are no types of tests. */
const STATE = new URL('../../src/web/map/state', import.meta.url).pathname;

interface Box<T> {
  value: T;
}

interface PageState {
  panel: Box<'search' | 'route'>;
  found: Box<unknown>;
  numbered: Box<unknown[]>;
  wanted: Box<{ box: number[] } | null>;
}

interface Table {
  rows: Box<{ place: object | null }[]>;
  looked: Box<number | null>;
  showRows: () => void;
}

const load = async <T>(name: string): Promise<T> =>
  (await import(/* @vite-ignore */ `${STATE}/${name}.ts`)) as T;

beforeEach(stubBrowser);
afterEach(() => vi.unstubAllGlobals());

it('numbers results while somebody searches, and not beside the stops of a route', async () => {
  const { panel, found, numbered } = await load<PageState>('page-state');
  found.value = { answer: { results: [{ id: 'a' }, { id: 'b' }] } };
  expect(numbered.value).toHaveLength(2);
  panel.value = 'route';
  expect(numbered.value).toEqual([]);
  panel.value = 'search';
  expect(numbered.value).toHaveLength(2);
  found.value = null;
});

it('shows all rows that were found, and stays with a row that somebody looks at', async () => {
  const { wanted } = await load<PageState>('page-state');
  const { rows, looked, showRows } = await load<Table>('table');
  const at = (longitude: number, latitude: number): { place: object } => ({ place: { longitude, latitude } });
  rows.value = [at(106.9, 47.8), { place: null }, at(91.6, 48), at(107, 47.9)];
  showRows();
  expect(wanted.value?.box).toEqual([91.6, 47.8, 107, 48]);
  wanted.value = null;
  looked.value = 0;
  showRows();
  expect(wanted.value).toBeNull();
  [rows.value, looked.value] = [[{ place: null }], null];
  showRows();
  expect(wanted.value).toBeNull();
});
