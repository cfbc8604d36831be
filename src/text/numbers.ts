import { keysOf, signsOf, spellingOf } from './fold.js';

/**
 * Endings of ordinals. People write numbers as 4, 4-р, 4 р, 4r, 4-дүгээр, 4th, дөрөвдүгээр, арван
 * гуравдугаар. All keys in this file are strict keys of fold.ts: ү is u and double letters are single, so
 * дугаар and дүгээр differ only by vowel harmony.
 */
const ENDINGS = ['dugar', 'duger', 'dahi', 'dehi', 'dah', 'deh'];

/**
 * English ordinal endings must directly follow the digits (`1st`). The endings in APART may also be separated
 * from the digits (`4r`, `4 r`).
 */
const ENGLISH = new Set(['st', 'nd', 'rd', 'th']);
const APART = new Set(['r', ...ENDINGS]);

/** Each number in two forms: on its own, and before another word (арав, арван). */
const NUMERALS: readonly (readonly [value: number, alone: string, before: string])[] = [
  [1, 'нэг', 'нэгэн'],
  [2, 'хоёр', 'хоёр'],
  [3, 'гурав', 'гурван'],
  [4, 'дөрөв', 'дөрвөн'],
  [5, 'тав', 'таван'],
  [6, 'зургаа', 'зургаан'],
  [7, 'долоо', 'долоон'],
  [8, 'найм', 'найман'],
  [9, 'ес', 'есөн'],
  [10, 'арав', 'арван'],
  [20, 'хорь', 'хорин'],
  [30, 'гуч', 'гучин'],
  [40, 'дөч', 'дөчин'],
  [50, 'тавь', 'тавин'],
  [60, 'жар', 'жаран'],
  [70, 'дал', 'далан'],
  [80, 'ная', 'наян'],
  [90, 'ер', 'ерэн'],
];
/** Some stems change before an ending: долдугаар, хоридугаар. */
const OTHER_STEMS: readonly (readonly [value: number, stem: string])[] = [
  [7, 'дол'],
  [20, 'хори'],
  [50, 'тави'],
  [80, 'най'],
];
const HUNDRED = 'зуун';

const keyOf = (word: string): string => keysOf(signsOf(word)).strict;
const BEFORE: ReadonlyMap<string, number> = new Map(
  NUMERALS.map(([value, , before]) => [keyOf(before), value] as const),
);
const CARDINALS: ReadonlyMap<string, number> = new Map(
  NUMERALS.flatMap(([value, ...words]) => words.map((word) => [keyOf(word), value] as const)),
);
/** Stems that are separate words before a separate ending: арав дугаар. */
const APART_STEMS: ReadonlyMap<string, number> = new Map([
  ...CARDINALS,
  ...OTHER_STEMS.map(([value, stem]) => [keyOf(stem), value] as const),
]);
const ORDINALS: ReadonlyMap<string, number> = new Map(
  [...NUMERALS, ...OTHER_STEMS].flatMap(([value, stem]) =>
    ENDINGS.map((ending) => [keyOf(stem) + ending, value] as const),
  ),
);

/**
 * Whether a word that follows a number only makes the number an ordinal. `isAttached` is `true` if no
 * character separates the word from the number.
 */
export function isOrdinalSuffix(key: string, isAttached: boolean): boolean {
  return APART.has(key) || (isAttached && ENGLISH.has(key));
}

/** A number spelled out in words. */
export interface SpelledNumber {
  value: number;
  /** The number of words. */
  length: number;
  isOrdinal: boolean;
}

/** The fields of a word that are needed to read a number; see Word. */
interface Spelled {
  strict: string;
  spelling: string;
}

/**
 * Returns the number that the words from `at` on spell out: an ordinal (гуравдугаар, арван гуравдугаар, арав
 * дугаар) or a cardinal above 10 (хорин дөрвөн, гучин, зуун хорин). Returns null if the words do not spell a
 * number. Smaller cardinals often occur in names.
 */
export function spelledNumberAt(words: readonly Spelled[], at: number): SpelledNumber | null {
  if (!beginsSpelledNumber(words[at].strict)) return null;
  const wordAt = (i: number): string => words.at(i)?.strict ?? '';
  let value = 0;
  let end = at;
  const factor = isHundred(words[at]) ? 1 : (BEFORE.get(wordAt(at)) ?? TENS);
  const hundred = isHundred(words[at]) ? at : at + 1;
  if (factor < TENS && hundred < words.length && isHundred(words[hundred])) {
    value = HUNDREDS * factor;
    end = hundred + 1;
  }
  const tens = BEFORE.get(wordAt(end)) ?? 0;
  const hasTens = tens >= TENS && !ENDINGS.includes(wordAt(end + 1));
  if (hasTens) {
    value += tens;
    end++;
  }
  const isBelow = (last: number): boolean => end === at || last < (hasTens ? TENS : HUNDREDS);
  const ordinal = ORDINALS.get(wordAt(end));
  if (ordinal !== undefined && isBelow(ordinal))
    return { value: value + ordinal, length: end + 1 - at, isOrdinal: true };
  const stem = APART_STEMS.get(wordAt(end));
  if (stem !== undefined && isBelow(stem) && ENDINGS.includes(wordAt(end + 1)))
    return { value: value + stem, length: end + 2 - at, isOrdinal: true };
  const last = end === at ? undefined : CARDINALS.get(wordAt(end));
  if (last !== undefined && isBelow(last)) {
    value += last;
    end++;
  }
  return value > TENS && value !== HUNDREDS ? { value, length: end - at, isOrdinal: false } : null;
}

const [TENS, HUNDREDS] = [10, 100];
const HUNDRED_KEY = keyOf(HUNDRED);
const HUNDRED_SPELLING = spellingOf(HUNDRED, signsOf(HUNDRED));

/** Whether the word is зуун, whose key is the same as that of зүүн (left). */
function isHundred({ strict, spelling }: Spelled): boolean {
  return strict === HUNDRED_KEY && spelling === HUNDRED_SPELLING;
}

const BEGINNINGS: ReadonlySet<string> = new Set([
  ...[...ORDINALS.keys(), ...APART_STEMS.keys()],
  HUNDRED_KEY,
]);

/** Whether a spelled-out number may begin with this word. */
export function beginsSpelledNumber(key: string): boolean {
  return BEGINNINGS.has(key);
}

const ROMAN: ReadonlyMap<string, number> = new Map([
  ['ii', 2],
  ['iii', 3],
  ['iv', 4],
  ['vi', 6],
  ['vii', 7],
  ['viii', 8],
  ['ix', 9],
  ['xi', 11],
  ['xii', 12],
  ['xiii', 13],
  ['xiv', 14],
  ['xv', 15],
  ['xvi', 16],
]);

/**
 * Returns the value of a lowercase Roman numeral, even if it was typed with the Cyrillic letters і and х.
 * Single letters are not read as Roman numerals because they may be initials.
 */
export function romanValue(word: string): number | null {
  return ROMAN.get(word.replaceAll('і', 'i').replaceAll('х', 'x')) ?? null;
}
