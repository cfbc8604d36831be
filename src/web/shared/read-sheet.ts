import { readSheet } from 'read-excel-file/universal';
import { isDelimiterRow, parseCsv } from '../../tables/csv.js';
import { ANSWERS_BEGIN } from '../../tables/table-columns.js';
import { tableText } from '../../tables/table-text.js';
import { textOf, type Cell, type Sheet } from './sheet.js';

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
  const [header, ...rows] = all.filter(
    (row) => !isDelimiterRow(row) && row.some((cell) => textOf(cell).trim() !== ''),
  );
  if (header === undefined || rows.length > MOST_ROWS) throw new Error(`${rows.length} rows`);
  const kept = header.map((cell) => !textOf(cell).startsWith(ANSWERS_BEGIN));
  const own = (row: Cell[]): Cell[] => row.filter((_, i) => kept[i] !== false);
  return { columns: own(header).map((cell) => textOf(cell).trim()), rows: rows.map(own), isWorkbook };
}
