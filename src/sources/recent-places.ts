import { roundDegrees, toDegrees } from '../geo/coordinates.js';
import type { GeocodingIndex } from '../geocoding/geocoding-index.js';
import type { FoundPlace } from './geocoder.js';

/** Places of each of two generations; both together take 10 MB a process at most (measured). */
const GENERATION = 15_000;

/** The places of one dataset that were found lately, each one frozen object as long as it is remembered: drivers stand in front of the same doors all day. */
export class RecentPlaces {
  readonly #geocoding: GeocodingIndex;
  readonly #generation: number;
  #young = new Map<number, FoundPlace>();
  #old = new Map<number, FoundPlace>();

  constructor(geocoding: GeocodingIndex, generation = GENERATION) {
    this.#geocoding = geocoding;
    this.#generation = generation;
  }

  get size(): number {
    return this.#young.size + this.#old.size;
  }

  /** The place of a row, with `type`, which is the same for a row each time; by default its own. */
  place(row: number, type?: FoundPlace['type']): FoundPlace {
    const young = this.#young.get(row);
    if (young !== undefined) return young;
    const place = this.#old.get(row) ?? this.#read(row, type);
    this.#young.set(row, place);
    if (this.#young.size >= this.#generation) {
      this.#old = this.#young;
      this.#young = new Map();
    }
    return place;
  }

  /** As the seam has it. */
  #read(row: number, type: FoundPlace['type'] | undefined): FoundPlace {
    const hit = this.#geocoding.place(row);
    const { id, name, address, lat7, lon7 } = hit;
    return Object.freeze({ id, name, address, latitude: roundDegrees(toDegrees(lat7)), longitude: roundDegrees(toDegrees(lon7)), type: type ?? hit.type });
  }
}
