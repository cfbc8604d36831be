import type { Box, Position } from '../../geo/position.js';
import { distanceM } from '../../geo/distance.js';
import { boxOfLine } from '../../geo/line-box.js';
import { canonicalWords, isStreetWord } from '../../text/canonical.js';
import { withoutLastCase } from '../../text/strip-case.js';
import { wordsOf, type Word } from '../../text/words.js';

type Names = readonly [first: string, second: string];

/** Two streets, the crossing of which a query describes. */
export interface AskedCrossing {
  /** The names of both streets, for each interpretation of the query. */
  whole: readonly Names[];
  /**
   * Additional pairs of names, which are used if a word in the query indicates a crossing. When people use
   * such a word, they leave out parts of the street names.
   */
  bare: readonly Names[];
}

/**
 * Matches a word for a crossing that follows two street names: «Сөүлийн гудамж, Энхтайваны өргөн чөлөөний
 * уулзвар дээр».
 */
const BEHIND = new RegExp(
  String.raw`(?:\s+хоёр(?:ын)?)?\s+` +
    String.raw`(?:(?:уулзвар|булан|uu?lzvar|bulan)(?:т|д|ын|аас|гийн|гаас|аар)?` +
    String.raw`|(?:street\s+)?(?:corner|crossing)|(?:4|дөрвөн)\s+зам` +
    String.raw`|(?:огтлолц|ogtlolts)\p{L}*|(?:зам\s+)?(?:нийлдэг|нийлэх|уулздаг|уулзах|огтолдог))` +
    String.raw`(?:\s+(?:хэсэг|газар|цэг|уулзвар|булан)\p{L}*)?` +
    String.raw`(?:\s+(?:дээр|дээрээс|орчим|хавьд))?$`,
  'iu',
);
/** «… өргөн чөлөөтэй нийлдэг» */
const WITH = /(?<=\p{L}{3})(?:тай|тэй|той)$/u;
const ENGLISH =
  /^(?:at\s+)?(?:the\s+)?(?:corner|intersection|crossing|junction)\s+of\s+(.+?)\s+(?:and|&)\s+(.+)$/iu;
const RUSSIAN =
  /^(?:на\s+)?(?:угол|углу|перекр[её]сток|перекр[её]стке)\s+(?:улиц[аы]?\s+)?(.+?)\s+и\s+(.+)$/iu;
const AND = /\s+(?:&|ба|болон|ba|bolon|and|[-–—])\s+|\s*,\s+/iu;
/** Matches a separator between two complete street names. */
const BETWEEN = /\s+(?:ба|болон|ba|bolon|and|[xх×])\s+|\s*[,/]\s*/iu;
/** Matches two names with a sign between them: «Чингүнжав - Ард Аюуш». */
const SIGN = /^(.+?)\s+[&–—-]\s+(.+)$/u;
/**
 * Matches the name of a surrounding area, which is not a street: «Сүхбаатар дүүрэг, Сөүлийн гудамжны
 * уулзвар».
 */
const AREA = /(?:хороо|дүүрэг|баг|сум|аймаг|хот|khoroo|district|bag|soum|aimag)$/iu;
const [WIDE, AVENUE] = wordsOf('өргөн чөлөө').map(({ strict }) => strict);
/** The minimum number of letters in a street name; shorter texts do not count: H & M. */
const FEWEST_LETTERS = 3;
/** The maximum number of words in a street's name, including the area around the street. */
const MOST_WORDS = 8;
/** The maximum number of interpretations of a query that are tried. */
const MOST_READINGS = 5;
/**
 * Streets within this distance of each other, in meters, count as meeting. A wide street has lines on both
 * sides.
 */
const MEETING_M = 40;
/**
 * The same distance in 1e-7 degrees of latitude. Up to 60 degrees north, the distance spans at most twice as
 * many degrees of longitude.
 */
const REACH = (MEETING_M / 111_000) * 1e7;

/** Returns the streets whose crossing the query refers to, or null for other queries. */
export function askedCrossing(text: string): AskedCrossing | null {
  const mayBeStreet = (name: string): boolean =>
    name.length >= FEWEST_LETTERS && name.split(/\s+/).length <= MOST_WORDS && !AREA.test(name);
  const { whole, bare } = readingsOf(text);
  const [first, other] = [whole, bare].map((readings) =>
    readings.filter((names) => names.every(mayBeStreet)).slice(0, MOST_READINGS),
  );
  return first.length + other.length === 0 ? null : { whole: first, bare: other };
}

