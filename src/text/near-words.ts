import { keysIn, wordsOf, type Word } from './words.js';

/** Words meaning «near» that follow the place. */
const BEHIND = keysIn(
  'дэргэд дэргэдэх хажууд хажуугийн ойролцоо ойролцоох ойр ойрхон орчим орчмын орчимд дээр',
);
/** Words meaning «near» that precede the place, as in English. */
const BEFORE = keysIn('near nearby beside around');

/** Words that name a side of the preceding place. Elsewhere they are parts of names: Урд гол, Ар толгой. */
const SIDES = keysIn(
  'урд ард хойд хойно өмнө эсрэг харалдаа талд талын тал зүүн баруун ар доод чанх хажуу буланд уулзварт ' +
    'дотор гадаа',
);

/** Kinds of landmarks that people leave out: Нарантуул means the Нарантуул зах. */
const LANDMARK_KINDS: readonly (readonly Word[])[] = [
  ...['зах', 'молл', 'мол', 'плаза', 'төв', 'худалдааны төв', 'дэлгүүр', 'их дэлгүүр', 'цамхаг'],
  ...['хийд', 'театр', 'музей', 'зочид буудал', 'цэнгэлдэх', 'цэцэрлэгт хүрээлэн'],
].map(wordsOf);

/** Whether the word means «near». */
export function isNearWord(word: Word): boolean {
  return BEHIND.has(word.strict) || BEFORE.has(word.strict);
}

/** Whether the word means «near» and follows the place that it refers to. */
export function isNearWordBehind(word: Word | undefined): boolean {
  return word !== undefined && BEHIND.has(word.strict);
}

/**
 * Returns the words around a word for a kind of place, without the words that name a side of a place. Such
 * words are removed between the place and the kind, and at the end: Минж эмнэлгийн урд | банк.
 *
 * @param rest the words before and after the word for the kind
 * @param at the number of words before the word for the kind
 */
export function withoutSide(rest: readonly Word[], at: number): readonly Word[] {
  const end = at > 0 ? at : rest.length;
  let from = end;
  while (from > 0 && (SIDES.has(rest[from - 1].strict) || BEHIND.has(rest[from - 1].strict))) from--;
  return from === end || from === 0 ? rest : [...rest.slice(0, from), ...rest.slice(end)];
}

/** Returns one version of the words for each kind of landmark that may have been omitted after them. */
export function withLandmarkKinds(words: readonly Word[]): (readonly Word[])[] {
  return LANDMARK_KINDS.map((kind) => [...words, ...kind]);
}
