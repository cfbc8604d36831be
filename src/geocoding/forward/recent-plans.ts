import type { Word } from '../../text/words.js';
import type { ForwardHit } from '../finding/forward-hit.js';
import type { SearchPlan } from '../finding/searched.js';

/**
 * Texts of each of two generations, about 2 kB each. With a hundred new texts a second, whoever types is back
 * before theirs is forgotten. More of them would cost more than they save: young garbage collection copies
 * them.
 */
const MOST_TEXTS = 32;
/** A longer text is nothing that somebody types letter by letter. */
const LONGEST_TEXT = 100;
/** A search box that waits a moment sends every second or third keystroke. */
const MOST_LETTERS = 3;

/** What became of a text. */
export interface Asked {
  words: readonly Word[];
  plan: SearchPlan;
  limit: number;
  hits: readonly ForwardHit[];
}

/** The texts asked lately, for those that continue them. */
export class RecentPlans {
  #young = new Map<string, Asked>();
  #old = new Map<string, Asked>();

  /** What the text continues by a few letters. */
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

/** In everything that a word has: what is found may depend on each. */
function isSame(a: Word, b: Word): boolean {
  return a === b || (Object.keys(a) as (keyof Word)[]).every((part) => a[part] === b[part]);
}

/** What relaxing finds depends on the text too, not on its words alone. */
export function isFoundAsTyped(hits: readonly ForwardHit[]): boolean {
  return hits.length > 0 && hits[0].relaxation === 0 && hits[0].group !== 7;
}
