import type { Word } from '../../text/words.js';
import type { ForwardHit } from '../finding/forward-hit.js';
import type { SearchPlan } from '../finding/searched.js';

/**
 * Texts in each of two generations, about 2 kB each. Even with a hundred new texts a second, a person types
 * the next letter before the text is forgotten. More of them would cost more than they save: young garbage
 * collection copies them.
 */
const MOST_TEXTS = 32;
/** Nobody types a longer text letter by letter. */
const LONGEST_TEXT = 100;
/** A search box that waits a moment sends every second or third keystroke. */
const MOST_LETTERS = 3;

/** The result of a text. */
export interface Asked {
  words: readonly Word[];
  plan: SearchPlan;
  limit: number;
  hits: readonly ForwardHit[];
}

/** Recent texts, for those that continue them. */
export class RecentPlans {
  #young = new Map<string, Asked>();
  #old = new Map<string, Asked>();

  /** The text that this one continues by a few letters. */
  before(text: string): Asked | undefined {
    if (text.length > LONGEST_TEXT) return undefined;
    for (let length = text.length - 1; length > 0 && length >= text.length - MOST_LETTERS; length--) {
      const start = text.slice(0, length);
      const asked = this.#young.get(start) ?? this.#old.get(start);
      if (asked !== undefined) return asked;
    }
    return undefined;
  }

  add(text: string, asked: Asked): void {
    if (text.length > LONGEST_TEXT) return;
    this.#young.set(text, asked);
    if (this.#young.size < MOST_TEXTS) return;
    this.#old = this.#young;
    this.#young = new Map();
  }
}

/** Whether two lists of words find the same. */
export function areSame(a: readonly Word[], b: readonly Word[]): boolean {
  return a.length === b.length && a.every((word, i) => isSame(word, b[i]));
}

/** Compares all fields of a word, because results may depend on each. */
function isSame(a: Word, b: Word): boolean {
  return a === b || (Object.keys(a) as (keyof Word)[]).every((part) => a[part] === b[part]);
}

/** Whether the results depend on the words alone. Relaxing also depends on the text. */
export function isFoundAsTyped(hits: readonly ForwardHit[]): boolean {
  return hits.length > 0 && hits[0].relaxation === 0 && hits[0].group !== 7;
}
