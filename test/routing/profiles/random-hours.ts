import { dayAfter, isBetween, isoWeekOf, slowIsOpen, weekdayOf, type Day } from '../../oracles/slow-hours.js';
import type { SlowRule } from '../../oracles/slow-hours.js';
import type { LocalTime } from '../../../src/local-time.js';
import { isPublicHoliday } from '../../../src/routing/profiles/public-holidays.js';

/** A text as people write it, and what it means. */
export interface WrittenHours {
  text: string;
  /** Null: nothing of it can be read. */
  isOpen: ((now: LocalTime) => boolean) | null;
}

type Random = () => number;
/** Text of days, and whether it holds on a day. */
type Days = readonly [text: string, isOn: (day: Day) => boolean];

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
const LONG_MONTHS = [
  ...['January', 'February', 'March', 'April', 'May', 'June', 'July', 'August', 'September', 'October'],
  ...['November', 'December'],
];
const LENGTHS = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
const WEEKDAYS = ['Mo', 'Tu', 'We', 'Th', 'Fr', 'Sa', 'Su'];
const LONG_WEEKDAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];
/** What nobody can tell without the sun, the weather or a calendar of schools. */
const UNREADABLE_RULES = [
  'SH off',
  'wet',
  'sunrise-sunset',
  'SH 08:00-10:00',
  'easter',
  'Mo-Fr sunrise-20:00',
];

/** Random hours with rules, written in one of many ways. */
export function randomHours(random: Random, mostRules = 3): WrittenHours {
  const rules: SlowRule[] = [];
  let text = '';
  const count = 1 + below(random, mostRules);
  for (let i = 0; i < count; i++) {
    if (random() < 0.06) {
      text += `${text === '' ? '' : '; '}${pick(random, UNREADABLE_RULES)}`;
      continue;
    }
    const last = rules.at(-1);
    // A comma behind a rule without hours would go on with its list of days.
    const mayAdd = text !== '' && last !== undefined && last.hours.length > 0 && /\d\d:\d\d\+?$/.test(text);
    const written = randomRule(random, { isAdded: mayAdd && random() < 0.3, isFirst: text === '' });
    if (text !== '') text += { ';': pick(random, [';', '; ']), ',': ', ', '||': ' || ' }[written.joint];
    text += written.text;
    if (written.rule !== null) rules.push(written.rule);
  }
  return { text, isOpen: rules.length === 0 ? null : (now) => slowIsOpen(rules, now) };
}

function randomRule(
  random: Random,
  { isAdded, isFirst }: { isAdded: boolean; isFirst: boolean },
): { text: string; joint: SlowRule['joint']; rule: SlowRule | null } {
  const joint = isAdded ? ',' : !isFirst && random() < 0.1 ? '||' : ';';
  if (!isAdded && random() < 0.05)
    return { text: '24/7', joint, rule: { isOn: () => true, hours: [], isOff: false, joint } };
  const isOff = !isFirst && random() < 0.3;
  const parts: Days[] = [];
  if (random() < 0.5) parts.push(randomDates(random));
  else if (random() < 0.15) parts.push(randomWeeks(random));
  if (random() < 0.6 || (isAdded && parts.length === 0)) parts.push(randomWeekdays(random));
  const isUnread = parts.some(([text]) => text === 'SH');
  const needsHours = parts.length === 0;
  const [hoursText, hours] =
    needsHours || random() < (isOff ? 0.3 : 0.6) ? randomSpans(random) : (['', []] as const);
  const days = parts.map(([text]) => text).join(' ');
  const colon = days !== '' && hoursText !== '' && random() < 0.05 ? ':' : '';
  const text = [days + colon, hoursText, isOff ? pick(random, ['off', 'closed', 'OFF', 'Closed']) : '']
    .filter((part) => part !== '')
    .join(' ');
  const isOn = (day: Day): boolean => parts.every(([, isIt]) => isIt(day));
  return { text, joint, rule: isUnread ? null : { isOn, hours, isOff, joint } };
}

function randomDates(random: Random): Days {
  const kind = random();
  if (kind < 0.4) {
    const [from, to] = [below(random, 12), below(random, 12)];
    const isOn = ({ month }: Day): boolean => stepsBetween(from, to, 12).includes(month - 1);
    return from === to
      ? [monthText(random, from), isOn]
      : [monthText(random, from) + dash(random) + monthText(random, to), isOn];
  }
  if (kind < 0.5) {
    const months = [below(random, 12), below(random, 12), below(random, 12)];
    return [
      months.map((month) => monthText(random, month)).join(','),
      ({ month }) => months.includes(month - 1),
    ];
  }
  const [from, to] = [randomDay(random), randomDay(random)];
  if (kind < 0.6) {
    const [first, last] = [from, { ...from, day: Math.min(LENGTHS[from.month - 1], from.day + 6) }];
    const isOn = (day: Day): boolean => isBetween(day, first, last);
    if (first.day === last.day) return [dateText(random, first), isOn];
    const month = monthText(random, first.month - 1);
    return [
      random() < 0.5
        ? `${month} ${first.day}${dash(random)}${last.day}`
        : `${first.day}-${last.day} ${month}`,
      isOn,
    ];
  }
  if (kind < 0.9)
    return [dateText(random, from) + dash(random) + dateText(random, to), (day) => isBetween(day, from, to)];
  const year = 2026 + below(random, 3);
  const isLater = [from, to].map((day) => day.month * 100 + day.day);
  const [first, last] = isLater[0] <= isLater[1] ? [from, to] : [to, from];
  const order = (day: Day): number => (day.year * 100 + day.month) * 100 + day.day;
  const text = ({ month, day }: Omit<Day, 'year'>): string => `${MONTHS[month - 1]} ${day}`;
  return [
    `${year} ${text(first)}-${year + 1} ${text(last)}`,
    (day) => order(day) >= order({ year, ...first }) && order(day) <= order({ year: year + 1, ...last }),
  ];
}

