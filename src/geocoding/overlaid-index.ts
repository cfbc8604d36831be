import { firstWhere } from '../arrays/first-where.js';
import type { Position } from '../geo/position.js';
import { ForwardSearch } from './forward/forward-search.js';
import { JointIndex } from './finding/joint-index.js';
import { JointRows } from './finding/joint-rows.js';
import type { Area } from './reading/area-lexicon.js';
import type { Reading } from './reading/reading-option.js';
import { ReadingSearch } from './reading/reading-search.js';
import { Spellings } from './reading/spellings.js';
import type { Refined, Refinement } from './forward/refinement.js';
import type { GeocodingIndex, PlaceIndex } from './geocoding-index.js';
import type { Explanation, FoundRow, PlaceHit } from './place-hit.js';
import type { Language } from './languages.js';
import type { PlaceDetails } from './places/details.js';
import { compareRanks } from './places/place.js';
import type { ReverseIndex, ReverseMatch } from './reverse/reverse-index.js';
import type { ReverseRadii } from './reverse/reverse-limits.js';
import type { Word } from '../text/words.js';

/**
 * A map combined with the user's own places; it returns the same results as a single index of both. Rows are
 * numbered in the combined order of the map and the own places. Chains contain row numbers of the map.
 */
export class OverlaidIndex implements PlaceIndex {
  readonly size: number;
  readonly parts: readonly GeocodingIndex[];
  readonly #map: GeocodingIndex;
  readonly #own: GeocodingIndex;
  readonly #rows: JointRows;
  readonly #search: ReadingSearch;
  readonly #positions: ReverseIndex;

  /** @param own from GeocodingIndex.ofOwnPlaces(), for the same map */
  constructor(map: GeocodingIndex, own: GeocodingIndex) {
    this.#map = map;
    this.#own = own;
    this.parts = [map, own];
    const before = Uint32Array.from({ length: own.size }, (_, row) => {
      const place = own.rankOf(row);
      return firstWhere(0, map.size, (other) => compareRanks(map.rankOf(other), place) > 0);
    });
    this.#rows = new JointRows(map.size, before);
    this.size = this.#rows.size;
    this.#search = this.#searchOfBoth();
    this.#positions = map.positions.with(own.positions);
  }

