import { readSheet } from 'read-excel-file/universal';
import writeWorkbook from 'write-excel-file/universal';
import { guarded, parseCsv, writeCsv } from '../../../tables/csv.js';
import { ANSWERS_BEGIN } from '../../../tables/table-columns.js';
import { tableText } from '../../../tables/table-text.js';
import type { TableRow } from '../state/table.js';

type Cell = string | number | boolean | Date | null;

/** A table as it was dropped. */
export interface Sheet {
  columns: string[];
  rows: Cell[][];
}

/** More rows would take hours at the pace of a key, and the page hangs on larger files. */
export const MOST_ROWS = 10_000;
const MOST_BYTES = 32 * 1024 * 1024;

/** @throws Error when it is no table, or too large */
export async function readSheetFile(file: File): Promise<Sheet> {
  if (file.size > MOST_BYTES) throw new Error(`${file.size} bytes`);
  const bytes = new Uint8Array(await file.arrayBuffer());
  const isWorkbook = bytes[0] === 0x50 && bytes[1] === 0x4b;
  const all: Cell[][] = isWorkbook
    ? ((await readSheet(new Blob([bytes]))) as Cell[][])
    : parseCsv(tableText(bytes).text).rows;
  const [header, ...rows] = all.filter((row) => row.some((cell) => textOf(cell).trim() !== ''));
  if (header === undefined || rows.length > MOST_ROWS) throw new Error(`${rows.length} rows`);
  const kept = header.map((cell) => !textOf(cell).startsWith(ANSWERS_BEGIN));
  const own = (row: Cell[]): Cell[] => row.filter((_, i) => kept[i] !== false);
  return { columns: own(header).map((cell) => textOf(cell).trim()), rows: rows.map(own) };
}

const ANSWERS = ['latitude', 'longitude', 'name', 'address', 'type', 'match', 'confidence'];

function answerOf({ place, match, confidence, state }: TableRow): Cell[] {
  if (place === null) return [null, null, null, null, null, match, confidence];
  const { latitude, longitude, name, address, type } = place;
  return [latitude, longitude, name, address, type, state === 'corrected' ? 'corrected' : match, confidence];
}

/** All rows with what was found behind. */
function filled({ columns, rows }: Sheet, found: readonly TableRow[]): { table: Cell[][]; own: number } {
  const width = rows.reduce((most, row) => Math.max(most, row.length), columns.length);
  const wide = (row: Cell[]): Cell[] => [...row, ...new Array<null>(width - row.length).fill(null)];
  const answers = new Map(found.map((row) => [row.row, answerOf(row)]));
  const header = [...wide(columns), ...ANSWERS.map((name) => ANSWERS_BEGIN + name)];
  return { table: [header, ...rows.map((row, i) => [...wide(row), ...(answers.get(i) ?? [])])], own: width };
}

export function csvOf(sheet: Sheet, found: readonly TableRow[]): Blob {
  const { table, own } = filled(sheet, found);
  // What did not come from the table must be no formula.
  const texts = table.map((row) => row.map((cell, i) => (i < own ? textOf(cell) : guardedText(cell))));
  return csvBlob(texts);
}

export async function workbookOf(sheet: Sheet, found: readonly TableRow[]): Promise<Blob> {
  const dated = (cell: Cell): Cell | { value: Date; type: typeof Date; format: string } =>
    cell instanceof Date ? { value: cell, type: Date, format: 'yyyy-mm-dd hh:mm' } : cell;
  return writeWorkbook(filled(sheet, found).table.map((row) => row.map(dated))).toBlob();
}

/** As `gazarch import --add` takes own places. */
export function placesOf(found: readonly TableRow[]): Blob {
  const rows = found.flatMap(({ row, text, place }) =>
    place === null ? [] : [[String(row + 1), guarded(text), String(place.latitude), String(place.longitude)]],
  );
  return csvBlob([['id', 'name', 'lat', 'lon'], ...rows]);
}

function csvBlob(rows: string[][]): Blob {
  return new Blob(['\ufeff', writeCsv({ rows, delimiter: ',', lineEnd: '\r\n' })], { type: 'text/csv' });
}

function textOf(cell: Cell | undefined): string {
  if (cell instanceof Date) return cell.toISOString().replace(/T00:00:00\.000Z$/, '');
  return cell === null || cell === undefined ? '' : String(cell);
}

function guardedText(cell: Cell): string {
  return typeof cell === 'string' ? guarded(cell) : textOf(cell);
}
