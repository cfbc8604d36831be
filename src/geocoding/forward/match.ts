import { stemKeysOf } from '../../text/strip-case.js';
import { wordsOf, type Word } from '../../text/words.js';
import { isStrictKey, type ForwardHit } from '../finding/forward-hit.js';

/**
 * How the query was interpreted to find a place:
 *
 *     exact      the query is its name, or its address with the house number
 *     beginning  its name begins with the query
 *     words      all words of the query are in its name, or in its name and its areas
 *     derived    some words only sound alike, were corrected or translated, or were taken for a kind
 *     partial    a part of the query was left out, because no place has all of it
 *
 * Words that do not name a place, such as a floor or a telephone number, are not considered.
 */
export const MATCHES = ['exact', 'beginning', 'words', 'derived', 'partial'] as const;
export type Match = (typeof MATCHES)[number];

/** How a hit matches, and the query words that it lacks. */
export interface Matched {
  match: Match;
  /** The query words that the place lacks, as typed and in order; only for `partial`. */
  leftOut: readonly string[];
}

const NOTHING: readonly string[] = [];
const BY_GROUP: Partial<Record<ForwardHit['group'], Match>> = {
  1: 'exact',
  2: 'beginning',
  3: 'words',
  4: 'words',
};

/**
 * Returns how a hit that contains all the query words matches.
 *
 * @param isHouse whether the hit is a house; in group 5, houses are found only by their number and street
 */
export function matchOf({ group, key, relaxation }: Omit<ForwardHit, 'row'>, isHouse: boolean): Matched {
  const isTyped = relaxation === 0;
  if (isTyped && isStrictKey(key)) return { match: BY_GROUP[group] ?? 'words', leftOut: NOTHING };
  // Address words have no letters to compare, so a match by strict keys counts as a match of the written
  // words.
  const isAddress = isTyped && key === 'strict' && (group === 5 || group === 6);
  const match = !isAddress ? 'derived' : isHouse && group === 5 ? 'exact' : 'words';
  return { match, leftOut: NOTHING };
}

/**
 * Returns how a hit matches in a search that omitted words.
 *
 * @param typed the words to find
 * @param found the words that were searched instead
 */
export function partialMatch(text: string, typed: readonly Word[], found: readonly Word[]): Matched {
  const keys = found.map(({ strict }) => strict);
  // For a word with a case ending, such as Сайншандад, the search finds the stem.
  const isFound = (word: Word): boolean =>
    keys.some((key) => key === word.strict || isStem(key, word.strict)) ||
    stemKeysOf(word).some((stem) => keys.includes(stem));
  const lost = new Set(typed.filter((word) => !isFound(word)).map(({ strict }) => strict));
  const leftOut = text
    .split(/[\s,]+/)
    .filter((token) => wordsOf(token).some(({ strict }) => lost.has(strict)))
    .map((token) => token.replace(SIGNS_AROUND, ''));
  return { match: 'partial', leftOut };
}

const SIGNS_AROUND = /^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu;

/** The minimum length of a key; shorter keys are prefixes of too many words. */
const SHORTEST_STEM = 3;

function isStem(key: string, word: string): boolean {
  return key.length >= SHORTEST_STEM && word.startsWith(key);
}
