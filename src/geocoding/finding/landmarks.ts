import { section, type Sections } from '../../arrays/sections.js';
import { distanceM } from '../../geo/distance.js';
import { canonicalWords, isAreaWord, isGeneric } from '../../text/canonical.js';
import { hasDoubled } from '../../text/forms.js';
import { joinedKey } from '../../text/join.js';
import { withLandmarkKinds } from '../../text/near-words.js';
import { areEqual, wordsOf, type Word } from '../../text/words.js';
import { wordRange } from '../lookup/context-index.js';
import type { KeyLayer } from '../lookup/key-layer.js';
import { DOUBLED, WRITTEN } from '../lookup/key-layer-build.js';
import { encodeKey } from '../lookup/key-text.js';
import { IN_TOWN_M, LANDMARK_REACH_M, QUARTER_REACH_M, TOWN_REACH_M } from '../places/landmark-reach.js';
import { LAYERS, type Layer } from '../places/layer.js';

/**
 * The maximum number of places with the same name that count as landmarks; the most prominent ones are used.
 * If more places than this have the same name, such as the shops of a chain, none of them counts as a
 * landmark.
 */
export const MOST_LANDMARKS = 5;
/**
 * Fewer letters are too vague to match the beginning of a name: Дамбадаржаагийн эцэс is a stop of
 * Дамбадаржаа.
 */
const SHORTEST_PART = 6;
/** A word that occurs in the names of more places than this does not identify a landmark. */
const MOST_WITH_PART = 25;
/**
 * A place that is this many times as prominent as the next one of its kind is the one that people call by its
 * kind. An article in Wikipedia makes about this difference.
 */
const FAR_MORE = 1.1;
/** No 1e-7 degrees of latitude are shorter than this, in meters. */
const LEAST_M_OF_UNIT = 0.011;
/**
 * The layers, apart from towns, with places that people use as landmarks. Areas are not at a single point,
 * streets are long, and houses have numbers.
 */
export const LANDMARK_LAYERS: readonly Layer[] = ['poi', 'natural', 'transport', 'settlement'];

const [DISTRICT, KHOROO] = wordsOf('дүүрэг хороо');

/**
 * Returns the names that a landmark described by these words may have. A khoroo's name contains either the
 * full name or the abbreviation of its district, but the data has only one of the two. Both spellings are
 * converted to the full name, whether it is tagged or derived.
 */
function landmarkNames(words: readonly Word[]): { words: readonly Word[]; mayBeMade: boolean } {
  const full = canonicalWords(words);
  const [last, number, district] = full.toReversed();
  if (district === undefined || !number.isNumber || !isAreaWord(last)) return { words, mayBeMade: false };
  // Example: Баянзүрх 26-р хороо
  const isShort = last.strict === KHOROO.strict && district.strict !== DISTRICT.strict;
  return { words: isShort ? full.toSpliced(-2, 0, DISTRICT) : full, mayBeMade: true };
}

/** Returns the strict key of a landmark with this name. */
export function landmarkKey(words: readonly Word[]): string {
  return joinedKey(landmarkNames(words).words.map((word) => word.strict));
}

/** Whether the words may be part of a landmark's name: Шастины эмнэлэг, Дамбадаржаа. */
export function mayBePartOfLandmark(words: readonly Word[]): boolean {
  const letters = words.map((word) => (word.isNumber || isGeneric(word) ? 0 : word.strict.length));
  return letters.reduce((sum, length) => sum + length, 0) >= SHORTEST_PART;
}

/** The word for a square, a kind of landmark that people do not search for as a kind. */
export const SQUARE = wordsOf('талбай');

export function isSquare(words: readonly Word[]): boolean {
  return areEqual(canonicalWords(words), SQUARE);
}

/**
 * Returns the words as typed, in English spelling («Viva city» is the stop Вива сити) and with numbers in
 * digits («Зүүн дөрвөн зам» is the stop Зүүн 4 зам), if these differ.
 */
export function spellingsOf(words: readonly Word[]): (readonly Word[])[] {
  const all = [words];
  if (words.some(({ foreign }) => foreign !== null))
    all.push(words.map((word) => ({ ...word, ...word.foreign })));
  const digits = canonicalWords(words);
  const countOf = (some: readonly Word[]): number => some.filter(({ isNumber }) => isNumber).length;
  if (digits !== words && countOf(digits) > countOf(words)) all.push(digits);
  return all;
}

function inSounds(words: readonly Word[]): readonly Word[] {
  return words.map((word) => ({ ...word, strict: word.loose }));
}

