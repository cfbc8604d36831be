import type { Match } from '../../../geocoding/forward/match.js';
import type { PlaceIndex } from '../../../geocoding/geocoding-index.js';
import type { FoundPlace, PlaceLanguage } from '../../geocoder.js';
import { seamPlace } from './seam-place.js';

/**
 * The maximum number of rows in each of two generations. The two generations together take at most 12 MB per
 * process.
 */
const GENERATION = 15_000;

/** The age of a row: its place is either not cached, in the old generation, or in the young generation. */
const FORGOTTEN = 0;
const OLD = 1;
const YOUNG = 2;

/**
 * Caches the recently found places of a dataset. Drivers stop at the same doors all day, so the cache keeps
 * one frozen object per row and match for as long as the row is cached. Places are stored by row, using 9
 * bytes for each row of the dataset, because a Map would have to grow again, and be copied each time it
 * grows, in every generation. Each language needs a separate cache.
 */
export class RecentPlaces {
  readonly #geocoding: PlaceIndex;
  readonly #generation: number;
  readonly #language: PlaceLanguage;
  /** Per row: one place for each match by which it was found. */
  readonly #places: (FoundPlace[] | null)[];
  readonly #ages: Uint8Array;
  /** The number of places in the young generation. */
  #count = 0;

  constructor(geocoding: PlaceIndex, language: PlaceLanguage = 'mn', generation = GENERATION) {
    this.#geocoding = geocoding;
    this.#language = language;
    this.#generation = generation;
    this.#places = new Array<FoundPlace[] | null>(geocoding.size).fill(null);
    this.#ages = new Uint8Array(geocoding.size);
  }

  get size(): number {
    return this.#ages.reduce((sum, age) => sum + Number(age !== FORGOTTEN), 0);
  }

  /** Returns the place of a row that a match found. */
  place(row: number, match: Match): FoundPlace {
    const age = this.#ages[row];
    const known = age === FORGOTTEN ? null : this.#places[row]!;
    let place = known?.find((each) => each.match === match);
    if (known === null) this.#places[row] = [(place = this.#read(row, match))];
    else if (place === undefined) known.push((place = Object.freeze({ ...known[0], match })));
    if (age === YOUNG) return place;
    this.#ages[row] = YOUNG;
    if (++this.#count >= this.#generation) this.#turn();
    return place;
  }

  /** Drops the old generation; the young one becomes the old one. */
  #turn(): void {
    const ages = this.#ages;
    for (let row = 0; row < ages.length; row++) {
      if (ages[row] === OLD) this.#places[row] = null;
      if (ages[row] !== FORGOTTEN) ages[row]--;
    }
    this.#count = 0;
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
