import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { deflateRawSync } from 'node:zlib';
import { afterAll, expect, it } from 'vitest';
import { readSheetFile, writeSheetFile } from '../../src/cli/commands/tables/sheet-file.js';
import { InputError } from '../../src/errors.js';

/** Tables that would take more memory than there is, and text that a spreadsheet would run. */

const folder = mkdtempSync(join(tmpdir(), 'gazarch-bounds-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** A ZIP file. @param declared sizes that it claims; those of the texts when absent */
function zipOf(files: Readonly<Record<string, Buffer>>, declared?: number): Buffer {
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  let at = 0;
  for (const [name, bytes] of Object.entries(files)) {
    const packed = deflateRawSync(bytes, { level: 9 });
    const head = Buffer.alloc(26);
    head.writeUInt16LE(8, 4);
    head.writeUInt32LE(packed.length, 14);
    head.writeUInt32LE(declared ?? bytes.length, 18);
    head.writeUInt16LE(name.length, 22);
    const local = Buffer.concat([Buffer.from('PK\u0003\u0004'), head, Buffer.from(name), packed]);
    const central = Buffer.alloc(46);
    central.write('PK\u0001\u0002', 'latin1');
    head.copy(central, 6, 0, 24);
    central.writeUInt32LE(at, 42);
    directory.push(Buffer.concat([central, Buffer.from(name)]));
    parts.push(local);
    at += local.length;
  }
  const list = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.write('PK\u0005\u0006', 'latin1');
  end.writeUInt16LE(directory.length, 8);
  end.writeUInt16LE(directory.length, 10);
  end.writeUInt32LE(list.length, 12);
  end.writeUInt32LE(at, 16);
  return Buffer.concat([...parts, list, end]);
}

async function refusal(name: string, bytes: Buffer): Promise<string> {
  const path = join(folder, name);
  writeFileSync(path, bytes);
  const error = await readSheetFile(path, { isHeader: () => true }).then(
    () => null,
    (thrown: unknown) => thrown,
  );
  expect(error).toBeInstanceOf(InputError);
  expect((error as Error).message).not.toContain('\n');
  return (error as Error).message;
}

const SHEET = 'xl/worksheets/sheet1.xml';

it.each([
  ['a cell', '<row r="1048576"><c r="XFD1048576"><v>1</v></c></row>'],
  ['a cell in other quotes', "<row><c r = 'XFD1048576'><v>1</v></c></row>"],
  ['the dimension', '<dimension ref="A1:XFD1048576"/>'],
])('refuses a workbook that goes too far, by %s', async (_, xml) => {
  const far = zipOf({ [SHEET]: Buffer.from(`<worksheet>${xml}</worksheet>`) });
  expect(await refusal('far.xlsx', far)).toMatch(/extends to row 1048576 and column 16384/);
});

it('refuses a workbook that unpacks to too much, or to more than it says', async () => {
  const files = { [SHEET]: Buffer.alloc(1 << 20, 0x20) };
  expect(await refusal('bomb.xlsx', zipOf(files, 4_000_000_000))).toMatch(
    /it has 4000000000 bytes when unpacked, but the limit is/,
  );
  expect(await refusal('liar.xlsx', zipOf(files, 1_000))).toMatch(/more than its declared 1000 bytes/);
});

it('refuses what is no workbook after all, and a CSV that is too wide', async () => {
  const cut = zipOf({ [SHEET]: Buffer.from('<worksheet/>') }).subarray(0, 60);
  expect(await refusal('cut.xlsx', cut)).toMatch(/cannot read .* as a workbook/);
  const names = Array.from({ length: 20_000 }, (_, i) => `c${i}`).join(',');
  const wide = await refusal('wide.csv', Buffer.from(`${names}\n1,2\n`));
  expect(wide).toMatch(/row 1 has more than 16384 columns/);
  expect(wide.length).toBeLessThan(300);
});

it('keeps text of a workbook text in a CSV', async () => {
  const book = join(folder, 'own.xlsx');
  const texts = ['=cmd|calc', '+1', '-1', '@x', 'plain'];
  await writeSheetFile(book, [['name'], ...texts.map((text) => [text]), [-1]], null);
  const { rows, csv } = await readSheetFile(book, { isHeader: () => true });
  const path = join(folder, 'own.csv');
  await writeSheetFile(path, rows, csv);
  const lines = readFileSync(path, 'utf8').replace('\ufeff', '').split('\r\n').slice(1, -1);
  expect(lines).toEqual(["'=cmd|calc", "'+1", "'-1", "'@x", 'plain', '-1']);
});
