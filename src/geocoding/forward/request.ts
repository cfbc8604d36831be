import { withoutCodes, withoutRequest } from '../../text/request-words.js';
import { wordsOf, type Word } from '../../text/words.js';
import { isKind } from '../finding/category-key.js';
import type { Searched } from '../finding/searched.js';

const NEAR_AT_END = /\s+(?:хажууд|дэргэд)\s*$/iu;

/** The search for a text. */
export interface Request {
  text: string;
  words: readonly Word[];
}

/**
 * The text without codes of doors and post, and without words of asking and going around its place. A text
 * that begins a name as typed stays as it is. Otherwise, no more words are removed than needed to leave such
 * a beginning.
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

/** A text without «beside» at its end, if the rest is a whole name: «Баянгол зочид буудлын хажууд». */
function withoutNear(text: string, searched: Searched): Request | null {
  const place = text.replace(NEAR_AT_END, '');
  if (place === text) return null;
  const words = wordsOf(place);
  const isCalled =
    words.length > 1 && !isKind(words) && (searched.isCalled(words) || searched.calledByStem(words) !== null);
  return isCalled ? { text: place, words } : null;
}
