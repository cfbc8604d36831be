import { counted } from '../../../counted.js';
import { InputError } from '../../../errors.js';
import type { SheetFlags } from './sheet-work.js';
import type { Point } from '../../../http/geocode/typed-point.js';
import {
  columnCalled,
  columnOf,
  degreesOf,
  hasColumnCalled,
  type ColumnKind,
} from '../../../tables/table-columns.js';
import { isBlank, readSheetFile, textOf, type Cell, type SheetFile } from './sheet-file.js';

/**
 * Reads the table in a file. Flags name the table's columns; columns without a flag are found by their usual
 * names.
 */
export function readTable(
  path: string,
  flags: Pick<SheetFlags, 'sheet' | 'headerRow'>,
  wanted: readonly (ColumnKind | { called: string })[],
): Promise<SheetFile> {
  const isHeader = (columns: readonly string[]): boolean =>
    wanted.every((kind) =>
      typeof kind === 'string' ? hasColumnCalled(columns, kind) : columnCalled(columns, kind.called) !== -1,
    );
  return readSheetFile(path, { sheet: flags.sheet, headerRow: flags.headerRow, isHeader });
}

/** Reads a table with latitude and longitude columns from a file. */
export function readPoints(
  path: string,
  flags: SheetFlags & { lat?: string; lon?: string },
): Promise<SheetFile> {
  const { lat, lon } = flags;
  return readTable(path, flags, [
    lat === undefined ? 'latitude' : { called: lat },
    lon === undefined ? 'longitude' : { called: lon },
  ]);
}

/** Returns a column's index. @throws InputError if the table has no such column */
export function named(sheet: SheetFile, name: string): number {
  const at = columnCalled(sheet.columns, name);
  if (at !== -1) return at;
  const all = sheet.columns.filter((own) => own !== '').map((own) => `"${own.slice(0, 40)}"`);
  throw new InputError(`${sheet.path} has no column "${name}"; it has ${all.slice(0, 30).join(', ')}`);
}

/** Returns the column that a flag names, or else the column whose name matches the kind. */
export function column(sheet: SheetFile, kind: ColumnKind, flag: string, name: string | undefined): number {
  const at = name === undefined ? columnOf(sheet.columns, kind) : named(sheet, name);
  if (at !== -1) return at;
  const all = sheet.columns.filter((own) => own !== '').map((own) => `"${own.slice(0, 40)}"`);
  throw new InputError(
    `${sheet.path}: no column is called ${kind}; specify one with ${flag}: ${all.slice(0, 30).join(', ')}`,
  );
}

interface PointColumns {
  latitude: number;
  longitude: number;
}

export function pointColumns(sheet: SheetFile, { lat, lon }: { lat?: string; lon?: string }): PointColumns {
  return {
    latitude: column(sheet, 'latitude', '--lat', lat),
    longitude: column(sheet, 'longitude', '--lon', lon),
  };
}

/** Returns `null` if the cells do not contain degrees. */
export function pointIn(row: readonly Cell[], { latitude, longitude }: PointColumns): Point | null {
  const [lat, lon] = [degreesOf(row[latitude], 90), degreesOf(row[longitude], 180)];
  return lat === null || lon === null ? null : { latitude: lat, longitude: lon };
}

/**
 * Returns a sentence that says how many rows do not contain degrees and names the first of them, or `null` if
 * there are none.
 */
export function withoutPoint({ path, rows, header }: SheetFile, at: PointColumns): string | null {
  const lost = rows.flatMap((row, i) =>
    i > header && !isBlank(row) && pointIn(row, at) === null ? [i] : [],
  );
  if (lost.length === 0) return null;
  const [first] = lost;
  const [lat, lon] = [rows[first][at.latitude] ?? null, rows[first][at.longitude] ?? null];
  const mayBeSwapped = degreesOf(lat, 180) !== null && degreesOf(lon, 90) !== null;
  return (
    `${path}: ${counted(lost.length, 'row has', 'rows have')} no point; row ${first + 1}: ` +
    `latitude ${shown(lat)}, longitude ${shown(lon)}` +
    (mayBeSwapped ? '. The two may be swapped; specify the columns with --lat and --lon' : '')
  );
}

/** Returns the beginning of a cell in quotes. Terminal control characters are escaped. */
function shown(cell: Cell): string {
  return JSON.stringify(textOf(cell).slice(0, 40));
}
