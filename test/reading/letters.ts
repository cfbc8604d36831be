import type { PlaceIndex } from '../../src/geocoding/geocoding-index.js';
import type { MadeRow } from './address-forms.js';

export interface Typed {
  keystrokes: number;
  /** Keystrokes after which another result is first. */
  changes: number;
  /** Keystrokes with an empty list between two that have results. */
  gaps: number;
  /** Keystrokes after which the wanted is no longer among five, though it was before. */
  lost: number;
  /** Some of those. */
  misses: string[];
}

/** Types addresses letter by letter, from the second one on. */
export function typeAddresses(index: PlaceIndex, rows: readonly MadeRow[]): Typed {
  const typed: Typed = { keystrokes: 0, changes: 0, gaps: 0, lost: 0, misses: [] };
  for (const { text, wanted } of rows) {
    let [first, hadWanted, empty] = ['', false, 0];
    for (let length = 2; length <= text.length; length++) {
      const begun = text.slice(0, length);
      const ids = index.find(begun, 5).map(({ row }) => index.place(row).id);
      typed.keystrokes++;
      if (length > 2 && (ids[0] ?? '') !== first) typed.changes++;
      first = ids[0] ?? '';
      if (ids.length === 0) empty++;
      else {
        // The first letters may be the beginning of nothing.
        if (empty > 0 && empty < length - 2) typed.gaps += empty;
        empty = 0;
      }
      const hasWanted = wanted !== null && ids.some((id) => wanted.has(id));
      if (hadWanted && !hasWanted) {
        typed.lost++;
        typed.misses.push(begun);
      }
      hadWanted ||= hasWanted;
    }
  }
  return typed;
}
