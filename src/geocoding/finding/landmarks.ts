import { section, type Sections } from '../../arrays/sections.js';
import { distanceM } from '../../geo/distance.js';
import { canonicalWords, isAreaWord, isGeneric } from '../../text/canonical.js';
import { hasDoubled } from '../../text/forms.js';
import { joinedKey } from '../../text/join.js';
import { withLandmarkKinds } from '../../text/near-words.js';
import { wordsOf, type Word } from '../../text/words.js';
import { wordRange } from '../lookup/context-index.js';
import type { KeyLayer } from '../lookup/key-layer.js';
import { DOUBLED, WRITTEN } from '../lookup/key-layer-build.js';
import { encodeKey } from '../lookup/key-text.js';
import { LAYERS, type Layer } from '../places/layer.js';

/** People say that something is near a landmark up to this distance: a quarter of an hour on foot. */
export const LANDMARK_REACH_M = 1000;
/**
 * Among the places with one name, this many of the most prominent are landmarks. A chain of shops is none.
 */
export const MOST_LANDMARKS = 5;
/** The beginning of a shorter word says little: Дамбадаржаагийн эцэс is a stop of Дамбадаржаа. */
const SHORTEST_PART = 6;
/** Words in the names of more places than this tell no landmark. */
const MOST_WITH_PART = 25;
/** The radius around a town without any of a kind: as far as people drive for a bank or a museum. */
export const TOWN_REACH_M = 100_000;
/**
 * The radius around the point of a quarter without an outline in the data, and around a landmark with nothing
 * nearer.
 */
export const QUARTER_REACH_M = 3000;
/** A place this near to the point of a town is in it, or beside it. */
const IN_TOWN_M = 10_000;
/**
 * Places that people use as landmarks, besides towns. An area has no point, a street is long, a house has a
 * number.
 */
export const LANDMARK_LAYERS: readonly Layer[] = ['poi', 'natural', 'transport', 'settlement'];

const [DISTRICT, KHOROO] = wordsOf('дүүрэг хороо');

/**
 * The possible names of a landmark with these words. A khoroo has its district's name or abbreviation, one of
 * which is in the data: all stand for the full name, whether it is tagged or made from the other.
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

/** Whether the words may be part of the intended name: Шастины эмнэлэг, Дамбадаржаа. */
export function mayBePartOfLandmark(words: readonly Word[]): boolean {
  return words.some((word) => word.strict.length >= SHORTEST_PART && !word.isNumber && !isGeneric(word));
}

/** The words that may be missing from the name of a landmark: none, a word for its kind, other words. */
export const LACKS = [0, 1, 2] as const;
type Lack = (typeof LACKS)[number];

/** A place that people use as a landmark. */
export interface Landmark {
  /** -1 for one that is not in the asked index. */
  row: number;
  lon7: number;
  lat7: number;
  isTown: boolean;
  /** Things of a kind this near are beside it. Meters. */
  reach_m: number;
  /** The part of its name that the words lack. */
  lack: Lack;
}

/** The landmarks with a reach as far as the parts of a quarter are from its point. */
export function farAround(landmarks: readonly Landmark[]): readonly Landmark[] {
  return landmarks.map((landmark) => ({ ...landmark, reach_m: Math.max(landmark.reach_m, QUARTER_REACH_M) }));
}

/** A row and its distance from a landmark. */
export interface NearRow {
  row: number;
  distance_m: number;
}

/** Finds landmarks, and things near them: эмийн сан Их дэлгүүр. */
export class Landmarks {
  readonly #names: KeyLayer;
  readonly #point: Int32Array;
  readonly #layer: Uint8Array;
  readonly #towns: ReadonlySet<number>;
  readonly #isLandmark = LAYERS.map((layer) => LANDMARK_LAYERS.includes(layer));

  /**
   * @param names the strict names of rows
   *
   * @throws Error if a section is missing or of another type
   */
  constructor(sections: Sections, names: KeyLayer) {
    this.#names = names;
    this.#point = section(sections, 'place.point', Int32Array);
    this.#layer = section(sections, 'place.layer', Uint8Array);
    this.#towns = new Set(section(sections, 'town.row', Uint32Array));
  }

