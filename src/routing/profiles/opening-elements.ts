import type { LocalTime } from '../../local-time.js';
import { MONTH, MONTHS, WEEKDAYS } from './opening-words.js';
import { isPublicHoliday } from './public-holidays.js';

/** Whether an element covers a given day. */
export type DayTest = (day: LocalTime) => boolean;

/** A time range in minutes since midnight, whose end may be after 24:00. */
export interface TimeRange {
  from: number;
  to: number;
}

/** Elements of the same kind can be listed, separated by commas. */
export type Kind = 'dates' | 'years' | 'weeks' | 'days' | 'times';

interface Element {
  kind: Kind;
  /** Matches the element at the beginning of a string. */
  pattern: RegExp;
  /** Matches the same kind of element after a comma, where a shorter form is allowed. */
  goesOn?: RegExp;
  /** Returns null for elements that cannot be evaluated, and for numbers that do not occur in a calendar. */
  read: (text: string) => DayTest | TimeRange | null;
}

const DATE = `(?:\\d{4} )?${MONTH}(?: \\d{1,2}(?![\\d:]))?`;
const WEEKDAY = `(?:${WEEKDAYS.join('|')})`;
const SHIFT = '(?: ?[+-] ?\\d{1,3} days?)?';
const CLOCK = '\\d{1,2}:\\d{2}';
const SUN = '\\(?(?:sunrise|sunset|dawn|dusk)(?:[+-]\\d{1,2}:\\d{2}\\))?';
const MOMENT = `(?:${CLOCK}|${SUN})`;
const DAY_MS = 86_400_000;
const DAY_MINUTES = 24 * 60;
const LAST_DAY = 31;
const LAST_WEEK = 53;

/** The elements in the order in which they are tried. */
export const ELEMENTS: readonly Element[] = [
  { kind: 'dates', pattern: new RegExp(`^${DATE}(?:-(?:${DATE}|\\d{1,2}(?![\\d:]))|\\+)?`), read: datesOf },
  { kind: 'dates', pattern: new RegExp(`^easter${SHIFT}`), read: () => null },
  { kind: 'years', pattern: /^\d{4}(?:-\d{4}|\+)?(?![\d:+-])/, read: yearsOf },
  {
    kind: 'weeks',
    pattern: /^week \d{1,2}(?:-\d{1,2}(?:\/\d{1,2})?)?(?![\d:])/,
    goesOn: /^\d{1,2}(?:-\d{1,2}(?:\/\d{1,2})?)?(?![\d:])/,
    read: weeksOf,
  },
  {
    kind: 'days',
    pattern: new RegExp(`^(?:${WEEKDAY}(?:-${WEEKDAY}|\\[[-\\d,]+\\])?|PH${SHIFT})(?![A-Za-z])`),
    read: daysOf,
  },
  { kind: 'days', pattern: new RegExp(`^SH${SHIFT}(?![A-Za-z])`), read: () => null },
  { kind: 'times', pattern: new RegExp(`^${MOMENT}(?:-${MOMENT}\\+?|\\+)`), read: timeOf },
];

/** Reads `Nov-Apr`, `Nov`, `Nov 15-Apr 15`, `Nov 1-15` or `2026 Nov 1+`, each with or without years. */
function datesOf(text: string): DayTest | null {
  const isOpenEnd = text.endsWith('+');
  const [begin, end = begin] = text.replace('+', '').split('-');
  const from = dateOf(begin, 1);
  const to = /^\d{1,2}$/.test(end) ? { ...from, day: Number(end) } : dateOf(end, LAST_DAY);
  if ([from, to].some(({ day }) => day < 1 || day > LAST_DAY)) return null;
  const number = (year: number, { month, day }: { month: number; day: number }): number =>
    10_000 * year + 100 * month + day;
  if (from.year === null) {
    if (to.year !== null) return null;
    const [first, last] = [number(0, from), isOpenEnd ? number(0, { month: 12, day: 31 }) : number(0, to)];
    return (own) => {
      const day = number(0, own);
      return first <= last ? first <= day && day <= last : day >= first || day <= last;
    };
  }
  const first = number(from.year, from);
  // A year at the beginning of a range also applies to its end, unless the end would then be before the
  // beginning, as in `2026 Nov-Apr`. In that case, the end is in the next year.
  const isNext = number(0, to) < number(0, from);
  const last = isOpenEnd ? Infinity : number(to.year ?? from.year + (isNext ? 1 : 0), to);
  return (own) => first <= number(own.year, own) && number(own.year, own) <= last;
}

