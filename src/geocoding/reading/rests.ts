import { isGeneric } from '../../text/canonical.js';
import { isHouseWord } from '../../text/house-number.js';
import type { TypedWord } from '../../text/words.js';
import { COSTS } from './costs.js';
import {
  ADDRESS_WORDS,
  areaKindOf,
  CROSSING,
  isApart,
  isClose,
  QUARTER,
  SIDES,
  STREET_WORDS,
} from './word-sets.js';

/** Some words of a text to look for, by their places, and what it costs to leave out the others. */
export interface Rest {
  kept: readonly number[];
  left: readonly number[];
  cost: number;
}

export interface RestOptions {
  /** Places of the words that are neither areas nor asides. */
  all: readonly number[];
  /** Whether a word may be left out untold: the name of a company, the number of a door. */
  isFree: (at: number) => boolean;
  /** Whether it is a form of law of a company. */
  isForm: (at: number) => boolean;
  /** Whether it is the number of a plot or a door. */
  isPlot: (at: number) => boolean;
  /** Whether it is of an area that the text surely names. */
  isArea: (at: number) => boolean;
  /** Whether a name has the word. */
  isKnown: (at: number) => boolean;
}

/** What it costs to leave a word out. */
export function costOfLeaving(
  words: readonly TypedWord[],
  at: number,
  { isFree, isForm, isPlot, isArea, isKnown }: RestOptions,
): number {
  const { word } = words[at];
  if (isForm(at)) return COSTS.formOfLaw;
  if (isPlot(at)) return COSTS.plot;
  if (isArea(at)) return COSTS.areaLeftOut;
  if (isFree(at)) return COSTS.company;
  if (CROSSING.has(word.strict)) return COSTS.crossing;
  if (word.isNumber) return COSTS.number;
  if (SIDES.has(word.strict)) return COSTS.side;
  if (ADDRESS_WORDS.has(word.strict)) return COSTS.addressWord;
  if (isGeneric(word)) return COSTS.kindWord;
  if (word.strict.length === 1) return COSTS.letter;
  return isKnown(at) ? COSTS.knownWord : COSTS.unknownWord;
}

/**
 * The ways to leave words out, cheapest first: nothing, sides, whole parts between signs, what stands behind
 * a street and its number, the number. All but those that leave nothing telling.
 */
export function restsOf(words: readonly TypedWord[], options: RestOptions): Rest[] {
  const { all } = options;
  const found = new Map<string, Rest>();
  const costs = new Map(all.map((at) => [at, costOfLeaving(words, at, options)]));
  const add = (kept: readonly number[], extra = 0): void => {
    const key = kept.join();
    if (kept.length === 0 || found.has(key)) return;
    // A word that is still being typed begins many names.
    if (kept.length === 1 && all.length > 1 && kept[0] === words.length - 1) return;
    const left = all.filter((at) => !kept.includes(at));
    if (!isTelling(words, kept, left) || hasStrayNumber(words, kept)) return;
    const cost = left.reduce((sum, at) => sum + costs.get(at)!, extra);
    found.set(key, { kept, left, cost });
  };
  const isSide = (at: number): boolean => SIDES.has(words[at].word.strict);
  const isNumber = (at: number): boolean => words[at].word.isNumber;
  add(all);
  add(all.filter((at) => !options.isForm(at)));
  add(all.filter((at) => !options.isFree(at)));
  add(all.filter((at) => !isSide(at)));
  // Отгонбилэгийн г: the beginning of a word that is still being typed.
  const isBegun = (at: number): boolean =>
    at === words.length - 1 && !isNumber(at) && words[at].word.strict.length === 1;
  add(all.filter((at) => !isBegun(at)));
  // Of a quarter and something in it, the quarter: сургууль 3-р хороолол.
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
    // A landmark is looked for without its side.
    if (bare.length === 0 || !isSide(part[part.length - 1])) add(part);
    add(bare);
    // С47: a letter before a number is a mark of buildings.
    const plain = bare.filter(
      (at, i) => !(words[at].word.isCode && !isNumber(at) && isNumber(bare[i + 1] ?? at)),
    );
    add(plain, plain.length < bare.length ? 1 - COSTS.letter : 0);
    // «Номун зочид буудлын урд талын улаан байр»: a landmark, and something beside it.
    const side = part.findIndex((at, i) => i > 0 && isSide(at));
    if (side > 0 && bare.length > side) {
      add(part.slice(0, side));
      add(bare.slice(side));
    }
    const last = plain.findLastIndex(isNumber);
    if (last > 0) {
      const head = plain.slice(0, last + 1);
      add(head);
      add(head.filter((at) => !isNumber(at) || isOfName(words, at)));
      add(plain.filter((at) => !isOfHouse(words, at)));
      const first = plain.findIndex((at, i) => i > 0 && isNumber(at) && !words[at].word.isOrdinal);
      if (first > 0) {
        add(plain.slice(0, first + 1));
        add(plain.slice(0, first));
      }
    }
  }
  for (let a = 0; a < parts.length; a++)
    for (let b = a + 1; b < parts.length; b++) add([...parts[a], ...parts[b]]);
  return [...found.values()].sort((a, b) => a.cost - b.cost);
}

