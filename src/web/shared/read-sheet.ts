import { readSheet } from 'read-excel-file/universal';
import { isDelimiterRow, parseCsv } from '../../tables/csv.js';
import { ANSWERS_BEGIN, hasColumnCalled, type ColumnKind } from '../../tables/table-columns.js';
import { tableText } from '../../tables/table-text.js';
import { textOf, type Cell, type Sheet } from './sheet.js';

/**
 * The maximum number of rows. More rows would take hours at a key's rate limit, and the page would hang on
 * larger files.
 */
export const MOST_ROWS = 10_000;
const MOST_BYTES = 32 * 1024 * 1024;

/** The maximum number of rows above a table, such as titles and dates. */
const MOST_TITLES = 20;

/**
 * Whether a row contains column names for places. If no row contains such column names, the names are taken
 * from the first row.
 */
function namesColumns(row: readonly Cell[]): boolean {
  const has = (kind: ColumnKind): boolean => hasColumnCalled(row.map(textOf), kind);
  return has('address') || (has('latitude') && has('longitude'));
}

/** @throws Error if the file is not a table, or is too large */
export async function readSheetFile(file: File): Promise<Sheet> {
  if (file.size > MOST_BYTES) throw new Error(`${file.size} bytes`);
  const bytes = new Uint8Array(await file.arrayBuffer());
  const isWorkbook = bytes[0] === 0x50 && bytes[1] === 0x4b;
  const all: Cell[][] = isWorkbook
    ? ((await readSheet(new Blob([bytes]))) as Cell[][])
    : parseCsv(tableText(bytes).text).rows;
  const filled = all.filter((row) => !isDelimiterRow(row) && row.some((cell) => textOf(cell).trim() !== ''));
  const [header, ...rows] = filled.slice(Math.max(0, filled.slice(0, MOST_TITLES).findIndex(namesColumns)));
  if (header === undefined || rows.length > MOST_ROWS) throw new Error(`${rows.length} rows`);
  const kept = header.map((cell) => !textOf(cell).startsWith(ANSWERS_BEGIN));
  const own = (row: Cell[]): Cell[] => row.filter((_, i) => kept[i] !== false);
  return { columns: own(header).map((cell) => textOf(cell).trim()), rows: rows.map(own), isWorkbook };
}
