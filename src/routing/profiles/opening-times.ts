import type { LocalTime } from '../../local-time.js';
import { daysLater, ELEMENTS, type DayTest, type Kind, type TimeRange } from './opening-elements.js';
import { normalisedTimes } from './opening-words.js';

/**
 * Times such as `Nov-Apr`, `Mo-Fr 07:00-09:00,16:00-18:00; PH off` or `week 48-15`, in the `opening_hours`
 * grammar without sunrise and sunset times or school holidays. `;` separates rules. If several rules apply to
 * a day, the last one wins.
 */
export type OpeningTimes = readonly Rule[];

interface Rule {
  /** The tests that a day must pass for the rule to apply. If the list is empty, every day passes. */
  days: DayTest[];
  /** If the list is empty, the rule applies all day. */
  times: TimeRange[];
  isOff: boolean;
  /**
   * `added` (after a comma) does not replace the previous rules. `fallback` (after `||`) applies if no other
   * rule does.
   */
  joins: 'replaces' | 'added' | 'fallback';
}

/** The times that were read from a string. */
export interface ReadTimes {
  /** Null if nothing can be read. */
  times: OpeningTimes | null;
  /** The parts that cannot be read. */
  unread: string[];
}

const DAY_MINUTES = 24 * 60;

/** Reads the rules one by one and skips unreadable rules. */
export function readOpeningTimes(text: string): ReadTimes {
  const times: Rule[] = [];
  const unread: string[] = [];
  let isFallback = false;
  for (const piece of normalisedTimes(text).split(/(;|\|\|)/)) {
    if (piece === ';' || piece === '||') isFallback = piece === '||';
    else if (piece.trim() !== '') times.push(...new RuleReader(piece.trim(), isFallback, unread).read());
  }
  return times.length === 0 ? { times: null, unread: [text] } : { times, unread };
}

/** Whether the given moment is within the times. */
export function isOpenAt(times: OpeningTimes, now: LocalTime): boolean {
  const yesterday = daysLater(now, -1);
  let isOpen = false;
  let isDecided = false;
  for (const rule of times) {
    if (rule.joins === 'fallback' && isDecided) continue;
    const reaches = (day: LocalTime, minute: number): boolean =>
      isDay(rule, day) &&
      (rule.times.length === 0
        ? minute < DAY_MINUTES
        : rule.times.some(({ from, to }) => from <= minute && minute < to));
    if (reaches(now, now.minute) || reaches(yesterday, now.minute + DAY_MINUTES)) {
      isOpen = !rule.isOff;
      isDecided = true;
    } else if (rule.joins === 'replaces' && isDay(rule, now) && !rule.isOff) isOpen = isDecided = false;
  }
  return isOpen;
}

function isDay({ days }: Rule, day: LocalTime): boolean {
  return days.every((isIt) => isIt(day));
}

/** A list of elements of the same kind, such as `Sa,Su,PH`. */
interface List {
  kind: Kind;
  tests: DayTest[];
  times: TimeRange[];
}

/** Reads the part between two `;`: a rule, and the rules added to it after commas. */
class RuleReader {
  #rest: string;
  readonly #unread: string[];
  readonly #rules: Rule[] = [];
  #lists: List[] = [];
  #isOff = false;
  /** Whether any part of the current rule has been read. */
  #isBegun = false;
  #joins: Rule['joins'];

  constructor(text: string, isFallback: boolean, unread: string[]) {
    this.#rest = text;
    this.#joins = isFallback ? 'fallback' : 'replaces';
    this.#unread = unread;
  }

  read(): Rule[] {
    let isAfterComma = false;
    while (this.#rest !== '') {
      if (!this.#takeElement(isAfterComma) && !this.#takeWord(isAfterComma)) {
        const [part] = this.#rest.split(',');
        this.#unread.push(part.trim());
        this.#rest = this.#rest.slice(part.length);
        // In `Mo,xyz 10:00-12:00` or `10:00-12:00 xyz`, the part read so far may not be valid on its own.
        const isWhole = this.#isOff || this.#lists.some(({ times }) => times.length > 0);
        if (!isAfterComma || !isWhole) this.#forget();
      }
      isAfterComma = this.#rest.startsWith(',');
      this.#rest = this.#rest.replace(/^(?:,|:? ?)/, '');
    }
    this.#finish();
    return this.#rules;
  }

  #takeElement(isAfterComma: boolean): boolean {
    const last = this.#lists.at(-1)?.kind;
    // After a comma, an element of the same kind continues the list, as in `week 1-5,20-25`.
    for (const { kind, pattern, goesOn, read } of ELEMENTS) {
      const isList = isAfterComma && kind === last;
      const match = pattern.exec(this.#rest) ?? (isList ? (goesOn?.exec(this.#rest) ?? null) : null);
      if (match === null) continue;
      if (isAfterComma && !isList) this.#finish();
      this.#isBegun = true;
      const isSame = isList || (kind === 'times' && last === 'times');
      if (!isSame) this.#lists.push({ kind, tests: [], times: [] });
      const list = this.#lists.at(-1)!;
      const found = read(match[0]);
      if (found === null) this.#unread.push(match[0]);
      else if (typeof found === 'function') list.tests.push(found);
      else list.times.push(found);
      this.#rest = this.#rest.slice(match[0].length);
      return true;
    }
    return false;
  }

  /** Reads `24/7` or `off`. */
  #takeWord(isAfterComma: boolean): boolean {
    const match = /^(24\/7|open|off|closed)(?![a-z])/.exec(this.#rest);
    if (match === null) return false;
    if (isAfterComma) this.#finish();
    this.#isBegun = true;
    if (match[1] === 'off' || match[1] === 'closed') this.#isOff = true;
    this.#rest = this.#rest.slice(match[0].length);
    return true;
  }

  #finish(): void {
    // A list without any readable element does not specify when the rule applies.
    const isWhole = this.#lists.every(({ tests, times }) => tests.length + times.length > 0);
    if (this.#isBegun && isWhole)
      this.#rules.push({
        days: this.#lists.filter(({ tests }) => tests.length > 0).map(({ tests }) => anyOf(tests)),
        times: this.#lists.flatMap(({ times }) => times),
        isOff: this.#isOff,
        joins: this.#joins,
      });
    // The part after a comma is an added rule, even if the previous rule cannot be read.
    this.#joins = 'added';
    this.#forget();
  }

  #forget(): void {
    this.#lists = [];
    this.#isOff = this.#isBegun = false;
  }
}

function anyOf(tests: readonly DayTest[]): DayTest {
  return (day) => tests.some((isIt) => isIt(day));
}
