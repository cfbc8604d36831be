import {
  MOST_ERRORS,
  SHORTEST_WORD,
  substitutionCost,
  toleranceOf,
  type Tolerance,
} from '../../text/typing-errors.js';
import type { Reading } from '../../text/forms.js';
import { joinKeys } from '../../text/join.js';
import { wordRange } from '../lookup/context-index.js';
import type { KeyLayer } from '../lookup/key-layer.js';
import { encodeKey, type SlotRange } from '../lookup/key-text.js';
import { SortedText } from '../lookup/sorted-text.js';

/**
 * The last resort: finds names with typing errors, by loose keys. The first letter must be right. A
 * letter too many, a missing one, a wrong one or two exchanged ones are one error each. A wrong letter
 * that nobody confuses is two errors (see src/text/typing-errors.ts). Words that allow no error must
 * begin a word of the name. A query of several words is also tried as one word.
 */
export class TolerantSearch {
  readonly #layer: KeyLayer;
  readonly #words: SortedText;
  #last: { asked: string; best: Map<number, Misread> } | undefined;

  constructor(layer: KeyLayer) {
    this.#layer = layer;
    this.#words = new SortedText(layer.wordText.bytes, layer.wordText.starts.subarray(0, layer.wordCount));
  }

  /** Rows by number of errors, and of as many errors those without other words in their names first. */
  rows(readings: readonly Reading[]): number[][] {
    const rows: number[][] = Array.from({ length: 2 * (MOST_ERRORS + 1) }, () => []);
    for (const [row, { cost }] of this.#best(readings)) rows[cost].push(row);
    return rows;
  }

  /** The form by which rows() finds the row; null when it does not. */
  formOf(readings: readonly Reading[], row: number): number | null {
    return this.#best(readings).get(row)?.form ?? null;
  }

  #best(readings: readonly Reading[]): Map<number, Misread> {
    const asked = readings.map(({ words }) => words.map((word) => word.loose).join(' ')).join(',');
    // Who found a row asks at once by which form.
    if (this.#last?.asked === asked) return this.#last.best;
    const best = new Map<number, Misread>();
    for (const query of tolerantQueries(readings)) this.#collect(query, best);
    this.#last = { asked, best };
    return best;
  }

  #collect(words: readonly TolerantWord[], best: Map<number, Misread>): void {
    const matchers: Matcher[] = [];
    // Exact words first: when one of them is nowhere, no word need be read with errors.
    for (const word of [...words].sort((a, b) => a.tolerance.errors - b.tolerance.errors)) {
      const matcher =
        word.tolerance.errors > 0 ? this.#misspelt(word) : wordRange(this.#layer, word.loose, word.isNumber);
      if (this.#weight(matcher) === 0) return;
      matchers.push(matcher);
    }
    const driver = matchers.reduce((a, b) => (this.#weight(b) < this.#weight(a) ? b : a));
    this.#eachForm(driver, (form) => {
      const errors = this.#errorsIn(form, matchers);
      if (errors > MOST_ERRORS) return;
      const row = this.#layer.formRow[form];
      const { formWords } = this.#layer;
      const cost = 2 * errors + (formWords[form + 1] - formWords[form] > words.length ? 1 : 0);
      if (cost < (best.get(row)?.cost ?? Infinity)) best.set(row, { cost, form });
    });
  }

  /** Approximate number of forms that it is in. */
  #weight(matcher: Matcher): number {
    if (!(matcher instanceof Map)) return matcher.to - matcher.from;
    let weight = 0;
    for (const word of matcher.keys()) weight += this.#layer.uses[word + 1] - this.#layer.uses[word];
    return weight;
  }

  /** Visits the forms of a matcher; a form may come more than once. */
  #eachForm(matcher: Matcher, visit: (form: number) => void): void {
    const layer = this.#layer;
    if (matcher instanceof Map) {
      for (const word of matcher.keys())
        for (let i = layer.uses[word]; i < layer.uses[word + 1]; i++) visit(layer.use[i]);
    } else for (let slot = matcher.from; slot < matcher.to; slot++) visit(layer.tailForm[slot]);
  }

  /** Errors of all words in one form; Infinity when one of them is not in it. */
  #errorsIn(form: number, matchers: readonly Matcher[]): number {
    let sum = 0;
    for (const matcher of matchers) {
      if (matcher instanceof Map) sum += this.#fewest(form, matcher);
      else if (!this.#layer.hasTail(form, matcher)) return Infinity;
    }
    return sum;
  }

  #fewest(form: number, errors: Map<number, number>): number {
    let fewest = Infinity;
    for (let i = this.#layer.formWords[form]; i < this.#layer.formWords[form + 1]; i++) {
      fewest = Math.min(fewest, errors.get(this.#layer.wordsWord[i]) ?? Infinity);
    }
    return fewest;
  }

  /**
   * Vocabulary words that the query word may mean, with their numbers of errors.
   *
   * The vocabulary is walked in order. Rows of the distance table are kept for the letters that a word
   * shares with the word before. Words are skipped when they share a beginning that already has too many
   * errors.
   */
  #misspelt({ loose, tolerance }: TolerantWord): Map<number, number> {
    const layer = this.#layer;
    const { bytes, starts } = layer.wordText;
    const range = this.#words.range(encodeKey(loose[0]));
    const table = new DistanceTable(loose, tolerance);
    const found = new Map<number, number>();
    let dead = Infinity;
    for (let word = range.from; word < range.to; word++) {
      const shared = word === range.from ? 0 : layer.wordLcp[word];
      if (shared >= dead) continue;
      table.keep(shared);
      dead = Infinity;
      const length = starts[word + 1] - starts[word] - 1;
      for (let depth = table.depth; depth < length && depth < table.maxDepth; depth++) {
        table.add(bytes[starts[word] + depth]);
        if (table.isHopeless) {
          dead = table.depth;
          break;
        }
      }
      const errors = length < SHORTEST_WORD ? Infinity : table.errors(length);
      if (errors <= tolerance.errors) found.set(word, errors);
    }
    return found;
  }
}

