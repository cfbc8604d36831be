import { sortedNumbers } from '../../arrays/sort-numbers.js';
import { BitSet } from '../lookup/bit-set.js';
import { MOST_MASKED_WORDS, type ContextIndex } from '../lookup/context-index.js';
import type { KeyLayer } from '../lookup/key-layer.js';
import type { SlotRange } from '../lookup/key-text.js';
import { MOST_REMEMBERED, type LayerQuery } from './layer-query.js';

/**
 * The rows that were found with words from the address. Each hit is encoded as a number, so that sorting the
 * numbers puts the results in order.
 */
export class AddressHits {
  readonly #keys: number[] = [];

  /**
   * @param rank the rank returned by #judge()
   * @param layer 0 for strict keys, 1 for loose keys
   */
  add(row: number, rank: number, layer: 0 | 1): void {
    this.#keys.push(hitOf(row, rank, layer));
  }

  /** Adds the hits of another index after converting their row numbers to those of this index. */
  addMoved(hits: AddressHits, moved: (row: number) => number): void {
    for (const hit of hits.#keys) this.#keys.push(hit - rowOf(hit) + moved(rowOf(hit)));
  }

  /** Returns the hits that rank ahead of any hit that loose keys may still find. */
  best(): ArrayLike<number> {
    return sortedNumbers(this.#keys.filter((hit) => hit < BEST_LOOSE));
  }

  /**
   * Returns all hits, sorted by the number of words missing from the name, then with complete names first,
   * then by group, layer and row. The functions below decode the hits.
   */
  sorted(): ArrayLike<number> {
    return sortedNumbers(this.#keys);
  }
}

/** The factor by which marking a row is cheaper than judging it. */
const MARKING = 8;

/**
 * The rank of a row that has a name containing all of the words. Such a row is not a hit here, but may become
 * one for a longer query.
 */
const BY_NAME = 2 ** 16;

const ROWS = 2 ** 32;

/**
 * The best possible hit that loose keys can produce. Every hit has at least one word that is not in the name.
 */
const BEST_LOOSE = hitOf(0, 4, 1);

/** Packs a hit into one number that contains, from the highest bits down, the rank, the layer and the row. */
function hitOf(row: number, rank: number, layer: 0 | 1): number {
  return (rank * 2 + layer) * ROWS + row;
}

export function rowOf(hit: number): number {
  return hit % ROWS;
}

export function groupOf(hit: number): 5 | 6 {
  return Math.floor(hit / ROWS) & 2 ? 6 : 5;
}

export function layerOf(hit: number): 0 | 1 {
  return Math.floor(hit / ROWS) & 1 ? 1 : 0;
}

/** Whether two hits are identical except for their rows. */
export function isAlike(hit: number, other: number): boolean {
  return Math.floor(hit / ROWS) === Math.floor(other / ROWS);
}

/** Whether every word of the name was typed. */
export function isWholeName(hit: number): boolean {
  return (Math.floor(hit / ROWS) & 4) === 0;
}

/**
 * Finds match groups 5 and 6. Every query word is a prefix of a word in the row's name (all in the same form)
 * or in one of its contexts, and at least one is in the name: `номин баянзүрх`. Rows rank higher if fewer of
 * the words are found only in the address: УБ, СБД, 1-р хороо means that khoroo, not a school in it. In group
 * 5, one of the query words is a prefix of the name's first word. Among rows with the same number of words
 * outside the name, rows whose name was typed completely come first. A number must match completely.
 */
export class ContextSearch {
  readonly #contexts: ContextIndex;
  /** The rows collected so far. */
  readonly #seen: BitSet;
  /**
   * Per row: the query words that its names contain, as a bit mask. The bit masks cover only the first eight
   * words, excluding words that occur in too many names.
   */
  readonly #inNames: Uint8Array;
  /**
   * Per query word: the first slot and the number of slots of the tails that start with it. These arrays are
   * reused for every query.
   */
  readonly #from = new Uint32Array(MOST_MASKED_WORDS);
  readonly #size = new Uint32Array(MOST_MASKED_WORDS);
  /**
   * Three sets of words, as bit masks: words that any name may contain, words that some context contains, and
   * all words.
   */
  #perhaps = 0;
  #reach = 0;
  #all = 0;
  /** The rows that may contain all of the words. Only the first `#found` elements are used. */
  readonly #rows: Uint32Array;
  #found = 0;
  /** The form that #judge() chose. */
  #judged = 0;

  constructor(contexts: ContextIndex) {
    this.#contexts = contexts;
    this.#seen = new BitSet(contexts.rows);
    this.#inNames = new Uint8Array(contexts.rows);
    this.#rows = new Uint32Array(contexts.rows);
  }

  /** Adds the rows of groups 5 and 6 for one reading of the query in one layer. */
  find(kind: 'strict' | 'loose', query: LayerQuery, hits: AddressHits): void {
    const count = query.words.length;
    if (count < 2 || count > MOST_MASKED_WORDS || query.around?.length === 0) return;
    const contexts = this.#contexts;
    const around = query.aroundRanges(contexts, contexts[kind]);
    this.#all = 2 ** count - 1;
    this.#setRanges(query);
    if (query.around === null) this.#collect(kind, query, around);
    else {
      this.#perhaps = this.#all;
      this.#found = query.around.length;
      for (let i = 0; i < this.#found; i++) this.#rows[i] = query.around[i];
    }
    this.#addBest(kind, query, around, hits);
  }

  #setRanges({ wholeTails }: LayerQuery): void {
    for (let i = 0; i < wholeTails.length; i++) {
      const { from, to } = wholeTails[i];
      this.#from[i] = from;
      this.#size[i] = to - from;
    }
  }

  /** Collects the rows that may contain all of the words. */
  #collect(
    kind: 'strict' | 'loose',
    { layer, words: { length: count } }: LayerQuery,
    around: readonly SlotRange[],
  ): void {
    const contexts = this.#contexts;
    const contextLayer = contexts[kind];
    this.#found = 0;
    let inNames = 0;
    let rarest = 0;
    let fewest = Infinity;
    for (let i = 0; i < count; i++) {
      const size = this.#size[i];
      const anywhere = size < fewest ? size + contexts.countRows(contextLayer, around[i]) : Infinity;
      inNames += size;
      if (anywhere < fewest) {
        fewest = anywhere;
        rarest = i;
      }
    }
    if (fewest === 0 || inNames === 0) return;
    // Every matching row has the rarest word in its name or in a context. Every matching row also has at
    // least one word in its name. The search scans the shorter of the two lists.
    const isByNames = inNames <= fewest;
    this.#perhaps = this.#markNames(layer, count, MARKING * Math.min(inNames, fewest));
    this.#reach = 0;
    for (let i = 0; i < count; i++) if (around[i].from < around[i].to) this.#reach |= 1 << i;
    this.#seen.clear();
    if (isByNames)
      for (let i = 0; i < count; i++)
        this.#gather(layer.tailRows, this.#from[i], this.#from[i] + this.#size[i]);
    else {
      this.#gather(layer.tailRows, this.#from[rarest], this.#from[rarest] + this.#size[rarest]);
      const { rowStart, rowsIn } = contexts;
      for (let slot = around[rarest].from; slot < around[rarest].to; slot++) {
        const context = contextLayer.tailRows[slot];
        this.#gather(rowsIn, rowStart[context], rowStart[context + 1]);
      }
    }
  }

  /**
   * Adds those of the collected rows that contain all of the words. Rows that do not match cannot match a
   * query that continues this one either, so `query.around` remembers only the matches.
   */
  #addBest(
    kind: 'strict' | 'loose',
    query: LayerQuery,
    around: readonly SlotRange[],
    hits: AddressHits,
  ): void {
    const rows: number[] = [];
    query.around = rows;
    if (this.#found === 0) return;
    const { masks, [kind]: contextLayer } = this.#contexts;
    masks.begin(contextLayer, around);
    const found = this.#found;
    const inNames = this.#inNames;
    const perhaps = this.#perhaps;
    const all = this.#all;
    for (let i = 0; i < found; i++) {
      const row = this.#rows[i];
      const mask = masks.ofRow(row);
      if (perhaps !== all && (inNames[row] | perhaps | mask) !== all) continue;
      const rank = this.#judge(row, mask, query);
      if (rank < BY_NAME) hits.add(row, rank, kind === 'strict' ? 0 : 1);
      // A number belongs to the following word if that word names a kind of area. Typing more letters may
      // turn that word into a different one, so rows that do not match are remembered as well.
      if (rank !== Infinity || query.goesWithNext !== 0) rows.push(row);
    }
    if (rows.length > MOST_REMEMBERED) query.around = null;
  }

  /**
   * Returns the form by which find() finds the row, and its rank (lower is better), or null if find() would
   * not find the row.
   */
  formOf(kind: 'strict' | 'loose', query: LayerQuery, row: number): { form: number; rank: number } | null {
    const { words } = query;
    if (words.length < 2 || words.length > MOST_MASKED_WORDS) return null;
    this.#setRanges(query);
    this.#all = 2 ** words.length - 1;
    const contexts = this.#contexts;
    contexts.masks.begin(contexts[kind], query.aroundRanges(contexts, contexts[kind]));
    const rank = this.#judge(row, contexts.masks.ofRow(row), query);
    return rank < BY_NAME ? { form: this.#judged, rank } : null;
  }

  /**
   * Marks the query words that each name contains.
   *
   * @returns the words that were not marked, as a bit mask; any name may contain them
   */
  #markNames({ tailRows }: KeyLayer, count: number, most: number): number {
    const marks = this.#inNames.fill(0);
    let perhaps = 0;
    for (let i = 0; i < count; i++) {
      const from = this.#from[i];
      const size = this.#size[i];
      if (i >= 8 || size > most) perhaps |= 1 << i;
      else for (let slot = from; slot < from + size; slot++) marks[tailRows[slot]] |= 1 << i;
    }
    return perhaps;
  }

  /**
   * Collects the rows from a list that may contain all of the words and have at least one word in their
   * names. Each row is collected once.
   */
  #gather(list: Uint32Array, from: number, to: number): void {
    const marks = this.#inNames;
    const seen = this.#seen;
    const rows = this.#rows;
    const perhaps = this.#perhaps;
    const reach = this.#reach;
    const all = this.#all;
    let found = this.#found;
    for (let i = from; i < to; i++) {
      const row = list[i];
      const inName = marks[row] | perhaps;
      if (inName === 0 || (inName | reach) !== all || seen.has(row)) continue;
      seen.add(row);
      rows[found++] = row;
    }
    this.#found = found;
  }

  /**
   * Finds the row's best form that contains at least one word and also every word that is not in `around`.
   * The form is stored in `#judged`.
   *
   * @returns four times the number of words outside the name, plus 2 if the name has other words, plus 1 in
   *   group 6; if no form qualifies, BY_NAME if some form contains all of the words, otherwise Infinity
   */
  #judge(row: number, around: number, { layer, words: { length: count }, goesWithNext }: LayerQuery): number {
    const all = this.#all;
    const { formWords, wordsTail } = layer;
    const from = this.#from;
    const size = this.#size;
    let best = Infinity;
    const lastForm = layer.firstFormOf(row + 1);
    for (let form = layer.firstFormOf(row); form < lastForm; form++) {
      const first = formWords[form];
      const end = formWords[form + 1];
      let begun = 0;
      let firstBegun = 0;
      for (let i = first; i < end; i++) {
        const tail = wordsTail[i];
        for (let word = 0; word < count; word++)
          if ((tail - from[word]) >>> 0 < size[word]) begun |= 1 << word;
        if (i === first) firstBegun = begun;
      }
      // The 1 of 1-р хороо does not match the 1 of 1-р эмнэлэг.
      const inForm = begun & ~(goesWithNext & ~(begun >>> 1));
      if (inForm === 0 || (inForm | around) !== all) continue;
      // A form that contains all of the words is a match by name, or has too few letters for a match.
      if (inForm === all) {
        if (best > BY_NAME) best = BY_NAME;
        continue;
      }
      const typed = bitsOf(inForm);
      const rank = (count - typed) * 4 + (typed < end - first ? 2 : 0) + (firstBegun === 0 ? 1 : 0);
      if (rank >= best) continue;
      best = rank;
      this.#judged = form;
    }
    return best;
  }
}

/** Returns the number of bits that are set in a bit mask. */
function bitsOf(mask: number): number {
  let count = 0;
  for (let rest = mask; rest !== 0; rest &= rest - 1) count++;
  return count;
}
