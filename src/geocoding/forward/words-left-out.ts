import { isAreaWord, isGeneric, isStreetWord } from '../../text/canonical.js';
import { isHouseWord } from '../../text/house-number.js';
import type { Word } from '../../text/words.js';

/** A query with a word left out has to have one of so many letters. */
const LONGEST_TELLING = 4;
/** Of a query with so many words several may be left out. */
const FEWEST_OF_LONG = 4;
/** Fewer words are no sentence. */
const FEWEST_WORDS = 3;
/** More are a text and no sentence; and what is tried for one request has to end. */
export const MOST_WORDS = 30;
/** Of a longer text no single word is left out: it has several that say nothing. */
export const MOST_LEFT_OUT = 9;
/** Names have no more words, but for a few. */
const LONGEST_RUN = 6;
/** A shorter run of letters stands in too many sentences. */
const FEWEST_LETTERS = 4;

/**
 * Words that stand side by side in a text of which nothing has all words: the longest first, by letters, of
 * equal ones those that stand last. Each has all numbers of the text: an answer must not contradict them.
 */
export function runsOf(words: readonly Word[]): { run: readonly Word[]; from: number }[] {
  const { length } = words;
  if (length < FEWEST_WORDS || length > MOST_WORDS) return [];
  const firstNumber = words.findIndex(({ isNumber }) => isNumber);
  const lastNumber = words.findLastIndex(({ isNumber }) => isNumber);
  const runs: { run: readonly Word[]; letters: number; from: number }[] = [];
  for (let from = 0; from < length; from++) {
    if (firstNumber >= 0 && from > firstNumber) break;
    for (let to = Math.max(from, lastNumber) + 1; to <= Math.min(length, from + LONGEST_RUN); to++) {
      const run = words.slice(from, to);
      const letters = run.reduce((sum, { strict }) => sum + strict.length, 0);
      if (letters >= FEWEST_LETTERS && run.length < length) runs.push({ run, letters, from });
    }
  }
  return runs.sort((a, b) => b.letters - a.letters || b.from - a.from);
}

/** Whether a run may be a name: a street or a soum alone is none. */
export function mayBeName(run: readonly Word[]): boolean {
  return run.some((word) => !isGeneric(word) && !isAreaWord(word) && !word.isNumber) || isNumberedThing(run);
}

/**
 * A number and a kind of thing: 102-р цэцэрлэг. There is a 7-р баг in each soum, and a 7-р гудамж and a 12-р
 * байр in each town.
 */
function isNumberedThing(run: readonly Word[]): boolean {
  const [number, ...kind] = run;
  const isThing = (word: Word): boolean =>
    !word.isNumber && !isAreaWord(word) && !isStreetWord(word) && !isHouseWord(word);
  return number?.isNumber && kind.length > 0 && kind.every(isThing);
}

/** Whether what is left says something. */
export function isTelling(words: readonly Word[]): boolean {
  return words.some((word) => !word.isNumber && word.strict.length >= LONGEST_TELLING);
}

/** Whether several words may be left out: a long query keeps half of its letters, or two words. */
export function isEnough(rest: readonly Word[], words: readonly Word[]): boolean {
  if (words.length < FEWEST_OF_LONG || words.length - rest.length < 2) return false;
  const lettersOf = (list: readonly Word[]): number =>
    list.reduce((sum, { strict }) => sum + strict.length, 0);
  return 2 * lettersOf(rest) >= lettersOf(words) || rest.filter((word) => !word.isNumber).length >= 2;
}
