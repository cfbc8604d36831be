import { date, dateTime, exactTime } from '../../shared/date-time.js';
import { t } from './texts.js';

export { date, dateTime, exactTime };

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** Beyond this many days, a date is clearer than a number of days. */
const RELATIVE_DAYS = 30;

/** Formats numbers such as `12,345`, which look the same in Mongolian and English. */
export function number(n: number): string {
  return n.toLocaleString('en-US', { maximumFractionDigits: 1 });
}

/** Formats sizes such as `18 kB`, `3.4 MB`, `120 GB`, in powers of ten as on disk labels. */
export function bytes(n: number): string {
  const power = Math.min(4, Math.floor(Math.log10(Math.max(n, 1)) / 3));
  return `${number(n / 1000 ** power)} ${['B', 'kB', 'MB', 'GB', 'TB'][power]}`;
}

/** Formats shares such as `0.4 %` or `12 %`; small percentages have one decimal place. */
export function percent(share: number): string {
  const value = share * 100;
  const digits = value > 0 && value < 10 ? 1 : 0;
  return `${value.toFixed(digits)} %`;
}

/** Formats times such as `3 minutes ago` or `in 2 days`; distant times are formatted as dates. */
export function relative(time: string | Date, now_ms = Date.now()): string {
  const texts = t().time;
  const away_ms = new Date(time).getTime() - now_ms;
  const size_ms = Math.abs(away_ms);
  if (size_ms >= RELATIVE_DAYS * DAY_MS) return date(time);
  const isPast = away_ms <= 0;
  if (size_ms < MINUTE_MS) return isPast ? texts.justNow : texts.inMinutes(1);
  if (size_ms < HOUR_MS) {
    const n = Math.round(size_ms / MINUTE_MS);
    return isPast ? texts.minutesAgo(n) : texts.inMinutes(n);
  }
  if (size_ms < DAY_MS) {
    const n = Math.round(size_ms / HOUR_MS);
    return isPast ? texts.hoursAgo(n) : texts.inHours(n);
  }
  const n = Math.round(size_ms / DAY_MS);
  return isPast ? texts.daysAgo(n) : texts.inDays(n);
}

/** Formats durations such as `0.4 ms`, `12 ms` or `1.2 s`; microseconds would be too much detail. */
export function duration(ms: number | null): string {
  if (ms === null) return '–';
  return ms >= 10_000 ? t().usage.aboveTop : shortDuration(ms);
}

/** Formats a duration for the axis of a chart, where even the largest value is shown as a number. */
export function shortDuration(ms: number): string {
  const { milliseconds, seconds } = t().time;
  return ms >= 1000 ? `${number(ms / 1000)} ${seconds}` : `${number(ms)} ${milliseconds}`;
}
