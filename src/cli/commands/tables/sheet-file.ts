import { createHash } from 'node:crypto';
import { readFileSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { extname } from 'node:path';
import { InputError } from '../../../errors.js';
import { guarded, parseCsv, writeCsv } from '../../../tables/csv.js';
import { checkWorkbook } from './workbook-bounds.js';
import { tableText } from '../../../tables/table-text.js';

/** Text, as all cells of a CSV are, or what a workbook has. */
export type Cell = string | number | boolean | Date | null;

/** A table in a file. */
export interface SheetFile {
  path: string;
  digest: string;
  columns: readonly string[];
  /** All rows, also those before the header, and empty ones. */
  rows: readonly (readonly Cell[])[];
  /** The row with the names of the columns; answers stand from the next one on. */
  header: number;
  /** How a CSV is written; null for a workbook. */
  csv: { delimiter: string; lineEnd: string; hasMark: boolean } | null;
}

/** All of it is held in memory, some times over. */
const MAX_BYTES = 256 * 1024 * 1024;
/** What files of Excel 97 to 2003 begin with. */
const OLD_WORKBOOK = Buffer.from('d0cf11e0a1b11ae1', 'hex');
/** As many as a workbook may have. */
export const MOST_COLUMNS = 2 ** 14;
const COMMA = { delimiter: ',', lineEnd: '\r\n', hasMark: true };

/** @throws InputError when it cannot be read, or names no columns */
export async function readSheetFile(path: string): Promise<SheetFile> {
  let bytes: Buffer;
  try {
    const { size } = statSync(path);
    if (size > MAX_BYTES) throw new Error(`it has ${size} bytes, the limit is ${MAX_BYTES}; split it`);
    bytes = readFileSync(path);
  } catch (cause) {
    throw new InputError(`cannot read ${path}: ${(cause as Error).message}`, { cause });
  }
  if (bytes.subarray(0, 8).equals(OLD_WORKBOOK))
    throw new InputError(`${path} is a workbook of the old form (.xls); save it as .xlsx or as CSV UTF-8`);
  const isWorkbook = bytes.subarray(0, 4).equals(Buffer.from('PK\u0003\u0004'));
  const { rows, csv } = isWorkbook ? { rows: await workbookRows(path, bytes), csv: null } : csvOf(bytes);
  const wide = rows.findIndex(({ length }) => length > MOST_COLUMNS);
  if (wide !== -1)
    throw new InputError(`${path}: row ${wide + 1} has more than ${MOST_COLUMNS} columns; leave out some`);
  const header = rows.findIndex((row) => !isBlank(row));
  if (header === -1) throw new InputError(`${path} is empty; its first row must name the columns`);
  const columns = rows[header].map((cell) => textOf(cell).trim());
  return { path, digest: createHash('sha256').update(bytes).digest('hex'), columns, rows, header, csv };
}

function csvOf(bytes: Buffer): Pick<SheetFile, 'rows' | 'csv'> {
  const { text, encoding, hasMark } = tableText(bytes);
  const { rows, ...form } = parseCsv(text);
  // Without a mark spreadsheets take UTF-8 for something else.
  return { rows, csv: { ...form, hasMark: hasMark || encoding !== 'utf-8' } };
}

/** Of the first sheet. */
async function workbookRows(path: string, bytes: Buffer): Promise<Cell[][]> {
  const { readSheet } = await import('read-excel-file/universal');
  try {
    await checkWorkbook(bytes);
    return (await readSheet(new Blob([Uint8Array.from(bytes)]))) as Cell[][];
  } catch (cause) {
    throw new InputError(`cannot read ${path} as a workbook (.xlsx): ${(cause as Error).message}`, { cause });
  }
}

export function isBlank(row: readonly Cell[]): boolean {
  return row.every((cell) => cell === null || (typeof cell === 'string' && cell.trim() === ''));
}

/**
 * All rows with answers behind. Columns of the same names, of an earlier run, are left out; rows without an
 * answer stay.
 * @param answers by row of the sheet
 */
export function withAnswers(
  { rows, columns, header }: SheetFile,
  names: readonly string[],
  answers: ReadonlyMap<number, readonly Cell[]>,
): Cell[][] {
  const isOld = columns.map((column) => names.includes(column));
  const kept = rows.map((row) => row.filter((_, i) => isOld[i] !== true));
  const width = kept.reduce((most, row) => Math.max(most, row.length), 0);
  return kept.map((row, i) => {
    const added = i === header ? names : answers.get(i);
    if (added === undefined) return row;
    return [...row, ...new Array<null>(width - row.length).fill(null), ...added];
  });
}

/**
 * Writes a table as a workbook or, by its name, as CSV in the form of another one. What is in the way of a
 * whole file leaves nothing behind.
 */
export async function writeSheetFile(
  path: string,
  rows: readonly (readonly Cell[])[],
  csv: SheetFile['csv'],
): Promise<void> {
  const { hasMark, ...form } = csv ?? COMMA;
  // Text of a workbook is text, whatever it begins with; in a CSV a spreadsheet would take it for a formula.
  const written = csv === null ? rows.map(guardedCells) : rows;
  const bytes = isWorkbookName(path)
    ? await workbookOf(rows)
    : (hasMark ? '\ufeff' : '') + writeCsv({ ...form, rows: written.map((row) => row.map(textOf)) });
  writing(path, () => {
    writeFileSync(`${path}.new`, bytes);
    renameSync(`${path}.new`, path);
  });
}

/** @throws InputError for what is in the way of a file: no such folder, no permission, no room */
export function writing(path: string, write: () => void): void {
  try {
    write();
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === undefined) throw cause;
    throw new InputError(`cannot write ${path}: ${(cause as Error).message}`, { cause });
  }
}

export function isWorkbookName(path: string): boolean {
  return extname(path).toLowerCase() === '.xlsx';
}

/** Text stays text in a workbook, whatever it begins with. */
async function workbookOf(rows: readonly (readonly Cell[])[]): Promise<Buffer> {
  const { default: writeWorkbook } = await import('write-excel-file/universal');
  const cells = rows.map((row) =>
    row.map((value) =>
      value instanceof Date
        ? { value, type: Date, format: 'yyyy-mm-dd hh:mm' }
        : typeof value === 'string'
          ? value.slice(0, LONGEST_CELL)
          : value,
    ),
  );
  const blob = await writeWorkbook(cells).toBlob();
  return Buffer.from(await blob.arrayBuffer());
}

/** As many characters fit into a cell of a workbook. */
const LONGEST_CELL = 32_767;

export function textOf(cell: Cell): string {
  if (cell instanceof Date) return cell.toISOString().replace(/T00:00:00\.000Z$/, '');
  return cell === null ? '' : String(cell);
}

/** Texts that did not come from the table, as a CSV may have them. */
export function guardedCells(cells: readonly Cell[]): Cell[] {
  return cells.map((cell) => (typeof cell === 'string' ? guarded(cell) : cell));
}