function randomWeeks(random: Random): Days {
  const [from, to] = [1 + below(random, 53), 1 + below(random, 53)];
  // Weeks over New Year are those up to the end and those from the beginning.
  const isOn = (day: Day): boolean => {
    const week = isoWeekOf(day);
    return from <= to ? week >= from && week <= to : week >= from || week <= to;
  };
  return [from === to ? `week ${from}` : `week ${from}${dash(random)}${to}`, isOn];
}

function randomWeekdays(random: Random): Days {
  const kind = random();
  if (kind < 0.1) return ['PH', isPublicHoliday];
  if (kind < 0.13) return ['SH', () => false];
  if (kind < 0.2) {
    const [weekday, nth] = [below(random, 7), pick(random, [1, 2, 3, 4, -1])];
    return [
      `${WEEKDAYS[weekday]}[${nth}]`,
      (day) => {
        if (weekdayOf(day) !== weekday) return false;
        const same = Array.from({ length: 5 }, (_, i) => dayAfter(day, nth > 0 ? -7 * i : 7 * i));
        return same.filter(({ month }) => month === day.month).length === Math.abs(nth);
      },
    ];
  }
  const [from, to] = [below(random, 7), below(random, 7)];
  const days = kind < 0.7 ? stepsBetween(from, to, 7) : [from, to];
  const text =
    from === to
      ? weekdayText(random, from)
      : weekdayText(random, from) + (kind < 0.7 ? dash(random) : ',') + weekdayText(random, to);
  const isOn = (day: Day): boolean => days.includes(weekdayOf(day));
  if (random() < 0.1) return [`${text},PH`, (day) => isOn(day) || isPublicHoliday(day)];
  // School holidays are left out of the list.
  return [random() < 0.05 ? `${text},SH` : text, isOn];
}

function randomSpans(random: Random): [text: string, hours: [number, number][]] {
  const count = 1 + below(random, 2);
  const spans: [number, number][] = [];
  const texts: string[] = [];
  for (let i = 0; i < count; i++) {
    const from = 15 * below(random, 96);
    if (random() < 0.1) {
      spans.push([from, 1440]);
      texts.push(`${clock(random, from)}+`);
      continue;
    }
    const to = 15 * (1 + below(random, 96));
    spans.push([from, to <= from ? to + 1440 : to]);
    texts.push(`${clock(random, from)}${dash(random)}${clock(random, to)}`);
  }
  if (random() < 0.05) texts.push('sunset-22:00');
  return [texts.join(','), spans];
}

/** From one to another, round the end: of months and weekdays. */
function stepsBetween(from: number, to: number, count: number): number[] {
  const steps = [from];
  while (steps.at(-1) !== to) steps.push((steps.at(-1)! + 1) % count);
  return steps;
}

function randomDay(random: Random): Omit<Day, 'year'> {
  const month = 1 + below(random, 12);
  return { month, day: 1 + below(random, month === 2 ? 28 : LENGTHS[month - 1]) };
}

function dateText(random: Random, { month, day }: Omit<Day, 'year'>): string {
  const name = monthText(random, month - 1);
  const kind = random();
  if (kind < 0.7) return `${name} ${String(day).padStart(kind < 0.35 ? 2 : 1, '0')}`;
  return `${day}${pick(random, ['', '.'])} ${name}`;
}

function monthText(random: Random, month: number): string {
  return cased(random, random() < 0.1 ? LONG_MONTHS[month] : MONTHS[month]);
}

function weekdayText(random: Random, weekday: number): string {
  return cased(random, random() < 0.1 ? LONG_WEEKDAYS[weekday] : WEEKDAYS[weekday]);
}

function cased(random: Random, word: string): string {
  const kind = random();
  return kind < 0.1 ? word.toLowerCase() : kind < 0.15 ? word.toUpperCase() : word;
}

function clock(random: Random, minute: number): string {
  const [hours, minutes] = [Math.floor(minute / 60), minute % 60];
  return `${String(hours).padStart(random() < 0.1 ? 1 : 2, '0')}:${String(minutes).padStart(2, '0')}`;
}

function dash(random: Random): string {
  return pick(random, ['-', '-', '-', ' - ', '–']);
}

export function below(random: Random, count: number): number {
  return Math.floor(random() * count);
}

export function pick<T>(random: Random, list: readonly T[]): T {
  return list[below(random, list.length)];
}
