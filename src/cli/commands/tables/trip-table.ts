import type { Static } from '@sinclair/typebox';
import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { join, parse } from 'node:path';
import { InputError } from '../../../errors.js';
import type { Position } from '../../../geo/position.js';
import type { TRIP_SCHEMAS } from '../../../http/trip/trip-response-schemas.js';
import { columnCalled, columnOf, hasColumnCalled, type ColumnKind } from '../../../tables/table-columns.js';
import { windowsOf } from '../../../tables/windows-of.js';
import { print } from '../../terminal/output.js';
import { gpxText } from './matched-files.js';
import { named, pointIn } from './sheet-columns.js';
import {
  guardedCells,
  isBlank,
  isWorkbookName,
  readSheetFile,
  textOf,
  withAnswers,
  writeSheetFile,
  writing,
  type Cell,
  type SheetFile,
} from './sheet-file.js';
import type { SheetFlags } from './sheet-work.js';

export type TripAnswer = Static<typeof TRIP_SCHEMAS.TripResponse>;

/** A row of a table: what is to be visited. */
export interface OrderRow {
  /** Of the sheet. */
  row: number;
  address: string;
  /** Degrees that the row itself has. */
  point: Position | null;
  /** As `/v1/trip` takes them. */
  window: string;
  load: number;
  service_s: number;
}

/** The table with orders: its columns have an address, or a point. */
export function readOrderTable(path: string, flags: SheetFlags & { column?: string[] }): Promise<SheetFile> {
  const { sheet, headerRow, column } = flags;
  const isHeader = (columns: readonly string[]): boolean => {
    if (column !== undefined) return column.every((name) => columnCalled(columns, name) !== -1);
    const has = (kind: ColumnKind): boolean => hasColumnCalled(columns, kind);
    return has('address') || (has('latitude') && has('longitude'));
  };
  return readSheetFile(path, { sheet, headerRow, isHeader });
}

/** @throws InputError that names the row and the cell that cannot be read */
export function ordersOf(
  sheet: SheetFile,
  { column: own, minutes }: { column?: string[]; minutes: string },
): OrderRow[] {
  const { columns, rows, header, path } = sheet;
  const at = (kind: ColumnKind): number => columnOf(columns, kind);
  const address = own?.map((name) => named(sheet, name)) ?? [at('address')].filter((i) => i !== -1);
  const point = { latitude: at('latitude'), longitude: at('longitude') };
  if (address.length === 0 && (point.latitude === -1 || point.longitude === -1))
    throw new InputError(`${path} has no column of an address or of a point; name one with --column`);
  const [window, load, service] = [at('window'), at('load'), at('minutes')];
  return rows.flatMap((row, i): OrderRow[] => {
    if (i <= header || isBlank(row)) return [];
    const cell = (index: number): string => textOf(row[index] ?? null).trim();
    const wrong = (index: number, what: string): InputError =>
      new InputError(`${path}: row ${i + 1}: ${columns[index]} is ${JSON.stringify(cell(index))}; ${what}`);
    const number = (index: number, otherwise: string): number => {
      const value = Number((cell(index) || otherwise).replace(',', '.'));
      if (value >= 0 && value <= 1e6) return value;
      throw wrong(index, 'it must be a number, 0 or more');
    };
    const hours = windowsOf(cell(window));
    if (hours === null) throw wrong(window, 'it must be hours such as 09:00-12:00, -12:00 or 14:00-');
    const found = pointIn(row, point);
    return [
      {
        ...{
          row: i,
          address: address
            .map(cell)
            .filter((text) => text !== '')
            .join(', '),
        },
        point: found && [found.longitude, found.latitude],
        ...{ window: hours, load: Math.ceil(number(load, '1')) },
        service_s: Math.round(60 * number(service, minutes)),
      },
    ];
  });
}

const ANSWERS = ['vehicle', 'order', 'arrival', 'reason', 'latitude', 'longitude', 'found', 'confidence'];

/** What is written beside a row. */
export interface PlannedRow extends OrderRow {
  at: Position | null;
  /** The place that was found, and how sure that is. */
  found: Cell;
  isArea: boolean;
  confidence: Cell;
  /** The number of its stop; null: it is in no plan. */
  stop: number | null;
  reason: string | null;
}

/** A GPX for each vehicle beside the table. @throws InputError where something is there already */
export function gpxNames(output: string, count: number, { overwrite }: SheetFlags): string[] {
  const { dir, name } = parse(output);
  const paths = Array.from({ length: count }, (_, i) => join(dir, `${name}.${i + 1}.gpx`));
  const old = paths.find((path) => overwrite !== true && existsSync(path));
  if (old === undefined) return paths;
  throw new InputError(`${old} is there already; name another file with --output, or add --overwrite`);
}

/** Writes the table with vehicle, order and arrival, a sheet for each vehicle, and the files of GPS. */
export async function writeTrip(
  sheet: SheetFile,
  plan: { rows: readonly PlannedRow[]; vehicles: TripAnswer['vehicles'] },
  { output, gpx, title }: { output: string; gpx: readonly string[]; title: string },
): Promise<void> {
  const byStop = new Map(plan.rows.map((own) => [own.stop, own]));
  const cells = new Map<number, Cell[]>();
  for (const { row, at, found, confidence, reason } of plan.rows)
    cells.set(row, [null, null, null, reason, at?.[1] ?? null, at?.[0] ?? null, found, confidence]);
  const lists = plan.vehicles.map(({ stops }, vehicle) => {
    const visits = stops.flatMap(({ stop, arrival }) => {
      const own = byStop.get(stop);
      return own === undefined ? [] : [{ ...own, arrival: arrival!.slice(11, 16) }];
    });
    visits.forEach(({ row, arrival }, i) => cells.get(row)!.splice(0, 3, vehicle + 1, i + 1, arrival));
    return visits;
  });
  if (!isWorkbookName(output)) for (const [row, own] of cells) cells.set(row, guardedCells(own));
  const rows = withAnswers(
    sheet,
    ANSWERS.map((name) => `gazarch_${name}`),
    cells,
  );
  const sheets = lists.map((visits, i) => ({
    name: `${title} ${i + 1}`,
    rows: [rows[sheet.header], ...visits.map(({ row }) => rows[row])],
  }));
  await writeSheetFile(output, rows, sheet.csv, sheets);
  gpx.forEach((path, i) => {
    // One of another plan would be followed.
    if (lists[i].length === 0) return rmSync(path, { force: true });
    const points = lists[i].map(({ address, arrival, at }, k) => ({
      ...{ name: `${k + 1}. ${arrival} ${address}`.trim(), at: at! },
    }));
    const { geometry } = plan.vehicles[i];
    const tracks = geometry === undefined ? [] : [{ name: `${title} ${i + 1}`, line: linesOf(geometry) }];
    writing(path, () => writeFileSync(path, gpxText(points, tracks)));
  });
  lists.forEach((visits, i) => {
    const { distance_meters, stops } = plan.vehicles[i];
    const last = stops.at(-1)?.arrival?.slice(11, 16);
    const until = last === undefined ? '' : `, ${(distance_meters / 1000).toFixed(1)} km, until ${last}`;
    print(`vehicle ${i + 1}: ${visits.length} ${visits.length === 1 ? 'order' : 'orders'}${until}`);
  });
  print(output);
}

function linesOf({ coordinates }: { coordinates: unknown }): Position[] {
  return coordinates as Position[];
}
