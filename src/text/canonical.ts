import { joinedKey } from './join.js';
import { KIND_TABLE } from './kind-table.js';
import { beginsSpelledNumber, spelledNumberAt, type SpelledNumber } from './numbers.js';
import {
  ABBREVIATIONS,
  AREA_WORDS,
  CARDINALS,
  KIND_SYNONYMS,
  OTHER_SYNONYMS,
  STOP_WORDS,
  STREET_WORDS,
} from './vocabulary.js';
import { keysIn, numberOf, wordsOf, type TypedWord, type Word } from './words.js';

/**
 * Returns the words with generic words in one spelling. street, гудамжны and гудамж all become гудамж; БЗД
 * becomes Баянзүрх дүүрэг; гуравдугаар becomes 3; `the` is removed. Unknown words are returned unchanged.
 * Names and queries are treated in the same way. Returns the same array if nothing changes.
 */
export function canonicalWords(words: readonly Word[]): readonly Word[] {
  if (!words.some(mayChange)) return words;
  const out: Word[] = [];
  let isChanged = false;
  for (let at = 0; at < words.length;) {
    if (isNumberSign(words, at)) {
      isChanged = true;
      at++;
      continue;
    }
    const found = spelledNumber(words, at) ?? longestPhrase(words, at);
    const replaced = found?.words ?? [words[at]];
    const length = found?.length ?? 1;
    if (found !== null && !isSame(found.words, words, at, length)) isChanged = true;
    for (const word of replaced) {
      // In `бзд дүүрэг`, the abbreviation's full text already ends with дүүрэг, so the second дүүрэг is
      // dropped.
      if (
        out.at(-1)?.strict === word.strict &&
        length < replaced.length + 1 &&
        !word.isNumber &&
        isGeneric(word)
      )
        isChanged = true;
      else out.push(word);
    }
    at += length;
  }
  return isChanged && out.length > 0 ? out : words;
}

/** Whether the word on its own names a kind of place, as гудамж and hotel do. */
export function isGeneric(word: Word): boolean {
  return GENERIC.has(word.strict);
}

/** Whether the word names a kind of area that distinguishes places: хороо, сум, аймаг, дүүрэг, баг. */
export function isAreaWord(word: Word): boolean {
  return AREAS.has(word.strict);
}

/**
 * Whether the word names a kind of area or settlement, such as сум, хот or тосгон. The word before a word for
 * a kind of place is a name.
 */
export function isSettlementWord(word: Word): boolean {
  return AREAS.has(word.strict) || SETTLEMENTS.has(word.strict);
}

/**
 * Whether the word names a kind of street or quarter. A number before a word for a street or quarter is part
 * of a name: 3 гудамж.
 */
export function isStreetWord(word: Word): boolean {
  return STREETS.has(word.strict);
}

/** Whether the word only connects other words, such as «in» or дахь. */
export function isStopWord(word: Word): boolean {
  return PHRASES.get(word.strict)?.length === 0;
}

/**
 * Whether the last word of the text has the same meaning as the word: `Dornogovi Province` ends with аймаг.
 */
export function endsWithWord(text: string, word: string): boolean {
  return canonicalWords(wordsOf(text)).at(-1)?.strict === wordsOf(word)[0].strict;
}

/** Returns the listed abbreviation of a name, or null if it has none. */
export function abbreviationOf(name: string): string | null {
  return SHORT.get(joinedKey(wordsOf(name).map((word) => word.strict))) ?? null;
}

/**
 * Whether the words consist of a single word for a kind of place that has a case ending (замын). On its own,
 * such a word is the beginning of a longer name (Замын-Үүд) rather than the name of a place.
 */
export function isCaseFormAlone(words: readonly Word[]): boolean {
  if (words.length !== 1) return false;
  const [kind] = canonicalWords(words);
  return kind.strict !== words[0].strict && words[0].strict.startsWith(kind.strict);
}

/** Whether the word begins a phrase for which canonicalWords() uses another spelling. */
export function mayChange({ strict, loose }: Word): boolean {
  return (
    STARTS.has(strict) || LOOSE_STARTS.has(loose) || beginsSpelledNumber(strict) || NUMBER_SIGNS.has(strict)
  );
}

const NUMBER_SIGNS = new Set(['no', 'number']);

/** Whether the word at `at` only introduces a number: `no 1` and `number 1` mean 1. */
function isNumberSign(words: readonly Word[], at: number): boolean {
  return NUMBER_SIGNS.has(words[at].strict) && at + 1 < words.length && words[at + 1].isNumber;
}

interface Replacement {
  words: readonly Word[];
  length: number;
}

/** Case forms and other spellings of the same words begin with the same letters (эмнэлгийн, эмнэлэг). */
const LEAST_SHARED = 3;

const PHRASES = new Map<string, readonly Word[]>();
/**
 * Phrases by their loose keys, which are used if no strict key matches. If both keys match, the strict one
 * takes precedence.
 */
const LOOSE_PHRASES = new Map<string, readonly Word[]>();
const GENERIC = new Set<string>();
const STREETS = new Set<string>();
const AREAS = keysIn(AREA_WORDS.join(' '));
/** The first abbreviation of each full text, keyed by the text's strict key. */
const SHORT = new Map(
  ABBREVIATIONS.map(([full, short]) => [joinedKey(wordsOf(full).map((word) => word.strict)), short]),
);
const SETTLEMENTS = keysIn('хот тосгон');
/**
 * The length of the longest phrase that begins with a word, keyed by the word's strict key and by its loose
 * key.
 */
const STARTS = new Map<string, number>();
const LOOSE_STARTS = new Map<string, number>();