/**
 * The part that is missing from a landmark's typed name: 0 for nothing, 1 for a word for its kind, 2 for
 * other words, 3 for the right letters: it sounds like the name, perhaps without its kind (tuv shuudan).
 */
export const LACKS = [0, 1, 2, 3] as const;
type Lack = (typeof LACKS)[number];

/** A place that people use as a landmark. */
export interface Landmark {
  /** The landmark's row, or -1 if the landmark is not in the searched index. */
  row: number;
  lon7: number;
  lat7: number;
  isTown: boolean;
  isStop: boolean;
  /** The radius, in meters, within which other places count as being beside the landmark. */
  reach_m: number;
  /** The part of the landmark's name that was not typed. */
  lack: Lack;
}

/** Returns the landmarks, with each radius raised to at least that of a quarter. */
export function farAround(landmarks: readonly Landmark[]): readonly Landmark[] {
  return landmarks.map((landmark) => ({ ...landmark, reach_m: Math.max(landmark.reach_m, QUARTER_REACH_M) }));
}

/** A row with its distance from a landmark. */
export interface NearRow {
  row: number;
  distance_m: number;
}

/** Finds landmarks and the places near them: эмийн сан Улсын их дэлгүүр. */
export class Landmarks {
  readonly #names: KeyLayer;
  readonly #sounds: KeyLayer;
  readonly #point: Int32Array;
  readonly #layer: Uint8Array;
  readonly #prominence: Uint16Array;
  readonly #towns: ReadonlySet<number>;
  #square: readonly Landmark[] | undefined;
  readonly #isLandmark = LAYERS.map((layer) => LANDMARK_LAYERS.includes(layer));

  /**
   * @param names the strict names of all rows
   * @param sounds their loose names
   *
   * @throws Error if a section is missing or of another type
   */
  constructor(sections: Sections, names: KeyLayer, sounds: KeyLayer) {
    this.#names = names;
    this.#sounds = sounds;
    this.#point = section(sections, 'place.point', Int32Array);
    this.#layer = section(sections, 'place.layer', Uint8Array);
    this.#prominence = section(sections, 'place.prominence', Uint16Array);
    this.#towns = new Set(section(sections, 'town.row', Uint32Array));
  }

