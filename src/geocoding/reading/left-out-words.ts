import { isGeneric } from '../../text/canonical.js';
import { isHouseWord } from '../../text/house-number.js';
import { stemsOf } from '../../text/strip-case.js';
import type { TypedWord, Word } from '../../text/words.js';
import { isNumberedThing } from '../forward/may-be-name.js';
import { COSTS } from './costs.js';
import { ADDRESS_WORDS, CROSSING, isApart, isClose, isSideAt, QUARTER, STREET_WORDS } from './word-sets.js';

/** The positions of the query words to search for, and the cost of leaving out the other words. */
export interface Rest {
  kept: readonly number[];
  left: readonly number[];
  cost: number;
}

export interface RestOptions {
  /** The positions of the words that are neither areas nor asides. */
  all: readonly number[];
  /** Whether a word may be left out without reporting it, such as a company's name or a door number. */
  isFree: (at: number) => boolean;
  /** Whether the word is a company's legal form. */
  isForm: (at: number) => boolean;
  /** Whether the word is a plot or door number. */
  isPlot: (at: number) => boolean;
  /** Whether the word is part of an area that the query certainly names. */
  isArea: (at: number) => boolean;
  /**
   * For a word of a landmark, the position of the word for a side after it («урд», «хажууд»), or null for all
   * other words.
   */
  sideOf: (at: number) => number | null;
  /** Whether the word is conversational: «нэг хүн авчих». */
  isTalk: (at: number) => boolean;
  /** Whether the word occurs in any name. */
  isKnown: (at: number) => boolean;
}

/** The maximum number of words in a name or address; searching for more words takes too long. */
const MOST_KEPT = 14;
/** A word with at least this many letters is considered meaningful. */
const SHORTEST_TOLD = 4;
/** The maximum number of words in a landmark's name. */
const MOST_PLACE_WORDS = 4;

/** Returns the cost of leaving out a word, given the words that are kept. */
export function costOfLeaving(
  words: readonly TypedWord[],
  at: number,
  { all, isFree, isForm, isPlot, isArea, isTalk, sideOf, isKnown }: RestOptions,
  kept: readonly number[] = [],
): number {
  const { word } = words[at];
  if (isForm(at)) return COSTS.formOfLaw;
  if (isPlot(at)) return COSTS.plot;
  if (isArea(at)) return COSTS.areaLeftOut;
  if (isFree(at)) return COSTS.company;
  if (isTalk(at)) return COSTS.talk;
  const side = sideOf(at);
  if (side !== null && !kept.some((other) => sideOf(other) === side)) return COSTS.landmark;
  if (CROSSING.has(word.strict)) {
    // «Баруун 4 замын уулзвар дээр» is beside a specific place, while any two streets have a different
    // crossing.
    const isSaid = (other: number): boolean => other === at || kept.includes(other) || isTalk(other);
    return all.every((other) => isSaid(other) || isSideAt(words, other)) ? COSTS.addressWord : COSTS.crossing;
  }
  if (word.isNumber) return COSTS.number;
  if (isSideAt(words, at)) return COSTS.side;
  if (ADDRESS_WORDS.has(word.strict)) return COSTS.addressWord;
  if (isGeneric(word)) return keepsHouse(words, kept) ? COSTS.kindInHouse : COSTS.kindWord;
  if (word.strict.length === 1) return COSTS.letter;
  return isKnown(at) ? COSTS.knownWord : COSTS.unknownWord;
}

/**
 * Whether both a number and a word for a house or a street are kept: «12-р байр, "Эрүүл" эмийн сан», «Эрээний
 * гудамж 44а, эмийн сан».
 */
export function keepsHouse(words: readonly TypedWord[], kept: readonly number[]): boolean {
  const isStreet = (at: number): boolean => kept.includes(at) && STREET_WORDS.has(words[at].word.strict);
  return kept.some(
    (at) =>
      words[at].word.isNumber &&
      words[at].before !== '/' &&
      (isStreet(at - 1) || (kept.includes(at + 1) && isHouseWord(words[at + 1].word))),
  );
}

/**
 * Returns the ways of leaving out words that most queries need, cheapest first: leaving out nothing, words
 * for sides, unknown words before known ones, and all but one part between punctuation marks. None of these
 * ways keeps only words that do not identify a place. The search in words-together.ts tries all other ways.
 */
