import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import writeWorkbook from 'write-excel-file/node';
import { readPoints, readTable } from '../../src/cli/commands/tables/sheet-columns.js';
import type { SheetFile } from '../../src/cli/commands/tables/sheet-file.js';

const folder = mkdtempSync(join(tmpdir(), 'gazarch-sheet-file-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

type Rows = (string | null)[][];

async function book(name: string, sheets: Record<string, Rows>): Promise<string> {
  const path = join(folder, name);
  await writeWorkbook(Object.entries(sheets).map(([sheet, data]) => ({ sheet, data }))).toFile(path);
  return path;
}

function text(name: string, content: string | Uint8Array): string {
  writeFileSync(join(folder, name), content);
  return join(folder, name);
}

/** What the columns are called, and the rows below. */
const tableOf = ({ columns, rows, header }: SheetFile): [readonly string[], number] => [
  columns,
  rows.length - header - 1,
];

const COVER: Rows = [['Тайлан'], ['2026 он']];
const SHOPS: Rows = [
  ['Нэр', 'Хаяг'],
  ['Салбар 1', 'Бага тойруу 15'],
  ['Салбар 2', 'Нарны зам 3'],
];

describe('the table of a file', () => {
  it.each<[string, Record<string, Rows>]>([
    ['on the second sheet', { Нүүр: COVER, Салбарууд: SHOPS }],
    ['below titles', { Салбарууд: [['Манай салбарууд'], [null], ['2026', 'он'], ...SHOPS] }],
    ['below titles, behind an empty sheet', { Хоосон: [], Салбарууд: [['Манай салбарууд'], ...SHOPS] }],
  ])('is found %s', async (_, sheets) => {
    const path = await book('found.xlsx', sheets);
    expect(tableOf(await readTable(path, {}, ['address']))).toEqual([['Нэр', 'Хаяг'], 2]);
    expect(tableOf(await readTable(path, {}, [{ called: 'нэр' }]))).toEqual([['Нэр', 'Хаяг'], 2]);
  });

  it('is the one that is said', async () => {
    const path = await book('said.xlsx', { Нэг: SHOPS, Хоёр: [['Хоёр'], ['Хаяг'], ['x'], ['y'], ['z']] });
    expect(tableOf(await readTable(path, { sheet: 'Хоёр' }, ['address']))).toEqual([['Хаяг'], 3]);
    expect((await readTable(path, { headerRow: '2' }, ['address'])).columns).toEqual(SHOPS[1]);
    const other = await readTable(path, { sheet: 'Нэг' }, ['address']);
    expect(other.digest).toBe((await readTable(path, {}, ['address'])).digest);
    expect(other.digest).not.toBe((await readTable(path, { sheet: 'Хоёр' }, ['address'])).digest);
    await expect(readTable(path, { sheet: 'Гурав' }, ['address'])).rejects.toThrow(
      /has no sheet "Гурав"; it has "Нэг", "Хоёр"/,
    );
    for (const headerRow of ['0', '99', 'x', '1.5'])
      await expect(readTable(path, { headerRow }, ['address'])).rejects.toThrow(/--header-row must be/);
    const csv = text('one.csv', 'Хаяг\nx\n');
    await expect(readTable(csv, { sheet: 'Нэг' }, ['address'])).rejects.toThrow(/is not a workbook/);
  });

  it.each([
    ['sep=;\r\nid;lat;lon\r\n1;47.9;106.9\r\n'],
    ['Манай цэгүүд||\n\nid|lat|lon\n1|47,9|106,9\n'],
    ['id\tlat\tlon\n1\tN47.9187\tE106.9176\n'],
    [`id,lat,lon\n1,"47°55'07.3""N","106°55'03.4""E"\n`],
  ])('is read in %j', async (content) => {
    const sheet = await readPoints(text('points.csv', content), {});
    expect(tableOf(sheet)).toEqual([['id', 'lat', 'lon'], 1]);
  });

  it('is refused when its UTF-8 was read in another character set', async () => {
    const misread = new TextDecoder('windows-1251').decode(Buffer.from('Хаяг\nБага тойруу\n'));
    await expect(readTable(text('misread.csv', misread), {}, ['address'])).rejects.toThrow(
      /its UTF-8 text had been misread as windows-1251; reopen the original file as UTF-8$/,
    );
  });
});
