import type { LocalTime } from '../../src/local-time.js';

/** A day of the calendar. */
export type Day = Pick<LocalTime, 'year' | 'month' | 'day'>;

/** One rule of `opening_hours`, as the wiki page "Key:opening_hours/specification" means it. */
export interface SlowRule {
  /** On which days it holds. */
  isOn: (day: Day) => boolean;
  /** From and to, minutes since midnight; above 1440 on the day after. Empty: all day. */
  hours: readonly (readonly [from: number, to: number])[];
  isOff: boolean;
  /** What stands before it: `;` begins anew on its days, `,` adds, `||` counts where none before it does. */
  joint: ';' | ',' | '||';
}

const DAY_MINUTES = 1440;

/**
 * Paints all minutes of the day, rule after rule.
 * @returns whether the minute is open
 */
export function slowIsOpen(rules: readonly SlowRule[], now: LocalTime): boolean {
  const before = dayAfter(now, -1);
  let painted: (boolean | undefined)[] = Array<undefined>(DAY_MINUTES).fill(undefined);
  for (const { isOn, hours, isOff, joint } of rules) {
    const [isToday, wasYesterday] = [isOn(now), isOn(before)];
    if (joint === ';' && !isOff && isToday) painted = painted.map(() => undefined);
    const spans = hours.length === 0 ? [[0, DAY_MINUTES] as const] : hours;
    painted = painted.map((color, minute) => {
      const isCovered = spans.some(
        ([from, to]) =>
          (isToday && minute >= from && minute < to) ||
          (wasYesterday && minute + DAY_MINUTES >= from && minute + DAY_MINUTES < to),
      );
      return isCovered && (joint !== '||' || color === undefined) ? !isOff : color;
    });
  }
  return painted[now.minute] === true;
}

/** So many days later. */
export function dayAfter({ year, month, day }: Day, days: number): Day {
  const date = new Date(Date.UTC(year, month - 1, day + days));
  return { year: date.getUTCFullYear(), month: date.getUTCMonth() + 1, day: date.getUTCDate() };
}

/** 0 is Monday. */
export function weekdayOf({ year, month, day }: Day): number {
  return (new Date(Date.UTC(year, month - 1, day)).getUTCDay() + 6) % 7;
}

/** Weeks as in ISO 8601: that of a day is the week, and the year, of its Thursday. */
export function isoWeekOf(day: Day): number {
  let thursday = dayAfter(day, 3 - weekdayOf(day));
  const { year } = thursday;
  let week = 1;
  for (;;) {
    thursday = dayAfter(thursday, -7);
    if (thursday.year !== year) return week;
    week++;
  }
}

/** Whether a walk from one day of the year to another, day by day and over New Year, comes by. */
export function isBetween(now: Day, from: Omit<Day, 'year'>, to: Omit<Day, 'year'>): boolean {
  // Whichever February it comes by has 29 days, so that each day is there.
  const isOverNewYear = from.month > to.month || (from.month === to.month && from.day > to.day);
  let day: Day = { year: isOverNewYear && from.month > 2 ? 2027 : 2028, ...from };
  for (let steps = 0; steps <= 366; steps++) {
    if (day.month === now.month && day.day === now.day) return true;
    if (day.month === to.month && day.day === to.day) return false;
    day = dayAfter(day, 1);
  }
  return false;
}
