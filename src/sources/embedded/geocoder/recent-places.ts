import type { Match } from '../../../geocoding/forward/match.js';
import type { PlaceIndex } from '../../../geocoding/geocoding-index.js';
import type { FoundPlace, PlaceLanguage } from '../../geocoder.js';
import { seamPlace } from './seam-place.js';

/** Rows of each of two generations. Both together take 12 MB of a process at most. */
const GENERATION = 15_000;

/** Ages of a row: nothing is remembered of it, or its place is of the old or of the young generation. */
const FORGOTTEN = 0;
const OLD = 1;
const YOUNG = 2;

/**
 * The places of one dataset that were found lately, one frozen object for each match as long as the row is
 * remembered: drivers stand in front of the same doors all day. They stand by row, 9 bytes for
 * each row of the dataset. A map would grow anew in each generation and be copied each time. Each language
 * needs a memory of its own.
 */
export class RecentPlaces {
  readonly #geocoding: PlaceIndex;
  readonly #generation: number;
  readonly #language: PlaceLanguage;
  /** By row: the place for each match that found it. */
  readonly #places: (FoundPlace[] | null)[];
  readonly #ages: Uint8Array;
  /** Young ones. */
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

  /** The place of a row that was found by a match. */
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

  /** Forgets the old ones; the young ones are old now. */
  #turn(): void {
    const ages = this.#ages;
    for (let row = 0; row < ages.length; row++) {
      if (ages[row] === OLD) this.#places[row] = null;
      if (ages[row] !== FORGOTTEN) ages[row]--;
    }
    this.#count = 0;
  }

  /** As the seam has it. */
  #read(row: number): FoundPlace {
    return seamPlace(this.#geocoding.place(row, this.#language));
  }
}
