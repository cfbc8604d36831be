import { withoutLastCase } from '../../../src/text/strip-case.js';
import { signsOf } from '../../../src/text/fold.js';
import { isOrdinalSuffix } from '../../../src/text/numbers.js';
import { hasDoubled, nameForms, readingsOf } from '../../../src/text/forms.js';
import { joinKeys } from '../../../src/text/join.js';
import { romanise } from '../../../src/text/romanise.js';
import { streetKey } from '../../../src/text/street-key.js';
import { ABBREVIATIONS } from '../../../src/text/vocabulary.js';
import { cleanText, wordsOf } from '../../../src/text/words.js';
import type { PlaceHit } from '../../../src/geocoding/place-hit.js';
import { categoryKey } from '../../../src/geocoding/finding/category-key.js';
import { KIND_WORDS as KINDS_IN_WORDS } from '../../../src/geocoding/places/kinds.js';
import { metres, type GroundTruth, type Thing } from '../probes/ground-truth.js';

/** Folded text, to be compared. */
interface Folded {
  words: readonly string[];
  /** For each word, the text from that word to the end, without blanks. */
  tails: readonly string[];
  joined: string;
  /** For each number in turn, whether it is an ordinal. */
  ordinals: readonly boolean[];
  /** For each word, whether it is an ordinal. */
  isOrdinal: readonly boolean[];
  isNumber: readonly boolean[];
  /** A consonant stands twice: this tells Цагаан нуур from Цагаан-Үүр. */
  isDoubled: boolean;
}

/** Worse than every group. */
const NONE = 10;
/** A folded match stands behind the literal ones of its group, a derived match behind both. */
const FOLDED = 0.25;
const DERIVED = 0.5;
const SHORTEST_DERIVED = 4;
/** Pieces of one thing have one name and lie this near; roads cross the country. Metres. */
const ONE_THING_M = 300_000;
const NAME_KEY = /^(name|(int|alt|old|official|short|loc|reg|nat)_name)(_\d+)?(:[a-zA-Z0-9_-]+)?$/;
const NO_NAME = /:(etymology|wikidata|wikipedia|signed|source|prefix|suffix|left|right|forward|backward)/;
const KIND_WORDS = ['аймаг', 'сум', 'дүүрэг', 'хот', 'гол', 'нуур', 'банк', 'баг'];

/**
 * Reads answers as a client gets them, and the tagged names of the source. It knows nothing of the index. Its
 * rule, from the contract: no strict match of a better group behind anything of a worse group; within a group
 * literal matches, then folded ones, then derived ones. A house is called by its street and its number.
 */
export class MatchChecker {
  readonly #truth: GroundTruth;

  /** Streets by a key that all spellings of one name share. */
  readonly #streets = new Map<string, Thing[]>();

  /** Loose keys of all Cyrillic names. */
  readonly #heard = new Set<string>();

  constructor(truth: GroundTruth) {
    this.#truth = truth;
    for (const thing of truth.things) {
      for (const name of namesIn(thing))
        if (/\p{Script=Cyrillic}/u.test(name)) this.#heard.add(fold(name, 'loose').joined);
      if (thing.tags['highway'] === undefined || thing.name === '') continue;
      const key = streetKey(thing.name);
      const list = this.#streets.get(key);
      if (list === undefined) this.#streets.set(key, [thing]);
      else list.push(thing);
    }
  }

