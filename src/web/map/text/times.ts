import { date, dateTime } from '../../shared/date-time.js';

/** When one is there: the time, on another day with its date. @param tomorrow the word for the next day */
export function timeOfDay(end: Date, now: Date, tomorrow: string): string {
  const text = dateTime(end);
  if (date(end) === date(now)) return text.slice(-5);
  const next = new Date(now.getFullYear(), now.getMonth(), now.getDate() + 1);
  return date(end) === date(next) ? `${tomorrow} ${text.slice(-5)}` : text;
}

/** Until when something holds: what ends at midnight held for the whole day before, and is said so. */
export function lastMoment(until: string): string {
  const text = dateTime(until);
  return text.endsWith('00:00') ? date(new Date(Date.parse(until) - 1)) : text;
}
