import type { Effort } from './effort.js';
import type { Reading } from '../../text/forms.js';
import type { Word } from '../../text/words.js';
import type { RowStream } from '../lookup/row-stream.js';
import { AddressHits } from './context-search.js';
import type { ForwardHit, LayerKind } from './forward-hit.js';
import type { HouseReader } from './house-search.js';
import type { SingleIndex, SinglePlan } from './single-index.js';
import { MovedRows, type JointRows } from './joint-rows.js';
import { compareNearRows, MOST_LANDMARKS, type Landmark, type NearRow } from './landmarks.js';
import type {
  Beside,
  Matches,
  NameFinder,
  NearestRows,
  Searched,
  SearchedCategory,
  SearchPlan,
} from './search-contract.js';

/** Converts a stream of rows, a list of rows, or one row to joint row numbers. */
type Moved = (row: number) => number;

/**
 * Searches the map and own places as one index: each search step combines the rows of both. The results come
 * in the same order as from a single index, and a result from either part makes both parts skip the same
 * steps.
 */
export class JointIndex implements Searched {
  readonly #map: SingleIndex;
  readonly #own: SingleIndex;
  readonly #rows: JointRows;
  /** House numbers in the other part also count here: 8 б is not read as 8. */
  readonly #houses: Record<'map' | 'own', HouseReader>;

