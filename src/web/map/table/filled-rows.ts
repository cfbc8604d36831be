import { guarded } from '../../../tables/csv.js';
import { ANSWERS_BEGIN } from '../../../tables/table-columns.js';
import { textOf, type Cell, type Sheet } from '../../shared/sheet.js';

/** The result for a row, in the same form as in `TableRow`. */
interface FoundRow {
  row: number;
  place: FoundPlace | null;
  confidence: number;
  state: string;
}

interface FoundPlace {
  latitude: number;
  longitude: number;
  name: string | null;
  address?: string | null;
  type: string;
  match?: string | null;
  left_out?: readonly string[];
}

const ANSWERS = ['latitude', 'longitude', 'name', 'address', 'type', 'match', 'left_out', 'confidence'];

function answerOf({ place, confidence, state }: FoundRow): Cell[] {
  if (place === null) return [null, null, null, null, null, 'none', null, confidence];
  const { latitude, longitude, name, address = null, type, match = null, left_out: lost = [] } = place;
  const where = [latitude, longitude, name, address, type];
  if (state === 'corrected') return [...where, 'corrected', null, confidence];
  return [...where, match, lost.length === 0 ? null : lost.join(' '), confidence];
}

/** Returns all rows, with their results in additional columns at the end. */
export function filledRows(
  { columns, rows }: Sheet,
  found: readonly FoundRow[],
): { table: Cell[][]; own: number } {
  const width = rows.reduce((most, row) => Math.max(most, row.length), columns.length);
  const wide = (row: Cell[]): Cell[] => [...row, ...new Array<null>(width - row.length).fill(null)];
  const answers = new Map(found.map((row) => [row.row, answerOf(row)]));
  const header = [...wide(columns), ...ANSWERS.map((name) => ANSWERS_BEGIN + name)];
  return { table: [header, ...rows.map((row, i) => [...wide(row), ...(answers.get(i) ?? [])])], own: width };
}

/**
 * Returns the same rows as CSV text, in which no cell is a formula unless it was already one in the original
 * table.
 */
export function csvRows(sheet: Sheet, found: readonly FoundRow[]): string[][] {
  const { table, own } = filledRows(sheet, found);
  return table.map((row) =>
    row.map((cell, i) =>
      typeof cell === 'string' && (sheet.isWorkbook || i >= own) ? guarded(cell) : textOf(cell),
    ),
  );
}
