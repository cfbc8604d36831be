import { roundDegrees, toDegrees } from '../../geo/coordinates.js';
import type { GeocodingIndex } from '../../geocoding/geocoding-index.js';
import type { FoundPlace } from '../geocoder.js';

/** Places of each of two generations. Both together take 10 MB of a process at most. */
const GENERATION = 15_000;

/** Ages of a row: nothing is remembered of it, or its place is of the old or of the young generation. */
const FORGOTTEN = 0;
const OLD = 1;
const YOUNG = 2;

/**
 * The places of one dataset that were found lately, each one frozen object as long as it is remembered:
 * drivers stand in front of the same doors all day. They stand by row, 9 bytes for each row of the dataset. A
 * map would grow anew in each generation and be copied each time. A place that is read in another way
 * (another type, another language) needs a memory of its own.
 */
export class RecentPlaces {
  readonly #geocoding: GeocodingIndex;
  readonly #generation: number;
  readonly #places: (FoundPlace | null)[];
  readonly #ages: Uint8Array;
  /** Young ones. */
  #count = 0;

  constructor(geocoding: GeocodingIndex, generation = GENERATION) {
    this.#geocoding = geocoding;
    this.#generation = generation;
    this.#places = new Array<FoundPlace | null>(geocoding.size).fill(null);
    this.#ages = new Uint8Array(geocoding.size);
  }

  get size(): number {
    return this.#ages.reduce((sum, age) => sum + Number(age !== FORGOTTEN), 0);
  }

  /** The place of a row, with `type`, which is the same for a row each time; by default its own. */
  place(row: number, type?: FoundPlace['type']): FoundPlace {
    const age = this.#ages[row];
    if (age === YOUNG) return this.#places[row]!;
    const place = age === OLD ? this.#places[row]! : this.#read(row, type);
    this.#places[row] = place;
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
  #read(row: number, type: FoundPlace['type'] | undefined): FoundPlace {
    const hit = this.#geocoding.place(row);
    const { id, name, address, lat7, lon7 } = hit;
    return Object.freeze({
      id,
      name,
      address,
      latitude: roundDegrees(toDegrees(lat7)),
      longitude: roundDegrees(toDegrees(lon7)),
      type: type ?? hit.type,
    });
  }
}
