import { parse } from 'csv-parse/sync';
import { describe, expect, it } from 'vitest';
import { guarded, parseCsv, writeCsv } from '../../src/tables/csv.js';
import { tableText } from '../../src/tables/table-text.js';
import { seededRandom } from '../seeded-random.js';

const SEED = 4103;
const CASES = 3000;

describe('a table as CSV', () => {
  it('is read as another reader reads it, and written so that both read it again', () => {
    const random = seededRandom(SEED);
    const pieces = ['', 'a', 'Дархан', ' ', '"', '""', ',', ';', '\t', '\n', '\r\n', '=1+1', "'", '😀'];
    const cell = (): string =>
      Array.from(
        { length: Math.floor(random() * 4) },
        () => pieces[Math.floor(random() * pieces.length)],
      ).join('');
    for (let i = 0; i < CASES; i++) {
      const delimiter = [',', ';', '\t'][i % 3];
      const width = 2 + Math.floor(random() * 3);
      const header = Array.from({ length: width }, (_, k) => `c${k}`);
      const rows = [header, ...Array.from({ length: i % 6 }, () => header.map(cell))];
      const text = writeCsv({ rows, delimiter, lineEnd: i % 2 === 0 ? '\n' : '\r\n' });
      const about = `seed ${SEED}, case ${i}: ${JSON.stringify(text)}`;
      expect(parseCsv(text).rows, about).toEqual(rows);
      const theirs = parse(text, { delimiter, relax_column_count: true, record_delimiter: ['\r\n', '\n'] });
      expect(theirs, about).toEqual(rows);
    }
  });

  it.each([
    [
      'a quotation mark that nobody closes',
      'a,b\n"x,1\ny,2\n',
      [
        ['"x', '1'],
        ['y', '2'],
      ],
    ],
    [
      'one that the next quoted cell seems to close',
      'a,b\n"x,1\n"y, z",2\n',
      [
        ['"x', '1'],
        ['y, z', '2'],
      ],
    ],
    ['quotation marks in a cell', 'a,b\nSky "5" tower,"Sky" tower\n', [['Sky "5" tower', '"Sky" tower']]],
    ['cells and rows that are missing', 'a,b\n\nx\n1,2,3\n,', [[''], ['x'], ['1', '2', '3'], ['', '']]],
    ['line ends of old', 'a;b\rx;y', [['x', 'y']]],
    ['a line end in a cell', 'a\tb\n"x\ny"\tz', [['x\ny', 'z']]],
  ])('reads %s', (_, text, rows) => {
    expect(parseCsv(text).rows.slice(1)).toEqual(rows);
  });

  it('reads any text, and what it writes is the same table', () => {
    const random = seededRandom(SEED + 1);
    for (let i = 0; i < CASES; i++) {
      const text = Array.from({ length: 30 }, () => '",;\t\n\r aб'[Math.floor(random() * 9)]).join('');
      const table = parseCsv(text);
      // The header decides on the delimiter.
      const header = [`h${table.delimiter}`, 'i'];
      const again = parseCsv(writeCsv({ ...table, rows: [header, ...table.rows], lineEnd: '\n' }));
      expect(again.rows, `seed ${SEED + 1}: ${JSON.stringify(text)}`).toEqual([header, ...table.rows]);
    }
  });

  it('guards what a spreadsheet takes for a formula', () => {
    expect(['=1', '+976', '-1', '@x', '\t=1', 'a=1', ''].map(guarded)).toEqual([
      ...["'=1", "'+976", "'-1", "'@x", "'\t=1", 'a=1', ''],
    ]);
  });
});

describe('the text of a table', () => {
  const text = 'Хаяг;Нэр\r\nЭнхтайвны өргөн чөлөө 5;Дэлгүүр\r\n';
  const utf16 = Buffer.from(text, 'utf16le');
  it.each([
    ['UTF-8', Buffer.from(text), 'utf-8'],
    ['UTF-8 with a mark', Buffer.from(`\ufeff${text}`), 'utf-8'],
    ['UTF-16', Buffer.from(`\ufeff${text}`, 'utf16le'), 'utf-16le'],
    ['UTF-16 without a mark', utf16, 'utf-16le'],
    ['UTF-16 the other way round', Buffer.from(utf16).swap16(), 'utf-16be'],
  ])('is read from %s', (_, bytes, encoding) => {
    expect(tableText(bytes)).toMatchObject({ text, encoding });
  });

  it('is read from the code page of Cyrillic Windows', () => {
    const bytes = Buffer.from([0xd5, 0xe0, 0xff, 0xe3, 0x0a, 0xba, 0x31]);
    expect(tableText(bytes)).toEqual({ text: 'Хаяг\nє1', encoding: 'windows-1251', hasMark: false });
  });

  it('is UTF-8 when some bytes of it are damaged', () => {
    const bytes = Buffer.concat([Buffer.from('Хаяг\n'), Buffer.from([0xe0]), Buffer.from('\nБЗД\n')]);
    expect(tableText(bytes)).toEqual({ text: 'Хаяг\n\ufffd\nБЗД\n', encoding: 'utf-8', hasMark: false });
  });

  it('is UTF-8 where the letters of damage before were kept', () => {
    expect(tableText(Buffer.from('name\nCaf\ufffd\n')).encoding).toBe('utf-8');
  });

  it('is UTF-8 for an empty file and for one letter', () => {
    expect(tableText(Buffer.alloc(0)).encoding).toBe('utf-8');
    expect(tableText(Buffer.from('a')).encoding).toBe('utf-8');
  });
});
