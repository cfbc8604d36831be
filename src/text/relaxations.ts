import { canonicalWords, isAreaWord, isGeneric, isStreetWord } from './canonical.js';
import { isHouseWord, mayBeHouseNumber } from './house-number.js';
import { isVowelSign } from './letters.js';
import { DIRECTIONS, SIDES, UNITS } from './vocabulary.js';
import { wordOf, wordsOf, type Word } from './words.js';

const PHRASE_KEYS = (phrases: readonly string[]): readonly (readonly string[])[] =>
  phrases.map((phrase) => wordsOf(phrase).map((word) => word.strict));
/** Phrases by their first word, in the order of the vocabulary. */
const DIRECTION_KEYS = byFirst(PHRASE_KEYS(DIRECTIONS));
const SIDE_KEYS = byFirst(PHRASE_KEYS(SIDES));
const UNIT_KEYS = new Set(PHRASE_KEYS(UNITS).map(([key]) => key));
const PLOT_KEYS = new Set(PHRASE_KEYS(['тоот', 'тоотод', 'тоотын']).map(([key]) => key));
const CITY_KEYS = new Set(PHRASE_KEYS(['улаанбаатар', 'хот', 'монгол', 'улс']).map(([key]) => key));
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
/** A shorter word gets too close to others when it loses a vowel. */
const SHORTEST_WITH_FALLEN_VOWEL = 6;

/**
 * What to look for instead when nothing is called as typed. Results that several steps need are computed
 * once.
 */
export class Relaxations {
  readonly #words: readonly Word[];
  readonly #places: readonly [Words, Words];
  #core: Words | null = null;

  constructor(words: Words) {
    this.#words = words;
    this.#places = placesOf(words);
  }

  /**
   * What to look for among names alone when nothing is called as typed: the query without case endings
   * (зайсан толгойн), without doors and directions (40 тоот, циркийн баруун талд), and without both.
   */
  simpler(): Words[] {
    return distinct(this.#words, [...this.#places, withoutCases(this.#words)]);
  }

  /**
   * What to look for in all groups when `simpler` finds nothing: the same again; without numbered areas
   * around, which are mistaken more often than others; without all areas; without the house number, which
   * leaves the street; and without all that follows a direction.
   */
  relaxed(): Words[] {
    const [place, other] = this.#places;
    const core = this.#withoutAreas();
    const street = withoutHouse(core);
    return distinct(this.#words, [
      place,
      other,
      withoutNumberedAreas(place),
      core,
      withoutCases(core),
      withoutHouse(place),
      street,
      withoutCases(street),
      withoutCases(beforeDirections(place)),
    ]);
  }

  /**
   * What to look for among names alone when `relaxed` finds nothing: without the last word for a kind;
   * without all of them, as people often add such words (Номин төв); and without the vowels that fall
   * out before an ending (Сансарын, Сансрын; хөгжил, хөгжлийн).
   */
  barest(): Words[] {
    const core = this.#withoutAreas();
    return distinct(this.#words, [
      withoutLastKind(core),
      withoutKinds(core),
      withFallenVowels(withoutCases(core)),
    ]);
  }

  /**
   * What may be read with typing errors when the query itself finds nothing: the query without areas and
   * words for kinds.
   */
  core(): Words[] {
    return distinct(this.#words, [withoutKinds(this.#withoutAreas())]);
  }

  #withoutAreas(): Words {
    this.#core ??= withoutAreas(this.#places[0]);
    return this.#core;
  }
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

/** The words before the first direction, whatever comes behind it. */
function beforeDirections(words: readonly Word[]): readonly Word[] {
  for (let at = 1; at < words.length; at++)
    if (phraseAt(words, at, DIRECTION_KEYS) !== undefined) return words.slice(0, at);
  return words;
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

function withFallenVowels(words: readonly Word[]): readonly Word[] {
  return words.map((word) => {
    if (word.isNumber || isGeneric(word) || word.strict.length < SHORTEST_WITH_FALLEN_VOWEL) return word;
    const strict = withFallenVowel(word.strict);
    return strict === word.strict ? word : wordOf(strict, withFallenVowel(word.loose));
  });
}

/** Drops the vowel between the last two consonants. */
function withFallenVowel(key: string): string {
  const last = key.length - 1;
  const falls = !isVowelSign(key[last]) && isVowelSign(key[last - 1]) && !isVowelSign(key[last - 2]);
  return falls ? key.slice(0, last - 1) + key[last] : key;
}

function stemOf(key: string, shortest: number): string {
  const stem = key.replace(CASE, '');
  return stem.length >= shortest ? stem : key;
}

function withoutAreas(words: readonly Word[]): readonly Word[] {
  const canonical = canonicalWords(words);
  const dropped = new Set<number>();
  canonical.forEach((word, i) => {
    if (isAreaWord(word) && i > 0) dropped.add(i).add(i - 1);
    if (CITY_KEYS.has(word.strict)) dropped.add(i);
  });
  const rest = canonical.filter((_, i) => !dropped.has(i));
  return dropped.size > 0 ? ifTelling(rest, words) : words;
}

/** Drops `5 хороо` and `3-р баг`, and keeps the district. */
function withoutNumberedAreas(words: readonly Word[]): readonly Word[] {
  const isArea = (i: number): boolean =>
    i > 0 && words[i - 1].isNumber && canonicalWords(words.slice(i, i + 1)).every(isAreaWord);
  const rest = words.filter((_, i) => !isArea(i) && !(i + 1 < words.length && isArea(i + 1)));
  return rest.length < words.length ? ifTelling(rest, words) : words;
}

/** `Chinggis Khaan statue complex` becomes the statue. A numbered street or quarter stays: 3-р хороолол. */
function withoutLastKind(words: readonly Word[]): readonly Word[] {
  const isNumbered = (i: number): boolean => i > 0 && words[i - 1].isNumber && isStreetWord(words[i]);
  const last = words.findLastIndex((word, i) => isGeneric(word) && !isNumbered(i));
  return last < 0
    ? words
    : ifTelling(
        words.filter((_, i) => i !== last),
        words,
      );
}

function withoutKinds(words: readonly Word[]): readonly Word[] {
  return ifTelling(
    words.filter((word) => !isGeneric(word)),
    words,
  );
}

/**
 * The rest of a query, if it still says something: it has a word of at least three letters. Else all words.
 */
function ifTelling(rest: readonly Word[], words: readonly Word[]): readonly Word[] {
  return rest.some((word) => !word.isNumber && word.strict.length >= 3) ? rest : words;
}

/**
 * Drops the last number and the words for a house after it. A number that stands first is kept, and one that
 * is of a street or quarter: сургууль 3-р хороолол.
 */
function withoutHouse(words: readonly Word[]): readonly Word[] {
  const isOfStreet = (i: number): boolean =>
    words[i].isOrdinal && i + 1 < words.length && isStreetWord(words[i + 1]);
  const last = words.findLastIndex((word, i) => word.isNumber && i > 0 && !isOfStreet(i));
  if (last < 0) return words;
  return ifTelling(
    words.filter((word, i) => i !== last && !(i > last && isHouseWord(word))),
    words,
  );
}
