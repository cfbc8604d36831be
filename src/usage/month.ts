import type { Calendar } from './calendar.js';

/** A month of a calendar. Dates are those of `Calendar`. */
export interface Month {
  /** Its first date, and that of the next month. */
  first_s: number;
  next_s: number;
  /** Unix milliseconds at which the next month begins. */
  ends_ms: number;
}

const QUARTER_MS = 900_000;
/** No time zone is farther from UTC. */
const FARTHEST_MS = 15 * 3_600_000;

/** The month of a moment. */
export function monthAt(calendar: Calendar, now_ms: number): Month {
  const first_s = monthStart(calendar.dateAt(now_ms));
  const date = new Date(first_s * 1000);
  const next_s = Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 1) / 1000;
  let ends_ms = next_s * 1000 - FARTHEST_MS;
  // Every midnight of every time zone falls on the start of a quarter of an hour.
  while (calendar.dateAt(ends_ms) < next_s) ends_ms += QUARTER_MS;
  return { first_s, next_s, ends_ms };
}

/** The first date of the month of a date. */
export function monthStart(date_s: number): number {
  const date = new Date(date_s * 1000);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth(), 1) / 1000;
}
