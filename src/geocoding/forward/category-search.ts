import { canonicalWords, isAreaWord, isSettlementWord, mayChange } from '../../text/canonical.js';
import { joinedKey } from '../../text/join.js';
import { isNearWord, isNearWordBehind } from '../../text/near-words.js';
import { wordsOf, type Word } from '../../text/words.js';
import { wordRange, type ContextIndex } from '../lookup/context-index.js';
import type { KeyLayer } from '../lookup/key-layer.js';
import { encodeKey, type SlotRange } from '../lookup/key-text.js';
import type { LayerKind } from './forward-hit.js';

/** No category has more words: галт тэрэгний буудал. */
export const LONGEST_CATEGORY = 3;

/** Words of kinds that mean too many things alone: a stop or a hotel, a centre of anything, an office. */
const AMBIGUOUS: ReadonlySet<string> = new Set(
  ['буудал', 'төв', 'газар'].map((word) => wordsOf(word)[0].strict),
);

const [AIMAG] = wordsOf('аймаг');

/** A query read as a kind of thing and where it is. */
export interface CategoryQuery {
  /** Contexts of the kinds. */
  kinds: readonly number[];
  /** The other words, without words like «near». Empty for a kind alone. */
  rest: readonly Word[];
}

/**
 * Finds things of a kind that people name: a museum in Мандалговь, a bank near the circus. Kinds are
 * contexts of rows (see KIND_WORDS), so what is in an area and of a kind has all words in its contexts.
 */
export class CategorySearch {
  readonly #contexts: ContextIndex;
  readonly #names: Record<LayerKind, KeyLayer>;
  /** Contexts by the joined key of one of their names. */
  readonly #kinds = new Map<string, number[]>();

  /** The first letters of the keys, up to three. */
  readonly #firstLetters = new Set<string>();

  /**
   * @param kinds contexts that are kinds of things
   * @param names the names of rows
   */
  constructor(contexts: ContextIndex, kinds: Uint32Array, names: Record<LayerKind, KeyLayer>) {
    this.#contexts = contexts;
    this.#names = names;
    const { strict } = contexts;
    for (const kind of kinds) {
      for (let form = strict.firstFormOf(kind); form < strict.firstFormOf(kind + 1); form++) {
        const key = strict.formKey(form);
        this.#firstLetters.add(key.slice(0, 3));
        const known = this.#kinds.get(key);
        if (known === undefined) this.#kinds.set(key, [kind]);
        else if (!known.includes(kind)) known.push(kind);
      }
    }
  }

  /**
   * The query as a kind and the rest; of several kinds the longest, the first of equals. Null without one.
   * What an
   * abbreviation stands for is no kind: ХУД is not a mountain (уул).
   */
  read(words: readonly Word[]): CategoryQuery | null {
    for (let length = Math.min(LONGEST_CATEGORY, words.length); length > 0; length--) {
      for (let at = 0; at + length <= words.length; at++) {
        if (!this.#mayBegin(words[at])) continue;
        const kinds = this.#kinds.get(categoryKey(words.slice(at, at + length)));
        // Beside the post office, the post office is the place.
        if (kinds === undefined || isNearWordBehind(words[at + length])) continue;
        const others = canonicalWords([...words.slice(0, at), ...words.slice(at + length)]);
        // Цэцэрлэг хот is a town and no kindergarten.
        if (others.length > 0 && others.every(isSettlementWord)) continue;
        return { kinds, rest: others.filter((word) => !isNearWord(word)) };
      }
    }
    return null;
  }

  /** A quick test that most words of names fail. */
  #mayBegin(word: Word): boolean {
    return word.strict.length < 3 || mayChange(word) || this.#firstLetters.has(word.strict.slice(0, 3));
  }