  /**
   * The landmarks with the words as a whole tagged name, most prominent first. A number is not a name.
   *
   * @param lack the part of their names besides the words: nothing, a word for their kind after them
   *   (Нарантуул is the Нарантуул зах), or anything
   */
  called(words: readonly Word[], lack: Lack = 0): readonly Landmark[] {
    if (words.every((word) => word.isNumber)) return [];
    const rows =
      lack === 2 ? this.#rowsWith(words) : this.#rowsOf(lack === 1 ? withLandmarkKinds(words) : [words]);
    const point = this.#point;
    return rows.slice(0, MOST_LANDMARKS).map((row) => ({
      row,
      lon7: point[2 * row],
      lat7: point[2 * row + 1],
      isTown: this.#towns.has(row),
      reach_m: this.#reachOf(row),
      lack,
    }));
  }

  /** Landmarks with one of the names, ascending. */
  #rowsOf(all: readonly (readonly Word[])[]): number[] {
    const names = this.#names;
    const rows = new Set<number>();
    for (const words of all) {
      const { mayBeMade } = landmarkNames(words);
      const key = encodeKey(landmarkKey(words));
      const wanted = (mayBeMade ? 0 : WRITTEN) | (hasDoubled(words) ? DOUBLED : 0);
      const told = (mayBeMade ? 0 : WRITTEN) | DOUBLED;
      const { from, to } = names.wholeRange(key, names.headRange(key));
      for (let slot = from; slot < to; slot++) {
        const row = names.headRows[slot];
        const isCalled = (names.flags[names.headForms[slot]] & told) === wanted;
        if (isCalled && (this.#isLandmark[this.#layer[row]] || this.#towns.has(row))) rows.add(row);
      }
    }
    return [...rows].sort((a, b) => a - b);
  }

  /** Landmarks with the words in a name, in any order, ascending. */
  #rowsWith(words: readonly Word[]): number[] {
    const names = this.#names;
    if (!mayBePartOfLandmark(words)) return [];
    const ranges = words.map(({ strict, isNumber }) => wordRange(names, strict, isNumber));
    const rarest = ranges.reduce((a, b) => (b.to - b.from < a.to - a.from ? b : a));
    const rows = new Set<number>();
    for (let slot = rarest.from; slot < rarest.to; slot++) {
      const [row, form] = [names.tailRows[slot], names.tailForm[slot]];
      if ((names.flags[form] & WRITTEN) === 0 || !this.#isLandmark[this.#layer[row]]) continue;
      if (ranges.every((range) => names.hasTail(form, range))) rows.add(row);
    }
    return rows.size > MOST_WITH_PART ? [] : [...rows].sort((a, b) => a - b);
  }

  #reachOf(row: number): number {
    if (this.#towns.has(row)) return TOWN_REACH_M;
    return LAYERS[this.#layer[row]] === 'settlement' ? QUARTER_REACH_M : LANDMARK_REACH_M;
  }

  /** The rows near one of the landmarks, without the landmarks themselves; nearest first. */
  near(landmarks: readonly Landmark[], rows: ArrayLike<number>): NearRow[] {
    const found: NearRow[] = [];
    for (let i = 0; i < rows.length && landmarks.length > 0; i++) {
      const distance_m = this.distanceFrom(landmarks, rows[i], TOWN_REACH_M);
      if (distance_m < Infinity) found.push({ row: rows[i], distance_m });
    }
    return found.sort(compareNearRows);
  }

  /**
   * The distance of a row from the nearest of the landmarks, in meters; Infinity if it is beside none of
   * them, or is one of them.
   *
   * @param most_m rows farther away are beside none
   */
  distanceFrom(landmarks: readonly Landmark[], row: number, most_m = IN_TOWN_M): number {
    let least_m = Infinity;
    for (const landmark of landmarks) {
      if (landmark.row === row) return Infinity;
      const from_m = this.#distanceM(landmark, row);
      if (from_m <= Math.min(landmark.reach_m, most_m)) least_m = Math.min(least_m, from_m);
    }
    return least_m;
  }

  /** Whether a row is of a kind that people use as a landmark: no street, no house. */
  mayBeLandmark(row: number): boolean {
    return this.#isLandmark[this.#layer[row]];
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

/** Nearest first; among equally near ones the more prominent. */
export function compareNearRows(a: NearRow, b: NearRow): number {
  return a.distance_m - b.distance_m || a.row - b.row;
}
