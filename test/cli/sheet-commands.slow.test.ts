import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readSheet } from 'read-excel-file/node';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import writeWorkbook from 'write-excel-file/node';
import { parseCsv, writeCsv } from '../../src/tables/csv.js';
import { copySampleDataset } from '../sample/sample-dataset.js';
import { runCli, startCli, type CliResult } from './run-cli.js';

/** `gazarch geocode`, `reverse` and `matrix`, as a user types them. */

let folder: string;
let dataset: string;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'gazarch-sheets-'));
  dataset = join(folder, 'dataset');
  await copySampleDataset(dataset);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const ROWS = [
  ['№', 'Хаяг', 'Дүүрэг', 'Тайлбар'],
  ['1', 'Бага тойруу', 'Сүхбаатар', '=HYPERLINK("http://x","y")'],
  ['2', 'Сүхбаатарын талбай', '', 'two\nlines, "quoted"'],
  ['3', 'qxqzjw vkqxzj', '', "'"],
  ['4', '47.9184, 106.9177', '', '-5'],
];
const FOUND = [
  'latitude',
  'longitude',
  'name',
  'address',
  'type',
  'match',
  'left_out',
  'confidence',
  'candidates',
];

function run(...args: string[]): Promise<CliResult> {
  return runCli([...args, '--dataset', dataset]);
}

function tableIn(name: string): string[][] {
  return parseCsv(readFileSync(join(folder, name), 'utf8').replace('\ufeff', '')).rows;
}

function file(name: string, content: string | Buffer): string {
  writeFileSync(join(folder, name), content);
  return join(folder, name);
}

/** Files with the answers of works that are not finished. */
function partsIn(own: string): string[] {
  return readdirSync(own).filter((name) => name.endsWith('.part'));
}

const csv = (rows: string[][], delimiter = ','): string => writeCsv({ rows, delimiter, lineEnd: '\r\n' });

