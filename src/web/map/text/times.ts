import { date, dateTime } from '../../shared/date-time.js';

/**
 * Formats an arrival time, with its date if it is on another day. @param tomorrow the word for the next day
 */
export function timeOfDay(end: Date, now: Date, tomorrow: string): string {
  const text = dateTime(end);
  if (date(end) === date(now)) return text.slice(-5);
  const next = new Date(now.getFullYear(), now.getMonth(), now.getDate() + 1);
  return date(end) === date(next) ? `${tomorrow} ${text.slice(-5)}` : text;
}

/**
 * Formats the end of a period. A period that ends at midnight includes the whole previous day, so the name of
 * that day is shown.
 */
export function lastMoment(until: string): string {
  const text = dateTime(until);
  return text.endsWith('00:00') ? date(new Date(Date.parse(until) - 1)) : text;
}
