import { section, type Sections } from '../../arrays/sections.js';
import { distanceM } from '../../geo/distance.js';
import { canonicalWords, isAreaWord } from '../../text/canonical.js';
import { hasDoubled } from '../../text/forms.js';
import { joinedKey } from '../../text/join.js';
import { wordsOf, type Word } from '../../text/words.js';
import type { KeyLayer } from '../lookup/key-layer.js';
import { DOUBLED, WRITTEN } from '../lookup/key-layer-build.js';
import { encodeKey } from '../lookup/key-text.js';
import { LAYERS, type Layer } from '../places/layer.js';

/** This far around a landmark people say to be near it: a quarter of an hour on foot. */
export const LANDMARK_REACH_M = 1000;
/** Of the places with one name, the most prominent this many are landmarks. A chain of shops is none. */
export const MOST_LANDMARKS = 5;
/** Around a town that has none of a kind: as far as people drive for a bank or a museum. */
export const TOWN_REACH_M = 100_000;
/** What is so near to the point of a town is in it, or beside it. */
const IN_TOWN_M = 10_000;
/** What people go by, beside towns. An area has no point, a street is long, a house has a number. */
export const LANDMARK_LAYERS: readonly Layer[] = ['poi', 'natural', 'transport'];

const [DISTRICT, KHOROO] = wordsOf('дүүрэг хороо');

/**
 * The words as a landmark may be called. A khoroo goes by its district's name or abbreviation, of which the
 * data have one: all stand for the full name, whether it is tagged or made of the other.
 */
function landmarkNames(words: readonly Word[]): { words: readonly Word[]; mayBeMade: boolean } {
  const full = canonicalWords(words);
  const [last, number, district] = full.toReversed();
  if (district === undefined || !number.isNumber || !isAreaWord(last)) return { words, mayBeMade: false };
  // Баянзүрх 26-р хороо
  const isShort = last.strict === KHOROO.strict && district.strict !== DISTRICT.strict;
  return { words: isShort ? full.toSpliced(-2, 0, DISTRICT) : full, mayBeMade: true };
}

/** The strict key of a landmark with that name. */
export function landmarkKey(words: readonly Word[]): string {
  return joinedKey(landmarkNames(words).words.map((word) => word.strict));
}

/** A place that people go by. */
export interface Landmark {
  /** -1 for one that is not in the index that is asked. */
  row: number;
  lon7: number;
  lat7: number;
  isTown: boolean;
}

/** A row and how far it is from a landmark. */
export interface NearRow {
  row: number;
  distance_m: number;
}

/** Finds places that people go by, and what is near them: эмийн сан Их дэлгүүр. */
export class Landmarks {
  readonly #names: KeyLayer;
  readonly #point: Int32Array;
  readonly #layer: Uint8Array;
  readonly #towns: ReadonlySet<number>;
  readonly #isLandmark = LAYERS.map((layer) => LANDMARK_LAYERS.includes(layer));

  /**
   * @param names the strict names of rows
   *
   * @throws Error when a section is missing or of another type
   */
  constructor(sections: Sections, names: KeyLayer) {
    this.#names = names;
    this.#point = section(sections, 'place.point', Int32Array);
    this.#layer = section(sections, 'place.layer', Uint8Array);
    this.#towns = new Set(section(sections, 'town.row', Uint32Array));
  }

  /** The landmarks that have the words as a whole tagged name, most prominent first. A number is no name. */
  called(words: readonly Word[]): readonly Landmark[] {
    const names = this.#names;
    if (words.every((word) => word.isNumber)) return [];
    const { mayBeMade } = landmarkNames(words);
    const key = encodeKey(landmarkKey(words));
    const wanted = (mayBeMade ? 0 : WRITTEN) | (hasDoubled(words) ? DOUBLED : 0);
    const told = (mayBeMade ? 0 : WRITTEN) | DOUBLED;
    const { from, to } = names.wholeRange(key, names.headRange(key));
    const rows = new Set<number>();
    for (let slot = from; slot < to; slot++) {
      const row = names.headRows[slot];
      const isCalled = (names.flags[names.headForms[slot]] & told) === wanted;
      if (isCalled && (this.#isLandmark[this.#layer[row]] || this.#towns.has(row))) rows.add(row);
    }
    const point = this.#point;
    return [...rows]
      .sort((a, b) => a - b)
      .slice(0, MOST_LANDMARKS)
      .map((row) => ({
        row,
        lon7: point[2 * row],
        lat7: point[2 * row + 1],
        isTown: this.#towns.has(row),
      }));
  }

  /** Those of the rows that are near one of the landmarks, and none of them; nearest first. */
  near(landmarks: readonly Landmark[], rows: ArrayLike<number>): NearRow[] {
    const found: NearRow[] = [];
    if (landmarks.length === 0) return found;
    for (let i = 0; i < rows.length; i++) {
      const row = rows[i];
      if (landmarks.some((landmark) => landmark.row === row)) continue;
      let distance_m = Infinity;
      for (const landmark of landmarks) {
        const from_m = this.#distanceM(landmark, row);
        if (from_m <= (landmark.isTown ? TOWN_REACH_M : LANDMARK_REACH_M))
          distance_m = Math.min(distance_m, from_m);
      }
      if (distance_m < Infinity) found.push({ row, distance_m });
    }
    return found.sort(compareNearRows);
  }

  /** Whether something in the town has the words as its whole name. */
  isCalledIn(words: readonly Word[], town: Landmark): boolean {
    const key = encodeKey(landmarkKey(words));
    const { from, to } = this.#names.wholeRange(key, this.#names.headRange(key));
    return this.#names.headRows.subarray(from, to).some(this.isIn(town));
  }

  /** Whether a row is in a town. */
  isIn(town: Landmark): (row: number) => boolean {
    return (row) => this.#distanceM(town, row) <= IN_TOWN_M;
  }

  #distanceM({ lon7, lat7 }: Landmark, row: number): number {
    const point = this.#point;
    return distanceM(lon7 / 1e7, lat7 / 1e7, point[2 * row] / 1e7, point[2 * row + 1] / 1e7);
  }
}

/** Nearest first; of equally near ones the more prominent. */
export function compareNearRows(a: NearRow, b: NearRow): number {
  return a.distance_m - b.distance_m || a.row - b.row;
}
