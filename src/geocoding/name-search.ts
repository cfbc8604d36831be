import { isAreaWord } from '../text/canonical.js';
import type { Reading } from '../text/forms.js';
import { joinedKey } from '../text/join.js';
import type { Word } from '../text/words.js';
import type { BitSet } from './bit-set.js';
import { NO_INNER_WORDS, type InnerWords, type KeyLayer } from './key-layer.js';
import { encodeKey, type SlotRange } from './key-text.js';
import { ContainingRows, RowList, type RowStream } from './row-stream.js';

/** To mark a form costs so much less than to look into one. */
const MARKING = 8;

/** A reading in the keys of one layer; what only some groups ask for is found out when they do. */
export class LayerQuery {
  readonly joined: string;
  readonly words: readonly string[];
  /** Its last letter stands for one that is not typed yet: it can begin a name, but not be one. */
  readonly isOpen: boolean;
  readonly layer: KeyLayer;
  readonly #reading: readonly Word[];
  readonly #key: Uint8Array;
  #heads: SlotRange | null = null;
  #whole: SlotRange | null = null;
  #refs: SlotRange | null = null;
  #tails: readonly SlotRange[] | null = null;
  #isNumber: readonly boolean[] | null = null;
  #goesWithNext = -1;

  constructor({ words, isOpen }: Reading, layer: KeyLayer, kind: 'strict' | 'loose') {
    this.words = words.map((word) => word[kind]);
    this.joined = joinedKey(this.words);
    this.isOpen = isOpen;
    this.layer = layer;
    this.#reading = words;
    this.#key = encodeKey(this.joined);
  }

  /** Which words begin with a digit. */
  get isNumber(): readonly boolean[] {
    this.#isNumber ??= this.#reading.map((word) => word.isNumber);
    return this.#isNumber;
  }

  /** Which words are a number before the word for an area that has it, as bits: the 4 of 4-р хороо. For the first 32 words. */
  get goesWithNext(): number {
    if (this.#goesWithNext < 0) {
      const words = this.#reading;
      this.#goesWithNext = 0;
      for (let i = 0; i + 1 < words.length; i++) if (words[i].isNumber && isAreaWord(words[i + 1])) this.#goesWithNext |= 1 << i;
    }
    return this.#goesWithNext;
  }

  /** Names that begin with the query. */
  get heads(): SlotRange {
    this.#heads ??= this.layer.headRange(this.#key);
    return this.#heads;
  }

  /** Names that are the query, but for those of `refs`. */
  get whole(): SlotRange {
    this.#whole ??= this.layer.wholeRange(this.#key, this.heads);
    return this.#whole;
  }

  /** Names that only the whole query finds. */
  get refs(): SlotRange {
    this.#refs ??= this.layer.exactOnlyRange(this.joined);
    return this.#refs;
  }

  /** Where each word starts words of names; looked up once for all groups. */
  get tails(): readonly SlotRange[] {
    this.#tails ??= this.words.map((word) => this.layer.tailRange(word));
    return this.#tails;
  }
}

/**
 * Adds the rows of one match group of the specification (section 4.1, rule 4), for one reading in one layer. Rows of a better
 * group may be among them, and need not.
 *
 * 1 the name is the query · 2 the name starts with it · 3 every word starts a word of the name, or it together with the
 * words behind it · 4 every word is in a word of the name, or as in 3. Words of one match are words of one form.
 */
export function addRowsOfGroup(query: LayerQuery, group: 1 | 2 | 3 | 4, streams: RowStream[]): void {
  const { layer } = query;
  switch (group) {
    case 1:
      if (query.isOpen) return;
      if (query.whole.from < query.whole.to) streams.push(layer.headCursor(query.whole));
      if (query.refs.from < query.refs.to) streams.push(layer.headCursor(query.refs));
      return;
    case 2:
      if (query.heads.from < query.heads.to) streams.push(layer.headCursor(query.heads));
      return;
    case 3:
      return addStarting(query, streams);
    case 4:
      return addContaining(query, streams);
  }
}

/** The form by which addRowsOfGroup() finds the row; null when it does not, or not by a name. */
export function formInGroup(query: LayerQuery, group: 1 | 2 | 3 | 4, row: number): number | null {
  const { layer, joined, words, tails } = query;
  const isFound = (form: number): boolean => {
    const key = layer.formKey(form);
    switch (group) {
      case 1:
        return key === joined;
      case 2:
        return !layer.isExactOnly(form) && key.startsWith(joined);
      case 3:
        return tails.every((range) => layer.hasTail(form, range));
      case 4:
        return words.every((word, i) => isIn(layer, form, { tails: tails[i], inner: layer.innerWords(word), weight: 0 }));
    }
  };
  for (let form = layer.firstFormOf(row); form < layer.firstFormOf(row + 1); form++) if (isFound(form)) return form;
  return null;
}

