import { isGeneric } from './canonical.js';
import { mayBeHouseNumber } from './house-number.js';
import { DIRECTIONS, SIDES, UNITS } from './vocabulary.js';
import { wordOf, wordsOf, type Word } from './words.js';

const PHRASE_KEYS = (phrases: readonly string[]): readonly (readonly string[])[] =>
  phrases.map((phrase) => wordsOf(phrase).map((word) => word.strict));
/** Phrases by their first word, in the order of the vocabulary. */
const DIRECTION_KEYS = byFirst(PHRASE_KEYS(DIRECTIONS));
const SIDE_KEYS = byFirst(PHRASE_KEYS(SIDES));
const UNIT_KEYS = new Set(PHRASE_KEYS(UNITS).map(([key]) => key));
const PLOT_KEYS = new Set(PHRASE_KEYS(['тоот', 'тоотод', 'тоотын']).map(([key]) => key));
/**
 * Case endings of nouns as they fold, longest first: the genitive (only -н after a diphthong: толгойн),
 * and -д/-т, -аас, -руу (where, from where, where to).
 */
const CASE = /(gin|nin|(?<![aeou])in|(?<=[aeou]i)n|ni|(?<=n)g[aeo]s|[aeo]s|[rl]u|d|t|i)$/;
/** Every case ending ends with one of these. */
const CASE_LETTERS = 'disntu';
/** The genitive ending that cannot be mistaken for the end of a stem. */
const GENITIVE = /[^aeiou]in$/;
/**
 * A shorter stem says too little. Less is enough before a genitive (айлын) and for the last of several
 * words (Замын-Үүдийн).
 */
const SHORTEST_STEM = 4;
const SHORTEST_GENITIVE_STEM = 3;
const SHORTEST_LAST_STEM = 2;

/**
 * What to look for among names when nothing is called as typed: the query without case endings (зайсан
 * толгойн), without doors and directions (40 тоот, циркийн баруун талд), and without both.
 */
export function simplerWords(words: Words): Words[] {
  return distinct(words, [...placesOf(words), withoutCases(words)]);
}

type Words = readonly Word[];

/**
 * The query without doors and directions, with and without case endings. A landmark before a direction
 * is in the genitive, so that one is tried without case endings first.
 */
function placesOf(words: readonly Word[]): [readonly Word[], readonly Word[]] {
  const inside = withoutDoors(words);
  const place = withoutDirections(inside);
  return place === inside ? [place, withoutCases(place)] : [withoutCases(place), place];
}

/** The queries that differ from the typed one and from each other. */
function distinct(typed: Words, queries: readonly Words[]): Words[] {
  const found: Words[] = [];
  for (const query of queries)
    if (query.length > 0 && !areEqual(query, typed) && !found.some((known) => areEqual(query, known)))
      found.push(query);
  return found;
}

/** Whether the strict keys are the same. */
export function areEqual(a: Words, b: Words): boolean {
  if (a === b) return true;
  if (a.length !== b.length) return false;
  for (let i = 0; i < a.length; i++) if (a[i].strict !== b[i].strict) return false;
  return true;
}

/**
 * Drops `40 тоот`, `2-р орц`, `5 давхар`. The number of a тоот is that of the plot when there is no other
 * number that may be one.
 */
function withoutDoors(words: readonly Word[]): readonly Word[] {
  const isDoor = (i: number): boolean =>
    UNIT_KEYS.has(words[i].strict) ||
    (words[i].isNumber && i + 1 < words.length && UNIT_KEYS.has(words[i + 1].strict));
  const hasHouse = words.some((word, i) => !isDoor(i) && !word.isCode && mayBeHouseNumber(words, i));
  const isPlot = (i: number): boolean =>
    !hasHouse &&
    (words[i].isNumber
      ? i + 1 < words.length && PLOT_KEYS.has(words[i + 1].strict)
      : PLOT_KEYS.has(words[i].strict) && words[i - 1]?.isNumber);
  return words.filter((_, i) => !isDoor(i) || isPlot(i));
}

/**
 * Drops a direction at the end, or at the beginning as in English (near the circus). Elsewhere the word is
 * part of a name: Баруун салааны гудамж. Of several directions (баруун хойд талд) all are dropped.
 */
function withoutDirections(words: readonly Word[]): readonly Word[] {
  const first = words.length === 0 ? undefined : phraseAt(words, 0, DIRECTION_KEYS);
  if (first !== undefined && first.length < words.length) return words.slice(first.length);
  for (let at = 1; at < words.length; at++) if (isDirections(words, at)) return words.slice(0, at);
  return words;
}

/** Whether all words from here on say a direction. */
function isDirections(words: readonly Word[], at: number): boolean {
  for (let i = at; i < words.length;) {
    const phrase = phraseAt(words, i, DIRECTION_KEYS) ?? phraseAt(words, i, SIDE_KEYS);
    if (phrase === undefined) return false;
    i += phrase.length;
  }
  return true;
}

function phraseAt(
  words: readonly Word[],
  at: number,
  phrases: ReadonlyMap<string, Phrase[]>,
): Phrase | undefined {
  return phrases.get(words[at].strict)?.find((keys) => keys.every((key, i) => words[at + i]?.strict === key));
}

type Phrase = readonly string[];

function byFirst(phrases: readonly Phrase[]): Map<string, Phrase[]> {
  const byKey = new Map<string, Phrase[]>();
  for (const phrase of phrases) byKey.set(phrase[0], [...(byKey.get(phrase[0]) ?? []), phrase]);
  return byKey;
}

function withoutCases(words: readonly Word[]): readonly Word[] {
  return words.map((word, i) => {
    if (
      word.isNumber ||
      !CASE_LETTERS.includes(word.strict.charAt(word.strict.length - 1)) ||
      isGeneric(word)
    )
      return word;
    const isLast = i > 0 && i === words.length - 1;
    const shortest = isLast
      ? SHORTEST_LAST_STEM
      : GENITIVE.test(word.strict)
        ? SHORTEST_GENITIVE_STEM
        : SHORTEST_STEM;
    const strict = stemOf(word.strict, shortest);
    return strict === word.strict ? word : wordOf(strict, stemOf(word.loose, shortest));
  });
}

function stemOf(key: string, shortest: number): string {
  const stem = key.replace(CASE, '');
  return stem.length >= shortest ? stem : key;
}
