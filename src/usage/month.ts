import type { Calendar } from './calendar.js';

/** A calendar month. Its dates are in the format of `Calendar`. */
export interface Month {
  /** The first date of this month, and of the next month. */
  first_s: number;
  next_s: number;
  /** When the next month begins, in Unix milliseconds. */
  ends_ms: number;
}

const QUARTER_MS = 900_000;
/** No time zone differs from UTC by more than this. */
const FARTHEST_MS = 15 * 3_600_000;

/** Returns the month that contains a moment. */
export function monthAt(calendar: Calendar, now_ms: number): Month {
  const first_s = monthStart(calendar.dateAt(now_ms));
  const date = new Date(first_s * 1000);
  const next_s = Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 1) / 1000;
  let ends_ms = next_s * 1000 - FARTHEST_MS;
  // In every time zone, midnight falls on a quarter of an hour.
  while (calendar.dateAt(ends_ms) < next_s) ends_ms += QUARTER_MS;
  return { first_s, next_s, ends_ms };
}

/** Returns the first date of a date's month. */
export function monthStart(date_s: number): number {
  const date = new Date(date_s * 1000);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth(), 1) / 1000;
}
