import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inflateRawSync } from 'node:zlib';
import readSheets from 'read-excel-file/node';
import { afterAll, expect, it } from 'vitest';
import type { SheetFile } from '../../src/cli/commands/tables/sheet-file.js';
import { outputOf } from '../../src/cli/commands/tables/sheet-work.js';
import {
  driverPlans,
  writeTrip,
  type PlannedRow,
  type TripAnswer,
} from '../../src/cli/commands/tables/trip-sheets.js';
import { tripTexts } from '../../src/cli/commands/tables/trip-texts.js';

/** What `gazarch trip` writes for drivers. */

const folder = mkdtempSync(join(tmpdir(), 'gazarch-trip-sheets-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const texts = tripTexts('en');
const day = '2026-12-01';

type Stop = TripAnswer['vehicles'][number]['stops'][number];
const stop = (number: number, arrival: string, waiting_seconds: number, service_seconds = 0): Stop =>
  ({ stop: number, arrival, waiting_seconds, service_seconds }) as Stop;
const VEHICLE = {
  ...{ distance_meters: 1200, order: [0, 1, 0] },
  stops: [
    stop(0, '2026-12-01T09:00:00', 0),
    stop(1, '2026-12-01T13:27:10', 5550),
    stop(0, '2026-12-02T00:05:00', 0),
  ],
} as unknown as TripAnswer['vehicles'][number];
const ROW: PlannedRow = {
  ...{ row: 1, address: 'square', point: null, window: '15:00-16:00', load: 1, minutes: null, unread: [] },
  ...{ at: [106.9, 47.9], found: 'Square', confidence: 1, doubt: '', remark: '', stop: 1, reason: null },
};
const SHEET: SheetFile = {
  ...{ path: join(folder, 'orders.xlsx'), digest: '', sheet: 'Orders', columns: ['Address'], header: 0 },
  ...{ rows: [['Address'], ['square']], csv: null },
};
const TABLE = { orders: [ROW], read: new Map([[0, 'address' as const]]), others: [] };
const home = { found: 'Depot', remark: texts.doubt('Depot; a whole area') };

async function written(): Promise<string> {
  const output = join(folder, 'plan.xlsx');
  const drivers = driverPlans([ROW], [VEHICLE], { texts, day });
  await writeTrip(SHEET, { table: TABLE, rows: [ROW], drivers }, { output, texts, day, home });
  return output;
}

it('says when a driver is there and when the visit begins, on which day, and what is unsure', async () => {
  const [whole, sheet] = await readSheets(await written());
  expect(whole.data[1].slice(1, 5)).toEqual([1, 1, '13:27', '14:59']);
  const [[title], header, ...rows] = sheet.data;
  expect(title).toBe('Vehicle 1, 2026-12-01: 1 order, 1.2 km, 09:00-12-02 00:05, load 1');
  expect(header).toEqual(['#', 'Arrival', 'Begin', 'Address', 'Remarks']);
  expect(rows).toEqual([
    [null, '09:00', null, 'Set out: Depot', 'UNSURE, found: Depot; a whole area'],
    [1, '13:27', '14:59', 'square', 'wait 93 min'],
    [null, '12-02 00:05', null, 'Back: Depot', 'UNSURE, found: Depot; a whole area'],
  ]);
});

it('ends the work of a vehicle that does not return after the wait and the visit at its last stop', () => {
  const [depot] = VEHICLE.stops;
  const open = { ...VEHICLE, stops: [depot, stop(1, '2026-12-01T13:27:10', 5550, 1200)] };
  const [{ about, out, back, visits }] = driverPlans([ROW], [open], { texts, day });
  expect(about).toBe('1 order, 1.2 km, 09:00-15:19, load 1');
  expect([out, back]).toEqual(['09:00', '']);
  expect(visits).toMatchObject([{ arrival: '13:27', begin: '14:59', wait_min: 93 }]);
});

/** A file of a ZIP, by the list at its end. */
function unpacked(zip: Buffer, wanted: string): string {
  for (let at = zip.indexOf('PK\u0001\u0002'); at !== -1; at = zip.indexOf('PK\u0001\u0002', at + 4)) {
    if (zip.toString('utf8', at + 46, at + 46 + zip.readUInt16LE(at + 28)) !== wanted) continue;
    const from = zip.readUInt32LE(at + 42);
    const begin = from + 30 + zip.readUInt16LE(from + 26) + zip.readUInt16LE(from + 28);
    return inflateRawSync(zip.subarray(begin, begin + zip.readUInt32LE(at + 20))).toString();
  }
  throw new Error(`no ${wanted}`);
}

it('prints the headings and the number of the page on each page', async () => {
  const zip = readFileSync(await written());
  const rows = '<definedName name="_xlnm.Print_Titles" localSheetId="1">\'Vehicle 1\'!$1:$2</definedName>';
  expect(unpacked(zip, 'xl/workbook.xml')).toContain(`<definedNames>${rows}</definedNames>`);
  expect(unpacked(zip, 'xl/worksheets/sheet2.xml')).toMatch(/&amp;P \/ &amp;N<\/oddFooter>/);
  expect(unpacked(zip, 'xl/worksheets/sheet1.xml')).not.toContain('oddFooter');
});

it('writes over no workbook that it reads, which would lose its other sheets', async () => {
  const output = await written();
  const itself = (): unknown => outputOf({ ...SHEET, path: output }, { output, overwrite: true });
  expect(itself).toThrow(/its other sheets, formulas and fonts would be lost; name another file/);
  expect(outputOf(SHEET, { output, overwrite: true })).toBe(output);
});
