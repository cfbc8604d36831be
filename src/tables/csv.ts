/** A table as text. Rows may have different numbers of cells. */
interface CsvTable {
  rows: string[][];
  delimiter: string;
  lineEnd: string;
}

const DELIMITERS = [',', ';', '\t', '|'] as const;

/** A line that programs write at the top of a table to tell Excel the delimiter: `sep=;`. */
const TOLD = /^\s*"?sep=([^\r\n])"?[^\S\r\n]*(?:\r\n|\n|\r)/i;

/** Whether a row only declares the delimiter: `sep=;`. */
export function isDelimiterRow(row: readonly unknown[]): boolean {
  return typeof row[0] === 'string' && /^sep=.?$/i.test(row[0].trim());
}

/**
 * Returns a table's delimiter: the one that its first line declares, or else the most frequent one in the
 * header.
 */
export function delimiterOf(text: string): string {
  const told = TOLD.exec(text)?.[1];
  if (told !== undefined) return told;
  const header = /\S.*/.exec(text)?.[0] ?? '';
  const count = (delimiter: string): number => header.split(delimiter).length;
  return DELIMITERS.reduce<string>((best, own) => (count(own) > count(best) ? own : best), ',');
}

/**
 * Parses a table whose cells are separated by commas, semicolons, tabs or pipes. The parser accepts any text:
 * a quotation mark that is never closed, or that occurs in the middle of a cell, is part of that cell.
 */
export function parseCsv(text: string): CsvTable {
  const delimiter = delimiterOf(text);
  const lineEnd = /\r\n|\n|\r/.exec(text)?.[0] ?? '\n';
  const rows: string[][] = [];
  for (let at = 0; at < text.length;) {
    const row: string[] = [];
    for (let isMore = true; isMore;) {
      const closing = text[at] === '"' ? closingQuote(text, at, delimiter) : -1;
      const end = closing === -1 ? plainEnd(text, at, delimiter) : closing + 1;
      row.push(closing === -1 ? text.slice(at, end) : text.slice(at + 1, closing).replaceAll('""', '"'));
      isMore = text[end] === delimiter;
      at = end + (text[end] === '\r' && text[end + 1] === '\n' ? 2 : 1);
    }
    rows.push(row);
  }
  return { rows, delimiter, lineEnd };
}

/** Returns the end of the quoted cell that begins here, or -1 if the cell is not quoted. */
function closingQuote(text: string, from: number, delimiter: string): number {
  for (let at = from + 1; ;) {
    const quote = text.indexOf('"', at);
    const next = text[quote + 1];
    if (quote !== -1 && next === '"') at = quote + 2;
    else return next === undefined || next === delimiter || isLineEnd(next) ? quote : -1;
  }
}

function plainEnd(text: string, from: number, delimiter: string): number {
  let at = from;
  while (at < text.length && text[at] !== delimiter && !isLineEnd(text[at])) at++;
  return at;
}

function isLineEnd(character: string): boolean {
  return character === '\n' || character === '\r';
}

export function writeCsv({ rows, delimiter, lineEnd }: CsvTable): string {
  const cell = (text: string): string =>
    /["\r\n]/.test(text) || text.includes(delimiter) ? `"${text.replaceAll('"', '""')}"` : text;
  return rows.map((row) => row.map(cell).join(delimiter) + lineEnd).join('');
}

/** Adds a leading apostrophe if a spreadsheet would read the text as a formula. */
export function guarded(text: string): string {
  return /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
}
