import { withoutCodes, withoutRequest } from '../../text/request-words.js';
import { wordsOf, type Word } from '../../text/words.js';
import { isKind } from '../finding/category-key.js';
import type { Searched } from '../finding/search-contract.js';

const NEAR_AT_END = /\s+(?:хажууд|дэргэд)\s*$/iu;

/** The search derived from a typed query. */
export interface Request {
  text: string;
  words: readonly Word[];
}

/**
 * Returns the query without door codes, PO boxes and postcodes, and without the words of a request around the
 * place name. A query that, as typed, is a prefix of a name is not changed. Otherwise, only as many words are
 * removed as necessary for the rest to be a prefix of a name.
 */
export function requestOf(typed: string, all: readonly Word[], searched: Searched): Request {
  const text = withoutCodes(typed);
  const words = text === typed ? all : wordsOf(text);
  const rests = withoutRequest(text, words).map((rest) => ({ text: rest, words: wordsOf(rest) }));
  const place = withoutNear(text, searched);
  if (place !== null) return place;
  const bare = rests.at(-1);
  if (bare === undefined || bare.words.length === 0 || searched.beginsName(words)) return { text, words };
  return rests.find((rest) => searched.beginsName(rest.words)) ?? bare;
}

/**
 * Returns the query without a trailing «beside» if the rest is a whole name: «Баянгол зочид буудлын хажууд».
 */
function withoutNear(text: string, searched: Searched): Request | null {
  const place = text.replace(NEAR_AT_END, '');
  if (place === text) return null;
  const words = wordsOf(place);
  const isCalled =
    words.length > 1 && !isKind(words) && (searched.isCalled(words) || searched.calledByStem(words) !== null);
  return isCalled ? { text: place, words } : null;
}