  constructor(map: SingleIndex, own: SingleIndex, rows: JointRows) {
    this.#map = map;
    this.#own = own;
    this.#rows = rows;
    this.#houses = {
      map: { queriesOf: (reading) => map.houses.queriesOf(reading, (number) => own.houses.has(number)) },
      own: { queriesOf: (reading) => own.houses.queriesOf(reading, (number) => map.houses.has(number)) },
    };
  }

  get effort(): Effort {
    return this.#map.effort;
  }

  plan(words: readonly Word[], before?: SearchPlan): JointPlan {
    const known = before as JointPlan | undefined;
    return new JointPlan(
      this.#map.plan(words, known?.map, this.#houses.map),
      this.#own.plan(words, known?.own, this.#houses.own),
      this.#rows,
    );
  }

  insideOf(words: readonly Word[]): ((row: number) => boolean) | null {
    return this.#either(this.#map.insideOf(words), this.#own.insideOf(words));
  }

  inTown(words: readonly Word[]): ((row: number) => boolean) | null {
    const [map, own] = [this.#map.categories, this.#own.categories];
    return this.#either(map.inTown(this.#landmarks(words, 'map')), own.inTown(this.#landmarks(words, 'own')));
  }

  besideOf(words: readonly Word[]): Beside | null {
    const map = this.#map.besideOf(words, this.#landmarks(words, 'map', true));
    const own = this.#own.besideOf(words, this.#landmarks(words, 'own', true));
    if (map === null || own === null) return null;
    const distanceOf = (row: number): number => {
      const at = this.#rows.ownAt(row);
      return at >= 0 ? own.distanceOf(at) : map.distanceOf(this.#rows.mapAt(row));
    };
    return { ...map, distanceOf };
  }

  mayHaveInside(words: readonly Word[]): boolean {
    return this.#map.mayHaveInside(words) || this.#own.mayHaveInside(words);
  }

  isCalled(words: readonly Word[]): boolean {
    return this.#map.isCalled(words) || this.#own.isCalled(words);
  }

  namesOf(row: number): readonly string[] {
    const own = this.#rows.ownAt(row);
    return own >= 0 ? this.#own.namesOf(own) : this.#map.namesOf(this.#rows.mapAt(row));
  }

  isTown(words: readonly Word[]): boolean {
    return this.#map.isTown(words) || this.#own.isTown(words);
  }

  beginsName(words: readonly Word[]): boolean {
    return this.#map.beginsName(words) || this.#own.beginsName(words);
  }

  calledByStem(words: readonly Word[]): readonly Word[] | null {
    return this.#map.calledByStem(words) ?? this.#own.calledByStem(words);
  }

  category(words: readonly Word[]): SearchedCategory | null {
    this.effort.addKind(words.length);
    const [map, own] = [this.#map.categories, this.#own.categories];
    const ofMap = map.read(words, own);
    const ofOwn = own.read(words, map);
    if (ofMap === null || ofOwn === null) return null;
    return {
      isAlone: ofMap.rest.length === 0,
      rows: (key, isEmpty) => {
        const landmarks =
          (part: 'map' | 'own') =>
          (mayLack: boolean): Landmark[] =>
            this.#landmarks(ofMap.place, part, mayLack);
        return this.#inStep(
          map.rows(ofMap, key, isEmpty, landmarks('map')),
          own.rows(ofOwn, key, isEmpty, landmarks('own')),
        );
      },
    };
  }

  hasNumber(row: number, key: string): boolean {
    const own = this.#rows.ownAt(row);
    return own >= 0 ? this.#own.hasNumber(own, key) : this.#map.hasNumber(this.#rows.mapAt(row), key);
  }

  misspelt(readings: readonly Reading[]): number[][] {
    return joinedLists(this.#rows, this.#map.misspelt(readings), this.#own.misspelt(readings));
  }

  thingOf(row: number): number {
    const own = this.#rows.ownAt(row);
    return own >= 0
      ? this.#rows.ofOwn(this.#own.thingOf(own))
      : this.#rows.ofMap(this.#map.thingOf(this.#rows.mapAt(row)));
  }

  /** Combines the row tests of both parts. Returns null if neither part has a row test. */
  #either(map: ((row: number) => boolean) | null, own: ((row: number) => boolean) | null) {
    if (map === null && own === null) return null;
    return (row: number): boolean => {
      const at = this.#rows.ownAt(row);
      return at >= 0 ? own?.(at) === true : map?.(this.#rows.mapAt(row)) === true;
    };
  }

  /** Runs the search steps of both parts in lockstep. */
  *#inStep(
    ofMap: Iterable<Matches | NearestRows>,
    ofOwn: Iterable<Matches | NearestRows>,
  ): Generator<Matches | NearestRows> {
    const own = ofOwn[Symbol.iterator]();
    for (const matches of ofMap) {
      const others = own.next().value as Matches | NearestRows;
      if ('streams' in matches && 'streams' in others) yield joined(this.#rows, matches, others);
      else yield { nearest: this.#nearest(nearestIn(matches), nearestIn(others)) };
    }
  }

  #nearest(ofMap: readonly NearRow[], ofOwn: readonly NearRow[]): NearRow[] {
    return [
      ...ofMap.map((near) => ({ ...near, row: this.#rows.ofMap(near.row) })),
      ...ofOwn.map((near) => ({ ...near, row: this.#rows.ofOwn(near.row) })),
    ].sort(compareNearRows);
  }

  /** Returns the most prominent landmarks of both parts, with the row numbers of the given part. */
  #landmarks(place: readonly Word[], part: 'map' | 'own', mayLack = false): Landmark[] {
    const [map, own] = [this.#map.categories, this.#own.categories];
    const ofPart = (landmark: Landmark, of: 'map' | 'own'): Landmark =>
      part === of ? landmark : { ...landmark, row: -1 };
    const all = [
      ...map.landmarks(place, mayLack, map, own).map((each) => ({
        joint: this.#rows.ofMap(each.row),
        landmark: ofPart(each, 'map'),
      })),
      ...own.landmarks(place, mayLack, map, own).map((each) => ({
        joint: this.#rows.ofOwn(each.row),
        landmark: ofPart(each, 'own'),
      })),
    ].sort((a, b) => a.joint - b.joint);
    const least = Math.min(...all.map(({ landmark }) => landmark.lack));
    const best = all.filter(({ landmark }) => landmark.lack === least);
    return best.slice(0, MOST_LANDMARKS).map(({ landmark }) => landmark);
  }
}

/** The plan for searching both indexes with one query. */
class JointPlan implements SearchPlan {
  readonly map: SinglePlan;
  readonly own: SinglePlan;
  readonly #rows: JointRows;

  constructor(map: SinglePlan, own: SinglePlan, rows: JointRows) {
    this.map = map;
    this.own = own;
    this.#rows = rows;
  }

  names(): NameFinder {
    const [map, own] = [this.map.names(), this.own.names()];
    const both = (matchesOf: (names: NameFinder) => Matches): Matches =>
      joined(this.#rows, matchesOf(map), matchesOf(own));
    return {
      literal: (group) => both((names) => names.literal(group)),
      folded: (group) => both((names) => names.folded(group)),
      derived: (group, key) => both((names) => names.derived(group, key)),
      lowered: (group, key) => both((names) => names.lowered(group, key)),
      alike: (group) => both((names) => names.alike(group)),
      hasWholeMadeName: (key) => map.hasWholeMadeName(key) || own.hasWholeMadeName(key),
    };
  }

  around(key: LayerKind, hits: AddressHits): void {
    for (const [plan, move] of [
      [this.map, this.#rows.ofMap],
      [this.own, this.#rows.ofOwn],
    ] as const) {
      const found = new AddressHits();
      plan.around(key, found);
      hits.addMoved(found, move);
    }
  }

  houses(key: LayerKind): number[][] {
    return joinedLists(this.#rows, this.map.houses(key), this.own.houses(key));
  }

  formOf(hit: ForwardHit, words: readonly Word[]): number | null {
    const own = this.#rows.ownAt(hit.row);
    return own >= 0
      ? this.own.formOf({ ...hit, row: own }, words)
      : this.map.formOf({ ...hit, row: this.#rows.mapAt(hit.row) }, words);
  }
}

function nearestIn(matches: Matches | NearestRows): readonly NearRow[] {
  return 'nearest' in matches ? matches.nearest : [];
}

/** Joins each list of the map with the corresponding list of own places. */
function joinedLists(rows: JointRows, ofMap: readonly number[][], ofOwn: readonly number[][]): number[][] {
  return ofMap.map((list, i) => [...list.map(rows.ofMap), ...ofOwn[i].map(rows.ofOwn)]);
}

/** Joins the matches of both parts. */
function joined(rows: JointRows, ofMap: Matches, ofOwn: Matches): Matches {
  const streams = [...moved(ofMap.streams, rows.ofMap), ...moved(ofOwn.streams, rows.ofOwn)];
  if (ofMap.accepts === undefined && ofOwn.accepts === undefined) return { streams };
  const accepts = (row: number): boolean => {
    const own = rows.ownAt(row);
    return own >= 0 ? (ofOwn.accepts?.(own) ?? true) : (ofMap.accepts?.(rows.mapAt(row)) ?? true);
  };
  return { streams, accepts };
}

function moved(streams: readonly RowStream[], move: Moved): RowStream[] {
  return streams.map((stream) => new MovedRows(stream, move));
}
