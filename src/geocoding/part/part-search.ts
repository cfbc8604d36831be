import type { Position } from '../../geo/position.js';
import type { Word } from '../../text/words.js';
import { ForwardSearch } from '../forward/forward-search.js';
import { GeocodingIndex } from '../geocoding-index.js';
import type { FoundRow } from '../place-hit.js';
import type { Sections } from '../../arrays/sections.js';
import { freezePart, type PartPlace } from './part-of-index.js';
import type { Area, AreaLexicon } from '../reading/area-lexicon.js';
import { CutText } from '../reading/cut-text.js';
import type { Finder, Ground } from '../reading/ground.js';
import { ReadingSearch } from '../reading/reading-search.js';
import { ReverseBuilder } from '../reverse/reverse-build.js';
import type { Spellings } from '../reading/spellings.js';

/**
 * The data about a complete index that is needed to interpret queries, regardless of where its places are
 * stored. The row numbers of areas are their ranks.
 */
export interface WholeWords {
  lexicon: AreaLexicon;
  spellings: Spellings;
}

/** The words of a search. */
export interface AskedQuery {
  words: readonly Word[];
  /** The areas to search in; empty to search everywhere. */
  areas: readonly Area[];
  /** A landmark near which to search; empty to search everywhere. */
  landmark: readonly Word[];
  /** Whether to search only by name or by kind, because the search stopped at that stage. */
  isByName: boolean;
}

/** The requests that a search makes, in order and without duplicates. */
export interface AskedOfWhole {
  queries: readonly AskedQuery[];
  /** Areas that may be results themselves. */
  areas: readonly Area[];
}

/** A point of a street, in an area that does not contain the street's own point. */
interface PassedArea {
  /** The area's rank. */
  area: number;
  /** The point, in degrees. */
  at: Position;
  /** The areas around that point, by rank. */
  areas: readonly { rank: number; isShown: boolean }[];
}

/** A place in the part of the index that is searched. */
export interface SearchedPlace extends PartPlace {
  passed: readonly PassedArea[];
}

/** Whether a query has several readings because it names areas or contains words that do not name a place. */
export function isReadInParts(text: string, { lexicon }: WholeWords): boolean {
  const cut = new CutText(text, lexicon);
  return cut.strong !== null || cut.hasAsides;
}

/**
 * Allowing typing errors would require comparing the query with all names, and not all names are available
 * here.
 */
const SEARCH_OPTIONS = { readsErrors: false } as const;

/** Interprets a query using only some places of a complete index, and reports which other places it needs. */
export class PartSearch {
  readonly index: GeocodingIndex;
  readonly #places: readonly SearchedPlace[];
  readonly #whole: WholeWords;
  readonly #rowOf = new Map<number, number>();

