import type { Match } from '../../../geocoding/forward/match.js';
import type { PlaceIndex } from '../../../geocoding/geocoding-index.js';
import type { FoundPlace, PlaceLanguage } from '../../geocoder.js';
import { seamPlace } from './seam-place.js';

/** Rows in each of two generations. Both together take at most 12 MB of a process. */
const GENERATION = 15_000;

/** Ages of a row: its place is forgotten, or belongs to the old or the young generation. */
const FORGOTTEN = 0;
const OLD = 1;
const YOUNG = 2;

/**
 * The places of one dataset that were found recently. Each match has one frozen object as long as the row is
 * remembered, because drivers stand in front of the same doors all day. Places are kept by row, 9 bytes for
 * each row of the dataset. A map would grow again in each generation and be copied each time. Each language
 * needs a memory of its own.
 */
export class RecentPlaces {
  readonly #geocoding: PlaceIndex;
  readonly #generation: number;
  readonly #language: PlaceLanguage;
  /** By row: the place for each match that found it. */
  readonly #places: (FoundPlace[] | null)[];
  readonly #ages: Uint8Array;
  /** Number of young ones. */
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

  /** The place of a row that a match found. */
  place(row: number, match: Match): FoundPlace {
    const age = this.#ages[row];
    const known = age === FORGOTTEN ? null : this.#places[row]!;
    let place = known?.find((each) => each.match === match);
    if (place === undefined) {
      place = Object.freeze({ ...(known?.[0] ?? this.#read(row)), match });
      if (known === null) this.#places[row] = [place];
      else known.push(place);
    }
    if (age === YOUNG) return place;
    this.#ages[row] = YOUNG;
    if (++this.#count >= this.#generation) this.#turn();
    return place;
  }

  /** Forgets the old generation; the young one becomes old. */
  #turn(): void {
    const ages = this.#ages;
    for (let row = 0; row < ages.length; row++) {
      if (ages[row] === OLD) this.#places[row] = null;
      if (ages[row] !== FORGOTTEN) ages[row]--;
    }
    this.#count = 0;
  }

  /** Reads the place as a value of the seam. */
  #read(row: number): FoundPlace {
    return seamPlace(this.#geocoding.place(row, this.#language));
  }
}
