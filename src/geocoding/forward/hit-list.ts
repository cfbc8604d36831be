import { bestRows, type Refined } from './refinement.js';
import type { RowStream } from '../lookup/row-stream.js';
import type { ForwardHit } from '../finding/forward-hit.js';
import { rowsIn } from '../finding/kind-rows.js';
import type { Matches, Things } from '../finding/search-contract.js';

/**
 * The hits found so far, up to the limit. Each row occurs once. Unless every row is wanted, each place also
 * appears only once.
 */
export class HitList {
  readonly hits: ForwardHit[] = [];
  readonly #limit: number;
  readonly #searched: Things;
  /** This is a list because a set would cost more for so few hits. */
  readonly #things: number[] = [];
  readonly #refined: Refined | undefined;

  constructor(limit: number, searched: Things, refined: Refined | undefined) {
    this.#limit = limit;
    this.#searched = searched;
    this.#refined = refined;
  }

  /** Whether the order of equally good matches depends on more than prominence. */
  get isRanked(): boolean {
    return this.#refined?.ranking !== undefined;
  }

  get isFull(): boolean {
    return this.hits.length >= this.#limit;
  }

  /** Adds rows from all streams, merged in ascending order or in the order of the ranking. */
  take({ streams, accepts }: Matches, how: Omit<ForwardHit, 'row'>): void {
    if (streams.length === 0 || this.isFull) return;
    const ranking = this.#refined?.ranking;
    if (ranking !== undefined) {
      const thingOf = (row: number): number => {
        const thing = this.#thingOf(row);
        return thing >= 0 && (accepts === undefined || accepts(row)) ? thing : -1;
      };
      for (const row of bestRows(streams, ranking, this.#limit - this.hits.length, thingOf))
        this.add(row, how);
      return;
    }
    const [first] = streams;
    const isOne = streams.length === 1;
    while (!this.isFull) {
      const row = isOne ? first.row : lowestRow(streams);
      if (row === Infinity) return;
      if (isOne) while (first.row === row) first.next();
      else for (const stream of streams) while (stream.row === row) stream.next();
      const thing = this.#thingOf(row);
      if (thing >= 0 && (accepts === undefined || accepts(row))) this.#add(row, thing, how);
    }
  }

  /**
   * Adds rows from all matches, merged so that the nearest come first.
   *
   * @param distanceOf in meters, or Infinity if the row is too far away; by default, measured from the
   * position of a ranked list
   */
  takeNearest(
    all: Iterable<Matches>,
    how: Omit<ForwardHit, 'row'>,
    distanceOf = (row: number): number => this.#refined!.ranking!.distanceOf(row),
  ): void {
    const rows = new Set<number>();
    for (const matches of all) for (const row of rowsIn(matches)) rows.add(row);
    const near = [...rows].map((row) => ({ row, distance_m: distanceOf(row) }));
    near.sort((a, b) => a.distance_m - b.distance_m || a.row - b.row);
    for (const { row, distance_m } of near) if (!this.isFull && distance_m < Infinity) this.add(row, how);
  }

  add(row: number, how: Omit<ForwardHit, 'row'>): void {
    const thing = this.#thingOf(row);
    if (thing >= 0) this.#add(row, thing, how);
  }

  #add(row: number, thing: number, { group, key, relaxation }: Omit<ForwardHit, 'row'>): void {
    this.#things.push(thing);
    this.hits.push({ row, group, key, relaxation });
  }

  /** Returns the place that a row belongs to, or -1 if it is already in the list or not wanted. */
  #thingOf(row: number): number {
    const thing = this.#refined?.everyRow === true ? row : this.#searched.thingOf(row);
    if (this.#things.includes(thing)) return -1;
    return this.#refined?.accepts === undefined || this.#refined.accepts(row) ? thing : -1;
  }
}

function lowestRow(streams: readonly RowStream[]): number {
  let lowest = Infinity;
  for (const { row } of streams) if (row < lowest) lowest = row;
  return lowest;
}
