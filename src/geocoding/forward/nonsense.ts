import { wordsOf, type Word } from '../../text/words.js';

/**
 * Characters and patterns that occur in code, markup, email addresses, percent-encoding and links, and a
 * single letter repeated throughout.
 */
const NO_NAME = /[{}<>=\\@]|\|\||\S\|\S|%[0-9a-f]{2}|&\w+;|^\w+:\/\/|^www\.|\.\.\/|^\s*(\p{L})\1{3,}\s*$/iu;
/** Telephone numbers: eight digits that begin like Mongolian numbers, with or without the country code. */
const TELEPHONE = /^\s*(\(?\+?976\)?[\s-]?)?(\d{2}[\s-]?\d{6}|\d{4}[\s-]?\d{4})\s*$/;
/** Queries that consist only of numbers: three numbers, or one very long number. */
const NUMBERS = /^[\s\d/.,()+-]*$/;
/** This quick test rules out most queries. */
const MAY_BE = /[{}<>=|\\@%&/:]|^[wW]{3}|(.)\1{3}/;

/** Words typically sent by programs and testers. A place may still have one of these words as its name. */
const EMPTY_WORDS: ReadonlySet<string> = new Set([
  ...['null', 'nan', 'undefined', 'none', 'nil', 'true', 'false', 'object', 'test', 'тест', 'asdf', 'asdfgh'],
  ...['qwerty', 'йцукен', 'lorem', 'ipsum', 'foo', 'bar', 'union', 'select', 'drop', 'table'],
]);

const EMPTY_KEYS: ReadonlySet<string> = new Set([...EMPTY_WORDS].map((word) => wordsOf(word)[0].strict));

/** Whether a query cannot be a name, in which case the search returns no results. */
export function isNonsense(text: string): boolean {
  if (MAY_BE.test(text) && NO_NAME.test(text)) return true;
  if (!NUMBERS.test(text)) return false;
  return TELEPHONE.test(text) || /\d{7}|\d\D+\d+\D+\d/.test(text);
}

/** Whether the query consists only of words like `null` and `test`. */
export function isEmptyTalk(text: string, words: readonly Word[]): boolean {
  // This quick test rules out most queries.
  if (words.length > 3 || text.length > 24 || !words.some(({ strict }) => EMPTY_KEYS.has(strict)))
    return false;
  const all = text.toLowerCase().match(/\p{L}+/gu) ?? [];
  return all.length > 0 && all.every((word) => EMPTY_WORDS.has(word)) && (all.length > 1 || all[0] !== 'bar');
}
