import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { Client } from './ask.js';

/** The requests in the pages for people have parameters that there are, and are answered. */

const root = resolve(import.meta.dirname, '../..');
const PAGES = [
  ...['README.md', 'README.mn.md'],
  ...readdirSync(join(root, 'docs'))
    .filter((name) => name.endsWith('.md'))
    .map((name) => `docs/${name}`),
];

let client: Client;
beforeAll(async () => {
  client = await Client.start();
});
afterAll(() => client.stop());

/** `/v1/route?origin=…`, wherever it stands. A table writes `|` as `\|`. */
function requestsOf(text: string): string[] {
  return [...text.matchAll(/\/v1\/\w+\?[^\s`"')]+/g)].map(([request]) => request.replace(/[.,;]$/, ''));
}

function parametersOf(path: string): string[] {
  const { parameters = [] } = client.check.document.paths[path]?.['get'] ?? {};
  return (parameters as { name: string }[]).map(({ name }) => name);
}

function unknown(request: string): string[] {
  const [path, query] = request.split('?');
  const known = parametersOf(path);
  const names = query.split('&').map((pair) => pair.split('=')[0]);
  return names.filter((name) => !known.includes(name)).map((name) => `${path}: ${name}`);
}

it('have parameters that there are', () => {
  expect(unknown('/v1/geocode?q=a&q2=b')).toEqual(['/v1/geocode: q2']);
  expect(unknown('/v1/nothing?q=a')).toEqual(['/v1/nothing: q']);
  const all = PAGES.flatMap((page) => requestsOf(readFileSync(join(root, page), 'utf8')));
  expect(all.length).toBeGreaterThan(30);
  expect(all.flatMap(unknown)).toEqual([]);
});

it('of the page for who comes from elsewhere are answered', async () => {
  const requests = requestsOf(readFileSync(join(root, 'docs/moving-here.md'), 'utf8'));
  expect(requests.length).toBeGreaterThan(20);
  for (const request of new Set(requests)) {
    const { status, text } = await client.ask(encodeURI(request));
    expect([request, status], text).toEqual([request, 200]);
  }
});
