/** A local time, as shown by a wall clock and a calendar. */
export interface LocalTime {
  year: number;
  /** January is 1. */
  month: number;
  day: number;
  /** Monday is 0. */
  weekday: number;
  /** Minutes since midnight. */
  minute: number;
}

const MINUTE_MS = 60_000;

/** Adds minutes to a local time, ignoring daylight saving time. */
export function minutesLater({ year, month, day, minute }: LocalTime, minutes: number): LocalTime {
  return shownAt(Date.UTC(year, month - 1, day) + (minute + minutes) * MINUTE_MS);
}

/** Converts a Unix time to the time that a UTC clock and calendar would show. */
function shownAt(time_ms: number): LocalTime {
  const shown = new Date(time_ms);
  return {
    year: shown.getUTCFullYear(),
    month: shown.getUTCMonth() + 1,
    day: shown.getUTCDate(),
    weekday: (shown.getUTCDay() + 6) % 7,
    minute: 60 * shown.getUTCHours() + shown.getUTCMinutes(),
  };
}

/** A clock that shows the local time of one time zone. */
export class LocalClock {
  readonly timeZone: string;
  readonly #format: Intl.DateTimeFormat;

  /** @throws RangeError for an unknown time zone */
  constructor(timeZone: string) {
    this.timeZone = timeZone;
    this.#format = new Intl.DateTimeFormat('en-US', {
      timeZone,
      calendar: 'gregory',
      numberingSystem: 'latn',
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
    });
  }

  /** Returns the local time at an instant given in Unix milliseconds. */
  at(time_ms: number): LocalTime {
    return shownAt(this.#asIfUtc(time_ms));
  }

  /**
   * Returns the instant of a local time, in Unix milliseconds. If there are two such instants, returns the
   * earlier one. If daylight saving skips the local time, returns the instant one hour later.
   */
  momentOf(year: number, month: number, day: number, minute = 0): number {
    const shown_ms = Date.UTC(year, month - 1, day) + minute * MINUTE_MS;
    const offset = (time_ms: number): number => this.#asIfUtc(time_ms) - time_ms;
    const DAY_MS = 24 * 60 * MINUTE_MS;
    const candidates = [offset(shown_ms - DAY_MS), offset(shown_ms + DAY_MS)].map((ms) => shown_ms - ms);
    const right = candidates.filter((time_ms) => this.#asIfUtc(time_ms) === shown_ms);
    return right.length > 0 ? Math.min(...right) : Math.max(...candidates);
  }

  /** Returns the local time at an instant, read as if it were UTC, in whole minutes. */
  #asIfUtc(time_ms: number): number {
    const parts = this.#format.formatToParts(time_ms);
    const value = (type: string): number => Number(parts.find((part) => part.type === type)!.value);
    return Date.UTC(value('year'), value('month') - 1, value('day'), value('hour'), value('minute'));
  }
}
