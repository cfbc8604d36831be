import type { Static } from '@sinclair/typebox';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, parse } from 'node:path';
import { InputError } from '../../../errors.js';
import type { Position } from '../../../geo/position.js';
import type { TRIP_SCHEMAS } from '../../../http/trip/trip-response-schemas.js';
import { ANSWERS_BEGIN, type ColumnKind } from '../../../tables/table-columns.js';
import { gpxText } from './matched-files.js';
import {
  guardedCells,
  isWorkbookName,
  textOf,
  withAnswers,
  writeSheetFile,
  writing,
  type Cell,
  type NamedSheet,
  type SheetFile,
} from './sheet-file.js';
import type { SheetFlags } from './sheet-work.js';
import type { OrderRow, OrderTable } from './trip-table.js';
import type { TripTexts } from './trip-texts.js';

export type TripAnswer = Static<typeof TRIP_SCHEMAS.TripResponse>;

/** A planned row with its additional cells. */
export interface PlannedRow extends OrderRow {
  at: Position | null;
  /** The place that was found, with its confidence. */
  found: string;
  confidence: number;
  /** A warning for both the planner and the driver; empty if the place is certain. */
  doubt: string;
  remark: string;
  /** The index of the order's stop; `null` if no plan includes the order. */
  stop: number | null;
  reason: string | null;
}

interface Visit extends PlannedRow {
  /** The times at which the vehicle arrives and the visit begins. */
  arrival: string;
  begin: string;
  wait_min: number;
}

/** A driver's plan. */
export interface DriverPlan {
  /** The plan's title, such as `Vehicle 1`. */
  title: string;
  /** A line with the number of orders, the kilometers and the times. */
  about: string;
  visits: Visit[];
  /** The times of departure and return; empty if the vehicle may start or end anywhere. */
  out: string;
  back: string;
  line: readonly Position[];
}

const ANSWERS = [
  'vehicle',
  'order',
  'arrival',
  'begin',
  'reason',
  'latitude',
  'longitude',
  'found',
  'confidence',
];
/** The maximum number of vehicles in a plan. */
const MOST_GPX = 10;

/** Describes each vehicle's work in words. */
export function driverPlans(
  rows: readonly PlannedRow[],
  vehicles: TripAnswer['vehicles'],
  { texts, day }: { texts: TripTexts; day: string },
): DriverPlan[] {
  const byStop = new Map(rows.map((own) => [own.stop, own]));
  return vehicles.map(({ stops, distance_meters, geometry }, i) => {
    const clock = (at: (typeof stops)[number] | undefined): string => clockOf(at?.arrival ?? '', day);
    const visits = stops.flatMap((at): Visit[] => {
      const own = byStop.get(at.stop);
      if (own === undefined) return [];
      const begin = clockOf(at.arrival ?? '', day, at.waiting_seconds);
      return [{ ...own, arrival: clock(at), begin, wait_min: Math.round(at.waiting_seconds / 60) }];
    });
    const load = visits.reduce((sum, own) => sum + own.load, 0);
    const km = texts.km((distance_meters / 1000).toFixed(1));
    const times = texts.times(clock(stops[0]), endOf(stops.at(-1), day));
    const more = visits.length === 0 ? [] : [km, times, texts.load(load)];
    const isOwn = (at: (typeof stops)[number] | undefined): boolean =>
      at !== undefined && byStop.has(at.stop);
    return {
      ...{ title: `${texts.vehicle} ${i + 1}`, visits },
      about: [texts.orders(visits.length), ...more].join(', '),
      out: isOwn(stops[0]) ? '' : clock(stops[0]),
      back: isOwn(stops.at(-1)) ? '' : clock(stops.at(-1)),
      line: geometry?.coordinates ?? [],
    };
  });
}

/** Returns the time at which a vehicle is finished at its last stop: an order, or where it returns to. */
function endOf(last: TripAnswer['vehicles'][number]['stops'][number] | undefined, day: string): string {
  if (last === undefined) return '';
  return clockOf(last.arrival ?? '', day, last.waiting_seconds + last.service_seconds);
}

/**
 * Returns the clock time `later_s` seconds after `time`, such as `13:56`, with the date if it is on another
 * day.
 */
function clockOf(time: string, day: string, later_s = 0): string {
  if (time === '') return '';
  const whole = new Date(Date.parse(`${time}Z`) + 1000 * later_s).toISOString();
  const clock = whole.slice(11, 16);
  return whole.startsWith(day) ? clock : `${whole.slice(5, 10)} ${clock}`;
}

interface Asked {
  output: string;
  texts: TripTexts;
  /** The date, such as `2026-12-01`. */
  day: string;
  /** The vehicles' start and end, with a remark for drivers. */
  home: Pick<PlannedRow, 'found' | 'remark'>;
}

/**
 * Writes the table with each row's vehicle, order and arrival time, plus a sheet for each vehicle and one for
 * the unplanned orders.
 */
export async function writeTrip(
  sheet: SheetFile,
  plan: { table: OrderTable; rows: readonly PlannedRow[]; drivers: readonly DriverPlan[] },
  asked: Asked,
): Promise<void> {
  const cells = new Map<number, Cell[]>();
  for (const { row, at, found, confidence, reason } of plan.rows)
    cells.set(row, [
      null,
      null,
      null,
      null,
      reason,
      at?.[1] ?? null,
      at?.[0] ?? null,
      found || null,
      confidence,
    ]);
  plan.drivers.forEach(({ visits }, vehicle) =>
    visits.forEach(({ row, arrival, begin }, i) =>
      cells.get(row)!.splice(0, 4, vehicle + 1, i + 1, arrival, begin),
    ),
  );
  if (!isWorkbookName(asked.output)) for (const [row, own] of cells) cells.set(row, guardedCells(own));
  const header = ANSWERS.map((name) => ANSWERS_BEGIN + name);
  const more = sheetsOf(sheet, plan, asked);
  await writeSheetFile(asked.output, withAnswers(sheet, header, cells), sheet.csv, {
    name: sheet.sheet,
    more,
  });
}

