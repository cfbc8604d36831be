import { InputError } from '../../errors.js';

const HOUR_MS = 3_600_000;
const SPANS_MS: Record<string, number> = {
  h: HOUR_MS,
  d: 24 * HOUR_MS,
  w: 7 * 24 * HOUR_MS,
  y: 365 * 24 * HOUR_MS,
};

/** Years after this one have more than four digits. A date after that year must be a typo. */
const LATEST_MS = Date.UTC(9999, 11, 31);

const ALLOWED =
  'a date such as 2030-12-31, a date-time such as 2030-12-31T18:00+08:00, or a span such as 12h, 30d, 4w, 1y';

/**
 * Reads the value of `--expires`, which says when a key expires:
 * - a date: midnight UTC at its start
 * - an ISO 8601 date-time: in UTC unless it has an offset
 * - a time span from `now`: hours, days, weeks, or years of 365 days
 * @throws InputError if the text is not a date, a date-time or a time span, or if the time has passed.
 */
export function parseExpiry(text: string, now: Date): Date {
  const expiry = span(text, now) ?? dateTime(text);
  if (expiry === null || !(expiry.getTime() <= LATEST_MS))
    throw new InputError(`--expires is ${JSON.stringify(text)}; it must be ${ALLOWED}`);
  if (expiry <= now) throw new InputError(`--expires ${text} is in the past; it must be ${ALLOWED}`);
  return expiry;
}

function span(text: string, now: Date): Date | null {
  const match = /^(\d{1,6})([hdwy])$/.exec(text);
  return match === null ? null : new Date(now.getTime() + Number(match[1]) * SPANS_MS[match[2]]);
}

function dateTime(text: string): Date | null {
  const match = /^(\d{4}-\d{2}-\d{2})(?:T(\d{2}:\d{2}(?::\d{2}(?:\.\d{1,3})?)?)(Z|[+-]\d{2}:\d{2})?)?$/.exec(
    text,
  );
  if (match === null) return null;
  const [, date, time = '00:00', zone = 'Z'] = match;
  // `Date` parses February 30 as March 2.
  const day = new Date(`${date}T00:00Z`);
  if (Number.isNaN(day.getTime()) || !day.toISOString().startsWith(date)) return null;
  const moment = new Date(`${date}T${time}${zone}`);
  return Number.isNaN(moment.getTime()) ? null : moment;
}