export function restsOf(words: readonly TypedWord[], options: RestOptions): Rest[] {
  const { all } = options;
  const found = new Map<string, Rest>();
  const add = (kept: readonly number[], extra = 0, isSaid = false): void => {
    const key = kept.join();
    if (kept.length === 0 || kept.length > MOST_KEPT || found.has(key)) return;
    // An unfinished word is a prefix of many names.
    if (kept.length === 1 && all.length > 1 && kept[0] === words.length - 1) return;
    const rest = restOf(words, kept, options);
    if (!(isSaid || isTelling(words, kept, rest.left)) || hasStrayNumber(words, kept)) return;
    found.set(key, { ...rest, cost: rest.cost + extra });
  };
  const isSide = (at: number): boolean => isSideAt(words, at);
  const isNumber = (at: number): boolean => words[at].word.isNumber;
  const isUnknown = (at: number): boolean =>
    !isNumber(at) && !isSide(at) && !isGeneric(words[at].word) && !options.isKnown(at);
  add(all);
  add(all.filter((at) => !options.isForm(at)));
  add(all.filter((at) => !options.isFree(at)));
  add(all.filter((at) => !isSide(at)));
  const known = all.slice(all.findIndex((at) => !isUnknown(at)));
  const letters = known.reduce((sum, at) => sum + (isNumber(at) ? 0 : words[at].word.strict.length), 0);
  // Every town has a 7-р гудамж.
  const isName = (at: number): boolean => !isNumber(at) && !isSide(at) && !isGeneric(words[at].word);
  if (known.some((at) => isName(at) && !isUnknown(at) && !options.isArea(at)))
    add(known, 0, letters >= SHORTEST_TOLD);
  // Отгонбилэгийн г: the г begins an unfinished word.
  const isBegun = (at: number): boolean =>
    at === words.length - 1 && !isNumber(at) && words[at].word.strict.length === 1;
  add(all.filter((at) => !isBegun(at)));
  // If only a quarter or a place in it can be kept, the quarter is: сургууль 3-р хороолол.
  for (const at of all)
    if (
      isNumber(at) &&
      all.includes(at + 1) &&
      isClose(words, at + 1) &&
      QUARTER.has(words[at + 1].word.strict)
    )
      add([at, at + 1]);
  const parts = partsOf(words, all);
  for (const part of parts) {
    const bare = part.filter((at) => !isSide(at));
    // The search for a landmark ignores the word for its side.
    if (bare.length === 0 || !isSide(part[part.length - 1])) add(part);
    add(bare);
    // С47: a letter before a number marks a building.
    const plain = bare.filter(
      (at, i) => !(words[at].word.isCode && !isNumber(at) && isNumber(bare[i + 1] ?? at)),
    );
    add(plain, plain.length < bare.length ? 1 - COSTS.letter : 0);
    // «Номун зочид буудлын урд талын улаан байр»: a landmark and a place beside it.
    const side = part.findIndex((at, i) => i > 0 && isSide(at));
    if (side > 0 && bare.length > side) {
      add(part.slice(0, side));
      add(bare.slice(side));
    }
  }
  return [...found.values()].sort((a, b) => a.cost - b.cost);
}

/** Returns the words to search for and the cost of leaving out the other words. */
export function restOf(words: readonly TypedWord[], kept: readonly number[], options: RestOptions): Rest {
  const left = options.all.filter((at) => !kept.includes(at));
  return { kept, left, cost: left.reduce((sum, at) => sum + costOfLeaving(words, at, options, kept), 0) };
}

/**
 * Whether a word may combine with others to form a name or an address. A number may combine with other words
 * if it is next to one of them or before a word for a house. A word for a street or quarter may combine with
 * other words only together with the number before it.
 */
export function mayJoin(words: readonly TypedWord[], at: number, kept: readonly number[]): boolean {
  const isBehind = kept.includes(at - 1);
  // «муис 1 байрны урд»: the first building.
  if (!isBehind && words[at - 1]?.word.isNumber && ADDRESS_WORDS.has(words[at].word.strict)) return false;
  if (!words[at].word.isNumber) return isBehind || at === 0 || !hasStrayNumber(words, [at - 1]);
  const next = isClose(words, at + 1) ? words[at + 1].word : null;
  return isBehind || (next !== null && (kept.includes(at + 1) || isHouseWord(next)));
}

/** Whether there is a number followed by a word for a kind at this position. */
export function isNumberedThingAt(words: readonly TypedWord[], at: number): boolean {
  const isTwo = at + 1 < words.length && isClose(words, at + 1);
  const both = words.slice(at, at + 2).map(({ word }) => word);
  return isTwo && (both[0].isOrdinal || isGeneric(both[1])) && isNumberedThing(both);
}

/**
 * Returns a word together with the words that belong to it: «29-р байр» and «102-р цэцэрлэг» each mean one
 * place, and the number on its own does not.
 */
export function togetherWith(words: readonly TypedWord[], at: number): readonly number[] {
  const isHouse = words[at].word.isNumber && isClose(words, at + 1) && isHouseWord(words[at + 1].word);
  return isHouse || isNumberedThingAt(words, at) ? [at, at + 1] : [at];
}

