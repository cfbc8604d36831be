import { atOnce } from '../../arrays/steps.js';
import type { GeocodingIndex } from '../geocoding-index.js';
import { LandmarkSet } from './landmark-set.js';
import { Lines } from '../reverse/lines.js';

/** An index with the data that it needs for sentences, which is created on the first request. */
export class Surroundings {
  readonly index: GeocodingIndex;
  readonly lines: Lines;
  #landmarks: LandmarkSet | null = null;

  private constructor(index: GeocodingIndex) {
    this.index = index;
    this.lines = new Lines(index.sections);
  }

  /**
   * Each index has exactly one Surroundings, so that a map keeps its data when the own places that supplement
   * it change.
   */
  static of(index: GeocodingIndex): Surroundings {
    let own = known.get(index);
    if (own === undefined) known.set(index, (own = new Surroundings(index)));
    return own;
  }

  get landmarks(): LandmarkSet {
    return (this.#landmarks ??= atOnce(LandmarkSet.of(this.index.sections)));
  }

  /**
   * Creates, in steps, all the data that the first sentence would otherwise have to wait for. This takes a
   * few hundredths of a second.
   *
   * @throws Error if a section is missing or of another type
   */
  *made(): Generator<void> {
    const landmarks = this.#landmarks ?? (yield* LandmarkSet.of(this.index.sections));
    // A request may have created the data in the meantime.
    this.#landmarks ??= landmarks;
    yield;
    yield this.lines.prepare();
    yield void this.index.rowOf('');
  }
}

const known = new WeakMap<GeocodingIndex, Surroundings>();
