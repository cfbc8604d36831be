import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, it } from 'vitest';
import { anchors, root, section, targets, textOf } from './readme-text.js';

/** The statements of the README have their sources, and its links lead somewhere. */

const COMPARISON = 'What it is good for, and what others do better';
const DOCS = readdirSync(resolve(root, 'docs')).filter((name) => name.endsWith('.md'));
const DECISIONS = readdirSync(resolve(root, 'docs/decisions')).filter((name) => name.endsWith('.md'));
const PAGES = [
  ...['README.md', 'README.mn.md', 'CONTRIBUTING.md', 'ARCHITECTURE.md', 'SECURITY.md', 'CHANGELOG.md'],
  ...DOCS.map((name) => `docs/${name}`),
  ...DECISIONS.map((name) => `docs/decisions/${name}`),
];
/** More than this nobody reads to its end. What is looked up, not read, may be longer. */
const MOST_WORDS = 2_500;
const LOOKED_UP = '\n## Where things stand\n';
const LONG_PAGES = ['docs/dataset-sections.md', 'CHANGELOG.md'];

/** Targets of a page that are not there. Other sites are not asked. */
function broken(file: string, text: string): string[] {
  return targets(text).filter((to) => {
    if (/^https:\/\/[\w.-]+(?:\/|$)/.test(to)) return false;
    const [path, anchor] = to.split('#');
    const target = path === '' ? resolve(root, file) : resolve(root, file, '..', path);
    if (!existsSync(target)) return true;
    return anchor !== undefined && !anchors(readFileSync(target, 'utf8')).includes(anchor);
  });
}

/** Statements of a table about engines that have no link. Statements are separated by commas. */
function withoutSource(table: string): string[] {
  const rows = table.split('\n').filter((line) => /^\| *(?:Nominatim|Photon|OSRM|Valhalla) *\|/.test(line));
  return rows.flatMap((row) => {
    const [, , ...cells] = row.split('|').slice(0, -1);
    // A comma within a link belongs to its statement.
    const statements = cells.flatMap((cell) => cell.trim().split(/,(?![^[]*\])\s*/));
    return statements.filter((statement) => !/^\[[^\]]+\]\([^)]+\)$/.test(statement));
  });
}

it('notices a link to nothing, and a statement without a source', () => {
  const text = '[a](docs/none.md) [b](docs/map.md#none) [c](docs/map.md#the-picture) [d](http://x.y/)';
  expect(broken('README.md', text)).toEqual(['docs/none.md', 'docs/map.md#none', 'http://x.y/']);
  const rows =
    '| OSRM | [a, b](https://x.y/), faster | [c](docs/map.md) |\n| Photon | x | [y](https://z.a) |';
  expect(withoutSource(rows)).toEqual(['faster', 'x']);
});

it.each(PAGES)('%s links to what is there', (file) => {
  expect(broken(file, textOf(file))).toEqual([]);
});

it(`has no page of more than ${MOST_WORDS} words`, () => {
  expect(PAGES.length).toBeGreaterThan(30);
  // Lines and corners of a table are no words.
  const words = (file: string): number =>
    textOf(file)
      .split(LOOKED_UP)[0]
      .match(/\S*[\p{L}\p{N}]\S*/gu)?.length ?? 0;
  const long = PAGES.filter((file) => !LONG_PAGES.includes(file) && words(file) > MOST_WORDS);
  expect(long.map((file) => `${file}: ${words(file)}`)).toEqual([]);
});

it('compares with four engines, and every statement has its source', () => {
  const text = section('README.md', COMPARISON);
  expect(withoutSource(text)).toEqual([]);
  const rows = text.match(/^\| *(?:Nominatim|Photon|OSRM|Valhalla) *\|.*\[.*\|$/gm);
  expect(rows).toHaveLength(4);
});

it('has the figures of the page that says how they were measured', () => {
  const measured = section('docs/comparison.md', 'Routes, side by side');
  const rows = section('README.md', COMPARISON).match(/^\| *(?:gazarch|OSRM|Valhalla) [^[\n]*\|$/gm);
  expect(rows).toHaveLength(3);
  for (const row of rows!) {
    const figures = row.match(/\d[\d,]* to \d[\d,]*|\d+ MB/g)!;
    expect(figures).toHaveLength(2);
    for (const figure of figures) expect(measured).toContain(figure);
  }
});

it('says of other engines on its page only what has a link', () => {
  const points = section('docs/comparison.md', 'What they say about themselves').split(/^- /m).slice(1);
  expect(points).toHaveLength(4);
  for (const point of points) expect(targets(point).length, point).toBeGreaterThan(1);
});
