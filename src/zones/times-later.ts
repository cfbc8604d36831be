import type { LocalTime } from '../local-time.js';

const MINUTE_MS = 60_000;

/** Returns the local time that is the given number of minutes later, ignoring daylight saving time. */
export function timeLater({ year, month, day, minute }: LocalTime, minutes: number): LocalTime {
  const date = new Date(Date.UTC(year, month - 1, day) + (minute + minutes) * MINUTE_MS);
  return {
    ...{ year: date.getUTCFullYear(), month: date.getUTCMonth() + 1, day: date.getUTCDate() },
    weekday: (date.getUTCDay() + 6) % 7,
    minute: 60 * date.getUTCHours() + date.getUTCMinutes(),
  };
}

/** Formats a time in the format of the `depart_at` parameter. */
export function timeText({ year, month, day, minute }: LocalTime): string {
  const two = (value: number): string => String(value).padStart(2, '0');
  const date = `${String(year).padStart(4, '0')}-${two(month)}-${two(day)}`;
  return `${date}T${two(Math.floor(minute / 60))}:${two(minute % 60)}`;
}
