/** Stands behind a number in a joined key; sorts before all letters and digits. */
export const NUMBER_END = ' ';

/** Words written together: the key by which hyphen, space and nothing are equal (Хан-Уул, Хан Уул, Хануул). */
export interface JoinedKey {
  key: string;
  /** Where each word starts in `key`; a letter that two words share belongs to both. */
  starts: number[];
}

/**
 * Keys of words joined into one. A letter that ends one word and begins the next is written once, as it would be in a word
 * typed as one (Хан нуур, Ханнуур). A number keeps a blank behind it, so that 8б is not 8 байр, nor 1 the beginning of 1 5.
 */
export function joinKeys(words: readonly string[]): JoinedKey {
  let key = '';
  const starts: number[] = [];
  let isNumber = false;
  for (const word of words) {
    if (isNumber) key += NUMBER_END;
    const isShared = key !== '' && key.endsWith(word.charAt(0)) && !isDigit(word);
    starts.push(isShared ? key.length - 1 : key.length);
    key += isShared ? word.slice(1) : word;
    isNumber = isDigit(word);
  }
  return { key, starts };
}

/** The key of joinKeys(). */
export function joinedKey(words: readonly string[]): string {
  return words.length === 1 ? words[0] : joinKeys(words).key;
}

/** Begins with one. */
function isDigit(word: string): boolean {
  return word >= '0' && word < ':';
}