  /**
   * Rows of the kinds, best first in lists that are each ascending:
   *
   *     1  the other words are the whole name of what the row is in, and are in the row's name too
   *     2  they are the whole name of what it is in; an aimag does not count, as nobody looks through one
   *     3  they are in its name
   *     4  each begins a word of something that it is in
   */
  rows(query: CategoryQuery, kind: LayerKind): number[][] {
    const { rest } = query;
    if (rest.length === 0) return kind === 'strict' ? [this.#ofKinds(query.kinds)] : [];
    const layer = this.#contexts[kind];
    const key = encodeKey(joinedKey(rest.map((word) => word[kind])));
    const { from, to } = layer.wholeRange(key, layer.headRange(key));
    const areas = new Set(layer.headRows.subarray(from, to));
    const narrow = new Set([...areas].filter((area) => !isAimag(layer, area, rest, kind)));
    const named = this.#namedAmong(query, kind);
    const isNamed = new Set(named);
    const inside =
      areas.size === 0 ? [] : this.#ofKinds(query.kinds).filter((row) => this.#contexts.isInAny(row, areas));
    return [
      inside.filter((row) => isNamed.has(row)),
      narrow.size === areas.size ? inside : inside.filter((row) => this.#contexts.isInAny(row, narrow)),
      named,
      this.#around(query, kind),
    ];
  }

  #ofKinds(kinds: readonly number[]): number[] {
    const { rowStart, rowsIn } = this.#contexts;
    const rows: number[] = [];
    for (const kind of kinds) for (let i = rowStart[kind]; i < rowStart[kind + 1]; i++) rows.push(rowsIn[i]);
    return kinds.length > 1 ? rows.sort((a, b) => a - b) : rows;
  }

  /** Rows of the kinds with all other words in one name. */
  #namedAmong({ kinds, rest }: CategoryQuery, kind: LayerKind): number[] {
    const layer = this.#names[kind];
    const ranges = rest.map((word) => wordRange(layer, word[kind], word.isNumber));
    const rarest = ranges.reduce((best, range) => (sizeOf(range) < sizeOf(best) ? range : best));
    const found = new Set<number>();
    for (let slot = rarest.from; slot < rarest.to; slot++) {
      const row = layer.tailRows[slot];
      if (!found.has(row) && this.#isOfKind(row, kinds) && hasAll(layer, layer.tailForm[slot], ranges))
        found.add(row);
    }
    return [...found].sort((a, b) => a - b);
  }

  #isOfKind(row: number, kinds: readonly number[]): boolean {
    return this.#contexts.isInAny(row, new Set(kinds));
  }

  /** Rows of the kinds that have all other words in what they are in, ascending. */
  #around({ kinds, rest }: CategoryQuery, kind: LayerKind): number[] {
    const { masks, rowStart, rowsIn, [kind]: keys } = this.#contexts;
    const ranges = this.#contexts.ranges(
      keys,
      rest.map((word) => word[kind]),
      rest.map((word) => word.isNumber),
    );
    const found: number[] = [];
    if (ranges.some(({ from, to }) => from === to)) return found;
    const all = 2 ** rest.length - 1;
    masks.begin(keys, ranges);
    for (const each of kinds)
      for (let i = rowStart[each]; i < rowStart[each + 1]; i++)
        if (masks.ofRow(rowsIn[i]) === all) found.push(rowsIn[i]);
    return kinds.length > 1 ? found.sort((a, b) => a - b) : found;
  }
}

/** Whether the area is also called so with аймаг behind, as an aimag is. */
function isAimag(layer: KeyLayer, area: number, rest: readonly Word[], kind: LayerKind): boolean {
  const key = encodeKey(joinedKey([...rest, AIMAG].map((word) => word[kind])));
  for (let form = layer.firstFormOf(area); form < layer.firstFormOf(area + 1); form++)
    if (layer.compareForm(form, key) === 'whole') return true;
  return false;
}

function hasAll(layer: KeyLayer, form: number, ranges: readonly SlotRange[]): boolean {
  return ranges.every((range) => layer.hasTail(form, range));
}

function sizeOf({ from, to }: SlotRange): number {
  return to - from;
}

/**
 * The joined key of words that may name a kind; empty when they name an area (сум, which is also read as
 * сүм).
 */
export function categoryKey(words: readonly Word[]): string {
  const canonical = canonicalWords(words);
  if (canonical.length === 1 && (isAreaWord(canonical[0]) || AMBIGUOUS.has(canonical[0].strict))) return '';
  return joinedKey(canonical.map((word) => word.strict));
}
