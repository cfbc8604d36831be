import writeWorkbook from 'write-excel-file/universal';
import { guarded, writeCsv } from '../../../tables/csv.js';
import { ANSWERS_BEGIN } from '../../../tables/table-columns.js';
import { textOf, type Cell, type Sheet } from '../../shared/sheet.js';
import type { TableRow } from '../state/table.js';

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

function guardedText(cell: Cell): string {
  return typeof cell === 'string' ? guarded(cell) : textOf(cell);
}
