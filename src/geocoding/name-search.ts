import { isAreaWord } from '../text/canonical.js';
import { joinKeys } from '../text/join.js';
import type { Reading } from '../text/forms.js';
import type { InnerWords, KeyLayer } from './key-layer.js';
import { encodeKey, type SlotRange } from './key-text.js';
import { ContainingRows, RowList, type RowStream } from './row-stream.js';

/** A reading in the keys of one layer. */
export class LayerQuery {
  readonly joined: string;
  readonly words: readonly string[];
  /** Which words begin with a digit. */
  readonly isNumber: readonly boolean[];
  /** Which words are a number before the word for an area that has it, as bits: the 4 of 4-р хороо. For the first 32 words. */
  readonly goesWithNext: number;
  /** Its last letter stands for one that is not typed yet: it can begin a name, but not be one. */
  readonly isOpen: boolean;
  readonly layer: KeyLayer;
  /** Names that begin with the query. */
  readonly heads: SlotRange;
  /** Names that are the query, but for those of `refs`. */
  readonly whole: SlotRange;
  #refs: SlotRange | null = null;
  #tails: readonly SlotRange[] | null = null;

  constructor({ words, isOpen }: Reading, layer: KeyLayer, kind: 'strict' | 'loose') {
    this.words = words.map((word) => word[kind]);
    this.joined = joinKeys(this.words).key;
    this.isNumber = words.map((word) => word.isNumber);
    this.goesWithNext = words.reduce((bits, word, i) => (word.isNumber && i + 1 < words.length && isAreaWord(words[i + 1]) ? bits | (1 << i) : bits), 0);
    this.isOpen = isOpen;
    this.layer = layer;
    const key = encodeKey(this.joined);
    this.heads = layer.headRange(key);
    this.whole = layer.wholeRange(key, this.heads);
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

function addStarting({ layer, tails }: LayerQuery, streams: RowStream[]): void {
  if (tails.some(isEmpty)) return;
  if (tails.length === 1) {
    streams.push(layer.tailCursor(tails[0]));
    return;
  }
  const [driver, ...others] = [...tails].sort((a, b) => a.to - a.from - (b.to - b.from));
  const rows: number[] = [];
  for (let slot = driver.from; slot < driver.to; slot++) {
    const form = layer.formOfTail(slot);
    let at = 0;
    while (at < others.length && layer.hasTail(form, others[at])) at++;
    if (at === others.length) rows.push(layer.formRow[form]);
  }
  if (rows.length > 0) streams.push(new RowList(rows));
}

/** Only rows that are not in group 3 as well: at least one of the words is inside of a word, where it does not begin it. */
function addContaining({ layer, words, tails }: LayerQuery, streams: RowStream[]): void {
  const inner = words.map((word) => layer.innerWords(word));
  if (words.length === 1) {
    if (inner[0].uses > 0) streams.push(new ContainingRows(layer, layer.partRange(words[0])));
    return;
  }
  const matches = words.map((_, i): WordMatch => ({ tails: tails[i], inner: inner[i], weight: tails[i].to - tails[i].from + inner[i].uses })).sort((a, b) => a.weight - b.weight);
  if (matches[0].weight === 0) return;
  const insides = inner.reduce((sum, { uses }) => sum + uses, 0);
  if (insides === 0) return;
  const rows: number[] = [];
  const visits = layer.beginVisits();
  const visit = (form: number): void => {
    if (visits.isFirst(form) && matches.every((match) => isIn(layer, form, match))) rows.push(layer.formRow[form]);
  };
  if (insides <= matches[0].weight) for (const match of matches) eachFormInside(layer, match, visit);
  else {
    const { from, to } = matches[0].tails;
    for (let slot = from; slot < to; slot++) visit(layer.formOfTail(slot));
    eachFormInside(layer, matches[0], visit);
  }
  if (rows.length > 0) streams.push(new RowList(rows));
}

/** The forms that one word of the query is in. */
interface WordMatch {
  tails: SlotRange;
  inner: InnerWords;
  /** About how many forms it is in; 0 when it is in none. */
  weight: number;
}

function eachFormInside(layer: KeyLayer, { inner }: WordMatch, visit: (form: number) => void): void {
  for (const word of inner.words) for (let i = layer.uses(word); i < layer.uses(word + 1); i++) visit(layer.use(i));
}

function isIn(layer: KeyLayer, form: number, { tails, inner }: WordMatch): boolean {
  const { formWords, wordsTail, wordsWord } = layer;
  const end = formWords[form + 1];
  for (let i = formWords[form]; i < end; i++) {
    const tail = wordsTail[i];
    if (tail >= tails.from && tail < tails.to) return true;
    if (inner.uses > 0 && includes(inner.words, wordsWord[i])) return true;
  }
  return false;
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
