import { wordsOf, type Word } from './words.js';

/** Words behind a place that say that something is near it. */
const BEHIND: readonly string[] = [
  'дэргэд',
  'дэргэдэх',
  'хажууд',
  'хажуугийн',
  'ойролцоо',
  'ойролцоох',
  'ойр',
  'орчим',
  'орчимд',
  'дээр',
];
/** The same before a place, as in English. */
const BEFORE: readonly string[] = ['near', 'nearby', 'beside', 'around'];

const keysOf = (words: readonly string[]): ReadonlySet<string> =>
  new Set(words.map((word) => wordsOf(word)[0].strict));
const BEHIND_KEYS = keysOf(BEHIND);
const ALL_KEYS = keysOf([...BEHIND, ...BEFORE]);

/** Whether the word says that something is near. */
export function isNearWord(word: Word): boolean {
  return ALL_KEYS.has(word.strict);
}

/** Whether what stands before the word is the place that something is near to. */
export function isNearWordBehind(word: Word | undefined): boolean {
  return word !== undefined && BEHIND_KEYS.has(word.strict);
}