function dateOf(text: string, absent: number): { year: number | null; month: number; day: number } {
  const [, year, month, day] = /^(?:(\d{4}) )?([A-Z][a-z]{2})(?: (\d{1,2}))?$/.exec(text) ?? [];
  return {
    year: year === undefined ? null : Number(year),
    month: MONTHS.indexOf(month) + 1,
    day: day === undefined ? absent : Number(day),
  };
}

/** `2026`, `2026-2028`, `2026+` */
function yearsOf(text: string): DayTest {
  const [from, to = text.endsWith('+') ? Infinity : from] = text.replace('+', '').split('-').map(Number);
  return ({ year }) => from <= year && year <= to;
}

/** Reads ISO 8601 weeks, such as `week 48-15`, `week 10` or `week 1-53/2`. */
function weeksOf(text: string): DayTest | null {
  const [, first, last = first, step = '1'] = /(\d+)(?:-(\d+)(?:\/(\d+))?)?$/.exec(text)!;
  const [from, to, each] = [first, last, step].map(Number);
  if (from < 1 || to < 1 || from > LAST_WEEK || to > LAST_WEEK || each < 1) return null;
  return (day) => {
    const week = weekOf(day);
    if (from > to) return week >= from || week <= to;
    return from <= week && week <= to && (week - from) % each === 0;
  };
}

/**
 * Returns the ISO week number, which is determined by the week's Thursday: the first week of a year contains
 * its first Thursday.
 */
function weekOf(day: LocalTime): number {
  const thursday = daysLater(day, 3 - day.weekday);
  const days =
    (Date.UTC(thursday.year, thursday.month - 1, thursday.day) - Date.UTC(thursday.year, 0)) / DAY_MS;
  return 1 + Math.floor(days / 7);
}

/**
 * Reads `Mo-Fr`, `Sa-Mo`, `We`, `Su[1,-1]` (the first and the last Sunday of a month), `PH` or `PH -1 day`.
 */
function daysOf(text: string): DayTest | null {
  if (text.startsWith('PH')) {
    const shift = Number(text.replace(/[^-\d]/g, ''));
    return (day) => isPublicHoliday(daysLater(day, -shift));
  }
  const [, name, list] = /^(..)\[(.*)\]$/.exec(text) ?? [];
  if (list !== undefined) {
    const numbers = list.split(',').map(Number);
    const isSound = numbers.every((n) => Number.isInteger(n) && n !== 0 && Math.abs(n) <= 5);
    return isSound ? (day) => WEEKDAYS[day.weekday] === name && isNth(day, numbers) : null;
  }
  const [from, to = from] = text.split('-').map((own) => WEEKDAYS.indexOf(own));
  return ({ weekday }) => (from <= to ? from <= weekday && weekday <= to : weekday >= from || weekday <= to);
}

/**
 * Whether a day is one of the given occurrences of its weekday in the month, counted from the beginning or
 * (if negative) from the end.
 */
function isNth({ year, month, day }: LocalTime, numbers: readonly number[]): boolean {
  const lastDay = new Date(Date.UTC(year, month, 0)).getUTCDate();
  const [fromStart, fromEnd] = [Math.ceil(day / 7), -Math.ceil((lastDay - day + 1) / 7)];
  return numbers.includes(fromStart) || numbers.includes(fromEnd);
}

/**
 * Reads `22:00-06:00`, which ends on the next day, or `08:00+`, which has no known end and is therefore
 * assumed to end at midnight. Returns null for times relative to sunrise or sunset, and for invalid clock
 * times.
 */
function timeOf(text: string): TimeRange | null {
  const [, hour, minute, endHour, endMinute] =
    /^(\d{1,2}):(\d{2})(?:-(\d{1,2}):(\d{2}))?\+?$/.exec(text) ?? [];
  if (hour === undefined) return null;
  const from = 60 * Number(hour) + Number(minute);
  const to = endHour === undefined ? DAY_MINUTES : 60 * Number(endHour) + Number(endMinute);
  if (Number(minute) > 59 || Number(endMinute ?? 0) > 59 || from > DAY_MINUTES || to > 2 * DAY_MINUTES)
    return null;
  return { from, to: to <= from ? to + DAY_MINUTES : to };
}

/** Returns the same time of day the given number of days later. */
export function daysLater({ year, month, day, weekday, minute }: LocalTime, days: number): LocalTime {
  const date = new Date(Date.UTC(year, month - 1, day + days));
  return {
    year: date.getUTCFullYear(),
    month: date.getUTCMonth() + 1,
    day: date.getUTCDate(),
    weekday: (((weekday + days) % 7) + 7) % 7,
    minute,
  };
}