function sheetsOf(
  sheet: SheetFile,
  { table, rows, drivers }: Parameters<typeof writeTrip>[1],
  { texts, day, home }: Asked,
): NamedSheet[] {
  const { columns: named } = texts;
  /** The row's own cells, exactly as in the table. */
  const own = ({ row }: OrderRow, at: readonly number[]): Cell[] => at.map((i) => sheet.rows[row][i] ?? null);
  const of = (kind: ColumnKind): number[] => [...table.read.keys()].filter((i) => table.read.get(i) === kind);
  const names = (at: readonly number[]): string[] => at.map((i) => sheet.columns[i]);
  const [hours, loads, others] = [of('window'), of('load'), table.others];
  const blank = (at: readonly number[]): string[] => at.map(() => '');
  const end = (arrival: string, what: string): Cell[][] => {
    const address = `${what}: ${home.found}`;
    const cells = ['', arrival, '', ...blank(hours), address, ...blank([...others, ...loads]), home.remark];
    return arrival === '' ? [] : [cells];
  };
  const sheets = drivers.map(({ title, about, visits, out, back }) =>
    printed(title, 3 + hours.length, [
      [`${title}, ${day}: ${about}`],
      [
        ...['#', named.arrival, named.begin, ...names(hours), named.address],
        ...[...names([...others, ...loads]), named.remarks],
      ],
      ...end(out, texts.out),
      ...visits.map((visit, i) => [
        ...[i + 1, visit.arrival, visit.begin, ...own(visit, hours), whereOf(visit)],
        ...[...own(visit, [...others, ...loads]), remarksOf(visit, texts)],
      ]),
      ...end(back, texts.back),
    ]),
  );
  const left = rows.filter(({ reason }) => reason !== null);
  if (left.length === 0) return sheets;
  const rest = [...hours, ...others, ...loads];
  const unplanned = printed(texts.unplanned, 1, [
    [`${texts.unplanned}, ${day}: ${texts.orders(left.length)}`],
    [named.row, named.address, ...names(rest), named.reason],
    ...left.map((order) => [order.row + 1, whereOf(order), ...own(order, rest), order.reason]),
  ]);
  return [...sheets, unplanned];
}

/** The number of characters in a line on A4 in landscape. */
const PAGE = 124;
const [NARROWEST, WIDEST] = [5, 16];

/**
 * Formats a sheet to fit on paper: its two long columns, the addresses and the last one, share the width that
 * the other columns leave.
 */
function printed(name: string, addresses: number, rows: readonly (readonly Cell[])[]): NamedSheet {
  const header = rows[1];
  const widths = header.map((_, column) => {
    const longest = Math.max(...rows.slice(1).map((row) => textOf(row[column] ?? null).length));
    return Math.min(WIDEST, Math.max(NARROWEST, longest + 1));
  });
  const long = [addresses, header.length - 1];
  const left = PAGE - widths.reduce((sum, width, i) => (long.includes(i) ? sum : sum + width), 0);
  for (const column of long)
    widths[column] = Math.max(2 * WIDEST - NARROWEST, Math.floor(left / long.length));
  return { name, rows, widths };
}

/** Returns the address for the driver, or a point if the table has no address. */
export function whereOf({ address, found, at }: PlannedRow): string {
  return address || found || at?.toReversed().join(', ') || '';
}

function remarksOf({ remark, wait_min }: Visit, texts: TripTexts): string {
  return [wait_min > 0 ? texts.wait(wait_min) : '', remark].filter(Boolean).join('; ');
}

/**
 * Returns the names of the vehicles' GPX files. @throws InputError if another file already exists under one
 * of these names
 */
export function gpxNames(output: string, { overwrite }: SheetFlags, { exists }: TripTexts): string[] {
  const { dir, name } = parse(output);
  const paths = Array.from({ length: MOST_GPX }, (_, i) => join(dir, `${name}.${i + 1}.gpx`));
  const other = paths.find((path) => overwrite !== true && existsSync(path) && !isOurs(path));
  if (other === undefined) return paths;
  throw new InputError(exists(other));
}

function isOurs(path: string): boolean {
  return readFileSync(path, 'utf8').slice(0, 200).includes('creator="gazarch"');
}

/**
 * Writes a GPX file for each vehicle with orders. An earlier plan's files are removed, because drivers would
 * follow them.
 */
export function writeGpx(paths: readonly string[], drivers: readonly DriverPlan[]): void {
  paths.forEach((path, i) => {
    const { title = '', visits = [], line = [] } = i < drivers.length ? drivers[i] : {};
    if (visits.length === 0) return rmSync(path, { force: true });
    const points = visits.map((visit, k) => ({
      ...{ name: `${k + 1}. ${visit.arrival} ${whereOf(visit)}`, at: visit.at! },
    }));
    const tracks = line.length === 0 ? [] : [{ name: title, line }];
    writing(path, () => writeFileSync(path, gpxText(points, tracks)));
  });
}
