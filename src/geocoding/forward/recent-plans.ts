import type { Word } from '../../text/words.js';
import type { ForwardHit } from '../finding/forward-hit.js';
import type { SearchPlan } from '../finding/search-contract.js';

/**
 * The number of queries in each of two generations; each query occupies about 2 kB. Even at a hundred new
 * queries per second, a person types the next letter before the previous query is forgotten. Keeping more
 * queries would cost more than it saves because the garbage collector copies the young generation.
 */
const MOST_TEXTS = 32;
/** The maximum length of a query that people are expected to type letter by letter. */
const LONGEST_TEXT = 100;
/**
 * A search box that waits briefly before sending sends a query only after every second or third keystroke.
 */
const MOST_LETTERS = 3;

/** The result of a query. */
export interface Asked {
  words: readonly Word[];
  plan: SearchPlan;
  limit: number;
  hits: readonly ForwardHit[];
}

/** Recent queries, kept for later queries that extend them. */
export class RecentPlans {
  #young = new Map<string, Asked>();
  #old = new Map<string, Asked>();

  /** Returns the earlier query that this query extends by a few letters. */
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

/** Whether two lists of words produce the same results. */
export function areSame(a: readonly Word[], b: readonly Word[]): boolean {
  return a.length === b.length && a.every((word, i) => isSame(word, b[i]));
}

/** Compares all fields of a word because results may depend on any of them. */
function isSame(a: Word, b: Word): boolean {
  return a === b || (Object.keys(a) as (keyof Word)[]).every((part) => a[part] === b[part]);
}

/** Whether the results depend only on the words. The results of a relaxed query also depend on its text. */
export function isFoundAsTyped(hits: readonly ForwardHit[]): boolean {
  return hits.length > 0 && hits[0].relaxation === 0 && hits[0].group !== 7;
}
