import { canonicalWords, isGeneric } from '../text/canonical.js';
import { isHouseWord } from '../text/house-number.js';
import { wordsOf, type Word } from '../text/words.js';
import { distanceM } from '../geo/distance.js';
import type { Match } from './forward/match.js';
import { plainText } from './reading/plain-text.js';
import { withoutAsides } from './reading/cut-text.js';

/**
 * The weight of each feature of a result (see featuresOf), and the fraction of correct results for each sum
 * of weights. `bench/certainty.js` measures both, and a test checks them against rows drawn with another
 * seed. A missing number has a greater weight than measured, because our searches never return a place with a
 * different number, but other sources may.
 */
const WEIGHTS: readonly number[] = [
  -0.862, -0.161, -0.588, 2.063, 0.236, 0.481, -7, -0.409, -2.007, -3.244, -0.156, 0.4, 0.453, 0.329, 1.534,
  0.618, 1.836, 2.474, 1.973, -2.367, 0.085, 0.319, 0.706,
];
const CERTAIN_AT: readonly (readonly [from: number, share: number])[] = [
  [-10.578, 0.007],
  [-4.318, 0.053],
  [-2.363, 0.109],
  [-1.553, 0.215],
  [-0.969, 0.468],
  [-0.183, 0.594],
  [0.802, 0.831],
  [1.08, 0.938],
  [2.763, 0.949],
  [3.279, 0.982],
  [4.552, 1],
];

/** The fields of a found place that are examined, as in responses of /v1/geocode. */
export interface JudgedPlace {
  name: string;
  address?: string | null;
  /** The position in degrees. */
  latitude: number;
  longitude: number;
  layer?: string;
  components?: Readonly<Record<string, string | undefined>>;
  matched_name?: string;
  match?: Match;
}

/**
 * Places farther apart than this count as two different results rather than as the same place found twice.
 */
const APART_M = 300;
/** Only this many places are requested, because equally good matches are among the first results. */
export const JUDGED_PLACES = 5;

/**
 * Returns the probability that the query refers to the first place, from 0 to 1 with two decimal places, or 0
 * if no place was found.
 *
 * @param places the results for the query, best first; only the first JUDGED_PLACES are examined
 */
export function confidenceOf(text: string, places: readonly JudgedPlace[]): number {
  if (places.length === 0) return 0;
  const score = featuresOf(text, places).reduce((sum, value, i) => sum + value * WEIGHTS[i], 0);
  return Math.round(100 * confidenceAt(score)) / 100;
}

/** Returns how a query matches a place, for sources that do not report how they interpreted the query. */
export function matchBetween(text: string, place: JudgedPlace): Match {
  const asked = askedWords(text);
  const like = compared(asked, place);
  const isWhole = asked.length > 0 && like.missing.length === 0;
  return matchOf(like, { isWhole, isHouse: hasNumberOf(place, asked) });
}

/** Returns the measured fraction of correct results at this score. */
function confidenceAt(score: number): number {
  return (CERTAIN_AT.findLast(([from]) => from <= score) ?? CERTAIN_AT[0])[1];
}

/**
 * Returns the unweighted features that show how certain a result is. The values of the features are typically
 * around 1.
 */
export function featuresOf(text: string, places: readonly JudgedPlace[]): number[] {
  const asked = askedWords(text);
  const [first, ...others] = places.slice(0, JUDGED_PLACES).map((place) => compared(asked, place));
  const place = places[0];
  const letters = asked.reduce((sum, word) => sum + lettersOf(word), 0);
  const rivals = others.filter(
    (other, i) => isAsGood(other, first) && distanceTo(places[i + 1], place) > APART_M,
  ).length;
  const hasNumber = hasNumberOf(place, asked);
  const isWhole = asked.length > 0 && first.missing.length === 0;
  const isPartial = place.match === 'partial';
  const isDerived = !isPartial && matchOf(first, { isWhole, isHouse: hasNumber }) === 'derived';
  const isIn = (...layers: string[]): number => Number(layers.includes(place.layer ?? ''));
  return [
    1,
    first.covered,
    Number(isWhole),
    Number(first.isName),
    first.named,
    Number(hasNumber && isWhole),
    Number(first.missing.some((word) => word.isNumber)),
    Math.min(rivals, 1),
    rivals / 4,
    Number(isPartial),
    Number(isDerived),
    Math.min(letters, 24) / 24,
    Number(first.around > 0),
    Number(others.length === 0),
    first.alike,
    isIn('settlement', 'area'),
    isIn('street'),
    isIn('address'),
    isIn('address') * Number(first.missing.length > 0),
    Number(first.isName) * Math.min(rivals, 1),
    Number(first.around > 0) * first.named,
    Number(isWhole) * first.named,
    isIn('street') * Number(asked.some((word) => word.isNumber)),
  ];
}

