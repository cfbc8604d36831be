import type { LocalTime } from '../../local-time.js';

/**
 * Times such as `Nov-Apr`, `Nov 15-Apr 15`, `Mo-Fr 07:00-09:00,16:00-18:00`, `2026 Nov 1-2027 Apr 15` or
 * `24/7`: the part of the grammar of `opening_hours` that needs neither holidays nor the sun nor a guess.
 * Several rules have `;` between them; of those that are about a day the last one holds.
 */
export type OpeningTimes = readonly Rule[];

interface Rule {
  /** Empty: every day. */
  dates: DateRange[];
  /** From 0, Monday; empty: every day. */
  weekdays: ReadonlySet<number>;
  /** Minutes since midnight; the end may be above 24 hours. Empty: all day. */
  times: { from: number; to: number }[];
  /** `off` or `closed`. */
  isOff: boolean;
}

/** Both ends included. With years they are counted as days, else as days of any year. */
interface DateRange {
  from: Day;
  to: Day;
}

interface Day {
  year: number | null;
  month: number;
  day: number;
}

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
const WEEKDAYS = ['Mo', 'Tu', 'We', 'Th', 'Fr', 'Sa', 'Su'];
const DAY_MINUTES = 24 * 60;
const LAST_DAY = 31;

const MONTH = `(?:${MONTHS.join('|')})`;
const DATE = `(?:\\d{4} )?${MONTH}(?: \\d{1,2}(?![\\d:]))?`;
const DATES = new RegExp(`^${DATE}(?:-(?:${DATE}|\\d{1,2}))?`);
const WEEKDAY = `(?:${WEEKDAYS.join('|')})`;
const DAYS = new RegExp(`^${WEEKDAY}(?:-${WEEKDAY})?`);
const TIMES = /^(\d{1,2}):(\d{2})-(\d{1,2}):(\d{2})/;

/** Null for a text that is not understood as a whole. */
export function parseOpeningTimes(text: string): OpeningTimes | null {
  const rules = normalised(text)
    .split(';')
    .map((rule) => rule.trim())
    .filter((rule) => rule !== '')
    .map(parseRule);
  return rules.length === 0 || rules.includes(null) ? null : (rules as Rule[]);
}

/** Whether the times include a moment. */
export function isOpenAt(times: OpeningTimes, now: LocalTime): boolean {
  const yesterday = dayBefore(now);
  let isOpen = false;
  for (const rule of times) {
    const reaches = (day: LocalTime, minute: number): boolean =>
      isDay(rule, day) &&
      (rule.times.length === 0
        ? minute < DAY_MINUTES
        : rule.times.some(({ from, to }) => from <= minute && minute < to));
    if (reaches(now, now.minute) || reaches(yesterday, now.minute + DAY_MINUTES)) isOpen = !rule.isOff;
    else if (isDay(rule, now) && !rule.isOff) isOpen = false;
  }
  return isOpen;
}

/** Small letters, full names and blanks as people write them, in the form of the grammar. */
function normalised(text: string): string {
  return text
    .replace(/\s+/g, ' ')
    .replace(/\s*([-,;])\s*/g, '$1')
    .replace(/[\u2013\u2014]/g, '-')
    .replace(/[A-Za-z]+\.?/g, (word) => known(word.replace('.', '')) ?? word);
}

function known(word: string): string | undefined {
  const start = word.toLowerCase();
  const isStart = (name: string): boolean => start.startsWith(name.toLowerCase());
  if (word.length === 2) return WEEKDAYS.find(isStart);
  const day = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'].findIndex((name) => start.startsWith(name));
  if (day !== -1 && (word.length === 3 || start.endsWith('day'))) return WEEKDAYS[day];
  const month = MONTHS.find(isStart);
  return month !== undefined && (word.length === 3 || FULL_MONTHS.has(start)) ? month : undefined;
}

const FULL_MONTHS = new Set([
  ...['january', 'february', 'march', 'april', 'may', 'june', 'july', 'august'],
  ...['september', 'sept', 'october', 'november', 'december'],
]);

