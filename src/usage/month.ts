import type { Calendar } from './calendar.js';

/** A calendar month. The dates of a month are in the format of `Calendar`. */
export interface Month {
  /** The first date of this month and the first date of the next month. */
  first_s: number;
  next_s: number;
  /** When the next month begins, in Unix milliseconds. */
  ends_ms: number;
}

const QUARTER_MS = 900_000;
/** The maximum difference between any time zone and UTC. */
const FARTHEST_MS = 15 * 3_600_000;

/** Returns the month that contains a moment. */
export function monthAt(calendar: Calendar, now_ms: number): Month {
  const first_s = monthStart(calendar.dateAt(now_ms));
  const date = new Date(first_s * 1000);
  const next_s = Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 1) / 1000;
  let ends_ms = next_s * 1000 - FARTHEST_MS;
  // In every time zone, midnight coincides with a quarter of an hour.
  while (calendar.dateAt(ends_ms) < next_s) ends_ms += QUARTER_MS;
  return { first_s, next_s, ends_ms };
}

/** Returns the first date of the month that contains a date. */
export function monthStart(date_s: number): number {
  const date = new Date(date_s * 1000);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth(), 1) / 1000;
}
