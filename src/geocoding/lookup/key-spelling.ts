import type { Sections } from '../../arrays/sections.js';
import { beginsInsideAlike, isSpeltAlike, mayGoOnAlike } from '../../text/fold.js';

/** The part that begins at a place in the keys: the name, a word of it, or some letter. */
type Beginning = 'name' | 'word' | 'letter';

/** The spelling of a layer's keys, which they do not tell themselves; see spellingOf(). */
export class KeySpelling {
  /** By byte of the keys, see buildKeyLayer; empty in a dataset without it. */
  readonly #spelling: Uint8Array;

  constructor(sections: Sections, prefix: string) {
    this.#spelling = (sections[`${prefix}spelling`] as Uint8Array | undefined) ?? new Uint8Array();
  }

  /**
   * Whether a key that stands at a place in the keys is written there as it was typed.
   *
   * @param typed spelling of the key, byte by byte
   * @param isWhole whether its last letter may not continue
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
