import type { Position } from '../geo/position.js';
import { columnOf } from './table-columns.js';
import { windowsOf } from './time-windows.js';

/** An order's fields, except for its place. These fields become parts of a request to `/v1/trip`. */

export const ORDER_KINDS = ['window', 'load', 'minutes'] as const;
export type OrderKind = (typeof ORDER_KINDS)[number];

/** Returns the index of the column for each kind, or -1 if there is no such column. */
export function orderColumns(columns: readonly string[]): Record<OrderKind, number> {
  const [window, load, minutes] = ORDER_KINDS.map((kind) => columnOf(columns, kind));
  return { window, load, minutes };
}

export interface OrderCells {
  /** Formatted as in `/v1/trip`. */
  window: string;
  load: number;
  /** Null if the order uses the default for all orders. */
  minutes: number | null;
  /** Kinds whose cells could not be read and were ignored. */
  unread: OrderKind[];
}

const NUMBER = /^(\d+(?:[.,]\d+)?)\s*(?:кг|kg|ш|шт|ширхэг|pcs|мин|минут|min)?\.?$/i;
const MOST_NUMBER = 1e6;

/**
 * @param cell returns the text of the cell in the column with this index, or an empty text if the cell is
 * empty
 */
export function orderCells(
  cell: (column: number) => string,
  at: Readonly<Record<OrderKind, number>>,
): OrderCells {
  const unread: OrderKind[] = [];
  const number = (kind: OrderKind): number | null => {
    const text = cell(at[kind]);
    const value = Number(NUMBER.exec(text)?.[1].replace(',', '.') ?? NaN);
    if (value <= MOST_NUMBER) return value;
    if (text !== '') unread.push(kind);
    return null;
  };
  const window = windowsOf(cell(at.window));
  if (window === null) unread.push('window');
  return { window: window ?? '', load: Math.ceil(number('load') ?? 1), minutes: number('minutes'), unread };
}

/**
 * Kinds of places that are too large for a delivery, because a driver would only be sent to the center,
 * however certain the match is.
 */
const VAGUE: ReadonlySet<string> = new Set(['area', 'settlement', 'street', 'postcode']);

export function isVague({ layer }: { layer?: string | null }): boolean {
  return VAGUE.has(layer ?? '');
}

interface Trip {
  /** The place where vehicles start and end, or null if they may do so anywhere. */
  home: Position | null;
  visits: readonly (Pick<OrderCells, 'window' | 'load' | 'minutes'> & { point: Position })[];
  /** The default number of minutes for visits that do not specify it. */
  minutes: number;
  /** The departure time, formatted as `2026-12-01T09:00`. */
  departAt: string;
  /** The end of the day, formatted as `18:00`, or empty if there is none. */
  until: string;
  vehicles: string;
  /** Empty if the capacity is not limited. */
  capacity: string;
  lang: string;
}

/** Returns the query parameters for `/v1/trip`. */
export function tripQuery(trip: Trip): Record<string, string> {
  const { home, visits, minutes, departAt, until, vehicles, capacity, lang } = trip;
  const list = (start: string, of: (visit: Trip['visits'][number]) => string | number): string =>
    [...(home === null ? [] : [start]), ...visits.map(of)].join(';');
  const pair = (point: Position): string => point.map((degrees) => degrees.toFixed(6)).join();
  return {
    stops: list(home === null ? '' : pair(home), ({ point }) => pair(point)),
    ...(home === null && { start: 'any', end: 'any' }),
    depart_at: departAt,
    windows: list(until === '' ? '' : `00:00-${until}`, ({ window }) => window),
    service: list('0', (visit) => Math.round(60 * (visit.minutes ?? minutes))),
    loads: list('0', ({ load }) => load),
    ...{ vehicles, lang },
    ...(capacity !== '' && { capacity }),
  };
}

/** The default departure time of vehicles: 9:00 today, or 9:00 tomorrow if that time has passed. */
const NINE = 9 * 60;

/** @param minute the current time in minutes since midnight */
export function nextNine(now: { year: number; month: number; day: number; minute: number }): string {
  const { year, month, day, minute } = now;
  const date = new Date(Date.UTC(year, month - 1, day + Number(minute > NINE)));
  return `${date.toISOString().slice(0, 10)}T09:00`;
}