describe('gazarch geocode', () => {
  it('finds the rows of a table, and gives every cell back', async () => {
    const path = file('one.csv', csv(ROWS));
    const { status, stderr, stdout } = await run('geocode', path, '--column', 'хаяг', '--column', 'Дүүрэг');
    expect(status, stderr).toBe(0);
    expect(stdout).toBe(`4 rows, 3 found: ${join(folder, 'one.gazarch.csv')}\n`);
    const rows = tableIn('one.gazarch.csv');
    expect(rows.map((row) => row.slice(0, 4))).toEqual(ROWS);
    expect(rows[0].slice(4)).toEqual(FOUND.map((name) => `gazarch_${name}`));
    const named = rows
      .slice(1)
      .map((row) => Object.fromEntries(row.slice(4).map((cell, i) => [FOUND[i], cell])));
    expect(named[0]).toMatchObject({ name: 'Бага тойруу', type: 'street' });
    expect(Number(named[1].latitude)).toBeCloseTo(47.918, 2);
    expect(named[2]).toMatchObject({ latitude: '', match: 'none', confidence: '0' });
    expect(named[3]).toMatchObject({
      latitude: '47.9184',
      longitude: '106.9177',
      match: '',
      confidence: '1',
    });
    expect(partsIn(folder)).toEqual([]);
  });

  it('fills its columns anew in a table that has them', async () => {
    const path = join(folder, 'one.gazarch.csv');
    const { status } = await run('geocode', path, '--column', 'Хаяг', '-o', join(folder, 'again.csv'));
    expect(status).toBe(0);
    expect(tableIn('again.csv')[0]).toHaveLength(4 + FOUND.length);
  });

  it.each([
    ['UTF-16', Buffer.from(`\ufeff${csv(ROWS, ';')}`, 'utf16le')],
    ['a mark, tabs and rows before the header', Buffer.from(`\ufeff\r\n\r\n${csv(ROWS, '\t')}`)],
  ])('reads %s', async (name, bytes) => {
    const path = file('other.csv', bytes);
    const { status, stderr } = await run('geocode', path, '-o', join(folder, `${name}.csv`));
    expect(status, stderr).toBe(0);
    const rows = tableIn(`${name}.csv`).filter((row) => row.length > 1);
    expect(rows.map((row) => row.slice(0, 4))).toEqual(ROWS);
    expect(rows[1][6]).toBe('Бага тойруу');
  });

  it('gives a table with every kind of trouble back whole', async () => {
    const huge = 'ө'.repeat(5 * 1024 * 1024);
    const trouble = [
      ...ROWS,
      [''],
      ['5'],
      ['6', huge, 'x', 'y', 'more', 'than', 'the header'],
      ['7', '"', 'a "b" c', ' '],
      ['8', '@SUM(A1)', '+976 9911', '\t=1'],
    ];
    const path = file('trouble.csv', csv(trouble) + '9,"open quote,1\r\n');
    const { status, stderr } = await run('geocode', path);
    expect(status, stderr).toBe(0);
    const rows = tableIn('trouble.gazarch.csv');
    const expected = [...trouble, ['9', '"open quote', '1']];
    expect(rows).toHaveLength(expected.length);
    for (const [i, row] of expected.entries()) {
      expect(rows[i].slice(0, row.length), `row ${i}`).toEqual(row);
      expect(rows[i].slice(row.length, 7).join(''), `row ${i}`).toBe('');
      expect(rows[i]).toHaveLength(i === ROWS.length ? 1 : 7 + FOUND.length);
    }
  });

  it('reads and writes workbooks, where text stays text', async () => {
    const date = new Date(Date.UTC(2026, 10, 25));
    const cells = [
      ['Хаяг', 'тоо', 'огноо', 'томъёо', 'үнэн'],
      ['Бага тойруу', 12.5, { value: date, type: Date, format: 'yyyy-mm-dd' }, '=1+1', true],
      ['@x', 0, null, '-5', false],
    ];
    const path = join(folder, 'book.xlsx');
    await writeWorkbook(cells).toFile(path);
    const { status, stderr } = await run('geocode', path);
    expect(status, stderr).toBe(0);
    const rows = await readSheet(join(folder, 'book.gazarch.xlsx'));
    expect(rows[1].slice(0, 6)).toEqual(['Бага тойруу', 12.5, date, '=1+1', true, expect.any(Number)]);
    expect(rows[2].slice(0, 5)).toEqual(['@x', 0, null, '-5', false]);
    const bytes = readFileSync(join(folder, 'book.gazarch.xlsx'));
    expect(bytes.subarray(0, 2).toString()).toBe('PK');
    const asText = await run('geocode', path, '-o', join(folder, 'book.csv'));
    expect(asText.status, asText.stderr).toBe(0);
    expect(tableIn('book.csv')[1].slice(0, 5)).toEqual([
      'Бага тойруу',
      '12.5',
      '2026-11-25',
      "'=1+1",
      'true',
    ]);
  });

  it('goes on where it was broken off, under another name of the output too', async () => {
    const rows = Array.from({ length: 4000 }, (_, i) => [`${i}`, ROWS[1 + (i % 3)][1]]);
    const path = file('long.csv', csv([['№', 'Хаяг'], ...rows]));
    const child = startCli(['geocode', path, '--dataset', dataset]);
    const ended = new Promise((resolve) => child.on('close', resolve));
    const part = (): string => join(folder, partsIn(folder)[0]);
    await expect
      .poll(() => partsIn(folder).length === 1 && readFileSync(part(), 'utf8').split('\n').length)
      .toBeGreaterThan(2);
    child.kill('SIGKILL');
    await ended;
    // The line that was being written, one twice, and one that shows that answers are not worked out again.
    const [print, first, ...others] = readFileSync(part(), 'utf8').split('\n');
    expect(existsSync(join(folder, 'long.gazarch.csv'))).toBe(false);
    const [, answer] = JSON.parse(first) as [number, unknown[]];
    const marked = JSON.stringify([0, [1, 2, 'marked', ...answer.slice(3)]]);
    writeFileSync(part(), [print, marked, marked, ...others].join('\n') + '[1');
    const again = await run('geocode', path, '--output', join(folder, 'elsewhere.csv'));
    expect(again.status, again.stderr).toBe(0);
    expect(again.stderr).toMatch(/resuming after the first \d+ of 4000/);
    const found = tableIn('elsewhere.csv');
    expect(found).toHaveLength(4001);
    expect(found[1].slice(2, 5)).toEqual(['1', '2', 'marked']);
    expect(found.slice(2).map((row) => row.slice(0, 2))).toEqual(rows.slice(1));
    expect(found[4].slice(2)).toEqual(found[7].slice(2));
    expect(partsIn(folder)).toEqual([]);
    // Another table is another work.
    writeFileSync(join(folder, `long.csv.${print.slice(0, 12)}.part`), [print, marked, ''].join('\n'));
    file('long.csv', csv([['№', 'Хаяг'], ...rows.slice(0, 3)]));
    await run('geocode', path);
    expect(tableIn('long.gazarch.csv')[1][4]).not.toBe('marked');
    rmSync(part());
  });

  it.each([
    [
      ['geocode', 'nothing.csv'],
      /cannot read nothing\.csv: there is no such file; check its name and folder$/m,
    ],
    [['geocode', 'EMPTY'], /is empty; its first row must name the columns/],
    [['geocode', 'ONE', '--column', 'Гудамж'], /has no column "Гудамж"; it has "№", "Хаяг"/],
    [['reverse', 'ONE'], /no column is called latitude; specify one with --lat: "№", "Хаяг"/],
    [['geocode', 'ONE', '--lang', 'xx'], /--lang must be mn, en, mn-Latn, ru, not "xx"/],
    [['geocode', 'ONE', '--near', '200,1'], /--near must be longitude,latitude in degrees/],
    [
      ['geocode', 'ONE'],
      /one\.gazarch\.csv already exists; name another file with --output, or add --overwrite/,
    ],
    [['matrix', 'ONE', '--mode', 'boat'], /--mode must be driving or walking, not "boat"/],
    [['geocode', 'BROKEN'], /cannot read .*broken\.xlsx as a workbook/],
  ])('says what is wrong with %j', async (args, message) => {
    const files: Record<string, string> = {
      EMPTY: file('empty.csv', ' \r\n'),
      ONE: join(folder, 'one.csv'),
      BROKEN: file('broken.xlsx', 'PK\u0003\u0004 and nothing more'),
    };
    const { status, stderr, stdout } = await run(...args.map((arg) => files[arg] ?? arg));
    expect([status, stdout]).toEqual([1, '']);
    expect(stderr).toMatch(message);
    expect(stderr.trim().split('\n')).toHaveLength(1);
  });
});

