import type { Box, Position } from '../../geo/position.js';
import { distanceM } from '../../geo/distance.js';
import { boxOfLine } from '../../geo/line-box.js';
import { canonicalWords, isStreetWord } from '../../text/canonical.js';
import { withoutLastCase } from '../../text/cases.js';
import { wordsOf, type Word } from '../../text/words.js';

type Names = readonly [first: string, second: string];

/** Words for a crossing behind two streets: «Сөүлийн гудамж, Энхтайваны өргөн чөлөөний уулзвар дээр». */
const BEHIND = new RegExp(
  String.raw`\s+(?:уулзвар|огтлолцол|булан|uulzvar|bulan)(?:т|д|ын|аас|гийн|гаас|аар)?` +
    String.raw`(?:\s+(?:дээр|дээрээс|орчим|хавьд))?$`,
  'iu',
);
const ENGLISH =
  /^(?:at\s+)?(?:the\s+)?(?:corner|intersection|crossing|junction)\s+of\s+(.+?)\s+(?:and|&)\s+(.+)$/iu;
const AND = /\s+(?:&|ба|болон|and)\s+|\s*,\s+/iu;
/** Between two whole names of streets. */
const BETWEEN = /\s+(?:ба|болон|and)\s+|\s*[,/]\s*/iu;
const AMPERSAND = /^(.+?)\s+&\s+(.+)$/u;
/** An area around is no street: «Сүхбаатар дүүрэг, Сөүлийн гудамжны уулзвар». */
const AREA = /(?:хороо|дүүрэг|баг|сум|аймаг|хот|khoroo|district|bag|soum|aimag)$/iu;
const [WIDE, AVENUE] = wordsOf('өргөн чөлөө').map(({ strict }) => strict);
/** Fewer letters name no street: H & M. */
const FEWEST_LETTERS = 3;
/** No street has a longer name, with the area that it is in. */
const MOST_WORDS = 8;
/** So many ways to read a text are looked for: each is two searches. */
const MOST_READINGS = 3;
/** Streets that come so near to each other meet: the lines of a wide one lie on both sides. Metres. */
const MEETING_M = 40;
/** The same in 1e-7 degrees of latitude; up to 60 degrees north it is at most twice as many of longitude. */
const REACH = (MEETING_M / 111_000) * 1e7;

/** The names of two streets whose crossing a text means, in each way to read it; empty for other texts. */
export function askedCrossing(text: string): Names[] {
  const mayBeStreet = (name: string): boolean =>
    name.length >= FEWEST_LETTERS && name.split(/\s+/).length <= MOST_WORDS && !AREA.test(name);
  return readingsOf(text)
    .filter((names) => names.every(mayBeStreet))
    .slice(0, MOST_READINGS);
}

function readingsOf(text: string): Names[] {
  const [, a, b] = ENGLISH.exec(text) ?? AMPERSAND.exec(text) ?? [];
  if (b !== undefined) return [[a, b]];
  const streets = text.replace(BEHIND, '');
  if (streets === text) return twoStreets(text);
  const parts = streets.split(AND).filter((part) => !AREA.test(part));
  if (parts.length > 1) return parts.length === 2 ? [[parts[0], parts[1]]] : [];
  return parts.length === 0 ? [] : behindStreet(parts[0]);
}

/** Two streets and no word for a crossing: each has its word for a street. */
function twoStreets(text: string): Names[] {
  const parts = text.split(BETWEEN).filter((part) => !AREA.test(part));
  const readings = parts.length === 2 ? [[parts[0], parts[1]] as const] : parts.flatMap(behindStreet);
  return parts.length > 2 ? [] : readings.filter((names) => names.every(isWholeStreet));
}

/** Two names without a sign between them, cut behind a word for a street. */
function behindStreet(text: string): Names[] {
  const words = text.split(' ');
  return words.flatMap((word, at): Names[] =>
    at + 1 < words.length && wordsOf(word).some(endsStreet)
      ? [[words.slice(0, at + 1).join(' '), words.slice(at + 1).join(' ')]]
      : [],
  );
}

/** Whether a text ends with a word for a street, and has a name before it. */
function isWholeStreet(text: string): boolean {
  const last = wordsOf(text).at(-1);
  return last !== undefined && endsStreet(last) && bareKeys(text)[0] !== '';
}

/** Whether a street is called so, also without the word for a street and a case: «Сөүл», Сөүлийн гудамж. */
export function isCalled(street: string, asked: string): boolean {
  const keys = new Set(bareKeys(street));
  return bareKeys(asked).some((key) => key !== '' && keys.has(key));
}

function endsStreet(word: Word): boolean {
  return isStreetWord(word) || word.strict === AVENUE;
}

function bareKeys(name: string): string[] {
  const words = canonicalWords(wordsOf(name)).filter((word) => !endsStreet(word) && word.strict !== WIDE);
  return [words, ...withoutLastCase(words)].map((some) => some.map(({ strict }) => strict).join(' '));
}

/** The lines of a street and the boxes around them, and around them all. Units of 1e-7 degrees. */
export interface BoxedStreet {
  /** Pairs lon7, lat7. */
  lines: readonly { line: Int32Array; box: Box }[];
  box: Box;
}

export function withBoxes(lines: readonly Int32Array[]): BoxedStreet {
  const boxed = lines.map((line) => ({ line, box: boxOfLine(line) }));
  return { lines: boxed, box: boxOfLine(Int32Array.from(boxed.flatMap(({ box }) => [...box]))) };
}

/** Where positions of two streets come nearest to each other; null when none come near. */
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