/** Whether the place is a house whose number is among the words. */
function hasNumberOf({ layer, components }: JudgedPlace, asked: readonly Word[]): boolean {
  const number = layer === 'address' ? (components?.['house_number'] ?? '') : '';
  const keys = asked.map(({ strict }) => strict);
  return number !== '' && wordsOf(number).every(({ strict }) => keys.includes(strict));
}

interface Compared {
  /** The query words that are neither in the name nor in the place's surroundings. */
  missing: readonly Word[];
  /** The fraction of the query's letters that were found. */
  covered: number;
  /** The fraction of the name's letters that are in the query. */
  named: number;
  /** Whether the query is identical to the name. */
  isName: boolean;
  /** Whether the name begins with the query. */
  isBeginning: boolean;
  /** The number of query words that occur only in the place's surroundings. */
  around: number;
  /** The similarity of the missing words to the found words, or 1 if no word is missing. */
  alike: number;
}

function compared(asked: readonly Word[], place: JudgedPlace): Compared {
  const names = [place.name, place.matched_name ?? place.name].map(tellingWords);
  const own = new Set(names.flat().map(({ strict }) => strict));
  const about = [place.address ?? '', ...Object.values(place.components ?? {})];
  const there = new Set([...own, ...tellingWords(about.join(', ')).map(({ strict }) => strict)]);
  const missing = asked.filter(({ strict }) => !there.has(strict));
  const keys = asked.map(({ strict }) => strict);
  const joined = keys.join('');
  const joinedNames = names.map((words) => words.map(({ strict }) => strict).join(''));
  const shares = names.map((words) => shareOf(words, (word) => keys.includes(word.strict)));
  return {
    missing,
    covered: shareOf(asked, ({ strict }) => there.has(strict)),
    named: Math.max(...shares),
    isName: joinedNames.includes(joined),
    isBeginning: joined !== '' && joinedNames.some((name) => name.startsWith(joined)),
    around: asked.filter(({ strict }) => there.has(strict) && !own.has(strict)).length,
    alike: missing.reduce((least, { strict }) => Math.min(least, likeness(strict, there)), 1),
  };
}

function matchOf(
  { isName, isBeginning }: Compared,
  { isWhole, isHouse }: Record<'isWhole' | 'isHouse', boolean>,
): Match {
  if (isName || (isHouse && isWhole)) return 'exact';
  if (isBeginning) return 'beginning';
  return isWhole ? 'words' : 'derived';
}

/** Returns the query words that describe a place, leaving out floors, doors and telephone numbers. */
function askedWords(text: string): readonly Word[] {
  const plain = plainText(text);
  return tellingWords(withoutAsides(plain) ?? plain);
}

/** Returns the words normalized to a single spelling, without the words that only name the kind of place. */
function tellingWords(text: string): readonly Word[] {
  const words = canonicalWords(wordsOf(text)).filter((word) => !isHouseWord(word));
  const telling = words.filter((word) => !isGeneric(word));
  return telling.length > 0 ? telling : words;
}

/** Returns a word's weight in letters. A number counts as much as a word with a few letters. */
function lettersOf({ strict, isNumber }: Word): number {
  return isNumber ? 4 : strict.length;
}

function shareOf(words: readonly Word[], isIn: (word: Word) => boolean): number {
  let [all, share] = [0, 0];
  for (const word of words) {
    all += lettersOf(word);
    if (isIn(word)) share += lettersOf(word);
  }
  return all === 0 ? 0 : share / all;
}

/** Returns the fraction of a word's letter pairs that the most similar word also has. */
function likeness(word: string, others: ReadonlySet<string>): number {
  const pairs = pairsOf(word);
  let best = 0;
  for (const other of others) {
    const theirs = pairsOf(other);
    const shared = pairs.filter((pair) => theirs.includes(pair)).length;
    best = Math.max(best, (2 * shared) / (pairs.length + theirs.length));
  }
  return best;
}

function pairsOf(word: string): string[] {
  return Array.from({ length: word.length + 1 }, (_, i) => ` ${word} `.slice(i, i + 2));
}

function isAsGood(other: Compared, first: Compared): boolean {
  return other.covered >= first.covered - 1e-9 && other.named >= first.named - 1e-9;
}

function distanceTo(a: JudgedPlace, b: JudgedPlace): number {
  return distanceM(a.longitude, a.latitude, b.longitude, b.latitude);
}
