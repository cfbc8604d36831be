import { beginsInsideAlike, isSpeltAlike, mayGoOnAlike } from '../../src/text/fold.js';
import { joinKeys, joinSpellings } from '../../src/text/join.js';
import type { Word } from '../../src/text/words.js';

/** What the slow search knows of a form by strict keys. */
interface SpeltForm {
  words: readonly string[];
  joined: string;
  /** For each word, the joined key from that word to the end. */
  tails: readonly string[];
  /** By letter of `joined`. */
  spelling: string;
}

/** Whether a form that is in the group has the words letter for letter. */
export function isAsTyped(form: SpeltForm, words: readonly Word[], group: number): boolean {
  if (words.some(({ strict, spelling }) => spelling.length !== strict.length)) return false;
  if (group <= 2) return isSpeltFrom(form, 0, joinSpellings(words), { isWhole: group === 1 });
  const { starts } = joinKeys(form.words);
  return words.every(({ strict, spelling }, i) => {
    const isThere = (at: number, isWord = false): boolean => isSpeltFrom(form, at, spelling, { isWord });
    const isBegun = starts.some(
      (at, n) =>
        begins(form.tails[n], words, i) && (n === 0 ? isSpeltFrom(form, 0, spelling) : isThere(at, true)),
    );
    const places = Array.from({ length: form.joined.length }, (_, at) => at);
    return isBegun || (group === 4 && places.some((at) => form.joined.startsWith(strict, at) && isThere(at)));
  });
}

/** Whether the key of a spelling stands there. Without `isWord`, the name begins there. */
function isSpeltFrom(
  form: SpeltForm,
  at: number,
  typed: string,
  { isWhole = false, isWord }: { isWhole?: boolean; isWord?: boolean } = {},
): boolean {
  const last = typed.length - 1;
  return [...typed].every((letter, i) => {
    const [own, code] = [form.spelling.charCodeAt(at + i), letter.charCodeAt(0)];
    if (i === 0 && isWord !== undefined) return beginsInsideAlike(own, code, { isWord, isLast: last === 0 });
    return i === last && !isWhole ? mayGoOnAlike(own, code) : isSpeltAlike(own, code);
  });
}

/** A number is whole, unless it is the last word and may go on. */
function begins(tail: string, words: readonly Word[], i: number): boolean {
  const { strict, isNumber } = words[i];
  const isWhole = isNumber && i < words.length - 1;
  return tail.startsWith(strict) && !(isWhole && /[^ ]/.test(tail.charAt(strict.length)));
}

/** Of more numbers in a name, the index does not know which are ordinals. */
export const MOST_ORDINALS = 5;

/** @param ordinals bit i for the i-th number */
export function isOrdinal(ordinals: number, number: number): boolean {
  return number < MOST_ORDINALS && ((ordinals >> number) & 1) === 1;
}
