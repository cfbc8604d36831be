import { isAreaWord } from '../text/canonical.js';
import { joinKeys } from '../text/join.js';
import type { Reading } from '../text/forms.js';
import type { KeyLayer } from './key-layer.js';
import { encodeKey, type SlotRange } from './key-text.js';
import { AcceptedRows, ContainingRows, RowList, type RowStream } from './row-stream.js';

/** A reading in the keys of one layer. */
export class LayerQuery {
  readonly joined: string;
  readonly words: readonly string[];
  /** Which words begin with a digit. */
  readonly isNumber: readonly boolean[];
  /** Which words are a number before the word for an area that has it: the 4 of 4-р хороо. */
  readonly goesWithNext: readonly boolean[];
  /** Its last letter stands for one that is not typed yet: it can begin a name, but not be one. */
  readonly isOpen: boolean;
  readonly #layer: KeyLayer;
  #tails: readonly SlotRange[] | null = null;
  #whole: readonly SlotRange[] | null = null;

  constructor(reading: Reading, layer: KeyLayer, kind: 'strict' | 'loose') {
    this.words = reading.words.map((word) => word[kind]);
    this.joined = joinKeys(this.words).key;
    this.isNumber = reading.words.map((word) => word.isNumber);
    this.goesWithNext = reading.words.map((word, i) => word.isNumber && i + 1 < reading.words.length && isAreaWord(reading.words[i + 1]));
    this.isOpen = reading.isOpen;
    this.#layer = layer;
  }

  /** Names that are the query; see KeyLayer.exactRanges. */
  get whole(): readonly SlotRange[] {
    this.#whole ??= this.#layer.exactRanges(this.joined);
    return this.#whole;
  }

  /** Where each word starts words of names; looked up once for all groups. */
  get tails(): readonly SlotRange[] {
    this.#tails ??= this.words.map((word) => this.#layer.tailRange(word));
    return this.#tails;
  }
}

/** The rows of group 1 with a name that is written with the very words of the query, and not only read alike (Баянуул, Баян-Уул; отель, зочид буудал). */
export function writtenRows(layer: KeyLayer, query: LayerQuery, accepts: (row: number) => boolean): RowStream {
  const words = query.words.map(encodeKey);
  return new AcceptedRows(layer.headCursor(query.whole[0]), (row) => accepts(row) && layer.isWritten(row, words));
}

/**
 * The rows of one match group of the specification (section 4.1, rule 4), for one reading in one layer. Rows of a better
 * group may be among them.
 *
 * 1 the name is the query · 2 the name starts with it · 3 every word starts a word of the name, or it together with the
 * words behind it · 4 every word is in a word of the name, or as in 3. Words of one match are words of one form.
 */
export function rowsOfGroup(layer: KeyLayer, query: LayerQuery, group: 1 | 2 | 3 | 4): RowStream[] {
  switch (group) {
    case 1:
      return query.isOpen ? [] : query.whole.filter(({ from, to }) => from < to).map((range) => layer.headCursor(range));
    case 2:
      return [layer.beginning(query.joined)];
    case 3:
      return [startingRows(layer, query.tails)];
    case 4:
      return [containingRows(layer, query)];
  }
}

function startingRows(layer: KeyLayer, ranges: readonly SlotRange[]): RowStream {
  if (ranges.length === 1) return layer.tailCursor(ranges[0]);
  const [driver, ...others] = [...ranges].sort((a, b) => a.to - a.from - (b.to - b.from));
  let forms: number[] = [];
  for (let slot = driver.from; slot < driver.to; slot++) forms.push(layer.formOfTail(slot));
  for (const range of others) {
    if (forms.length === 0) break;
    if (range.to - range.from > MARKING * forms.length) {
      forms = forms.filter((form) => layer.hasTail(form, range));
    } else {
      const visits = layer.beginVisits();
      for (let slot = range.from; slot < range.to; slot++) visits.add(layer.formOfTail(slot));
      forms = forms.filter((form) => visits.has(form));
    }
  }
  return new RowList(forms.map((form) => layer.formRow[form]));
}

function containingRows(layer: KeyLayer, { words, tails }: LayerQuery): RowStream {
  if (words.length === 1) return new ContainingRows(layer, layer.partRange(words[0]));
  const matches = words.map((word, i) => new WordMatch(layer, word, tails[i]));
  if (matches.some((match) => match.weight === 0)) return new RowList([]);
  // The rarest word gives the forms; the next rarest is the most likely to be missing from one.
  const [driver, ...others] = matches.sort((a, b) => a.weight - b.weight);
  let forms: number[] = [];
  const visits = layer.beginVisits();
  driver.eachForm((form) => {
    if (visits.isFirst(form)) forms.push(form);
  });
  for (const match of others) {
    if (forms.length === 0) break;
    forms = match.weight > MARKING * forms.length ? forms.filter((form) => match.isIn(form)) : match.among(forms);
  }
  return new RowList(forms.map((form) => layer.formRow[form]));
}

/** To mark a form costs so much less than to look into one: up to so many are marked for each that is left to look into. */
const MARKING = 8;

/** So many places in words are looked at to see how common a key is; few letters are in thousands. */
const COUNTED_PLACES = 100;

/** The forms that one word of the query is in. */
class WordMatch {
  /** About how many forms it is in; 0 when it is in none. */
  readonly weight: number;
  readonly #layer: KeyLayer;
  readonly #key: Uint8Array;
  readonly #parts: SlotRange;
  readonly #tails: SlotRange;
  /** Whether words contain the key, by their number: 0 not asked yet, 1 no, 2 yes. */
  #contains: Uint8Array | null = null;

  constructor(layer: KeyLayer, word: string, tails: SlotRange) {
    this.#layer = layer;
    this.#key = encodeKey(word);
    this.#parts = layer.partRange(word);
    this.#tails = tails;
    this.weight = this.#tails.to - this.#tails.from + this.#countUses();
  }

  #countUses(): number {
    const { from, to } = this.#parts;
    const end = Math.min(to, from + COUNTED_PLACES);
    let uses = 0;
    for (let slot = from; slot < end; slot++) {
      const word = this.#layer.partWord(slot);
      uses += this.#layer.uses(word + 1) - this.#layer.uses(word);
    }
    return end === to ? uses : (uses / COUNTED_PLACES) * (to - from);
  }

  isIn(form: number): boolean {
    const layer = this.#layer;
    const contains = (this.#contains ??= new Uint8Array(layer.wordCount));
    const end = layer.firstWord(form + 1);
    for (let i = layer.firstWord(form); i < end; i++) {
      const tail = layer.wordTail(i);
      if (tail >= this.#tails.from && tail < this.#tails.to) return true;
      const word = layer.wordNumber(i);
      if (contains[word] === 0) contains[word] = layer.wordContains(word, this.#key) ? 2 : 1;
      if (contains[word] === 2) return true;
    }
    return false;
  }

  /** Those of the forms that have the word. */
  among(forms: readonly number[]): number[] {
    const visits = this.#layer.beginVisits();
    this.eachForm((form) => visits.add(form));
    return forms.filter((form) => visits.has(form));
  }

  /** Each form, some more than once. */
  eachForm(visit: (form: number) => void): void {
    const layer = this.#layer;
    for (let slot = this.#tails.from; slot < this.#tails.to; slot++) visit(layer.formOfTail(slot));
    for (let slot = this.#parts.from; slot < this.#parts.to; slot++) {
      const word = layer.partWord(slot);
      for (let i = layer.uses(word); i < layer.uses(word + 1); i++) visit(layer.use(i));
    }
  }
}