  /**
   * The first two hits in the wrong order, as a text; null when all stand right.
   *
   * @param isNear whether the places near a point were asked for: a kind is then the name of its places
   */
  faultIn(query: string, hits: readonly PlaceHit[], isNear = false): string | null {
    if (isNear && isKind(query)) return null;
    const sure = hits.map((hit) => this.strictGroup(query, hit));
    for (const [i, hit] of hits.entries()) {
      const behind = sure.findIndex((group, at) => at > i && group < sure[i]);
      if (behind < 0) continue;
      // What may be right for a hit: by names of other pieces of the same thing, or as a derived match.
      const rank = Math.min(sure[i], this.#possible(query, hit));
      const fault = sure.findIndex((group, at) => at > i && group < rank);
      if (fault >= 0)
        return (
          `"${query}": ${shown(hit)} (${rank}) before ${shown(hits[fault])}, ` +
          `a strict match of rank ${sure[fault]}`
        );
    }
    return null;
  }

  /** The rank of a hit as a strict match, by its own tagged names; 10 for none. */
  strictGroup(query: string, hit: PlaceHit): number {
    return strictGroup(query, this.#ownNames(hit));
  }

  /** Whether the hit is a strict match of any group. */
  isCalledSo(query: string, hit: PlaceHit): boolean {
    return this.strictGroup(query, hit) < NONE;
  }

  /** The best rank that any reading allows. */
  #possible(query: string, hit: PlaceHit): number {
    const own = this.#ownNames(hit);
    const names = [...own, ...this.#namesOfPieces(hit)];
    return Math.min(strictGroup(query, names), derivedGroup(query, names, hit) + DERIVED);
  }

  /**
   * A street or settlement whose only names are Latin, with o or u, and sound like a Cyrillic one: Mongolian
   * by ear, so no name is sure.
   */
  #isByEar(thing: Thing): boolean {
    const names = namesIn(thing);
    return (
      (thing.tags['highway'] !== undefined || thing.tags['place'] !== undefined) &&
      names.every((name) => /[ou]/i.test(name) && !/\p{Script=Cyrillic}/u.test(name)) &&
      names.some((name) => this.#heard.has(fold(name, 'loose').joined))
    );
  }

  #ownNames(hit: PlaceHit): string[] {
    const thing = this.#truth.byId.get(hit.id);
    if (thing === undefined) return [hit.name];
    const house = hit.type === 'address' ? houseNames(thing, streetsIn(thing)) : [];
    return this.#isByEar(thing) ? [] : [hit.name, ...taggedNames(thing), ...house];
  }

  /** Names of other things called so, which an index may have merged. */
  #namesOfPieces(hit: PlaceHit): string[] {
    const thing = this.#truth.byId.get(hit.id);
    const spot = { lon: hit.lon7 / 1e7, lat: hit.lat7 / 1e7 };
    const called = [hit.name, thing?.name ?? hit.name].flatMap((name) => this.#truth.called(name));
    const pieces = thing?.tags['highway'] === undefined ? [] : (this.#streets.get(streetKey(hit.name)) ?? []);
    const isNear = (other: Thing): boolean => metres(other, spot) < ONE_THING_M;
    const streets =
      thing === undefined
        ? []
        : streetsIn(thing).flatMap((street) => this.#streets.get(streetKey(street)) ?? []);
    return [
      ...[...called, ...pieces].filter(isNear).flatMap(taggedNames),
      ...(thing === undefined ? [] : houseNames(thing, streets.filter(isNear).flatMap(taggedNames))),
    ];
  }
}

/** What a house is called on streets with those names: with each of its numbers. */
function houseNames({ tags }: Thing, streets: readonly string[]): string[] {
  const numbers = (tags['addr:housenumber'] ?? '').split(/[;,]/).map((number) => number.trim());
  return numbers
    .filter((number) => number !== '')
    .flatMap((number) => streets.map((street) => `${street} ${number}`));
}

function streetsIn({ tags }: Thing): string[] {
  return [tags['addr:street'], tags['addr:place']].filter((street) => street !== undefined);
}

/** All names in the tags, and codes. */
export function taggedNames(thing: Thing): string[] {
  const { tags } = thing;
  const texts = namesIn(thing);
  for (const key of ['iata', 'icao', 'addr:postcode', 'postal_code'])
    if (tags[key] !== undefined) texts.push(tags[key]);
  if (tags['highway'] !== undefined && tags['ref'] !== undefined) texts.push(tags['ref']);
  return texts.flatMap((text) => text.split(';')).map((name) => name.trim());
}

function namesIn({ tags }: Thing): string[] {
  return Object.entries(tags).flatMap(([key, value]) =>
    (NAME_KEY.test(key) && !NO_NAME.test(key)) || key === 'brand' ? [value] : [],
  );
}

function strictGroup(query: string, names: readonly string[]): number {
  const typed = fold(query, 'strict');
  let best = NONE;
  for (const name of new Set(names))
    for (const text of [name, ...(/[a-z]/i.test(name) ? [] : [romanise(name)]), ...shortNames(name)])
      best = Math.min(best, strictRank(groupOf(typed, fold(text, 'strict'), true), query, text));
  return best;
}

/** The rank of a strict match: literal or folded. */
function strictRank(group: number, query: string, name: string): number {
  return group === NONE || isLiteral(group, tokensOf(query), tokensOf(name)) ? group : group + FOLDED;
}

/** Whether a name that is in the group has the words of the query letter for letter. */
function isLiteral(group: number, typed: readonly string[], name: readonly string[]): boolean {
  const last = typed.length - 1;
  if (group === 1) return typed.length === name.length && typed.every((token, i) => isEqual(token, name[i]));
  if (group === 2) return typed.every((token, i) => (i < last ? isEqual : isBegun)(token, name[i] ?? ''));
  return typed.every((token) => name.some((other) => (group === 3 ? isBegun : isIn)(token, other)));
}

/** The words as they are written, in lower case, without the endings of ordinals. */
function tokensOf(text: string): string[] {
  // Case endings behind a quotation or an abbreviation are no words: БЗД-ийн.
  const plain = cleanText(text).replace(/(["”»]|(?<!\p{L})\p{Lu}{2,5}|\p{N}(?=-н(?!\p{L})))-\p{L}+/gu, '$1');
  const runs =
    plain
      .toLowerCase()
      .replace(/['’‘ʼʹʺ`´]/g, '')
      .match(/\p{N}+|[\p{L}\p{M}]+/gu) ?? [];
  return runs.filter(
    (run, i) =>
      !(i > 0 && /\p{N}/u.test(runs[i - 1]) && isOrdinalSuffix(wordsOf(run)[0]?.strict ?? '', true)),
  );
}

/** A Cyrillic word is compared as written, a Latin one by the signs of letters.ts. */
function comparable(typed: string, name: string): [string, string] {
  return /\p{Script=Cyrillic}/u.test(typed) ? [typed, name] : [signsOf(typed), signsOf(name)];
}

function isEqual(typed: string, name: string): boolean {
  const [a, b] = comparable(typed, name);
  return a === b;
}

function isBegun(typed: string, name: string): boolean {
  const [a, b] = comparable(typed, name);
  return b.startsWith(a);
}

function isIn(typed: string, name: string): boolean {
  const [a, b] = comparable(typed, name);
  return b.includes(a);
}

/**
 * By any reading of the query and any form of a name, also of names with or without the word for the kind.
 */
function derivedGroup(query: string, names: readonly string[], hit: PlaceHit): number {
  const isShort = fold(query, 'strict').joined.length < SHORTEST_DERIVED;
  const aimag = hit.address?.split(', ')[0] ?? '';
  const forms = [...new Set(names)]
    .flatMap((name) => [name, name.replace(/\s+\S+$/, ''), name.replace(/^\d+-р баг,\s*/, '')])
    .flatMap((name) => [
      name,
      ...KIND_WORDS.map((word) => `${name} ${word}`),
      `${name} ${aimag}`,
      `${aimag} ${name}`,
      `${aimag.replace(/ аймаг$/, '')} ${name}`,
    ])
    .flatMap((name) => nameForms(name));
  let best = NONE;
  for (const reading of readingsOf(wordsOf(query))) {
    for (const kind of ['strict', 'loose'] as const) {
      if (kind === 'loose' && isShort && !reading.isOpen) continue;
      const typed = folded(
        reading.words.map((word) => word[kind]),
        reading.words.map((word) => word.isNumber),
      );
      for (const form of forms) {
        const words = form[kind] ?? form.loose;
        const group = groupOf(
          typed,
          folded(
            words,
            words.map((word) => /^\d/.test(word)),
          ),
          false,
        );
        const isLowered = isShort || reading.isTranslated || form.isTranslated;
        best = Math.min(best, isLowered && group < 3 ? 3 : group);
      }
    }
  }
  // What is called as the words without a case ending is that thing, and no more than it.
  for (const bare of withoutLastCase(wordsOf(query))) {
    const key = joinKeys(bare.map((word) => word.strict)).key;
    if (forms.some((form) => form.strict !== null && joinKeys(form.strict).key === key))
      best = Math.min(best, 1);
  }
  return best;
}

/** The group of the specification in which the name stands for the query. */
function groupOf(query: Folded, name: Folded, isStrict: boolean): number {
  const hasOrdinals = (count: number): boolean =>
    !isStrict || query.ordinals.slice(0, count).every((is, i) => is === name.ordinals[i]);
  const numbers = query.ordinals.length;
  const last = query.words.length - 1;
  if (last < 0) return NONE;
  if (
    name.joined === query.joined &&
    hasOrdinals(numbers) &&
    (!isStrict || name.isDoubled === query.isDoubled)
  )
    return 1;
  const goesOn = query.isNumber[last] && !query.isOrdinal[last];
  const end = name.joined.charAt(query.joined.length);
  const isCut = query.isOrdinal[last] && isStrict && end !== '' && end !== ' ';
  if (name.joined.startsWith(query.joined) && !isCut && hasOrdinals(goesOn ? numbers - 1 : numbers)) return 2;
  // A number is whole, unless it is the last word and may go on.
  const isWhole = (i: number): boolean => query.isNumber[i] && i < last;
  const begins = (word: string, i: number): boolean =>
    isStrict && query.isOrdinal[i]
      ? name.words.some((other, at) => other === word && name.isOrdinal[at])
      : name.tails.some(
          (tail) => tail.startsWith(word) && !(isWhole(i) && /[^ ]/.test(tail.charAt(word.length))),
        );
  if (query.words.every(begins)) return 3;
  const isIn = (word: string, i: number): boolean =>
    begins(word, i) ||
    (!(isStrict && query.isOrdinal[i]) && name.words.some((other) => other.includes(word)));
  return query.words.every(isIn) ? 4 : NONE;
}

function fold(text: string, kind: 'strict' | 'loose'): Folded {
  const words = wordsOf(text);
  return folded(
    words.map((word) => word[kind]),
    words.map((word) => word.isNumber),
    words.map((word) => word.isOrdinal),
    hasDoubled(words),
  );
}

function folded(
  words: readonly string[],
  isNumber: readonly boolean[],
  isOrdinal: readonly boolean[] = words.map(() => false),
  isDoubled = false,
): Folded {
  const { key, starts } = joinKeys(words);
  return {
    words,
    joined: key,
    tails: starts.map((start) => key.slice(start)),
    ordinals: isOrdinal.filter((_, i) => isNumber[i]),
    isOrdinal,
    isNumber,
    isDoubled,
  };
}

/** Whether the query is nothing but a word for a kind. */
function isKind(query: string): boolean {
  const words = wordsOf(query);
  return [words, ...withoutLastCase(words)].some((asked) => KIND_KEYS.has(categoryKey(asked)));
}

const KIND_KEYS = new Set(
  Object.values(KINDS_IN_WORDS).flatMap((words) => words.map((word) => categoryKey(wordsOf(word)))),
);

const plainKey = (text: string): string => fold(text, 'strict').joined;
const ABBREVIATED = new Map(ABBREVIATIONS.map(([full, short]) => [plainKey(full), short]));

/** The listed abbreviation of a name, and a national institution without its first words. */
function shortNames(name: string): string[] {
  const short = ABBREVIATED.get(plainKey(name));
  const plain = name.replace(/^(Монгол улсын|Улсын|Үндэсний|State|National)\s+/i, '');
  return [...(short === undefined ? [] : [short]), ...(plain === name ? [] : [plain])];
}

function shown({ name, type, id }: PlaceHit): string {
  return `${name} (${type}, ${id})`;
}
