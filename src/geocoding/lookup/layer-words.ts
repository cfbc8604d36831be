import { SHORTEST_WORD, type costBySound, type Tolerance } from '../../text/typing-errors.js';
import { DistanceTable } from './distance-table.js';
import { sharedLetters } from './key-layer-build.js';
import { compareKeys, encodeKey, packKeys, type KeyText } from './key-text.js';
import { SortedText } from './sorted-text.js';

const DECODER = new TextDecoder();

/** The words in a layer's names as the layer stores them; see buildKeyLayer(). */
export interface LayerWords {
  readonly wordText: KeyText;
  readonly wordLcp: Uint8Array;
  readonly uses: Uint32Array;
}

/** The words in a layer's names, by key. */
export class Vocabulary {
  readonly #layer: LayerWords;
  readonly #words: SortedText;

  constructor(layer: LayerWords) {
    this.#layer = layer;
    const { bytes, starts } = layer.wordText;
    this.#words = new SortedText(bytes, starts.subarray(0, starts.length - 1));
  }

  /** @param words each word once, with the number of forms that contain it */
  static of(words: readonly (readonly [key: string, uses: number])[]): Vocabulary {
    const sorted = [...words].sort(([a], [b]) => compareKeys(a, b));
    const keys = sorted.map(([key]) => key);
    const uses = new Uint32Array(sorted.length + 1);
    sorted.forEach(([, count], i) => (uses[i + 1] = uses[i] + count));
    return new Vocabulary({ wordText: packKeys(keys), wordLcp: sharedLetters(keys), uses });
  }

  /** Yields all words, each with the number of forms that contain it. */
  *words(): Generator<readonly [key: string, uses: number]> {
    for (let word = 0; word + 1 < this.#layer.wordText.starts.length; word++)
      yield [this.keyOf(word), this.usesOf(word)];
  }

  /** Whether any name contains the word. */
  has(key: string): boolean {
    const encoded = encodeKey(key);
    const { from, to } = this.#words.range(encoded);
    const { starts } = this.#layer.wordText;
    // A word sorts before the longer words that begin with it.
    return from < to && starts[from + 1] - starts[from] - 1 === encoded.length;
  }

  keyOf(word: number): string {
    const { bytes, starts } = this.#layer.wordText;
    return DECODER.decode(bytes.subarray(starts[word], starts[word + 1] - 1));
  }

  /** Returns the number of name forms that contain a word. */
  usesOf(word: number): number {
    return this.#layer.uses[word + 1] - this.#layer.uses[word];
  }

  /**
   * Returns the vocabulary words that a query word may stand for, each with its number of errors.
   *
   * The vocabulary is traversed in order. The distance table keeps the rows for the letters that a word
   * shares with the previous word. Words are skipped if they share a prefix that already has too many errors.
   */
  misspelt(key: string, tolerance: Tolerance, costOf?: typeof costBySound): Map<number, number> {
    const layer = this.#layer;
    const { bytes, starts } = layer.wordText;
    const range = this.#words.range(encodeKey(key[0]));
    const table = new DistanceTable(key, tolerance, costOf);
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
