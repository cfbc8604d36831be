import { InputError } from '../../errors.js';
import type { LocalClock } from '../../local-time.js';

const ALLOWED = 'a date such as 2026-11-01, or a date and time such as 2026-11-01T18:00';

/**
 * Reads a date, or a date and time, in local time.
 * @param flag the flag's name, for the message
 * @param side whether a date stands for its first moment or for the first moment after it
 * @returns Unix milliseconds
 * @throws InputError if there is no such date
 */
export function parseLocalDate(
  text: string,
  flag: string,
  clock: LocalClock,
  side: 'beginning' | 'end',
): number {
  const match = /^(\d{4})-(\d{2})-(\d{2})(?:T(\d{2}):(\d{2}))?$/.exec(text);
  const [year, month, day, hour, minute] = (match ?? []).slice(1).map((part) => Number(part ?? 0));
  // `Date` reads 30 February as 2 March.
  const date = new Date(Date.UTC(year, month - 1, day));
  const isDate = match !== null && date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
  if (!isDate || hour > 23 || minute > 59)
    throw new InputError(`${flag} is ${JSON.stringify(text)}; it must be ${ALLOWED}`);
  if (match[4] !== undefined) return clock.momentOf(year, month, day, 60 * hour + minute);
  return clock.momentOf(year, month, side === 'end' ? day + 1 : day);
}

/** Returns a local date such as `2026-11-01`, followed by the time unless it is midnight. */
export function localDateText(time_ms: number, clock: LocalClock): string {
  const { year, month, day, minute } = clock.at(time_ms);
  const two = (value: number): string => String(value).padStart(2, '0');
  const time = minute === 0 ? '' : `T${two(Math.floor(minute / 60))}:${two(minute % 60)}`;
  return `${year}-${two(month)}-${two(day)}${time}`;
}