function readingsOf(text: string): AskedCrossing {
  const [, a, b] = ENGLISH.exec(text) ?? RUSSIAN.exec(text) ?? [];
  if (b !== undefined) return { whole: [[a, b]], bare: [[a, b]] };
  const crossing = text.replace(BEHIND, '');
  const [, c, d] = SIGN.exec(crossing) ?? [];
  // With a word for a crossing, as in «Найрамдал - Сөүл уулзвар», people leave out parts of the names.
  if (d !== undefined) return { whole: [[c, d]], bare: crossing === text ? [] : [[c, d]] };
  const streets = crossing === text ? text : crossing.replace(WITH, '');
  if (streets === text) return { whole: twoStreets(text), bare: [] };
  const parts = streets.split(AND).filter((part) => !AREA.test(part));
  if (parts.length === 2) return { whole: [[parts[0], parts[1]]], bare: [[parts[0], parts[1]]] };
  if (parts.length !== 1) return { whole: [], bare: [] };
  const whole = behindStreet(parts[0]);
  // Example: «Самбуу Элистэйн булан»
  const all = cut(parts[0], () => true);
  const others = all.filter(([name]) => !whole.some(([known]) => known === name));
  return { whole, bare: all.length > MOST_READINGS ? whole : [...whole, ...others] };
}

/**
 * Finds the names of two streets in a query without a word for a crossing. Each name must contain a word for
 * a street.
 */
function twoStreets(text: string): Names[] {
  const parts = text.split(BETWEEN).filter((part) => !AREA.test(part));
  const readings = parts.length === 2 ? [[parts[0], parts[1]] as const] : parts.flatMap(behindStreet);
  return parts.length > 2 ? [] : readings.filter((names) => names.every(isWholeStreet));
}

/** Splits a text without a separator into two names, after a word for a street. */
function behindStreet(text: string): Names[] {
  return cut(text, (word) => wordsOf(word).some(endsStreet));
}

function cut(text: string, isLast: (word: string) => boolean): Names[] {
  const words = text.split(' ');
  return words.flatMap((word, at): Names[] =>
    at + 1 < words.length && isLast(word)
      ? [[words.slice(0, at + 1).join(' '), words.slice(at + 1).join(' ')]]
      : [],
  );
}

/** Whether a text ends with a word for a street that follows a name. */
function isWholeStreet(text: string): boolean {
  const last = wordsOf(text).at(-1);
  return last !== undefined && endsStreet(last) && bareKeys(text)[0] !== '';
}

/**
 * Whether a street has this name, possibly without the word for a street and without a case ending: «Сөүл» is
 * Сөүлийн гудамж.
 */
export function isCalled(street: string, asked: string): boolean {
  const keys = new Set(bareKeys(street));
  return bareKeys(asked).some((key) => key !== '' && keys.has(key));
}

function endsStreet(word: Word): boolean {
  return isStreetWord(word) || word.strict === AVENUE;
}

/** Returns a street's name without the words for a street: «Токио гудамж» is Токиогийн гудамж. */
export function withoutStreet(name: readonly Word[]): Word[] {
  return name.filter((word) => !endsStreet(word) && word.strict !== WIDE);
}

function bareKeys(name: string): string[] {
  const words = withoutStreet(canonicalWords(wordsOf(name))).filter(({ isInitial }) => !isInitial);
  return [words, ...withoutLastCase(words)].map((some) => some.map(({ strict }) => strict).join(' '));
}

/** The lines of a street, a box around each line, and a box around all lines, in 1e-7 degrees. */
export interface BoxedStreet {
  /** The positions, as pairs of lon7 and lat7. */
  lines: readonly { line: Int32Array; box: Box }[];
  box: Box;
}

export function withBoxes(lines: readonly Int32Array[]): BoxedStreet {
  const boxed = lines.map((line) => ({ line, box: boxOfLine(line) }));
  return { lines: boxed, box: boxOfLine(Int32Array.from(boxed.flatMap(({ box }) => [...box]))) };
}

/**
 * Returns the position at which two streets are closest to each other, or null if the streets are too far
 * apart.
 */
export function meetingOf(first: BoxedStreet, second: BoxedStreet): Position | null {
  let best: Position | null = null;
  let nearest_m = MEETING_M;
  if (areApart(first.box, second.box)) return null;
  for (const { line: a, box } of first.lines) {
    if (areApart(box, second.box)) continue;
    for (const { line: b, box: other } of second.lines) {
      if (areApart(box, other)) continue;
      for (let i = 0; i < a.length; i += 2) {
        for (let j = 0; j < b.length; j += 2) {
          if (Math.abs(a[i + 1] - b[j + 1]) > REACH || Math.abs(a[i] - b[j]) > 2 * REACH) continue;
          const at: Position = [a[i] / 1e7, a[i + 1] / 1e7];
          const distance_m = distanceM(...at, b[j] / 1e7, b[j + 1] / 1e7);
          if (distance_m < nearest_m) [best, nearest_m] = [at, distance_m];
        }
      }
    }
  }
  return best;
}

function areApart(a: Box, b: Box): boolean {
  return a[0] > b[2] + 2 * REACH || b[0] > a[2] + 2 * REACH || a[1] > b[3] + REACH || b[1] > a[3] + REACH;
}
