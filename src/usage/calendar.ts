import { LocalClock } from '../local-time.js';

const DAY_S = 86_400;
/** In every time zone, midnight coincides with a quarter of an hour in UTC. */
const QUARTER_MS = 900_000;

/**
 * The dates of one time zone. A date is stored as the Unix time, in seconds, of midnight UTC on that date.
 * All days therefore have the same length here, regardless of daylight saving time, and a date stays the same
 * if the time zone setting changes.
 */
export class Calendar {
  readonly #clock: LocalClock;
  #quarter = Number.NaN;
  #date_s = 0;

  /** @throws RangeError for an unknown time zone */
  constructor(timeZone: string) {
    this.#clock = new LocalClock(timeZone);
  }

  get timeZone(): string {
    return this.#clock.timeZone;
  }

  /** Returns the date at a moment. */
  dateAt(time_ms: number): number {
    const quarter = Math.floor(time_ms / QUARTER_MS);
    if (quarter !== this.#quarter) {
      const { year, month, day } = this.#clock.at(time_ms);
      this.#date_s = Date.UTC(year, month - 1, day) / 1000;
      this.#quarter = quarter;
    }
    return this.#date_s;
  }
}

export function addDays(date_s: number, days: number): number {
  return date_s + days * DAY_S;
}

/**
 * Returns the same day of the month, the given number of months earlier. If that month is too short, returns
 * a day at the beginning of the following month.
 */
export function monthsBefore(date_s: number, months: number): number {
  const date = new Date(date_s * 1000);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() - months, date.getUTCDate()) / 1000;
}

/** Formats the date as `2030-12-31`. */
export function dateText(date_s: number): string {
  return new Date(date_s * 1000).toISOString().slice(0, 10);
}