const POINTS = [
  ['Нэр', 'Өргөрөг', 'Уртраг'],
  ['=A', '47.9184', '106.9177'],
  ['B', '47,9065', '106,8832'],
  ['C', '', ''],
  ['D', '0', '0'],
];

/** Two zones around points of the table, one in the other. */
const AREAS = {
  type: 'FeatureCollection',
  features: (
    [
      ['all', 9_000, [106.8, 47.9, 107, 48]],
      ['Төв', 5_000, [106.91, 47.91, 106.92, 47.92]],
    ] as const
  ).map(([name, price, [west, south, east, north]]) => ({
    type: 'Feature',
    properties: { name, price },
    geometry: {
      type: 'Polygon',
      coordinates: [
        [
          [west, south],
          [east, south],
          [east, north],
          [west, north],
          [west, south],
        ],
      ],
    },
  })),
};

it('gazarch reverse names what is at points', async () => {
  const path = file('points.csv', csv(POINTS, ';'));
  const { status, stderr, stdout } = await run('reverse', path);
  expect(status, stderr).toBe(0);
  expect(stdout).toContain('4 rows, 2 found');
  const rows = tableIn('points.gazarch.csv');
  expect(rows[0].slice(3)).toEqual(
    ['name', 'address', 'type', 'distance_meters'].map((name) => `gazarch_${name}`),
  );
  expect(rows[1][3]).not.toBe('');
  expect(rows[3].slice(3)).toEqual(['', '', '', '']);
});

it('gazarch reverse --zones names the zones of points', async () => {
  const database = join(folder, 'keys.sqlite');
  const zones = file('zones.geojson', JSON.stringify(AREAS));
  const added = await runCli(['zones', 'add', zones, '--database', database, '--dataset', dataset]);
  expect(added.status, added.stderr).toBe(0);
  const path = file('zoned.csv', csv(POINTS, ';'));
  const { status, stderr } = await run('reverse', path, '--zones', '--database', database);
  expect(status, stderr).toBe(0);
  const rows = tableIn('zoned.gazarch.csv');
  expect(rows.map((row) => row[7])).toEqual([
    'gazarch_zones',
    'Төв (price: 5000) | all (price: 9000)',
    'all (price: 9000)',
    '',
    '',
  ]);
  const addresses = file('sent.csv', csv([['Хаяг'], ['Сүхбаатарын талбай'], ['нигде']]));
  const sent = await run('geocode', addresses, '--zones', '--database', database);
  expect(sent.status, sent.stderr).toBe(0);
  expect(tableIn('sent.gazarch.csv').map((row) => row[row.length - 1])).toEqual([
    'gazarch_zones',
    'Төв (price: 5000) | all (price: 9000)',
    '',
  ]);
  expect((await run('reverse', path, '--zones', '--database', `${database}.none`)).stderr).toContain(
    'no key',
  );
});

