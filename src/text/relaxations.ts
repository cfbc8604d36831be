import { canonicalWords, isGeneric } from './canonical.js';
import { DIRECTIONS, HOUSE_WORDS, UNITS } from './vocabulary.js';
import { wordsOf, type Word } from './words.js';

const PHRASE_KEYS = (phrases: readonly string[]): readonly (readonly string[])[] => phrases.map((phrase) => wordsOf(phrase).map((word) => word.strict));
const DIRECTION_KEYS = PHRASE_KEYS(DIRECTIONS);
const UNIT_KEYS = new Set(PHRASE_KEYS(UNITS).map(([key]) => key));
const HOUSE_KEYS = new Set(PHRASE_KEYS(HOUSE_WORDS).map(([key]) => key));
/** What an address names beside the place itself: БЗД, 4-р хороо, Улаанбаатар. Canonical spellings. */
const AREA_KEYS = new Set(PHRASE_KEYS(['дүүрэг', 'хороо', 'сум', 'аймаг', 'баг']).map(([key]) => key));
const CITY_KEYS = new Set(PHRASE_KEYS(['улаанбаатар', 'хот', 'монгол', 'улс']).map(([key]) => key));
/** Case endings of nouns as they fold, longest first: the genitive (only -н after a diphthong: толгойн), and -д/-т, -аас, -руу of where to and from. */
const CASE = /(gin|nin|(?<![aeou])in|(?<=[aeou]i)n|ni|as|es|os|ru|d|t|i)$/;
/** A stem shorter than this says too little; less is enough for the last of several words (Замын-Үүдийн). */
const SHORTEST_STEM = 4;
const SHORTEST_LAST_STEM = 2;

/**
 * What to look for among names alone when nothing is called as was typed: without case endings (зайсан толгойн), without
 * doors and directions (40 тоот, циркийн баруун талд), without both.
 */
export function simplerQueries(text: string): Word[][] {
  const words = wordsOf(text);
  return distinct([words], [...placesOf(words), withoutCases(words)]);
}

/**
 * What to look for by all groups when that finds nothing either: as above; without the areas around; without the house
 * number, which leaves the street; and without words for kinds, which people add by heart (Номин төв).
 */
export function relaxedQueries(text: string): Word[][] {
  const words = wordsOf(text);
  const [place, other] = placesOf(words);
  const core = withoutAreas(place);
  const street = withoutHouse(core);
  return distinct([words], [place, other, core, withoutCases(core), withoutHouse(place), street, withoutCases(street), withoutKinds(core)]);
}

/** Without doors and directions, with and without case endings; a landmark before a direction has the genitive's. */
function placesOf(words: readonly Word[]): [readonly Word[], readonly Word[]] {
  const inside = withoutDoors(words);
  const place = withoutDirections(inside);
  return place === inside ? [place, withoutCases(place)] : [withoutCases(place), place];
}

/** The queries that differ from those known and from each other. */
function distinct(knownQueries: readonly (readonly Word[])[], queries: readonly (readonly Word[])[]): Word[][] {
  const known = new Set(knownQueries.map(identity));
  return queries.flatMap((query) => {
    const key = identity(query);
    if (query.length === 0 || known.has(key)) return [];
    known.add(key);
    return [[...query]];
  });
}

function identity(words: readonly Word[]): string {
  return words.map((word) => word.strict).join(' ');
}

/** `40 тоот`, `2-р орц`, `5 давхар`. */
function withoutDoors(words: readonly Word[]): readonly Word[] {
  return words.filter((word, i) => !(UNIT_KEYS.has(word.strict) || (word.isNumber && i + 1 < words.length && UNIT_KEYS.has(words[i + 1].strict))));
}

/** The first direction and all behind it, where something stands before it. */
function withoutDirections(words: readonly Word[]): readonly Word[] {
  for (let at = 0; at < words.length; at++) {
    const phrase = DIRECTION_KEYS.find((keys) => keys.every((key, i) => words[at + i]?.strict === key));
    if (phrase === undefined) continue;
    // English has the landmark behind: near the circus.
    return at === 0 ? words.slice(phrase.length) : words.slice(0, at);
  }
  return words;
}

function withoutCases(words: readonly Word[]): readonly Word[] {
  return words.map((word, i) => {
    if (word.isNumber || isGeneric(word)) return word;
    const shortest = i > 0 && i === words.length - 1 ? SHORTEST_LAST_STEM : SHORTEST_STEM;
    const strict = stemOf(word.strict, shortest);
    return strict === word.strict ? word : { ...word, strict, loose: stemOf(word.loose, shortest), open: null };
  });
}

function stemOf(key: string, shortest: number): string {
  const stem = key.replace(CASE, '');
  return stem.length >= shortest ? stem : key;
}

function withoutAreas(words: readonly Word[]): readonly Word[] {
  const canonical = canonicalWords(words);
  const dropped = new Set<number>();
  canonical.forEach((word, i) => {
    if (AREA_KEYS.has(word.strict) && i > 0) dropped.add(i).add(i - 1);
    if (CITY_KEYS.has(word.strict)) dropped.add(i);
  });
  const rest = canonical.filter((_, i) => !dropped.has(i));
  return dropped.size > 0 ? ifTelling(rest, words) : words;
}

function withoutKinds(words: readonly Word[]): readonly Word[] {
  return ifTelling(words.filter((word) => !isGeneric(word)), words);
}

/** The rest of a query, if it still says something: a word of three letters. */
function ifTelling(rest: readonly Word[], words: readonly Word[]): readonly Word[] {
  return rest.some((word) => !word.isNumber && word.strict.length >= 3) ? rest : words;
}

/** The last number, with the word for a house behind it; not the only word, nor a number that stands first. */
function withoutHouse(words: readonly Word[]): readonly Word[] {
  const last = words.findLastIndex((word, i) => word.isNumber && i > 0);
  if (last < 0) return words;
  return ifTelling(words.filter((word, i) => i !== last && !(i > last && HOUSE_KEYS.has(word.strict))), words);
}
