import { BitSet } from '../lookup/bit-set.js';
import { wordRange, type ContextIndex } from '../lookup/context-index.js';
import type { KeyLayer } from '../lookup/key-layer.js';
import type { SlotRange } from '../lookup/key-text.js';
import { RowList, SortedRows } from '../lookup/row-stream.js';
import type { Word } from '../../text/words.js';
import { areasBeside } from './areas-called.js';
import type { LayerKind } from './forward-hit.js';
import type { Matches } from './search-contract.js';

/** The factor by which testing the kind of a row in an area is cheaper than looking up a row's contexts. */
const MARKED = 8;
const NOTHING: Matches = { streams: [] };

/** Finds rows of given kinds by their names and contexts. */
export class KindRows {
  readonly #contexts: ContextIndex;
  readonly #names: Record<LayerKind, KeyLayer>;
  /** Maps the kinds requested so far to their cached rows, ascending. */
  readonly #rows = new Map<readonly number[], Uint32Array>();
  readonly #marked: BitSet;
  #markedKinds: readonly number[] | null = null;

  /** @param names the names of rows */
  constructor(contexts: ContextIndex, names: Record<LayerKind, KeyLayer>) {
    this.#contexts = contexts;
    this.#names = names;
    this.#marked = new BitSet(contexts.rows);
  }

  /** Returns the rows of these kinds in ascending order. */
  rowsOf(kinds: readonly number[]): Uint32Array {
    let rows = this.#rows.get(kinds);
    if (rows === undefined) {
      const all = kinds.map((kind) => this.#contexts.rowsOf(kind));
      rows = Uint32Array.from(new Set(all.flatMap((list) => [...list]))).sort();
      this.#rows.set(kinds, rows);
    }
    return rows;
  }

  isOfKind(row: number, kinds: readonly number[] | undefined): boolean {
    return kinds !== undefined && this.rowsOf(kinds).includes(row);
  }

  /** Returns the rows of these kinds as a set, which stays valid until other kinds are requested. */
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

  /** Returns the rows of these kinds that are in one of the areas. */
  inside(kinds: readonly number[], areas: readonly number[]): Matches {
    const rows = this.rowsOf(kinds);
    const lists = areas.map((area) => this.#contexts.rowsOf(area));
    if (lists.reduce((sum, list) => sum + list.length, 0) > MARKED * rows.length)
      return { streams: [new SortedRows(rows)], accepts: this.isInAny(areas) };
    const marked = this.#markedRowsOf(kinds);
    return { streams: lists.map((list) => new SortedRows(list)), accepts: (row) => marked.has(row) };
  }

  /**
   * Returns the rows of these kinds that are in two areas whose names appear next to each other in the query.
   */
  insideBoth(kinds: readonly number[], rest: readonly Word[], kind: LayerKind): Matches {
    const found = areasBeside(this.#contexts[kind], rest, kind, this.#contexts.kinds);
    return found === null ? NOTHING : onlyWhere(this.inside(kinds, found.second), this.isInAny(found.first));
  }

  /**
   * Returns the rows of these kinds that have all of the remaining words in one name, in any order.
   *
   * @param areWhole whether each query word must be a whole word of the name
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

  /** Returns the rows of these kinds that have all of the remaining words in their contexts. */
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

/** Keeps only those matches that are among the wanted rows. */
export function onlyWhere({ streams, accepts }: Matches, isWanted: IsWanted): Matches {
  return { streams, accepts: (row) => isWanted(row) && (accepts === undefined || accepts(row)) };
}

/** Returns the rows of the matches, which are then read to the end. */
export function rowsIn({ streams, accepts }: Matches): number[] {
  const rows = new Set<number>();
  for (const stream of streams)
    for (; stream.row !== Infinity; stream.next())
      if (accepts === undefined || accepts(stream.row)) rows.add(stream.row);
  return [...rows];
}

/**
 * Runs the same steps twice: first only for rows in a town, then for all rows. Many soums share their name
 * with a town: a search for a bank in Дархан means the city, not the soum of that name in Хэнтий.
 *
 * @param isThere tells whether a row is in the town, or null if the query does not name a town, in which case
 * the first pass is empty
 * @param count the number of steps, which keeps two indexes in sync when they are searched together
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
