import { joinKeys } from '../text/join.js';
import type { Reading } from '../text/forms.js';
import type { KeyLayer } from './key-layer.js';
import type { SlotRange } from './key-text.js';
import { ContainingRows, RowList, type RowStream } from './row-stream.js';

/** A reading in the keys of one layer. */
export interface LayerQuery {
  joined: string;
  words: readonly string[];
  /** Which words begin with a digit. */
  isNumber: readonly boolean[];
  /** Its last letter stands for one that is not typed yet: it can begin a name, but not be one. */
  isOpen: boolean;
}

export function layerQuery(reading: Reading, kind: 'strict' | 'loose'): LayerQuery {
  const words = reading.words.map((word) => word[kind]);
  return { joined: joinKeys(words).key, words, isNumber: reading.words.map((word) => word.isNumber), isOpen: reading.isOpen };
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
      return query.isOpen ? [] : layer.exact(query.joined);
    case 2:
      return [layer.beginning(query.joined)];
    case 3:
      return [startingRows(layer, query.words)];
    case 4:
      return [containingRows(layer, query.words)];
  }
}

function startingRows(layer: KeyLayer, words: readonly string[]): RowStream {
  const ranges = words.map((word) => layer.tailRange(word));
  if (ranges.length === 1) return layer.tailCursor(ranges[0]);
  const driver = smallest(ranges);
  const others = ranges.filter((_, i) => i !== driver);
  const rows: number[] = [];
  for (let slot = ranges[driver].from; slot < ranges[driver].to; slot++) {
    const form = layer.formOfTail(slot);
    if (others.every((range) => layer.hasTail(form, range))) rows.push(layer.formRow[form]);
  }
  return new RowList(rows);
}

function smallest(ranges: readonly SlotRange[]): number {
  let best = 0;
  ranges.forEach((range, i) => {
    if (range.to - range.from < ranges[best].to - ranges[best].from) best = i;
  });
  return best;
}

function containingRows(layer: KeyLayer, words: readonly string[]): RowStream {
  const parts = words.map((word) => layer.partRange(word));
  if (words.length === 1) return new ContainingRows(layer, parts[0]);
  const matches = words.map((word, i) => new WordMatch(layer, parts[i], layer.tailRange(word)));
  const driver = matches.reduce((best, match) => (match.weight < best.weight ? match : best));
  const rows: number[] = [];
  if (driver.weight > 0) {
    driver.eachForm((form) => {
      if (matches.every((match) => match === driver || match.isIn(form))) rows.push(layer.formRow[form]);
    });
  }
  return new RowList(rows);
}

/** The forms that one word of the query is in. */
class WordMatch {
  /** About how many forms eachForm comes to. */
  readonly weight: number;
  readonly #layer: KeyLayer;
  readonly #tails: SlotRange;
  readonly #words = new Set<number>();

  constructor(layer: KeyLayer, parts: SlotRange, tails: SlotRange) {
    this.#layer = layer;
    this.#tails = tails;
    for (let slot = parts.from; slot < parts.to; slot++) this.#words.add(layer.partWord(slot));
    let weight = tails.to - tails.from;
    for (const word of this.#words) weight += layer.uses(word + 1) - layer.uses(word);
    this.weight = weight;
  }

  isIn(form: number): boolean {
    const end = this.#layer.firstWord(form + 1);
    for (let i = this.#layer.firstWord(form); i < end; i++) {
      if (this.#words.has(this.#layer.wordNumber(i))) return true;
      const tail = this.#layer.wordTail(i);
      if (tail >= this.#tails.from && tail < this.#tails.to) return true;
    }
    return false;
  }

  /** A form may come more than once. */
  eachForm(visit: (form: number) => void): void {
    for (let slot = this.#tails.from; slot < this.#tails.to; slot++) visit(this.#layer.formOfTail(slot));
    for (const word of this.#words) {
      for (let i = this.#layer.uses(word); i < this.#layer.uses(word + 1); i++) visit(this.#layer.use(i));
    }
  }
}