  /** Returns a search that uses the areas of the map and the words of both indexes. */
  #searchOfBoth(): ReadingSearch {
    const [map, own] = [this.#map.ground, this.#own.ground];
    const searched = new JointIndex(this.#map.part, this.#own.part, this.#rows);
    let spellings: Spellings | null = null;
    const contexts = new Map<Area, number>();
    const contextOf = (area: Area): number => {
      let context = contexts.get(area);
      if (context === undefined)
        contexts.set(area, (context = own.contextOf(area, this.#map.namesOf(area.row))));
      return context;
    };
    return new ReadingSearch({
      searched,
      forward: new ForwardSearch(searched),
      isWhole: true,
      lexicon: () => map.lexicon(),
      spellings: () => (spellings ??= new Spellings([...map.vocabularies, ...own.vocabularies])),
      rowOfArea: ({ row }) => this.#rows.ofMap(row),
      isInside: (row, area) => {
        const at = this.#rows.ownAt(row);
        return at >= 0 ? own.isInside(at, area, contextOf(area)) : map.isInside(this.#rows.mapAt(row), area);
      },
      isCalledInside: (row, khoroo) =>
        this.#at(row, ({ ground }, of) => ground.isCalledInside(of, khoroo, map.lexicon())),
      typeOf: (row) => this.#at(row, (index, of) => index.typeOf(of)),
      textsOf: (row) => this.#at(row, ({ ground }, of) => ground.textsOf(of)),
      addressOf: (row) => this.#at(row, ({ ground }, of) => ground.addressOf(of)),
      pointIn: (row, areas) => {
        const at = this.#rows.ownAt(row);
        return at >= 0 ? null : map.pointIn(this.#rows.mapAt(row), areas);
      },
    });
  }

  find(text: string, limit: number, refinement?: Refinement, asked?: (readonly Word[])[]): FoundRow[] {
    const isWanted = (row: number): boolean => this.#at(row, (index, of) => index.hasOtherNames(of));
    const isHouse = (row: number): boolean => this.#isHouse(row);
    return this.#search
      .hits(text, limit, { refined: this.#refined(refinement), isWanted, isHouse, asked })
      .map((hit) => ({
        ...this.#at(hit.row, (index, row) => index.foundRow({ ...hit, row })),
        row: hit.row,
      }));
  }

  explain(text: string, limit: number, refinement?: Refinement): Explanation[] {
    const refined = this.#refined(refinement);
    const isHouse = (row: number): boolean => this.#isHouse(row);
    return this.#search.hits(text, limit, { refined, isHouse }).map((hit) => {
      const here = refined?.ranking?.valueOf(hit.row);
      return {
        ...this.#at(hit.row, (index, row) => index.explanationOf({ ...hit, row }, here)),
        row: hit.row,
      };
    });
  }

  readings(text: string, limit: number, refinement?: Refinement): Reading[] {
    return this.#search.readings(text, limit, { refined: this.#refined(refinement) });
  }

  isInNamedArea(text: string, lon: number, lat: number): boolean {
    return this.#map.isInNamedArea(text, lon, lat);
  }

  nearest(lon: number, lat: number, radii: Readonly<ReverseRadii>): ReverseMatch | null {
    const match = this.#positions.nearest(lon, lat, radii);
    if (match === null) return null;
    const own = match.row - this.#map.size;
    return { ...match, row: own >= 0 ? this.#rows.ofOwn(own) : this.#rows.ofMap(match.row) };
  }

  chainAt(row: number, lon: number, lat: number): ArrayLike<number> {
    const own = this.#rows.ownAt(row);
    if (own < 0) return this.#map.chainAt(this.#rows.mapAt(row), lon, lat);
    return this.#map.pointChain.of(-1, lon, lat) ?? this.#own.texts.chainOf(own);
  }

  place(row: number, language?: Language, chain?: ArrayLike<number>): PlaceHit {
    return { ...this.#at(row, (index, of) => index.place(of, language, chain)), row };
  }

  pointOf(row: number): Position {
    return this.#at(row, (index, of) => index.pointOf(of));
  }

  labelOf(row: number, language?: Language): Pick<PlaceHit, 'name' | 'type'> {
    return this.#at(row, (index, of) => index.labelOf(of, language));
  }

  /** If both indexes contain the id, the own place wins because a user added it on purpose. */
  rowOf(id: string): number {
    const own = this.#own.rowOf(id);
    if (own >= 0) return this.#rows.ofOwn(own);
    const row = this.#map.rowOf(id);
    return row < 0 ? -1 : this.#rows.ofMap(row);
  }

  details(row: number): PlaceDetails | null {
    return this.#at(row, (index, of) => index.details(of));
  }

  #isHouse(row: number): boolean {
    return this.#at(row, (index, of) => index.isHouse(of));
  }

  /** Calls `ask` with the index to which a combined row belongs. */
  #at<T>(row: number, ask: (index: GeocodingIndex, row: number) => T): T {
    const own = this.#rows.ownAt(row);
    return own >= 0 ? ask(this.#own, own) : ask(this.#map, this.#rows.mapAt(row));
  }

  #refined(refinement: Refinement | undefined): Refined | undefined {
    const [map, own] = [this.#map.refined(refinement), this.#own.refined(refinement)];
    if (map === undefined || own === undefined) return undefined;
    const rows = this.#rows;
    const each = <T>(row: number, ask: (refined: Refined, row: number) => T): T => {
      const at = rows.ownAt(row);
      return at >= 0 ? ask(own, at) : ask(map, rows.mapAt(row));
    };
    return {
      ...(map.ranking !== undefined && {
        ranking: {
          valueOf: (row: number) => each(row, ({ ranking }, of) => ranking!.valueOf(of)),
          mostOf: (row: number) => each(row, ({ ranking }, of) => ranking!.mostOf(of)),
          distanceOf: (row: number) => each(row, ({ ranking }, of) => ranking!.distanceOf(of)),
        },
      }),
      ...(map.accepts !== undefined && {
        accepts: (row: number) => each(row, ({ accepts }, of) => accepts!(of)),
      }),
      ...(map.everyRow !== undefined && { everyRow: map.everyRow }),
    };
  }
}
