import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { ordersOf, readOrderTable, type OrderRow } from '../../src/cli/commands/tables/trip-table.js';

/** What the rows of a table mean to `gazarch trip`. */

const folder = mkdtempSync(join(tmpdir(), 'gazarch-trip-table-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function read(table: string, minutes = '0'): Promise<OrderRow[]> {
  const path = join(folder, 'orders.csv');
  writeFileSync(path, table);
  return ordersOf(await readOrderTable(path, {}), { minutes });
}

it('reads addresses, points, loads and minutes by the names of their columns', async () => {
  const [first, second] = await read(
    'Захиалга;;;;;\nHaяг;Хаяг;Өргөрөг;Уртраг;Ачаа;Минут\na;талбай;;;2,5;\n;;47.9;106.9;;1\n',
    '3',
  );
  expect(first).toEqual({ row: 2, address: 'талбай', point: null, window: '', load: 3, service_s: 180 });
  expect(second).toMatchObject({ row: 3, address: '', point: [106.9, 47.9], load: 1, service_s: 60 });
});

it.each([
  ['row 2: Цаг is "эрт"', 'Хаяг;Цаг\nталбай;эрт\n'],
  ['row 3: Ачаа is "хоёр"', 'Хаяг;Ачаа\nталбай;1\nзах;хоёр\n'],
  ['row 2: Минут is "-5"', 'Хаяг;Минут\nталбай;-5\n'],
  ['has no column of an address or of a point', 'a;b\n1;2\n'],
])('says %s', async (message, table) => {
  await expect(read(table)).rejects.toThrow(message);
});
