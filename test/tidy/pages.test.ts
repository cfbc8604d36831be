import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, it } from 'vitest';

/** Nobody reads a page to its end that is longer. Signs between the cells of a table count, too. */
const WORDS_MAX = 2_500;

/** The list of all sections is looked up, not read. */
const LOOKED_UP = 'dataset-sections.md';

const docs = resolve(import.meta.dirname, '../../docs');

function wordsIn(text: string): number {
  return text.split(/\s+/).filter((word) => word !== '').length;
}

it('no page of the documentation is longer than one reads', () => {
  const pages = readdirSync(docs, { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('.md'),
  );
  expect(pages.length).toBeGreaterThan(30);
  const long = pages
    .filter((name) => name !== LOOKED_UP)
    .map((name) => ({ name, words: wordsIn(readFileSync(join(docs, name), 'utf8')) }))
    .filter(({ words }) => words > WORDS_MAX);
  expect(long).toEqual([]);
  expect(wordsIn(readFileSync(join(docs, LOOKED_UP), 'utf8'))).toBeGreaterThan(WORDS_MAX);
});
