import type { Sections } from '../../arrays/sections.js';
import { beginsInsideAlike, isSpeltAlike, mayGoOnAlike } from '../../text/fold.js';

/** The part of a name that must begin at a key's position: the name, a word, or any letter. */
type Beginning = 'name' | 'word' | 'letter';

/** The spelling of a layer's keys, which is not visible in the keys themselves; see spellingOf(). */
export class KeySpelling {
  /** Per byte of the keys: see buildKeyLayer. Empty in a dataset without spellings. */
  readonly #spelling: Uint8Array;

  constructor(sections: Sections, prefix: string) {
    this.#spelling = (sections[`${prefix}spelling`] as Uint8Array | undefined) ?? new Uint8Array();
  }

  /**
   * Whether the spelling of a key, found at a position in the keys, is the same there as typed.
   *
   * @param typed the spelling of the key, byte by byte
   * @param isWhole `true` if the key's last letter may not continue
   */
  isAt(at: number, typed: Uint8Array, { isWhole, from }: { isWhole: boolean; from: Beginning }): boolean {
    const own = this.#spelling;
    const last = typed.length - 1;
    if (own.length === 0) return false;
    const begin = from === 'name' ? 0 : 1;
    if (begin === 1 && !beginsInsideAlike(own[at], typed[0], { isWord: from === 'word', isLast: last === 0 }))
      return false;
    for (let i = begin; i <= last; i++) {
      const [name, letter] = [own[at + i], typed[i]];
      if (name === letter) continue;
      if (i === last && !isWhole ? !mayGoOnAlike(name, letter) : !isSpeltAlike(name, letter)) return false;
    }
    return true;
  }
}