/** The best form of a row so far. */
interface Misread {
  /** Twice the errors, plus 1 for a name with more words than the query. */
  cost: number;
  form: number;
}

/** Where a query word may be: vocabulary words with their errors, or the tails that begin with it. */
type Matcher = Map<number, number> | SlotRange;

/** A query word and the errors that it allows. */
export interface TolerantWord {
  loose: string;
  isNumber: boolean;
  tolerance: Tolerance;
}

/** The word lists to try: each reading as it is, and its words joined into one. */
function tolerantQueries(readings: readonly Reading[]): TolerantWord[][] {
  const queries = readings
    .filter((reading) => !reading.isOpen)
    .flatMap(({ words }) => {
      const each = words.map((word) => ({
        loose: word.loose,
        isNumber: word.isNumber,
        tolerance: toleranceOf(word.loose),
      }));
      const joined = joinKeys(words.map((word) => word.loose)).key;
      return words.length > 1
        ? [each, [{ loose: joined, isNumber: false, tolerance: toleranceOf(joined) }]]
        : [each];
    });
  return queries.filter((words) => words.some((word) => word.tolerance.errors > 0));
}

/** More errors than are ever allowed. Stays so, and stays in a byte, when some are added. */
const FAR = 99;

/**
 * Distances (optimal string alignment) between a query word and the beginnings of a vocabulary word. One
 * row for each letter of the vocabulary word.
 */
class DistanceTable {
  depth = 0;
  readonly maxDepth: number;
  readonly #typed: Uint8Array;
  readonly #tolerance: Tolerance;
  readonly #rows: Uint8Array[];
  readonly #letters: number[] = [];
  /** By depth: the least distance of the whole query word to a beginning of up to that many letters. */
  readonly #best: number[] = [FAR];
  /** By depth: the least value of the row. */
  readonly #least: number[] = [0];

  constructor(typed: string, tolerance: Tolerance) {
    this.#typed = encodeKey(typed);
    this.#tolerance = tolerance;
    this.maxDepth = typed.length + tolerance.errors;
    this.#rows = [Uint8Array.from({ length: typed.length + 1 }, (_, i) => i)];
  }

  /** Goes back to the first `depth` letters. */
  keep(depth: number): void {
    this.depth = Math.min(this.depth, depth);
  }

  /**
   * Adds a letter. Fills only cells as near to the diagonal as the allowed errors lead; the others have
   * more errors.
   */
  add(meant: number): void {
    const depth = ++this.depth;
    const typed = this.#typed;
    const length = typed.length;
    this.#letters[depth] = meant;
    const before = this.#letters[depth - 1];
    const above = this.#rows[depth - 1];
    const row = (this.#rows[depth] ??= new Uint8Array(length + 1));
    const from = Math.max(1, depth - this.#tolerance.errors);
    const to = Math.min(length, depth + this.#tolerance.errors);
    let least = (row[from - 1] = from === 1 ? depth : FAR);
    for (let i = from; i <= to; i++) {
      const letter = typed[i - 1];
      let value = Math.min(above[i - 1] + substitutionCost(letter, meant), above[i] + 1, row[i - 1] + 1);
      if (i > 1 && depth > 1 && letter === before && typed[i - 2] === meant)
        value = Math.min(value, this.#rows[depth - 2][i - 2] + 1);
      row[i] = value;
      if (value < least) least = value;
    }
    if (to < length) row[to + 1] = FAR;
    this.#least[depth] = least;
    this.#best[depth] = to < length ? this.#best[depth - 1] : Math.min(this.#best[depth - 1], row[length]);
  }

  /**
   * Whether no further letters can lead to a match. This row, the row before and the best match so far
   * must all have too many errors; two exchanged letters lead on from the row before.
   */
  get isHopeless(): boolean {
    const most = this.#tolerance.errors;
    return (
      this.#least[this.depth] > most && this.#least[this.depth - 1] > most && this.#best[this.depth] > most
    );
  }

  /** Errors of the vocabulary word with that length whose letters were added last. */
  errors(length: number): number {
    if (this.#tolerance.isBeginning) return this.#best[this.depth];
    const isNear = length === this.depth && this.#typed.length <= length + this.#tolerance.errors;
    return isNear ? this.#rows[this.depth][this.#typed.length] : Infinity;
  }
}