  /** @param sections those places, as arranged by freezePart() */
  constructor(sections: Sections, places: readonly SearchedPlace[], whole: WholeWords) {
    this.index = GeocodingIndex.from(sections, SEARCH_OPTIONS);
    [this.#places, this.#whole] = [places, whole];
    places.forEach(({ rank }, row) => this.#rowOf.set(rank, row));
  }

  /** Returns the first request of a search, assuming that no place has been found. */
  static firstAsked(text: string, limit: number, whole: WholeWords): AskedOfWhole {
    const nothing = freezePart([], new Map(), []);
    const part = new PartSearch({ ...nothing, ...nothingNear(0) }, [], whole);
    return part.#found(text, limit, true).asked;
  }

  /**
   * Returns the best places for a query; they are the same as from the complete index if all requested places
   * are available.
   */
  find(text: string, limit: number): { rows: FoundRow[]; asked: AskedOfWhole } {
    return this.#found(text, limit, false);
  }

  #found(text: string, limit: number, isFirst: boolean): { rows: FoundRow[]; asked: AskedOfWhole } {
    const { index } = this;
    const asked = new Asked();
    const rows = new ReadingSearch(this.#ground(asked, isFirst))
      .hits(text, limit, {
        isWanted: (row) => row >= 0 && index.hasOtherNames(row),
        isHouse: (row) => row >= 0 && index.isHouse(row),
      })
      .filter(({ row }) => row >= 0)
      .map((hit) => index.foundRow(hit));
    return { rows, asked: { queries: [...asked.queries.values()], areas: [...asked.areas] } };
  }

  /** Returns the areas around a hit's point, for place(). */
  chainOf({ row, at }: FoundRow): ArrayLike<number> {
    if (at === null) return this.index.texts.chainOf(row);
    const passed = this.#places[row].passed.find((each) => each.at === at);
    return (passed?.areas ?? []).flatMap(({ rank, isShown }) => {
      const area = this.#rowOf.get(rank);
      return area === undefined ? [] : [2 * area + Number(isShown)];
    });
  }

  #ground(asked: Asked, isFirst: boolean): Ground {
    const { lexicon, spellings } = this.#whole;
    const { index } = this;
    const places = this.#places;
    const searched = index.part;
    return {
      searched,
      forward: asked.finderOf(new ForwardSearch(searched, SEARCH_OPTIONS), isFirst),
      isWhole: true,
      lexicon: () => lexicon,
      spellings: () => spellings,
      rowOfArea: (area) => {
        asked.areas.add(area);
        return this.#rowOf.get(area.row) ?? -1;
      },
      isInside: (row, { row: rank, context }) =>
        places[row].areas.some((area) => area.rank === rank) ||
        (context >= 0 && places[row].contexts.includes(context)),
      isCalledInside: (row, khoroo) =>
        lexicon.isCalledInside(
          places[row].areas.map(({ rank }) => rank),
          khoroo,
        ),
      addressOf: (row) => index.ground.addressOf(row),
      typeOf: (row) => index.typeOf(row),
      textsOf: (row) => index.ground.textsOf(row),
      pointIn: (row, areas) => {
        if (row < 0) return null;
        const isOne = (rank: number): boolean => areas.some((area) => area.row === rank);
        const isThere = places[row].areas.some(({ rank }) => isOne(rank));
        return isThere ? null : (places[row].passed.find(({ area }) => isOne(area))?.at ?? null);
      },
    };
  }
}

/** Returns reverse-lookup sections without any nearby places, which a search does not need. */
export function nothingNear(places: number): Sections {
  return new ReverseBuilder(new Uint16Array(places), new Float32Array(places)).sections();
}

/** Records the requests that a search makes. */
class Asked {
  readonly queries = new Map<string, AskedQuery>();
  readonly areas = new Set<Area>();

  /** @param isFirst whether no places are available yet, in which case more is requested than usual */
  finderOf(finder: Finder, isFirst: boolean): Finder {
    let hasFound = false;
    return {
      named: (text, limit, options = {}) => {
        const asked: (readonly Word[])[] = [];
        let isByName = false;
        const isEnough = options.isEnough;
        const hits = finder.named(text, limit, {
          ...options,
          asked,
          ...(isEnough && { isEnough: (...found) => (isByName = isEnough(...found)) }),
        });
        // The search tries other words only if no place has been found, and stops at the first place it
        // finds.
        for (const words of isFirst ? asked.slice(0, 1) : asked)
          this.#add({ words, areas: [], landmark: [], isByName });
        options.asked?.push(...asked);
        return hits;
      },
      found: (words, limit, options, areas = []) => {
        // The search tries other spellings only if no place is found as typed.
        if (!isFirst || areas.length > 0 || !hasFound)
          this.#add({ words, areas, landmark: options?.landmark ?? [], isByName: false });
        hasFound = true;
        return finder.found(words, limit, options);
      },
    };
  }

  #add(query: AskedQuery): void {
    const key = keyOfAsked(query);
    if (!this.queries.has(key)) this.queries.set(key, query);
  }
}

/** Returns a string that is the same for equal requests. */
export function keyOfAsked({ words, areas, landmark, isByName }: AskedQuery): string {
  const [keys, beside] = [words, landmark].map((some) =>
    some.map(({ strict, loose }) => `${strict} ${loose}`),
  );
  return `${keys.join('|')}/${beside.join('|')}@${areas.map(({ row }) => row).join()}${isByName ? '!' : ''}`;
}
