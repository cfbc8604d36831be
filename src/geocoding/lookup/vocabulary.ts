import { SHORTEST_WORD, type Tolerance } from '../../text/typing-errors.js';
import { DistanceTable } from './distance-table.js';
import type { KeyLayer } from './key-layer.js';
import { encodeKey } from './key-text.js';
import { SortedText } from './sorted-text.js';

const DECODER = new TextDecoder();

/** The words of all names of a layer, by their keys. */
export class Vocabulary {
  readonly #layer: KeyLayer;
  readonly #words: SortedText;

  constructor(layer: KeyLayer) {
    this.#layer = layer;
    this.#words = new SortedText(layer.wordText.bytes, layer.wordText.starts.subarray(0, layer.wordCount));
  }

  /** Whether a name has the word. */
  has(key: string): boolean {
    const encoded = encodeKey(key);
    const { from, to } = this.#words.range(encoded);
    const { starts } = this.#layer.wordText;
    // A word sorts before those that it begins.
    return from < to && starts[from + 1] - starts[from] - 1 === encoded.length;
  }

  keyOf(word: number): string {
    const { bytes, starts } = this.#layer.wordText;
    return DECODER.decode(bytes.subarray(starts[word], starts[word + 1] - 1));
  }

  /** In how many forms of names a word is. */
  usesOf(word: number): number {
    return this.#layer.uses[word + 1] - this.#layer.uses[word];
  }

  /**
   * Vocabulary words that a word of a query may mean, with their numbers of errors.
   *
   * The vocabulary is walked in order. Rows of the distance table are kept for the letters that a word
   * shares with the word before. Words are skipped when they share a beginning that already has too many
   * errors.
   */
  misspelt(key: string, tolerance: Tolerance): Map<number, number> {
    const layer = this.#layer;
    const { bytes, starts } = layer.wordText;
    const range = this.#words.range(encodeKey(key[0]));
    const table = new DistanceTable(key, tolerance);
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
