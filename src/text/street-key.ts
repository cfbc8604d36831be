import { canonicalWords } from './canonical.js';
import { isVowelSign } from './letters.js';
import { wordsOf } from './words.js';

/** Genitive endings as they fold: -гийн, -ийн and -ын, and the -ы or -ий of words that end in н. */
const GENITIVE = /(gin|in|(?<=n)i)$/;

/**
 * A key that is equal for the spellings of one street's name from piece to piece. It ignores generic
 * spellings, initials, blanks, hyphens, the genitive, and the vowel that falls out before it (Энхтайваны, Энх
 * тайвны). Only for pieces that lie together: Орхон and Архан have different keys, but other different names
 * may share one.
 */
export function streetKey(name: string): string {
  const words = wordsOf(name);
  const plain = words.filter((word) => !word.isInitial);
  return canonicalWords(plain.length > 0 ? plain : words)
    .map((word) => (word.isNumber ? ` ${word.strict} ` : stemOf(word.strict)))
    .join('');
}

function stemOf(key: string): string {
  const stripped = key.length > 4 ? key.replace(GENITIVE, '') : key;
  const stem = stripped.length >= 3 ? stripped : key;
  // A short vowel between the last two consonants falls out before a suffix: тайван, тайвны. The only
  // vowel of a word never does.
  const last = stem.length - 1;
  const isClosed =
    last >= 3 && !isVowelSign(stem[last]) && isVowelSign(stem[last - 1]) && !isVowelSign(stem[last - 2]);
  const hasOther = [...stem.slice(0, last - 1)].some(isVowelSign);
  return isClosed && hasOther ? stem.slice(0, last - 1) + stem[last] : stem;
}
