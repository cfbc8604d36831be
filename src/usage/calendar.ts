const DAY_S = 86_400;
/** Every midnight of every time zone is at the beginning of a quarter of an hour in UTC. */
const QUARTER_MS = 900_000;

/**
 * Dates of one time zone. A date is a number: midnight of the same date in UTC, in Unix seconds. So days have
 * equal lengths here, whatever daylight saving does, and a date keeps its name when the setting changes.
 */
export class Calendar {
  readonly timeZone: string;
  readonly #format: Intl.DateTimeFormat;
  #quarter = Number.NaN;
  #date_s = 0;

  /** @throws RangeError for an unknown time zone */
  constructor(timeZone: string) {
    this.timeZone = timeZone;
    this.#format = new Intl.DateTimeFormat('en-US', {
      timeZone,
      calendar: 'gregory',
      numberingSystem: 'latn',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
    });
  }

  /** The date at a moment. */
  dateAt(time_ms: number): number {
    const quarter = Math.floor(time_ms / QUARTER_MS);
    if (quarter !== this.#quarter) {
      const parts = this.#format.formatToParts(time_ms);
      const value = (type: string): number => Number(parts.find((part) => part.type === type)!.value);
      this.#date_s = Date.UTC(value('year'), value('month') - 1, value('day')) / 1000;
      this.#quarter = quarter;
    }
    return this.#date_s;
  }
}

export function addDays(date_s: number, days: number): number {
  return date_s + days * DAY_S;
}

/** The same day of an earlier month; where that month is too short, a day of the month behind it. */
export function monthsBefore(date_s: number, months: number): number {
  const date = new Date(date_s * 1000);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() - months, date.getUTCDate()) / 1000;
}

/** `2030-12-31` */
export function dateText(date_s: number): string {
  return new Date(date_s * 1000).toISOString().slice(0, 10);
}
