import { readFileSync, statSync } from 'node:fs';
import { parse, type CsvError } from 'csv-parse/sync';
import { counted } from '../../counted.js';
import { InputError } from '../../errors.js';
import { delimiterOf, isDelimiterRow } from '../../tables/csv.js';
import { misreadAs, tableText } from '../../tables/table-text.js';
import { cannotRead } from '../../read-failure.js';

/** A larger file cannot be a list of places that a person maintains by hand. */
const MAX_CSV_BYTES = 64 * 1024 * 1024;

/** A record with more lines than this must have an unclosed quote. */
const LONGEST_RECORD = 20;

/**
 * The maximum number of columns; no table maintained by people has more. Parsing time grows with the square
 * of this number.
 */
const MOST_COLUMNS = 1_000;

/** A table row: its values by column, and its line in the file. */
interface CsvRow {
  /** The number of the row's first line in the file, starting from 1. */
  line: number;
  values: Readonly<Record<string, string>>;
}

/** The content of a CSV table. */
export interface CsvTable {
  /** The column names as written, without leading or trailing blanks. */
  columns: readonly string[];
  rows: readonly CsvRow[];
  /** The rows that cannot be read, and why. */
  bad: readonly { line: number; reason: string }[];
}

interface Cells {
  line: number;
  cells: readonly string[];
}

/**
 * Reads a table with a header, in the character sets and with the delimiters that spreadsheets use. A broken
 * row is left out, and the rows around it are kept.
 * @throws InputError if the file cannot be read or has no header
 */
export function readCsv(path: string): CsvTable {
  const read = textOf(path);
  const delimiter = delimiterOf(read);
  // Only the text of the first line is removed, so that later lines keep their numbers.
  const text = isDelimiterRow([/^.*/.exec(read)?.[0]]) ? read.replace(/^.*/, '') : read;
  const lines = text.split(/\r\n|\n|\r/);
  const first = lines.findIndex((line) => line.trim() !== '');
  if (first < 0) throw new InputError(`${path} is empty; its first line must name the columns`);
  const wide = tooWide(text, delimiter);
  if (wide !== null)
    throw new InputError(`${path}: line ${wide} has more than ${MOST_COLUMNS} columns; remove some`);
  const bad: { line: number; reason: string }[] = [];
  const [header, ...records] = allCells(text, delimiter) ?? cellsOneByOne(lines, delimiter, bad);
  const columns = header?.cells.map((cell) => cell.trim()) ?? [];
  if (header === undefined || header.line !== first + 1)
    throw new InputError(`${path}: the first line, which must name the columns, cannot be read`);
  const double = columns.find((name, i) => name !== '' && columns.indexOf(name) !== i);
  if (double !== undefined) throw new InputError(`${path} has two columns called "${double}"`);
  const rows: CsvRow[] = [];
  for (const { line, cells } of records) {
    if (cells.every((cell) => cell.trim() === '')) continue;
    if (cells.length > columns.length && cells.slice(columns.length).some((cell) => cell.trim() !== ''))
      bad.push({
        line,
        reason:
          `it has ${counted(cells.length, 'value')}, ` +
          `but the header has ${counted(columns.length, 'column')}`,
      });
    else rows.push({ line, values: Object.fromEntries(columns.map((name, i) => [name, cells[i] ?? ''])) });
  }
  return { columns, rows, bad: bad.sort((a, b) => a.line - b.line) };
}

function textOf(path: string): string {
  let bytes: Buffer;
  try {
    const { size } = statSync(path);
    if (size > MAX_CSV_BYTES) throw new Error(`it has ${size} bytes, but the limit is ${MAX_CSV_BYTES}`);
    bytes = readFileSync(path);
  } catch (cause) {
    throw cannotRead(path, cause);
  }
  const { text } = tableText(bytes);
  const mistaken = misreadAs(text);
  if (mistaken !== null)
    throw new InputError(
      `${path} was saved after its UTF-8 had been read as ${mistaken}; save it again as "CSV UTF-8" (Excel)`,
    );
  return text;
}

/** Returns the first line with more columns than allowed, or null. */
function tooWide(text: string, delimiter: string): number | null {
  let [line, columns, isQuoted] = [1, 1, false];
  for (const character of text) {
    if (character === '"') isQuoted = !isQuoted;
    else if (character === '\n') [line, columns] = [line + 1, isQuoted ? columns : 1];
    else if (character === delimiter && !isQuoted && ++columns > MOST_COLUMNS) return line;
  }
  return null;
}

/** Parses all rows. Returns null if a row is broken or seems to have swallowed other rows. */
function allCells(text: string, delimiter: string): Cells[] | null {
  try {
    const records = parsed(text, delimiter);
    let end = 0;
    const cells = records.map(({ record, info: { lines } }) => {
      const rows = record.reduce((sum, cell) => sum + cell.split(/\r\n|\n|\r/).length - 1, 1);
      end = lines;
      return { line: end - rows + 1, cells: record, rows };
    });
    const isWhole = cells.every(
      ({ rows, cells: { length } }) => rows === 1 || length === cells[0].cells.length,
    );
    return isWhole ? cells : null;
  } catch {
    return null;
  }
}

/** Parses the table row by row so that a broken row does not affect the others, although this is slower. */
function cellsOneByOne(
  lines: readonly string[],
  delimiter: string,
  bad: { line: number; reason: string }[],
): Cells[] {
  const found: Cells[] = [];
  for (let at = 0; at < lines.length;) {
    if (lines[at].trim() === '') {
      at++;
      continue;
    }
    let count = 1;
    let quotes = quotesIn(lines[at]);
    while (quotes % 2 !== 0 && count < LONGEST_RECORD && at + count < lines.length)
      quotes += quotesIn(lines[at + count++]);
    const cells = quotes % 2 === 0 ? oneRecord(lines.slice(at, at + count), delimiter) : null;
    const isWhole =
      cells !== null && (count === 1 || found.length === 0 || cells.length === found[0].cells.length);
    if (isWhole) found.push({ line: at + 1, cells });
    else
      bad.push({
        line: at + 1,
        reason: 'it has a quotation mark that is not closed or is in the middle of a value',
      });
    at += isWhole ? count : 1;
  }
  return found;
}

function quotesIn(line: string): number {
  return line.split('"').length - 1;
}

function oneRecord(lines: readonly string[], delimiter: string): readonly string[] | null {
  try {
    return parsed(lines.join('\n'), delimiter).at(0)?.record ?? null;
  } catch (error) {
    if (typeof (error as CsvError).code === 'string') return null;
    throw error;
  }
}

interface Parsed {
  record: string[];
  info: { lines: number };
}

function parsed(text: string, delimiter: string): Parsed[] {
  return parse(text, {
    bom: true,
    delimiter,
    info: true,
    relax_column_count: true,
    skip_empty_lines: true,
    record_delimiter: ['\r\n', '\n', '\r'],
  }) as unknown as Parsed[];
}
