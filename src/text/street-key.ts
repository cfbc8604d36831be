import { canonicalWords } from './canonical.js';
import { isVowelSign } from './letters.js';
import { wordsOf } from './words.js';

/**
 * Genitive endings in the form used in strict keys: -гийн, -ийн and -ын, and the -ы or -ий of words that end
 * in н.
 */
const GENITIVE = /(gin|in|(?<=n)i)$/;

/**
 * Returns a key that is the same for all spellings of a street's name on different pieces of the street. The
 * key ignores variants of generic words, initials, spaces, hyphens, the genitive, and the vowel that the
 * genitive drops (Энхтайваны, Энх тайвны). Only compare pieces that touch or are close together: the keys of
 * Орхон and Архан differ, but some other different names have the same key.
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
  // A suffix drops a short vowel between the last two consonants: тайван, тайвны. A word's only vowel is
  // never dropped.
  const last = stem.length - 1;
  const isClosed =
    last >= 3 && !isVowelSign(stem[last]) && isVowelSign(stem[last - 1]) && !isVowelSign(stem[last - 2]);
  const hasOther = [...stem.slice(0, last - 1)].some(isVowelSign);
  return isClosed && hasOther ? stem.slice(0, last - 1) + stem[last] : stem;
}