for (const [canonical, ...others] of [...KIND_SYNONYMS, ...OTHER_SYNONYMS] as [string, ...string[]][]) {
  const words = wordsOf(canonical);
  const translated = words.map((word) => ({ ...word, isTranslated: true }));
  for (const phrase of [canonical, ...others].map(wordsOf))
    learn(phrase, areSpelledAlike(phrase, words) ? words : translated);
}
for (const [canonical, ...others] of [...ABBREVIATIONS, ...CARDINALS] as [string, ...string[]][]) {
  const words = wordsOf(canonical);
  for (const phrase of [canonical, ...others]) learn(wordsOf(phrase), words);
}
for (const word of STOP_WORDS) learn(wordsOf(word), []);
for (const [canonical, ...others] of KIND_SYNONYMS) {
  for (const phrase of [canonical, ...others]) {
    const words = wordsOf(phrase);
    if (words.length === 1) GENERIC.add(words[0].strict);
    if (words.length === 1 && STREET_WORDS.includes(canonical)) STREETS.add(words[0].strict);
  }
}

function learn(phrase: readonly Word[], words: readonly Word[]): void {
  const strict = phrase.map((word) => word.strict).join(' ');
  const loose = phrase.map((word) => word.loose).join(' ');
  if (!PHRASES.has(strict)) PHRASES.set(strict, words);
  if (!LOOSE_PHRASES.has(loose)) LOOSE_PHRASES.set(loose, words);
  raise(STARTS, phrase[0].strict, phrase.length);
  raise(LOOSE_STARTS, phrase[0].loose, phrase.length);
}

/**
 * Whether both word lists are the same words in different forms: гудамжны and гудамж, but not street and
 * гудамж.
 */
function areSpelledAlike(a: readonly Word[], b: readonly Word[]): boolean {
  const [shorter, longer] = [a, b]
    .map((words) => joinedKey(words.map((word) => word.strict)))
    .sort((one, other) => one.length - other.length);
  let shared = 0;
  while (shared < shorter.length && shorter[shared] === longer[shared]) shared++;
  return shared === shorter.length || (shared >= LEAST_SHARED && 2 * shared > shorter.length);
}

function raise(lengths: Map<string, number>, key: string, length: number): void {
  lengths.set(key, Math.max(length, lengths.get(key) ?? 0));
}

function longestPhrase(words: readonly Word[], at: number): Replacement | null {
  const { strict, loose } = words[at];
  const longest = Math.max(STARTS.get(strict) ?? 0, LOOSE_STARTS.get(loose) ?? 0);
  for (let length = Math.min(longest, words.length - at); length > 0; length--) {
    const part = words.slice(at, at + length);
    const found = PHRASES.get(part.map((word) => word.strict).join(' ')) ?? looselyKnown(part);
    if (found !== undefined) return { words: found, length };
  }
  return null;
}

/**
 * Returns the replacement for a phrase, looked up by its loose key. Loose keys do not distinguish o from u,
 * so short words such as од and уд, which would match by accident, are left out.
 */
function looselyKnown(part: readonly Word[]): readonly Word[] | undefined {
  const key = part.map((word) => word.loose).join(' ');
  return key.length >= 4 ? LOOSE_PHRASES.get(key) : undefined;
}

const BLANKS = /^\s*$/;
/** Smaller numbers are often spelled out in names: Долоон буудал. */
const LARGEST_OF_NAMES = 10;

/**
 * Returns the words with numbers above ten converted to digits: «хорин дөрвөн» becomes one word.
 *
 * @param isName whether two words are a name, which keeps its number: Гучин-Ус, Хар хорин
 */
export function withNumbersInDigits(
  typed: readonly TypedWord[],
  isName: (first: Word, second: Word) => boolean = () => false,
): readonly TypedWord[] {
  const words = typed.map(({ word }) => word);
  if (!words.some(({ strict }) => beginsSpelledNumber(strict))) return typed;
  const out: TypedWord[] = [];
  for (let at = 0; at < typed.length;) {
    const found = spelledNumberAt(words, at);
    const part = typed.slice(at, at + (found?.length ?? 1));
    const isOne = part.every(({ before }, i) => i === 0 || BLANKS.test(before));
    const isWith = (second: number): boolean =>
      second > 0 && second < typed.length && isName(words[second - 1], words[second]);
    const isOfName = part.length === 1 && (isWith(at) || isWith(at + 1));
    if (found !== null && found.value > LARGEST_OF_NAMES && isOne && !isOfName)
      out.push({
        word: wordOfNumber(found),
        typed: part.map((word, i) => (i === 0 ? '' : word.before) + word.typed).join(''),
        before: part[0].before,
      });
    else out.push(...part);
    at += part.length;
  }
  return out;
}

function spelledNumber(words: readonly Word[], at: number): Replacement | null {
  const found = spelledNumberAt(words, at);
  return found === null ? null : { words: [wordOfNumber(found)], length: found.length };
}

function wordOfNumber({ value, isOrdinal }: SpelledNumber): Word {
  return { ...numberOf(String(value)), isOrdinal };
}

function isSame(found: readonly Word[], words: readonly Word[], at: number, length: number): boolean {
  return (
    found.length === length &&
    found.every((word, i) => word.strict === words[at + i].strict && word.loose === words[at + i].loose)
  );
}

/** Strict keys of the last word of every phrase for a kind of place. */
const KIND_ENDS: ReadonlySet<string> = new Set(
  KIND_TABLE.flatMap(({ words }) => words.map((phrase) => wordsOf(phrase).at(-1)!.strict)),
);

/** Whether any phrase for a kind of place ends with this word. */
export function endsKind(strict: string): boolean {
  return KIND_ENDS.has(strict);
}