it('gazarch matrix has a row for each pair', async () => {
  const { status, stderr, stdout } = await run(
    'matrix',
    join(folder, 'points.csv'),
    '-o',
    join(folder, 'pairs.csv'),
  );
  expect(status, stderr).toBe(0);
  expect(stderr).toContain('points.csv: 1 row has no point; row ');
  expect(stdout).toContain('9 pairs, 4 found');
  const [header, ...rows] = tableIn('pairs.csv');
  expect(header).toEqual(['origin', 'destination', 'duration_seconds', 'distance_meters', 'reason']);
  expect(rows[0]).toEqual(["'=A", "'=A", '0', '0', '']);
  expect(Number(rows[1][3])).toBeGreaterThan(2500);
  expect(rows[2].slice(1)).toEqual(['D', '', '', 'not_on_network']);
});

it('keeps the columns of gazarch geocode when gazarch reverse reads its points from them', async () => {
  const table = file('chain.csv', csv([['Хаяг'], ['Сүхбаатарын талбай']]));
  const found = await run('geocode', table);
  expect(found.stdout).toBe(`1 row, 1 found: ${join(folder, 'chain.gazarch.csv')}\n`);
  const { status, stderr } = await run('reverse', join(folder, 'chain.gazarch.csv'));
  expect(status, stderr).toBe(0);
  const [header, row] = tableIn('chain.gazarch.gazarch.csv');
  const kept = ['latitude', 'longitude', 'match', 'left_out', 'confidence', 'candidates'];
  const added = ['name', 'address', 'type', 'distance_meters'];
  expect(header).toEqual(['Хаяг', ...[...kept, ...added].map((name) => `gazarch_${name}`)]);
  expect(Number(row[1])).toBeCloseTo(47.918, 2);
  expect(row[7]).not.toBe('');
});

it('is as sure of a place whose name it says in English', async () => {
  const table = file('sure.csv', csv([['Хаяг'], ['Сүхбаатарын талбай']]));
  const sure: string[][] = [];
  for (const lang of ['mn', 'en']) {
    const { status, stderr } = await run('geocode', table, '--lang', lang, '--overwrite');
    expect(status, stderr).toBe(0);
    sure.push(tableIn('sure.gazarch.csv')[1].slice(6, 8));
  }
  expect(sure[0][0]).toBe('exact');
  expect(sure[1]).toEqual(sure[0]);
});

it('says which row has no point, and that degrees may be swapped', async () => {
  const table = file(
    'swapped.csv',
    csv([
      ['lat', 'lon'],
      ['47.9189', '106.9176'],
      ['106.906', '47.885'],
    ]),
  );
  const told =
    'swapped.csv: 1 row has no point; row 3: latitude "106.906", longitude "47.885". The two may be';
  for (const command of ['reverse', 'matrix']) {
    const { status, stderr } = await run(command, table, '-o', join(folder, `${command}.csv`));
    expect(status).toBe(0);
    expect(stderr).toContain(told);
  }
  const none = await run('matrix', file('all-swapped.csv', 'lat,lon\n106,47\n'));
  expect(none).toMatchObject({ status: 1, stderr: expect.stringContaining('may be swapped') as string });
});

it.each([
  ['a folder that is not there', 'no/such.csv', /^gazarch: cannot write \S+such\.csv\S*: ENOENT[^\n]+\n$/],
  ['a folder', '.', /^gazarch: \S+ is not a regular file; choose another file with --output\n$/],
])('refuses to write into %s, in one line', async (_, output, told) => {
  const table = file('refused.csv', csv(ROWS));
  const { status, stderr } = await run('geocode', table, '--overwrite', '-o', join(folder, output));
  expect(status).toBe(1);
  expect(stderr).toMatch(told);
});

it.each([
  ['page.xls', '<html><table><tr><td>Хаяг</td></tr></table></html>', 'a web page or XML'],
  ['page.csv', '%PDF-1.4\nХаяг', 'a PDF'],
  ['map.csv', '{"type":"FeatureCollection"}', 'JSON'],
])('refuses %s, which is no table', async (name, content, what) => {
  const { status, stderr } = await run('geocode', file(name, content));
  expect(status).toBe(1);
  expect(stderr).toMatch(
    new RegExp(`^gazarch: \\S+ is ${what}, not a table; save it as .xlsx or as CSV UTF-8\\n$`),
  );
});

it('refuses a workbook of the old form', async () => {
  const table = file('old.xls', Buffer.from('d0cf11e0a1b11ae10000', 'hex'));
  const { status, stderr } = await run('geocode', table);
  expect(status).toBe(1);
  expect(stderr).toMatch(
    /^gazarch: \S+old\.xls is a workbook in the old format \(\.xls\); save it as \.xlsx/,
  );
});