/** Whether a number that was left out is directly before a kept word: «12 Зайсан толгой». */
export function hasNumberBefore(
  words: readonly TypedWord[],
  kept: readonly number[],
  left: readonly number[],
): boolean {
  return left.some((at) => words[at].word.isNumber && kept.includes(at + 1) && isClose(words, at + 1));
}

/**
 * Returns the omitted words that may be a landmark: words before a side, words with a case ending directly
 * before the kept words, and words between two punctuation marks. The longest candidates for a landmark come
 * first. The same words without the word for a kind come last: «Монгол кино үйлдвэрийн буудлын хойно».
 */
export function placesBeside(
  words: readonly TypedWord[],
  kept: readonly number[],
  left: readonly number[],
): number[][] {
  const isSide = (at: number): boolean => isSideAt(words, at);
  const isRest = (at: number): boolean => left.includes(at) && !isSide(at);
  const found: number[][] = [];
  for (let end = 1; end <= words.length; end++) {
    if (!isRest(end - 1)) continue;
    let from = end;
    while (isRest(from - 1) && end - from < MOST_PLACE_WORDS && (from === end || !isApart(words, from)))
      from--;
    const run = words.flatMap((_, at) => (from <= at && at < end ? [at] : []));
    const isBeforeSide = end < words.length && isSide(end);
    const isBeforeName = kept.includes(end) && stemsOf(words[end - 1].word).length > 0;
    if (isBeforeSide || isBeforeName) {
      found.push(...run.map((_, i) => run.slice(i)));
      if (run.length > 1 && isKindInCase(words[end - 1].word)) found.push(run.slice(0, -1));
    } else if (isApart(words, end) && !isRest(from - 1)) {
      if (run.some((at) => !words[at].word.isNumber && !isGeneric(words[at].word))) found.push(run);
    }
  }
  return found;
}

function isKindInCase(word: Word): boolean {
  return [word, ...stemsOf(word)].some(isGeneric);
}

/** Returns runs of words that have no punctuation between them. */
export function partsOf(words: readonly TypedWord[], all: readonly number[]): number[][] {
  const parts: number[][] = [];
  all.forEach((at, i) => {
    if (i === 0 || all[i - 1] !== at - 1 || (isApart(words, at) && !words[at].before.includes('/')))
      parts.push([]);
    parts[parts.length - 1].push(at);
  });
  return parts;
}

/** Whether the words identify a place, whether by a name, by a kind with a number, or by a kind alone. */
export function isTelling(
  words: readonly TypedWord[],
  kept: readonly number[],
  left: readonly number[],
): boolean {
  const isNamed = kept.some((at) => {
    const { word } = words[at];
    return !word.isNumber && word.strict.length >= 3 && !isSideAt(words, at) && !isGeneric(word);
  });
  if (isNamed || kept.some((at) => isNumberedStreet(words, at))) return true;
  if (kept.some((at) => isStreetOfHouse(words, kept, at))) return true;
  const isAll = left.every((at) => isSideAt(words, at));
  // Их тойруу 54, A12 7
  const isShort = (at: number): boolean => {
    const { word } = words[at];
    return !word.isNumber && !isGeneric(word) && !isSideAt(words, at) && !ADDRESS_WORDS.has(word.strict);
  };
  if (isAll && kept.length > 1 && kept.some(isShort)) return true;
  const hasKind = kept.some((at) => {
    const { word } = words[at];
    return !word.isNumber && isGeneric(word) && (!ADDRESS_WORDS.has(word.strict) || QUARTER.has(word.strict));
  });
  return hasKind && (isAll || kept.some((at) => words[at].word.isNumber));
}

/** Whether a word is the word for a street in a whole address, even with a short name: Их тойруу 54. */
function isStreetOfHouse(words: readonly TypedWord[], kept: readonly number[], at: number): boolean {
  if (!STREET_WORDS.has(words[at].word.strict) || !kept.includes(at - 1) || !kept.includes(at + 1))
    return false;
  return !words[at - 1].word.isNumber && words[at + 1].word.isNumber;
}

/** 78-р гудамж */
function isNumberedStreet(words: readonly TypedWord[], at: number): boolean {
  return words[at].word.isOrdinal && isClose(words, at + 1) && STREET_WORDS.has(words[at + 1].word.strict);
}

/**
 * Whether a number is kept without the word for a street or quarter that follows it and to which it belongs.
 */
function hasStrayNumber(words: readonly TypedWord[], kept: readonly number[]): boolean {
  return kept.some((at) => {
    if (!words[at].word.isNumber || kept.includes(at + 1) || !isClose(words, at + 1)) return false;
    const { strict } = words[at + 1].word;
    return STREET_WORDS.has(strict) || QUARTER.has(strict);
  });
}