/** A number in a name: 3-р эмнэлэг. */
function isOfName(words: readonly TypedWord[], at: number): boolean {
  return words[at].word.isOrdinal && isClose(words, at + 1) && areaKindOf(words[at + 1].word) === null;
}

/** A house number, a letter beside it, or a word for it: дом 99, Б-99, 99-р байр. */
function isOfHouse(words: readonly TypedWord[], at: number): boolean {
  const { word } = words[at];
  const isNumber = (i: number): boolean => isClose(words, Math.max(at, i)) && words[i]?.word.isNumber;
  if (isHouseWord(word) || (word.strict.length === 1 && (isNumber(at - 1) || isNumber(at + 1)))) return true;
  const isOfHouseWord = word.isOrdinal && words[at + 1] !== undefined && isHouseWord(words[at + 1].word);
  return word.isNumber && (isOfHouseWord || !isOfName(words, at));
}

/** Runs of words with no sign between them. */
export function partsOf(words: readonly TypedWord[], all: readonly number[]): number[][] {
  const parts: number[][] = [];
  all.forEach((at, i) => {
    if (i === 0 || all[i - 1] !== at - 1 || (isApart(words, at) && !words[at].before.includes('/')))
      parts.push([]);
    parts[parts.length - 1].push(at);
  });
  return parts;
}

/** Whether the words say which thing is meant: a name, or a kind with a number, or nothing but a kind. */
function isTelling(words: readonly TypedWord[], kept: readonly number[], left: readonly number[]): boolean {
  const isNamed = kept.some((at) => {
    const { word } = words[at];
    return !word.isNumber && word.strict.length >= 3 && !SIDES.has(word.strict) && !isGeneric(word);
  });
  if (isNamed || kept.some((at) => isNumberedStreet(words, at))) return true;
  const isAll = left.every((at) => SIDES.has(words[at].word.strict));
  // Их тойруу 54, A12 7
  const isShort = (at: number): boolean => {
    const { word } = words[at];
    return !word.isNumber && !isGeneric(word) && !SIDES.has(word.strict) && !ADDRESS_WORDS.has(word.strict);
  };
  if (isAll && kept.length > 1 && kept.some(isShort)) return true;
  const hasKind = kept.some((at) => {
    const { word } = words[at];
    return !word.isNumber && isGeneric(word) && (!ADDRESS_WORDS.has(word.strict) || QUARTER.has(word.strict));
  });
  return hasKind && (isAll || kept.some((at) => words[at].word.isNumber));
}

/** 78-р гудамж */
function isNumberedStreet(words: readonly TypedWord[], at: number): boolean {
  return words[at].word.isOrdinal && isClose(words, at + 1) && STREET_WORDS.has(words[at + 1].word.strict);
}

/** Whether a number is kept without the word for a street or quarter behind it: it goes with that word. */
function hasStrayNumber(words: readonly TypedWord[], kept: readonly number[]): boolean {
  return kept.some((at) => {
    if (!words[at].word.isNumber || kept.includes(at + 1) || !isClose(words, at + 1)) return false;
    const { strict } = words[at + 1].word;
    return STREET_WORDS.has(strict) || QUARTER.has(strict);
  });
}
