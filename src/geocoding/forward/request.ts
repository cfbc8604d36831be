import { withoutCodes, withoutRequest } from '../../text/request-words.js';
import { wordsOf, type Word } from '../../text/words.js';
import type { Searched } from '../finding/searched.js';

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
  const bare = rests.at(-1);
  if (bare === undefined || bare.words.length === 0 || searched.beginsName(words)) return { text, words };
  return rests.find((rest) => searched.beginsName(rest.words)) ?? bare;
}
