import { BitSet } from '../lookup/bit-set.js';
import { wordRange, type ContextIndex } from '../lookup/context-index.js';
import type { KeyLayer } from '../lookup/key-layer.js';
import type { SlotRange } from '../lookup/key-text.js';
import { RowList, SortedRows } from '../lookup/row-stream.js';
import type { Word } from '../../text/words.js';
import { areasBeside } from './areas-called.js';
import type { LayerKind } from './forward-hit.js';
import type { Matches } from './searched.js';

/** Testing a row of an area for its kind is this many times cheaper than finding the contexts of a row. */
const MARKED = 8;
const NOTHING: Matches = { streams: [] };

/** Rows of kinds, by their names and contexts. */
export class KindRows {
  readonly #contexts: ContextIndex;
  readonly #names: Record<LayerKind, KeyLayer>;
  /** Rows of requested kinds, ascending. */
  readonly #rows = new Map<readonly number[], Uint32Array>();
  readonly #marked: BitSet;
  #markedKinds: readonly number[] | null = null;

  /** @param names the names of rows */
  constructor(contexts: ContextIndex, names: Record<LayerKind, KeyLayer>) {
    this.#contexts = contexts;
    this.#names = names;
    this.#marked = new BitSet(contexts.rows);
  }

  /** Rows of the kinds, ascending. */
  rowsOf(kinds: readonly number[]): Uint32Array {
    let rows = this.#rows.get(kinds);
    if (rows === undefined) {
      const all = kinds.map((kind) => this.#contexts.rowsOf(kind));
      rows = Uint32Array.from(new Set(all.flatMap((list) => [...list]))).sort();
      this.#rows.set(kinds, rows);
    }
    return rows;
  }

  /** The same rows as a set, valid until the next request for other kinds. */
  #markedRowsOf(kinds: readonly number[]): BitSet {
    if (this.#markedKinds !== kinds) {
      this.#marked.clear();
      for (const row of this.rowsOf(kinds)) this.#marked.add(row);
      this.#markedKinds = kinds;
    }
    return this.#marked;
  }

  isInAny(contexts: readonly number[]): (row: number) => boolean {
    const wanted = new Set(contexts);
    return (row) => this.#contexts.isInAny(row, wanted);
  }

  /** Rows of the kinds in one of the areas. */
  inside(kinds: readonly number[], areas: readonly number[]): Matches {
    const rows = this.rowsOf(kinds);
    const lists = areas.map((area) => this.#contexts.rowsOf(area));
    if (lists.reduce((sum, list) => sum + list.length, 0) > MARKED * rows.length)
      return { streams: [new SortedRows(rows)], accepts: this.isInAny(areas) };
    const marked = this.#markedRowsOf(kinds);
    return { streams: lists.map((list) => new SortedRows(list)), accepts: (row) => marked.has(row) };
  }

  /** Rows of the kinds in two areas whose names stand side by side. */
  insideBoth(kinds: readonly number[], rest: readonly Word[], kind: LayerKind): Matches {
    const found = areasBeside(this.#contexts[kind], rest, kind, this.#contexts.kinds);
    return found === null ? NOTHING : onlyWhere(this.inside(kinds, found.second), this.isInAny(found.first));
  }

  /**
   * Rows of the kinds with all other words in one name, in any order.
   *
   * @param areWhole whether they have to be whole words there
   */
  named(kinds: readonly number[], rest: readonly Word[], kind: LayerKind, areWhole = false): number[] {
    const layer = this.#names[kind];
    const ranges = rest.map((word) => wordRange(layer, word[kind], word.isNumber));
    const rarest = ranges.reduce((best, range) => (sizeOf(range) < sizeOf(best) ? range : best));
    const found: number[] = [];
    if (sizeOf(rarest) === 0) return found;
    const marked = this.#markedRowsOf(kinds);
    for (let slot = rarest.from; slot < rarest.to; slot++) {
      const row = layer.tailRows[slot];
      const form = layer.tailForm[slot];
      if (!marked.has(row) || (ranges.length > 1 && !hasAll(layer, form, ranges))) continue;
      const words = areWhole ? layer.wordsOf(form) : [];
      if (!areWhole || rest.every((word) => words.includes(word[kind]))) found.push(row);
    }
    return found;
  }

  /** Rows of the kinds with all other words in their contexts. */
  around(kinds: readonly number[], rest: readonly Word[], kind: LayerKind): Matches {
    const contexts = this.#contexts;
    const { masks, [kind]: keys } = contexts;
    const ranges = contexts.ranges(
      keys,
      rest.map((word) => word[kind]),
      rest.map((word) => word.isNumber),
    );
    if (ranges.some(({ from, to }) => from === to)) return { streams: [] };
    const all = 2 ** rest.length - 1;
    masks.begin(keys, ranges);
    const rows = this.rowsOf(kinds);
    const [fewest] = ranges
      .map((range) => ({ range, count: contexts.countRows(keys, range) }))
      .sort((a, b) => a.count - b.count);
    if (fewest.count > rows.length)
      return { streams: [new SortedRows(rows)], accepts: (row) => masks.ofRow(row) === all };
    const marked = this.#markedRowsOf(kinds);
    const found: number[] = [];
    for (let slot = fewest.range.from; slot < fewest.range.to; slot++)
      for (const row of contexts.rowsOf(keys.tailRows[slot]))
        if (marked.has(row) && masks.ofRow(row) === all) found.push(row);
    return { streams: [new RowList(found)] };
  }
}

function hasAll(layer: KeyLayer, form: number, ranges: readonly SlotRange[]): boolean {
  return ranges.every((range) => layer.hasTail(form, range));
}

function sizeOf({ from, to }: SlotRange): number {
  return to - from;
}

type IsWanted = (row: number) => boolean;

/** The wanted ones among the rows. */
export function onlyWhere({ streams, accepts }: Matches, isWanted: IsWanted): Matches {
  return { streams, accepts: (row) => isWanted(row) && (accepts === undefined || accepts(row)) };
}

/**
 * The same steps twice: first only rows in a town, then all. Many a soum has the name of a town: a search for
 * a bank in Дархан means the city, not the soum of that name in Хэнтий.
 *
 * @param isThere whether a row is in the town; null if the text names none, so that the first pass is empty
 * @param count number of steps: two indexes that are searched together keep step
 */
export function* townFirst(
  isThere: IsWanted | null,
  count: number,
  steps: () => Iterable<Matches>,
): Generator<Matches> {
  if (isThere === null) for (let step = 0; step < count; step++) yield { streams: [] };
  else for (const matches of steps()) yield onlyWhere(matches, isThere);
  yield* steps();
}