function parseRule(text: string): Rule | null {
  if (text === '24/7') return { dates: [], weekdays: new Set(), times: [], isOff: false };
  const rule: Rule = { dates: [], weekdays: new Set(), times: [], isOff: false };
  const weekdays = new Set<number>();
  let rest = text;
  const list = (pattern: RegExp, take: (part: string) => boolean): boolean => {
    for (let match = pattern.exec(rest); match !== null; match = pattern.exec(rest)) {
      if (!take(match[0])) return false;
      rest = rest.slice(match[0].length);
      if (!rest.startsWith(',')) break;
      rest = rest.slice(1);
    }
    rest = rest.replace(/^:? ?/, '');
    return true;
  };
  const isRead =
    list(DATES, (part) => add(rule.dates, dateRange(part))) &&
    list(DAYS, (part) => {
      weekdaysOf(part).forEach((day) => weekdays.add(day));
      return true;
    }) &&
    list(TIMES, (part) => add(rule.times, timeRange(part)));
  const end = rest.trim();
  if (!isRead || !['', 'off', 'closed', 'open'].includes(end)) return null;
  return { ...rule, weekdays, isOff: end === 'off' || end === 'closed' };
}

function add<T>(list: T[], value: T | null): boolean {
  if (value !== null) list.push(value);
  return value !== null;
}

/** `Nov-Apr`, `Nov`, `Nov 15-Apr 15`, `Nov 1-15`, each with years or without. */
function dateRange(text: string): DateRange | null {
  const [begin, end = begin] = text.split('-');
  const from = dayOf(begin, 1);
  const isDayOnly = /^\d{1,2}$/.test(end);
  const to = isDayOnly ? { ...from, day: Number(end) } : dayOf(end, LAST_DAY);
  // A year at the beginning counts at the end, too: `2026 Nov-Dec`.
  if (from.year !== null && to.year === null) to.year = from.year;
  const isSound = [from, to].every(({ day }) => day >= 1 && day <= LAST_DAY);
  return isSound && (from.year === null) === (to.year === null) ? { from, to } : null;
}

function dayOf(text: string, absent: number): Day {
  const [, year, month, day] = /^(?:(\d{4}) )?([A-Z][a-z]{2})(?: (\d{1,2}))?$/.exec(text) ?? [];
  return {
    year: year === undefined ? null : Number(year),
    month: MONTHS.indexOf(month) + 1,
    day: day === undefined ? absent : Number(day),
  };
}

/** `Mo-Fr`, `Sa-Mo`, `We` */
function weekdaysOf(text: string): number[] {
  const [from, to = from] = text.split('-').map((name) => WEEKDAYS.indexOf(name));
  return WEEKDAYS.map((_, day) => day).filter((day) =>
    from <= to ? from <= day && day <= to : day >= from || day <= to,
  );
}

/** `22:00-06:00` ends on the next day. */
function timeRange(text: string): { from: number; to: number } | null {
  const [, ...numbers] = TIMES.exec(text)!;
  const [hour, minute, endHour, endMinute] = numbers.map(Number);
  if (minute > 59 || endMinute > 59 || hour > 24 || endHour > 48) return null;
  const [from, to] = [60 * hour + minute, 60 * endHour + endMinute];
  return { from, to: to <= from ? to + DAY_MINUTES : to };
}

function isDay({ dates, weekdays }: Rule, day: LocalTime): boolean {
  if (weekdays.size > 0 && !weekdays.has(day.weekday)) return false;
  return dates.length === 0 || dates.some((range) => isInRange(range, day));
}

function isInRange({ from, to }: DateRange, { year, month, day }: LocalTime): boolean {
  const number = (date: Day): number => 10_000 * (date.year ?? 0) + 100 * date.month + date.day;
  const [begin, end] = [number(from), number(to)];
  const own = number({ year: from.year === null ? null : year, month, day });
  return begin <= end ? begin <= own && own <= end : from.year === null && (own >= begin || own <= end);
}

function dayBefore({ year, month, day, weekday, minute }: LocalTime): LocalTime {
  const date = new Date(Date.UTC(year, month - 1, day - 1));
  return {
    year: date.getUTCFullYear(),
    month: date.getUTCMonth() + 1,
    day: date.getUTCDate(),
    weekday: (weekday + 6) % 7,
    minute,
  };
}
