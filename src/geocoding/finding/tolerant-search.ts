import { MOST_ERRORS, toleranceOf, type Tolerance } from '../../text/typing-errors.js';
import type { Reading } from '../../text/forms.js';
import { joinKeys } from '../../text/join.js';
import { wordRange } from '../lookup/context-index.js';
import type { KeyLayer } from '../lookup/key-layer.js';
import type { SlotRange } from '../lookup/key-text.js';
import { Vocabulary } from '../lookup/layer-words.js';

/**
 * The last resort: finds names despite typing errors, using loose keys. The first letter must be correct. An
 * extra letter, a missing letter, a wrong letter or two swapped letters count as one error each. A wrong
 * letter that is not commonly confused counts as two errors (see src/text/typing-errors.ts). A word that
 * allows no errors must be a prefix of a word in the name. A query of several words is also tried as a single
 * joined word.
 */
export class TolerantSearch {
  readonly #layer: KeyLayer;
  readonly #vocabulary: Vocabulary;
  #last: { asked: string; best: Map<number, Misread> } | undefined;

  constructor(layer: KeyLayer) {
    this.#layer = layer;
    this.#vocabulary = new Vocabulary(layer);
  }

  /**
   * Returns lists of rows, grouped by the number of errors. Among rows with the same number of errors, those
   * without additional words in their names come first.
   */
  rows(readings: readonly Reading[]): number[][] {
    const rows: number[][] = Array.from({ length: 2 * (MOST_ERRORS + 1) }, () => []);
    for (const [row, { cost }] of this.#best(readings)) rows[cost].push(row);
    return rows;
  }

  /** Returns the form by which rows() finds the row, or null if it does not find the row. */
  formOf(readings: readonly Reading[], row: number): number | null {
    return this.#best(readings).get(row)?.form ?? null;
  }

  #best(readings: readonly Reading[]): Map<number, Misread> {
    const asked = readings.map(({ words }) => words.map((word) => word.loose).join(' ')).join(',');
    // A caller that has found a row requests the row's form immediately afterward.
    if (this.#last?.asked === asked) return this.#last.best;
    const best = new Map<number, Misread>();
    for (const query of tolerantQueries(readings)) this.#collect(query, best);
    this.#last = { asked, best };
    return best;
  }

  #collect(words: readonly TolerantWord[], best: Map<number, Misread>): void {
    const matchers: Matcher[] = [];
    // Exact words are matched first: if one of them is not found, there is no need to match any word with
    // errors.
    for (const word of [...words].sort((a, b) => a.tolerance.errors - b.tolerance.errors)) {
      const matcher =
        word.tolerance.errors > 0
          ? this.#vocabulary.misspelt(word.loose, word.tolerance)
          : wordRange(this.#layer, word.loose, word.isNumber);
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

  /** Returns the approximate number of forms that contain the word. */
  #weight(matcher: Matcher): number {
    if (!(matcher instanceof Map)) return matcher.to - matcher.from;
    let weight = 0;
    for (const word of matcher.keys()) weight += this.#layer.uses[word + 1] - this.#layer.uses[word];
    return weight;
  }

  /** Visits the forms that a matcher matches. A form may be visited more than once. */
  #eachForm(matcher: Matcher, visit: (form: number) => void): void {
    const layer = this.#layer;
    if (matcher instanceof Map) {
      for (const word of matcher.keys())
        for (let i = layer.uses[word]; i < layer.uses[word + 1]; i++) visit(layer.use[i]);
    } else for (let slot = matcher.from; slot < matcher.to; slot++) visit(layer.tailForm[slot]);
  }

  /**
   * Returns the total number of errors of all words in a form, or Infinity if the form lacks one of the
   * words.
   */
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
}

/** The best form found so far for a row. */
interface Misread {
  /** Twice the number of errors, plus 1 if the name has more words than the query. */
  cost: number;
  form: number;
}

/**
 * Where a query word may occur: the vocabulary words that match it, with their number of errors, or the tails
 * that begin with it.
 */
type Matcher = Map<number, number> | SlotRange;

/** A query word and the errors allowed in it. */
export interface TolerantWord {
  loose: string;
  isNumber: boolean;
  tolerance: Tolerance;
}

/** Returns the word lists to try: each reading unchanged, and each reading with its words joined into one. */
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
