import { createHash } from 'node:crypto';
import { readFileSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { extname } from 'node:path';
import type { Feature } from 'write-excel-file/universal';
import { InputError } from '../../../errors.js';
import { guarded, isDelimiterRow, parseCsv, writeCsv } from '../../../tables/csv.js';
import { cannotRead } from '../../../read-failure.js';
import { checkWorkbook } from './workbook-bounds.js';
import { misreadAs, tableText } from '../../../tables/table-text.js';

/** In a CSV, all cells are text; a workbook may also contain the other types. */
export type Cell = string | number | boolean | Date | null;

/** A table that was read from a file. */
export interface SheetFile {
  path: string;
  digest: string;
  /** The sheet's name in a workbook; empty for a CSV. */
  sheet: string;
  columns: readonly string[];
  /** All rows, including empty rows and the rows above the header. */
  rows: readonly (readonly Cell[])[];
  /** The row with the column names; answers start in the next row. */
  header: number;
  /** The format of a CSV; `null` for a workbook. */
  csv: { delimiter: string; lineEnd: string; hasMark: boolean } | null;
}

/** The maximum file size: reading a file takes several times its size in memory. */
const MAX_BYTES = 256 * 1024 * 1024;
/** The first bytes of Excel 97–2003 files. */
const OLD_WORKBOOK = Buffer.from('d0cf11e0a1b11ae1', 'hex');
/** The first bytes of text files that are not tables. Some programs write a web page and name it `.xls`. */
const NO_TABLES: readonly (readonly [RegExp, string])[] = [
  [/^\s*<(!doctype|html|head|meta|style|table|\?xml)\b/i, 'a web page or XML'],
  [/^%PDF-/, 'a PDF'],
  [/^\s*(\{\s*"|\[\s*[[{"])/, 'JSON'],
];
/** The maximum number of columns in a workbook. */
export const MOST_COLUMNS = 2 ** 14;
const COMMA = { delimiter: ',', lineEnd: '\r\n', hasMark: true };

/** The sheet and row where a file's table starts. */
export interface TablePlace {
  /** The sheet's name; by default the first sheet with the required columns. */
  sheet?: string | undefined;
  /**
   * The number of the row with the column names, counted from 1; by default, the first row that contains
   * them.
   */
  headerRow?: string | undefined;
  /** Whether a row contains the required column names. */
  isHeader: (columns: readonly string[]) => boolean;
}

/** The maximum number of rows, such as titles and dates, above a table. */
const MOST_TITLES = 20;

/** @throws InputError if the file cannot be read, or no row contains column names */
export async function readSheetFile(path: string, place: TablePlace): Promise<SheetFile> {
  const bytes = bytesOf(path);
  if (bytes.subarray(0, 8).equals(OLD_WORKBOOK))
    throw new InputError(`${path} is a workbook in the old format (.xls); save it as .xlsx or as CSV UTF-8`);
  const isWorkbook = bytes.subarray(0, 4).equals(Buffer.from('PK\u0003\u0004'));
  if (!isWorkbook && place.sheet !== undefined)
    throw new InputError(`${path} is not a workbook: it has no sheets`);
  const { csv, ...read } = isWorkbook
    ? { ...(await workbookRows(path, bytes, place)), csv: null }
    : csvOf(path, bytes);
  const { rows } = read;
  const wide = rows.findIndex(({ length }) => length > MOST_COLUMNS);
  if (wide !== -1)
    throw new InputError(`${path}: row ${wide + 1} has more than ${MOST_COLUMNS} columns; remove some`);
  const header = headerOf(rows, place);
  if (header === -1) throw new InputError(`${path} is empty; its first row must name the columns`);
  const columns = columnsOf(rows[header]);
  const digest = createHash('sha256').update(bytes).update(`${read.sheet} ${header}`).digest('hex');
  return { path, digest, sheet: read.sheet, columns, rows, header, csv };
}

/** The file name that stands for piped input. */
export const PIPED = '-';

export function bytesOf(path: string): Buffer {
  try {
    if (path === PIPED) return readFileSync(process.stdin.fd);
    const { size } = statSync(path);
    if (size > MAX_BYTES)
      throw new Error(`the file has ${size} bytes, but the limit is ${MAX_BYTES}; split it`);
    return readFileSync(path);
  } catch (cause) {
    throw cannotRead(path, cause);
  }
}

function columnsOf(row: readonly Cell[]): string[] {
  return row.map((cell) => textOf(cell).trim());
}

/** Returns the row that contains the column names; -1 if there is none. */
function headerOf(rows: readonly (readonly Cell[])[], { headerRow, isHeader }: TablePlace): number {
  if (headerRow !== undefined) {
    const at = Number(headerRow) - 1;
    if (rows[at] === undefined || isBlank(rows[at]))
      throw new InputError(`--header-row must be the number of a row with column names, not "${headerRow}"`);
    return at;
  }
  const filled = rows.flatMap((row, i) => (isBlank(row) || isDelimiterRow(row) ? [] : [i]));
  const named = filled.slice(0, MOST_TITLES).find((i) => isHeader(columnsOf(rows[i])));
  return named ?? filled.at(0) ?? -1;
}

function csvOf(path: string, bytes: Buffer): Pick<SheetFile, 'rows' | 'csv'> & { sheet: string } {
  const { text, encoding, hasMark } = tableText(bytes);
  const other = NO_TABLES.find(([beginning]) => beginning.test(text));
  if (other !== undefined)
    throw new InputError(`${path} is ${other[1]}, not a table; save it as .xlsx or as CSV UTF-8`);
  const mistaken = misreadAs(text);
  if (mistaken !== null)
    throw new InputError(
      `${path} was saved after its UTF-8 text had been misread as ${mistaken}; reopen the original file ` +
        'as UTF-8',
    );
  const { rows, ...form } = parseCsv(text);
  // Without a byte order mark, spreadsheets read UTF-8 as another encoding.
  return { sheet: '', rows, csv: { ...form, hasMark: hasMark || encoding !== 'utf-8' } };
}

/**
 * Returns the rows of the named sheet, or else of the first sheet with the columns, or else of the first
 * sheet.
 */
async function workbookRows(
  path: string,
  bytes: Buffer,
  place: TablePlace,
): Promise<{ sheet: string; rows: Cell[][] }> {
  const { default: readSheets } = await import('read-excel-file/universal');
  let sheets: { sheet: string; data: unknown[][] }[];
  try {
    await checkWorkbook(bytes);
    sheets = await readSheets(new Blob([Uint8Array.from(bytes)]));
  } catch (cause) {
    throw new InputError(`cannot read ${path} as a workbook (.xlsx): ${(cause as Error).message}`, { cause });
  }
  const hasTable = (rows: Cell[][]): boolean => {
    const at = headerOf(rows, { ...place, headerRow: undefined });
    return at !== -1 && place.isHeader(columnsOf(rows[at]));
  };
  const wanted = sheets.find(({ sheet, data }) =>
    place.sheet === undefined ? hasTable(data as Cell[][]) : sheet === place.sheet,
  );
  if (wanted === undefined && place.sheet !== undefined)
    throw new InputError(
      `${path} has no sheet "${place.sheet}"; it has ${sheets.map(({ sheet }) => `"${sheet}"`).join(', ')}`,
    );
  const { sheet, data } = wanted ?? sheets[0];
  return { sheet, rows: data as Cell[][] };
}

export function isBlank(row: readonly Cell[]): boolean {
  return row.every((cell) => cell === null || (typeof cell === 'string' && cell.trim() === ''));
}

/**
 * Returns all rows, with the answers appended to their cells. Columns with the same names from an earlier run
 * are replaced, and rows without an answer are kept.
 * @param answers the answers, keyed by row of the sheet
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
 * Writes a table as a workbook or, if the file name says so, as a CSV in the format of another CSV. After a
 * failure, no partial file is left.
 * @param book a workbook's extras: the sheet's name, and further sheets
 */
export async function writeSheetFile(
  path: string,
  rows: readonly (readonly Cell[])[],
  csv: SheetFile['csv'],
  { name = '', more = [] }: { name?: string; more?: readonly NamedSheet[] } = {},
): Promise<void> {
  const { hasMark, ...form } = csv ?? COMMA;
  // In a workbook, text is never interpreted as a formula. In a CSV, a spreadsheet would read some text as
  // formulas.
  const written = csv === null ? rows.map(guardedCells) : rows;
  const bytes = isWorkbookName(path)
    ? await workbookOf([{ name: more.some((own) => own.name === name) ? '' : name, rows }, ...more])
    : (hasMark ? '\ufeff' : '') + writeCsv({ ...form, rows: written.map((row) => row.map(textOf)) });
  writing(path, () => {
    writeFileSync(`${path}.new`, bytes);
    renameSync(`${path}.new`, path);
  });
}

/**
 * @throws InputError if the file cannot be written because of a missing folder, permissions or lack of space
 */
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

export interface NamedSheet {
  /** If the name is empty, the sheet gets the default name of a first sheet. */
  name: string;
  rows: readonly (readonly Cell[])[];
  /**
   * Column widths in characters, for a sheet that is printed on A4 in landscape. The sheet's first two rows
   * are headings.
   */
  widths?: readonly number[];
}

/** Repeats the headings on each page, and prints the sheet's name and the page number at the bottom. */
const PAGES: Feature<Blob> = {
  files: {
    transform: {
      'xl/workbook.xml': {
        transform: (xml, sheets) => {
          const names = sheets.flatMap(({ orientation, sheet = '' }, i) => {
            const rows = `'${sheet.replaceAll("'", "''").replaceAll('&', '&amp;')}'!$1:$2`;
            const own = `<definedName name="_xlnm.Print_Titles" localSheetId="${i}">${rows}</definedName>`;
            return orientation === undefined ? [] : [own];
          });
          return names.length === 0
            ? xml
            : xml.replace('<definedNames/>', () => `<definedNames>${names.join('')}</definedNames>`);
        },
      },
      'xl/worksheets/sheet{id}.xml': {
        insert: ({ orientation }) =>
          orientation &&
          '<headerFooter><oddFooter>&amp;L&amp;A&amp;R&amp;P / &amp;N</oddFooter></headerFooter>',
      },
    },
  },
};

const PRINTED = { wrap: true, alignVertical: 'top', borderStyle: 'thin', borderColor: '#999999' } as const;

/** In a workbook, text stays text, whatever its first character is. */
async function workbookOf(sheets: readonly NamedSheet[]): Promise<Buffer> {
  const { default: writeWorkbook } = await import('write-excel-file/universal');
  const cellOf = (value: Cell): Cell | { value: Date; type: typeof Date; format: string } =>
    value instanceof Date
      ? { value, type: Date, format: 'yyyy-mm-dd hh:mm' }
      : typeof value === 'string'
        ? value.slice(0, LONGEST_CELL)
        : value;
  const written = sheets.map(({ name, rows, widths }) => ({
    ...(name !== '' && { sheet: name }),
    ...(widths !== undefined && {
      ...{ orientation: 'landscape' as const, columns: widths.map((width) => ({ width })) },
    }),
    data: rows.map((row, i) =>
      row.map((value) => {
        const cell = cellOf(value);
        if (widths === undefined || typeof cell === 'object') return cell;
        return { value: cell, ...(i > 0 && PRINTED), ...(i < 2 && { fontWeight: 'bold' as const }) };
      }),
    ),
  }));
  const blob = await writeWorkbook(written, { features: [PAGES] }).toBlob();
  return Buffer.from(await blob.arrayBuffer());
}

/** The maximum number of characters in a workbook cell. */
const LONGEST_CELL = 32_767;

export function textOf(cell: Cell): string {
  if (cell instanceof Date) return cell.toISOString().replace(/T00:00:00\.000Z$/, '');
  return cell === null ? '' : String(cell);
}

/** Prevents spreadsheets from reading text in a CSV as formulas, unless it came from the table. */
export function guardedCells(cells: readonly Cell[]): Cell[] {
  return cells.map((cell) => (typeof cell === 'string' ? guarded(cell) : cell));
}
