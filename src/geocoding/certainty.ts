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
  3.005, -1.633, 2.863, 3.246, 1.615, -7, -0.82, -2.157, -4.015, 0.397, 2.005, 0.805, -0.805, 1.19, 1.777,
  0.456, -1.852, -3.754, -1.388, 1.314, 5.625, 0.669, -1.804, -1.449, -1.983, -2.099,
];
const CERTAIN_AT: readonly (readonly [from: number, share: number])[] = [
  [-12.164, 0.012],
  [-4.378, 0.069],
  [-1.418, 0.193],
  [-1.22, 0.312],
  [-0.714, 0.378],
  [-0.203, 0.523],
  [0.284, 0.62],
  [0.996, 0.807],
  [1.431, 0.898],
  [2.349, 0.928],
  [3.208, 0.967],
  [4.249, 0.982],
  [4.782, 0.997],
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
  const rivals = places
    .slice(1, JUDGED_PLACES)
    .filter((rival, i) => isAsGood(others[i], first) && distanceTo(rival, place) > APART_M);
  const alike = rivals.filter(({ layer }) => layer === place.layer).length;
  const isWhole = asked.length > 0 && first.missing.length === 0;
  const isPartial = place.match === 'partial';
  const isIn = (...layers: string[]): number => Number(layers.includes(place.layer ?? ''));
  return [
    1,
    first.covered,
    Number(isWhole),
    Number(first.isName),
    first.named,
    Number(first.missing.some((word) => word.isNumber)),
    Math.min(alike, 1),
    alike / 4,
    Number(isPartial),
    Math.min(letters, 24) / 24,
    Number(first.around > 0),
    Number(others.length === 0),
    isIn('settlement', 'area'),
    isIn('street'),
    isIn('address'),
    isIn('address') * Number(first.missing.length > 0),
    Number(first.isName) * Math.min(alike, 1),
    Number(isWhole) * first.named,
    (rivals.length - alike) / 4,
    isIn('natural'),
    Number(place.layer === undefined),
    isIn('settlement', 'area') * Math.min(alike, 1),
    Number(place.match === 'exact') * Number(first.missing.length > 0),
    Number(place.match === 'derived') * Number(first.missing.length > 0),
    first.sounded,
    Number(isPartial) * isIn('street', 'settlement', 'area'),
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
  /** The fraction of the query's letters that were found, also by words that only sound alike. */
  sounded: number;
}

function compared(asked: readonly Word[], place: JudgedPlace): Compared {
  const names = [place.name, place.matched_name ?? place.name].map(tellingWords);
  const own = new Set(names.flat().map(({ strict }) => strict));
  const about = [place.address ?? '', ...Object.values(place.components ?? {})];
  const around = tellingWords(about.join(', '));
  const there = new Set([...own, ...around.map(({ strict }) => strict)]);
  const sounds = new Set([...names.flat(), ...around].map(({ loose }) => loose));
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
    sounded: shareOf(asked, ({ strict, loose }) => there.has(strict) || sounds.has(loose)),
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

function isAsGood(other: Compared, first: Compared): boolean {
  return other.covered >= first.covered - 1e-9 && other.named >= first.named - 1e-9;
}

function distanceTo(a: JudgedPlace, b: JudgedPlace): number {
  return distanceM(a.longitude, a.latitude, b.longitude, b.latitude);
}