  /**
   * Returns the place that people mean by words for its kind: «их дэлгүүрийн хажууд» is beside the Улсын их
   * дэлгүүр. Empty if no place of the kind is clearly more prominent than the next one.
   *
   * @param rows the places of the kind, in ascending order; by default, those with the words in their name
   */
  mostKnown(words: readonly Word[], rows: ArrayLike<number> = this.#rowsWith(words)): readonly Landmark[] {
    const [first, second] = [rows[0], rows[1]].map((row) => this.#prominence[row] ?? 0);
    return first > 0 && first >= FAR_MORE * second ? [this.#landmarkAt(rows[0], 0)] : [];
  }

  /** The square that people mean by the word for one; empty if no square is well known. */
  get square(): readonly Landmark[] {
    return (this.#square ??= this.mostKnown(SQUARE));
  }

  /** Returns the row that is far better known than the next one, or else all rows if they are few. */
  known(rows: ArrayLike<number>): readonly Landmark[] {
    const known = this.mostKnown([], rows);
    if (known.length > 0 || rows.length > MOST_LANDMARKS) return known;
    return Array.from(rows, (row) => this.#landmarkAt(row, 0));
  }

  /**
   * Returns the landmarks that have a complete tagged name consisting of these words, most prominent first. A
   * number on its own is not a name.
   *
   * @param lack the part of the name that may be missing: nothing, a word for the kind at the end (Нарантуул
   *   is the Нарантуул зах), other words, or the right letters
   */
  called(words: readonly Word[], lack: Lack = 0): readonly Landmark[] {
    if (words.every((word) => word.isNumber)) return [];
    const rows =
      lack === 0
        ? this.#rowsOf([words])
        : lack === 1
          ? this.#rowsOf(withLandmarkKinds(words))
          : lack === 2
            ? this.#rowsOfPart(words)
            : this.#rowsOf([words, ...withLandmarkKinds(words)].map(inSounds), this.#sounds);
    return rows.slice(0, MOST_LANDMARKS).map((row) => this.#landmarkAt(row, lack));
  }

  #landmarkAt(row: number, lack: Lack): Landmark {
    return {
      row,
      lon7: this.#point[2 * row],
      lat7: this.#point[2 * row + 1],
      isTown: this.#towns.has(row),
      isStop: LAYERS[this.#layer[row]] === 'transport',
      reach_m: this.#reachOf(row),
      lack,
    };
  }

  /** Returns the rows of landmarks that have one of the names, in ascending order. */
  #rowsOf(all: readonly (readonly Word[])[], names = this.#names): number[] {
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

  /**
   * Returns the rows of landmarks that have a name containing the words, in any order. The rows are
   * ascending.
   */
  #rowsWith(words: readonly Word[]): number[] {
    const names = this.#names;
    const ranges = words.map(({ strict, isNumber }) => wordRange(names, strict, isNumber));
    const rarest = ranges.reduce((a, b) => (b.to - b.from < a.to - a.from ? b : a));
    const rows = new Set<number>();
    for (let slot = rarest.from; slot < rarest.to; slot++) {
      const [row, form] = [names.tailRows[slot], names.tailForm[slot]];
      if ((names.flags[form] & WRITTEN) === 0 || !this.#isLandmark[this.#layer[row]]) continue;
      if (ranges.every((range) => names.hasTail(form, range))) rows.add(row);
    }
    return [...rows].sort((a, b) => a - b);
  }

  /** Returns the rows of landmarks that have a name containing the words, unless there are too many. */
  #rowsOfPart(words: readonly Word[]): number[] {
    const rows = mayBePartOfLandmark(words) ? this.#rowsWith(words) : [];
    return rows.length > MOST_WITH_PART ? [] : rows;
  }

  #reachOf(row: number): number {
    if (this.#towns.has(row)) return TOWN_REACH_M;
    return LAYERS[this.#layer[row]] === 'settlement' ? QUARTER_REACH_M : LANDMARK_REACH_M;
  }

  /** Returns the rows near any of the landmarks, nearest first, excluding the landmarks themselves. */
  near(landmarks: readonly Landmark[], rows: ArrayLike<number>): NearRow[] {
    const found: NearRow[] = [];
    for (let i = 0; i < rows.length && landmarks.length > 0; i++) {
      const distance_m = this.distanceFrom(landmarks, rows[i], TOWN_REACH_M);
      if (distance_m < Infinity) found.push({ row: rows[i], distance_m });
    }
    return found.sort(compareNearRows);
  }

  /**
   * Returns a row's distance from the nearest landmark, in meters, or Infinity if the row is too far from all
   * of them or is itself one of them. Landmarks far from the first one, the best known, count as farther away
   * than all those near it, except towns.
   *
   * @param most_m the maximum distance at which a row counts as near
   */
  distanceFrom(landmarks: readonly Landmark[], row: number, most_m = IN_TOWN_M): number {
    let least_m = Infinity;
    for (const landmark of landmarks) {
      if (landmark.row === row) return Infinity;
      const reach_m = Math.min(landmark.reach_m, most_m);
      // Most rows are too far north or south, which takes no trigonometry to see.
      if (Math.abs(landmark.lat7 - this.#point[2 * row + 1]) * LEAST_M_OF_UNIT > reach_m) continue;
      const from_m = this.#distanceM(landmark, row);
      if (from_m > reach_m || from_m >= least_m) continue;
      const isFar = !landmark.isTown && metersBetween(landmarks[0], landmark) > QUARTER_REACH_M;
      least_m = Math.min(least_m, from_m + (isFar ? TOWN_REACH_M : 0));
    }
    return least_m;
  }

  /** Whether a row's kind is one that people use as a landmark, which excludes streets and houses. */
  mayBeLandmark(row: number): boolean {
    return this.#isLandmark[this.#layer[row]];
  }

  /** Whether the town contains a place whose complete name consists of these words. */
  isCalledIn(words: readonly Word[], town: Landmark): boolean {
    const key = encodeKey(landmarkKey(words));
    const { from, to } = this.#names.wholeRange(key, this.#names.headRange(key));
    return this.#names.headRows.subarray(from, to).some(this.isIn(town));
  }

  /** Returns a function that tests whether a row is in this town. */
  isIn(town: Landmark): (row: number) => boolean {
    return (row) => this.#distanceM(town, row) <= IN_TOWN_M;
  }

  #distanceM({ lon7, lat7 }: Landmark, row: number): number {
    const point = this.#point;
    return metersBetween({ lon7, lat7 }, { lon7: point[2 * row], lat7: point[2 * row + 1] });
  }
}

type Point = Pick<Landmark, 'lon7' | 'lat7'>;

function metersBetween(a: Point, b: Point): number {
  return distanceM(a.lon7 / 1e7, a.lat7 / 1e7, b.lon7 / 1e7, b.lat7 / 1e7);
}

/** Sorts by distance. If rows are equally distant, the more prominent one comes first. */
export function compareNearRows(a: NearRow, b: NearRow): number {
  return a.distance_m - b.distance_m || a.row - b.row;
}
