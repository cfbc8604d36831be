import { wordsOf, type TypedWord } from '../../text/words.js';

/** The words that people type after a number or after an area's name, most common first. */
const BEHIND_NUMBER = ['хороо', 'баг', 'дугаар хороо', 'дүгээр баг', 'давхар', 'тоот', 'орц', 'khoroo'];
const BEHIND_NAME = [
  'дүүрэг',
  'сум',
  'аймаг',
  'хороо',
  'Улаанбаатар',
  'Монгол улс',
  'district',
  'Ulaanbaatar',
  'Mongolia',
];
const SHORTEST = 2;

/** Returns one completed query for each possible completion of the last word. */
export function completionsOf(text: string, words: readonly TypedWord[]): string[] {
  const last = words.at(-1);
  const before = words.at(-2);
  if (last === undefined || before === undefined || last.word.isNumber || !text.endsWith(last.typed))
    return [];
  if (!before.word.isNumber && last.typed.length < SHORTEST) return [];
  const start = text.slice(0, text.length - last.typed.length);
  return (before.word.isNumber ? BEHIND_NUMBER : BEHIND_NAME)
    .filter((word) => {
      const { strict } = wordsOf(word)[0];
      const begins = (key: string | null): boolean => key !== null && strict.startsWith(key);
      return strict.length > last.word.strict.length && (begins(last.word.strict) || begins(last.word.open));
    })
    .map((word) => start + word);
}

/**
 * Returns the hits for a completed query. A hit that lacks only the completed word matches the query as it
 * was typed.
 */
export function asTypedBefore<T extends { leftOut: readonly string[] }>(
  hits: readonly T[],
  completed: readonly TypedWord[],
  words: readonly TypedWord[],
): T[] {
  const added = completed.slice(words.length - 1).map(({ typed }) => typed);
  return hits.map((hit) => {
    const rest = hit.leftOut.filter((word, i, all) => !added.includes(word) || i < all.lastIndexOf(word));
    const isLeft = rest.length < hit.leftOut.length;
    return { ...hit, leftOut: isLeft ? [...rest, words.at(-1)!.typed] : rest };
  });
}
