import { MATCHES, type Match } from '../../../geocoding/forward/match.js';
import type { PlaceIndex } from '../../../geocoding/geocoding-index.js';
import type { FoundPlace, PlaceLanguage } from '../../geocoder.js';
import { seamPlace } from './seam-place.js';

/**
 * The maximum size of each of two generations, in places. A place takes 0.57 kB, so the two generations
 * together take at most 23 MB per language and process.
 */
const GENERATION = 20_000;
/** The size of the same place for another match, which shares its texts: 0.15 kB. */
const OTHER_MATCH = 0.25;

/** The age of a row: its place is either not cached, in the old generation, or in the young generation. */
const FORGOTTEN = 0;
const OLD = 1;
const YOUNG = 2;

/** By match and row. A list for each match takes one step to read; a list in each row would take three. */
type PlacesByMatch = Partial<Record<Match, (FoundPlace | null)[]>>;

/**
 * Caches the recently found places of a dataset. Drivers stop at the same doors all day, so the cache keeps
 * one frozen object per row and match for as long as the row is cached. A row keeps a place for each match
 * that has found it. Places are stored by row, using 1 byte for each row of the dataset and 8 bytes for each
 * match that occurs, because a Map would have to grow again, and be copied each time it grows, in every
 * generation. Each language needs a separate cache.
 */
export class RecentPlaces {
  readonly #geocoding: PlaceIndex;
  readonly #generation: number;
  readonly #language: PlaceLanguage;
  readonly #places: PlacesByMatch = {};
  readonly #ages: Uint8Array;
  /** The size of the young generation, in places. */
  #count = 0;

  constructor(geocoding: PlaceIndex, language: PlaceLanguage = 'mn', generation = GENERATION) {
    this.#geocoding = geocoding;
    this.#language = language;
    this.#generation = generation;
    this.#ages = new Uint8Array(geocoding.size);
  }

  /** The size of all cached places, in places. */
  get size(): number {
    return this.#ages.reduce((sum, age, row) => sum + (age === FORGOTTEN ? 0 : this.#sizeOf(row)), 0);
  }

  /** Returns the place of a row that a match found. */
  place(row: number, match: Match): FoundPlace {
    const places = (this.#places[match] ??= new Array<FoundPlace | null>(this.#ages.length).fill(null));
    const known = places[row];
    if (known !== null && this.#ages[row] === YOUNG) return known;
    const place = (places[row] ??= this.#otherwise(row, match));
    this.#count += this.#ages[row] === YOUNG ? OTHER_MATCH : this.#sizeOf(row);
    this.#ages[row] = YOUNG;
    if (this.#count >= this.#generation) this.#turn();
    return place;
  }

  #sizeOf(row: number): number {
    let size = 1 - OTHER_MATCH;
    for (const match of MATCHES) if ((this.#places[match]?.[row] ?? null) !== null) size += OTHER_MATCH;
    return size;
  }

  /** Drops the old generation; the young one becomes the old one. */
  #turn(): void {
    const ages = this.#ages;
    const columns = Object.values(this.#places);
    for (let row = 0; row < ages.length; row++) {
      if (ages[row] === OLD) for (const places of columns) places[row] = null;
      if (ages[row] !== FORGOTTEN) ages[row]--;
    }
    this.#count = 0;
  }

  /** Returns the place as another match found it, with this match, or reads the place. */
  #otherwise(row: number, match: Match): FoundPlace {
    if (this.#ages[row] !== FORGOTTEN) {
      for (const places of Object.values(this.#places)) {
        const known = places[row];
        if (known !== null) return Object.freeze({ ...known, match });
      }
    }
    return this.#read(row, match);
  }

  /** Reads the place in the format that the seam uses. */
  #read(row: number, match: Match): FoundPlace {
    const place: { -readonly [Field in keyof FoundPlace]: FoundPlace[Field] } = seamPlace(
      this.#geocoding.place(row, this.#language),
    );
    // A spread would copy every field of every place that is found for the first time.
    place.match = match;
    return Object.freeze(place);
  }
}
