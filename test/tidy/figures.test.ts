import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, it } from 'vitest';

/**
 * Figures with a unit in the README and on pages of docs stand in a page of results too: a decision, or a
 * page that says how they were measured. What is arithmetic, or a limit that one sets, is no such figure.
 */

const root = resolve(import.meta.dirname, '../..');
const RESULTS = [
  ...readdirSync(join(root, 'docs/decisions')).map((name) => `docs/decisions/${name}`),
  ...['docs/performance.md', 'docs/comparison.md', 'docs/metrics.md'],
];

/** In figures of others, or of what one buys. */
const NOT_MEASURED = ['70 MB', '1 GB', '512 MB'];

/** Figures that are set and not measured: the page, the figure, and where it is set. */
const SET: readonly (readonly [page: string, figure: string, file: string, line: string])[] = [
  ['alerts.md', '99.9 %', 'deploy/prometheus/alerts.yml', '99.9 % of the requests are answered'],
  ['alerts.md', '99 %', 'deploy/prometheus/alerts.yml', '99 % of searches'],
  ['alerts.md', '1.4 %', 'deploy/prometheus/alerts.yml', '14.4 * 0.001'],
  ['alerts.md', '14 %', 'deploy/prometheus/alerts.yml', 'More than 14 % of searches'],
  ['deploy.md', '60 %', 'deploy/kubernetes/gazarch.yaml', 'so 120 means that they are busy for 60 %'],
  ['routing-requests.md', '1.25 times', 'src/routing/search/alternatives.ts', 'MOST_LONGER = 1.25;'],
  ['routing-requests.md', '60 %', 'src/routing/search/alternatives.ts', 'MOST_SHARED = 0.6;'],
];

interface Figure {
  value: string;
  unit: string;
}

function textOf(file: string): string {
  return readFileSync(join(root, file), 'utf8');
}

/** `450 to 750 MB` are two. Code and the names of links' targets do not count. */
function figuresOf(text: string): Figure[] {
  const prose = text
    .replace(/```[^]*?```/g, '')
    .replace(/`[^`]*`/g, '')
    .replace(/\]\([^)]*\)/g, ']')
    .replace(/\s+/g, ' ');
  const number = String.raw`\d[\d,]*(?:\.\d+)?`;
  const between = '(?: to | and | ба |, )';
  const pattern = new RegExp(
    String.raw`(?<![\w.,/^-])(${number}(?:${between}${number})*) (MB|GB|kB|µs|ms|times|%)(?![\w])`,
    'g',
  );
  return [...prose.matchAll(pattern)].flatMap(([, values, unit]) =>
    [...values.matchAll(new RegExp(number, 'g'))].map(([value]) => ({
      value: value.replace(/,$/, ''),
      unit,
    })),
  );
}

/** Paragraphs and tables. */
const BLOCKS = RESULTS.flatMap((file) => textOf(file).split(/\n\s*\n/));

/** Whether a paragraph or a table has the number and the unit. */
function isFound({ value, unit }: Figure, blocks: readonly string[]): boolean {
  const number = new RegExp(String.raw`(?<![\d,.])${value.replace('.', String.raw`\.`)}(?!\d|[,.]\d)`);
  return blocks.some((block) => block.includes(unit) && number.test(block));
}

function missing(figures: readonly Figure[]): string[] {
  return figures
    .filter((figure) => !isFound(figure, BLOCKS))
    .map(({ value, unit }) => `${value} ${unit}`)
    .filter((figure) => !NOT_MEASURED.includes(figure));
}

it('notices a figure that no page of results has', () => {
  expect(figuresOf('450 to 750 MB, 1.6 and 1.8 times ([x](a-99 MB)), `5 ms`, v3 ms, 2^31 ms')).toEqual([
    ...['450', '750'].map((value) => ({ value, unit: 'MB' })),
    ...['1.6', '1.8'].map((value) => ({ value, unit: 'times' })),
  ]);
  expect(isFound({ value: '12', unit: 'MB' }, ['112 MB', '12 ms', '12,5 MB and 1.12 MB'])).toBe(false);
  expect(isFound({ value: '12', unit: 'MB' }, ['| 12 | 7 MB |'])).toBe(true);
  expect(missing([{ value: '987654', unit: 'MB' }])).toEqual(['987654 MB']);
});

it.each(['README.md', 'README.mn.md'])('finds those of %s', (readme) => {
  const figures = figuresOf(textOf(readme));
  expect(figures.length).toBeGreaterThan(6);
  expect(missing(figures)).toEqual([]);
});

it('finds what is set where it is set', () => {
  for (const [page, figure, file, line] of SET) {
    expect(textOf(`docs/${page}`)).toContain(figure);
    expect(textOf(file), `${page}: ${figure}`).toContain(line);
  }
});

// Most of the page of scale is arithmetic: it is done again in scale-page.test.ts.
const PAGES = readdirSync(join(root, 'docs')).filter(
  (name) => name.endsWith('.md') && name !== 'scale.md' && !RESULTS.includes(`docs/${name}`),
);

it.each(PAGES)('finds those of docs/%s', (page) => {
  const isSet = (lost: string): boolean => SET.some(([of, figure]) => of === page && figure === lost);
  expect(missing(figuresOf(textOf(`docs/${page}`))).filter((lost) => !isSet(lost))).toEqual([]);
});

it('finds those of the page of scale that were measured', () => {
  const rows = textOf('docs/scale.md')
    .split('\n')
    .filter((line) => line.includes('measured') && !line.startsWith('Figures'));
  const figures = rows.flatMap(figuresOf);
  expect(figures.length).toBeGreaterThan(12);
  expect(missing(figures)).toEqual([]);
});
