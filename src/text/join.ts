/** Words written together: the key by which hyphen, space and nothing are equal (Хан-Уул, Хан Уул, Хануул). */
export interface JoinedKey {
  key: string;
  /** Where each word starts in `key`; a letter that two words share belongs to both. */
  starts: number[];
}

/**
 * Keys of words joined into one. A letter that ends one word and begins the next is written once, as it would be in a word
 * typed as one (Хан нуур, Ханнуур); two numbers keep a blank between them.
 */
export function joinKeys(words: readonly string[]): JoinedKey {
  let key = '';
  const starts: number[] = [];
  for (const word of words) {
    const last = key.charAt(key.length - 1);
    const first = word.charAt(0);
    if (last !== '' && isDigit(last) && isDigit(first)) key += ' ';
    const isShared = last === first && last !== '' && !isDigit(last);
    starts.push(isShared ? key.length - 1 : key.length);
    key += isShared ? word.slice(1) : word;
  }
  return { key, starts };
}

function isDigit(sign: string): boolean {
  return sign >= '0' && sign <= '9';
}