function addStarting({ layer, tails }: LayerQuery, streams: RowStream[]): void {
  if (tails.some(isEmpty)) return;
  if (tails.length === 1) {
    streams.push(layer.tailCursor(tails[0]));
    return;
  }
  const [driver, ...others] = tails.map((range): WordMatch => ({ tails: range, inner: NO_INNER_WORDS, weight: range.to - range.from })).sort(byWeight);
  layer.seenForms.clear();
  addRows(layer, withAll(layer, addForms(layer, driver, 0), others), streams);
}

/** Only rows that are not in group 3 as well: at least one of the words is inside of a word, where it does not begin it. */
function addContaining({ layer, words, tails }: LayerQuery, streams: RowStream[]): void {
  const inner = words.map((word) => layer.innerWords(word));
  if (words.length === 1) {
    if (inner[0].uses > 0) streams.push(new ContainingRows(layer, layer.partRange(words[0])));
    return;
  }
  let insides = 0;
  for (const { uses } of inner) insides += uses;
  if (insides === 0) return;
  const matches = inner.map((word, i): WordMatch => ({ tails: tails[i], inner: word, weight: tails[i].to - tails[i].from + word.uses })).sort(byWeight);
  const [driver, ...others] = matches;
  if (driver.weight === 0) return;
  layer.seenForms.clear();
  if (driver.weight <= insides) return addRows(layer, withAll(layer, addForms(layer, driver, 0), others), streams);
  let count = 0;
  for (const match of matches) count = addFormsInside(layer, match.inner, count);
  addRows(layer, withAll(layer, count, matches), streams);
}

/** The forms that one word of the query is in. */
interface WordMatch {
  tails: SlotRange;
  inner: InnerWords;
  /** About how many forms it is in; 0 when it is in none. */
  weight: number;
}

function byWeight(a: WordMatch, b: WordMatch): number {
  return a.weight - b.weight;
}

/** Adds the forms that have the word, and were not seen yet, to the `count` found forms; how many those are now. */
function addForms(layer: KeyLayer, { tails, inner }: WordMatch, count: number): number {
  const { tailForm, seenForms, foundForms } = layer;
  for (let slot = tails.from; slot < tails.to; slot++) {
    const form = tailForm[slot];
    if (seenForms.has(form)) continue;
    seenForms.add(form);
    foundForms[count++] = form;
  }
  return inner.uses > 0 ? addFormsInside(layer, inner, count) : count;
}

function addFormsInside({ uses, use, seenForms, foundForms }: KeyLayer, { words }: InnerWords, count: number): number {
  for (let at = 0; at < words.length; at++) {
    const end = uses[words[at] + 1];
    for (let i = uses[words[at]]; i < end; i++) {
      const form = use[i];
      if (seenForms.has(form)) continue;
      seenForms.add(form);
      foundForms[count++] = form;
    }
  }
  return count;
}

/** Keeps those of the `count` found forms that have all the words, of which rare ones had better come first; how many those are. */
function withAll(layer: KeyLayer, count: number, words: readonly WordMatch[]): number {
  const { foundForms, markedForms } = layer;
  let left = count;
  for (const word of words) {
    if (left === 0) break;
    const isMarked = word.weight <= MARKING * left;
    if (isMarked) mark(layer, word, markedForms.clear());
    let kept = 0;
    for (let i = 0; i < left; i++) {
      const form = foundForms[i];
      if (isMarked ? markedForms.has(form) : isIn(layer, form, word)) foundForms[kept++] = form;
    }
    left = kept;
  }
  return left;
}

function mark({ tailForm, uses, use }: KeyLayer, { tails, inner: { words } }: WordMatch, marked: BitSet): void {
  for (let slot = tails.from; slot < tails.to; slot++) marked.add(tailForm[slot]);
  for (let at = 0; at < words.length; at++) for (let i = uses[words[at]]; i < uses[words[at] + 1]; i++) marked.add(use[i]);
}

function isIn({ formWords, wordsTail, wordsWord }: KeyLayer, form: number, { tails, inner }: WordMatch): boolean {
  const end = formWords[form + 1];
  for (let i = formWords[form]; i < end; i++) {
    const tail = wordsTail[i];
    if (tail >= tails.from && tail < tails.to) return true;
    if (inner.uses > 0 && includes(inner.words, wordsWord[i])) return true;
  }
  return false;
}

function addRows({ foundForms, formRow }: KeyLayer, count: number, streams: RowStream[]): void {
  if (count === 0) return;
  const rows = foundForms.slice(0, count);
  for (let i = 0; i < count; i++) rows[i] = formRow[rows[i]];
  streams.push(new RowList(rows));
}

/** @param sorted ascending */
function includes(sorted: Uint32Array, number: number): boolean {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (sorted[middle] < number) low = middle + 1;
    else high = middle;
  }
  return low < sorted.length && sorted[low] === number;
}

function isEmpty({ from, to }: SlotRange): boolean {
  return from >= to;
}
