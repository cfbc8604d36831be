import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import {
  columnsRead,
  ordersOf,
  readOrderTable,
  refusedCells,
  type OrderRow,
} from '../../src/cli/commands/tables/trip-table.js';
import { tripTexts } from '../../src/cli/commands/tables/trip-texts.js';

/** What the rows of a table mean to `gazarch trip`. */

const folder = mkdtempSync(join(tmpdir(), 'gazarch-trip-table-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

interface Read {
  orders: OrderRow[];
  refused: string[];
  columns: (capacity?: string) => string[][];
}

async function read(text: string, column?: string[]): Promise<Read> {
  const path = join(folder, 'orders.csv');
  writeFileSync(path, text);
  const sheet = await readOrderTable(path, column === undefined ? {} : { column });
  const texts = tripTexts('en');
  const table = ordersOf(sheet, texts, column);
  const columns = (capacity?: string): string[][] => columnsRead(sheet, table, { texts, capacity });
  return { orders: table.orders, refused: refusedCells(sheet, table, texts), columns };
}

it('reads addresses, points, loads and minutes by the names of their columns', async () => {
  const { orders, refused } = await read(
    'Захиалга;;;;;\nHaяг;Хаяг;Өргөрөг;Уртраг;Ачаа;Минут\na;талбай;;;2,5 кг;\n;;47.9;106.9;;1\n',
  );
  const own = { window: '', unread: [] };
  expect(orders).toEqual([
    { ...own, row: 2, address: 'талбай', point: null, load: 3, minutes: null },
    { ...own, row: 3, address: '', point: [106.9, 47.9], load: 1, minutes: 1 },
  ]);
  expect(refused).toEqual([]);
});

it('says what each column is read as', async () => {
  const { columns } = await read('№;Жин;Хаяг;Утас\n1;2;талбай;99\n');
  const others = ['№, Утас', "not used for planning; appears in the drivers' sheets"];
  expect(columns('9')).toEqual([['Жин', 'load, rounded up'], ['Хаяг', 'address'], others]);
  expect(columns()[0]).toEqual(['Жин', 'load; ignored without --capacity']);
  const { columns: bare } = await read('Хаяг\nталбай\n');
  expect(bare('9')[1]).toEqual([
    '-',
    'no load column: each order uses 1 of --capacity 9; specify one with --column load=NAME',
  ]);
});

it('takes no point of an earlier run for an address, which may be corrected since', async () => {
  const { orders } = await read(
    'Хүргэлтийн хаяг;gazarch_latitude;gazarch_longitude\nзах;47.9;106.9\n;47.8;106.8\n',
  );
  expect(orders.map(({ point }) => point)).toEqual([null, [106.8, 47.8]]);
  const { orders: own } = await read('Хаяг;lat;lon\nзах;47.9;106.9\n');
  expect(own[0].point).toEqual([106.9, 47.9]);
});

it('knows columns with their units, and says how hours are read', async () => {
  const { orders, columns } = await read(
    'Хаяг;Жин (кг);Цаг\nзах;12;2-4\nбаяр;3;8-10 орой\nой;1;09:00-12:00\n',
  );
  expect(orders.map(({ load }) => load)).toEqual([12, 3, 1]);
  expect(columns('9')[2][1]).toBe('when to visit; 2-4 = 14:00-16:00; 8-10 орой = 20:00-22:00');
});

it('takes a column of another name for what it is said to be', async () => {
  const table = 'Манай жагсаалт;;\nХаана;Хэд;Хэзээ\nзах;4;9-12\n';
  const { orders } = await read(table, ['Хаана', 'load=Хэд', 'window=хэзээ']);
  expect(orders).toMatchObject([{ row: 2, address: 'зах', load: 4, window: '09:00-12:00' }]);
  await expect(read(table, ['Хаана', 'minutes=x'])).rejects.toThrow('has no column "x"; it has "Хаана"');
});

it('tells all cells that cannot be read at once, each with its remedy', async () => {
  const { refused } = await read('Хаяг;Цаг;Ачаа;Минут\nталбай;эрт;хоёр;\nзах;9-12;2;-5\nзах;2026-12-09;1;\n');
  expect(refused).toEqual([
    'row 2: Цаг is "эрт"; write hours like 09:00-12:00, before 12 or after 14: ' +
      'a single time, or 6-8, is ambiguous',
    'row 2: Ачаа is "хоёр"; it must be a number, 0 or more',
    'row 3: Минут is "-5"; it must be a number, 0 or more',
    'row 4: Цаг is "2026-12-09"; a spreadsheet converted it to a date: format the column as text, and ' +
      'enter the value again',
  ]);
});

it('needs a column of an address or of a point', async () => {
  await expect(read('a;b\n1;2\n')).rejects.toThrow('no column contains addresses or points; specify one');
});
