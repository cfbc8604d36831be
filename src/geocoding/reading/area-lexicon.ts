import type { Steps } from '../../arrays/steps.js';
import { stemKeysOf } from '../../text/strip-case.js';
import { wordsOf, type Word } from '../../text/words.js';
import { areaKindOf } from './word-sets.js';

/** The levels of areas: aimags and the capital, their parts, the subdivisions of these parts, and towns. */
export const AREA_LEVELS = ['top', 'middle', 'low', 'town'] as const;
type AreaLevel = (typeof AREA_LEVELS)[number];

/** An area that a query may name. */
export interface Area {
  /** The area's row on the map. Areas with the same name are in row order, with the most prominent first. */
  row: number;
  type: string;
  level: AreaLevel;
  /** The rows of the areas that contain this area. */
  around: ReadonlySet<number>;
  /**
   * Whether this is a bag that is mapped only as a point, so the data does not show which places are in it.
   */
  isPoint: boolean;
  /** The number of a khoroo or bag, or null for one without a number and for all other areas. */
  number: string | null;
  /** The district's key for a khoroo named after its district («БЗД-ийн 6-р хороо»), or else null. */
  district: string | null;
  /** The keys of a numbered bag's name, or empty for all other areas. */
  bagName: string;
  /** The context of all places in the area, or -1 if the area has no context. */
  context: number;
}

/** The index data from which the lexicon is built. */
export interface AreaSource {
  readonly size: number;
  typeOf(row: number): string;
  layerOf(row: number): string;
  namesOf(row: number): readonly string[];
  displayName(row: number): string;
  isArea(row: number): boolean;
  /** Returns the rows of the areas around a row, from smallest to largest. */
  chainRows(row: number): readonly number[];
  /** Returns the context that has one of the names and contains these rows, or -1 if there is none. */
  contextOf(names: readonly string[], rows: readonly number[]): number;
}

/** An area with all its names. */
export interface NamedArea {
  area: Area;
  names: readonly string[];
}

const NO_AREAS: readonly Area[] = [];
const MOST_NAME_WORDS = 3;
/** The number of rows used to determine an area's context. */
export const SAMPLES = 3;
const TOWNS: ReadonlySet<string> = new Set(['city', 'town', 'village']);

/** All areas of a map, by name. */
export class AreaLexicon {
  readonly byRow = new Map<number, Area>();
  readonly #byNumber = new Map<string, Area[]>();
  readonly #named: Record<'strict' | 'loose', Map<string, Area[]>> = { strict: new Map(), loose: new Map() };
  /** The first words of names with several words, by both keys. */
  readonly #firstWords = new Set<string>();
  readonly #seats = new Map<Area, Area | null>();
  readonly #areaNames = new Map<Area, ReadonlySet<string>>();

  constructor(areas: Iterable<NamedArea>) {
    for (const { area, names } of areas) {
      this.byRow.set(area.row, area);
      if (area.level === 'low') {
        for (const called of [area.number, area.bagName])
          if (called !== null && called !== '') addTo(this.#byNumber, `${area.type} ${called}`, area);
      } else this.#learn(area, names);
    }
  }

  /** Returns the khoroos or bags with this number, or the bags with this name: Чигэстэй. */
  numbered(kind: 'khoroo' | 'bag', number: string): readonly Area[] {
    return this.#byNumber.get(`${kind} ${number}`) ?? [];
  }

  /**
   * Returns the areas with this name, without the word for the kind of area.
   * @param key the keys of the words, separated by blanks
   */
  named(key: string, layer: 'strict' | 'loose' = 'strict'): readonly Area[] {
    return this.#named[layer].get(key) ?? NO_AREAS;
  }

  /** Whether the name of an area has several words and may begin with this one. */
  beginsLongName({ strict, loose }: Word): boolean {
    return this.#firstWords.has(strict) || this.#firstWords.has(loose);
  }

  /** Whether an area's name is these two words, or both in one; the second may have a case ending. */
  areName(first: Word, second: Word): boolean {
    return [second.strict, ...stemKeysOf(second)].some((key) =>
      [' ', ''].some((between) => this.named(`${first.strict}${between}${key}`).length > 0),
    );
  }

  /** Returns the most prominent town that is the seat of an aimag or soum, or null if there is none. */
  seatOf(area: Area): Area | null {
    let seat = this.#seats.get(area);
    if (seat === undefined) {
      const isSeat = ({ level, type, around }: Area): boolean =>
        level === 'town' && (area.type === 'soum' || type !== 'village') && around.has(area.row);
      seat = [...this.byRow.values()].find(isSeat) ?? null;
      this.#seats.set(area, seat);
    }
    return seat;
  }

  /** Returns the aimag that contains a soum and has the town as its seat, or null if there is none. */
  aimagOfSeat(town: Area, { type, around }: Area): Area | null {
    const rows = type === 'soum' && town.level === 'town' ? [...around] : [];
    const row = rows.find((each) => this.byRow.get(each)?.type === 'aimag');
    const aimag = row === undefined ? undefined : this.byRow.get(row)!;
    return aimag !== undefined && this.seatOf(aimag) === town ? aimag : null;
  }

  /**
   * Whether an address contains the khoroo's number and district. The outlines of khoroos are not exact.
   *
   * @param around the rows of the areas that contain the address
   */
  isCalledInside(around: readonly number[], khoroo: Area): boolean {
    if (khoroo.type !== 'khoroo') return false;
    const areas = around.map((row) => this.byRow.get(row));
    return (
      areas.some((area) => area?.type === 'khoroo' && area.number === khoroo.number) &&
      areas.some((area) => area?.type === 'district' && khoroo.around.has(area.row))
    );
  }

  /** Whether an area has this name. */
  isCalled(area: Area, key: string): boolean {
    return this.#areaNames.get(area)?.has(key) === true;
  }

  /** All names, with the areas that have them. */
  get names(): Iterable<readonly [key: string, areas: readonly Area[]]> {
    return this.#named.strict;
  }

  #learn(area: Area, names: readonly string[]): void {
    const keys = new Set<string>();
    for (const name of names) {
      const all = wordsOf(name);
      const hasKind = all.length > 1 && areaKindOf(all[all.length - 1]) !== null;
      const words = hasKind ? all.slice(0, -1) : all;
      if (words.length === 0 || words.length > MOST_NAME_WORDS) continue;
      for (const layer of ['strict', 'loose'] as const)
        addTo(this.#named[layer], words.map((word) => word[layer]).join(' '), area);
      if (words.length > 1) for (const key of [words[0].strict, words[0].loose]) this.#firstWords.add(key);
      keys.add(words.map(({ strict }) => strict).join(' '));
    }
    this.#areaNames.set(area, keys);
  }
}

/** The number of rows that one step examines, which takes a millisecond. */
const ROWS_OF_STEP = 1_024;

/** Returns all areas of an index that queries may name, in row order. */
export function* areasOf(source: AreaSource): Steps<NamedArea[]> {
  const samples = yield* samplesOf(source);
  const areas: NamedArea[] = [];
  for (let row = 0; row < source.size; row++) {
    if (row % ROWS_OF_STEP === 0) yield;
    const area = areaOf(source, row, samples.get(row) ?? []);
    if (area !== null) areas.push({ area, names: source.namesOf(row) });
  }
  return areas;
}

/** Returns the number in the names of a khoroo or bag, or null if the names contain no number. */
export function numberOf(names: readonly string[]): string | null {
  return /(\d+)-р/.exec(names.join(' '))?.[1] ?? null;
}

function areaOf(source: AreaSource, row: number, samples: readonly number[]): Area | null {
  const type = source.typeOf(row);
  const isArea = source.isArea(row);
  // Most rows are neither khoroos nor bags.
  if (type === 'country' || (!isArea && type !== 'hamlet' && !TOWNS.has(type))) return null;
  if (!isArea && source.layerOf(row) !== 'settlement') return null;
  const name = source.displayName(row);
  const bag = type === 'hamlet' ? /^\d+-р баг[,\s]*(.*)$/.exec(name) : null;
  if (type === 'hamlet' && bag === null) return null;
  const around = new Set(source.chainRows(row));
  const isLow = bag !== null || type === 'khoroo' || type === 'bag';
  const number = isLow ? numberOf(source.namesOf(row)) : null;
  const base = { row, around, number, isPoint: false, district: null, bagName: '' };
  if (bag !== null) {
    const bagName = wordsOf(bag[1])
      .map(({ strict }) => strict)
      .join(' ');
    return { ...base, type: 'bag', level: 'low', isPoint: true, bagName, context: -1 };
  }
  const level: AreaLevel =
    type === 'aimag' || (type === 'city' && isArea)
      ? 'top'
      : type === 'district' || type === 'soum'
        ? 'middle'
        : type === 'khoroo' || type === 'bag'
          ? 'low'
          : 'town';
  const own = level === 'low' ? /^(\S+)-ийн /.exec(name)?.[1] : undefined;
  const district = own === undefined ? null : (wordsOf(own).at(0)?.strict ?? null);
  const context = samples.length === 0 ? -1 : source.contextOf(source.namesOf(row), samples);
  return { ...base, type, level, district, context };
}

/** Per area: a sample of the rows in the area. */
function* samplesOf(source: AreaSource): Steps<Map<number, number[]>> {
  const samples = new Map<number, number[]>();
  for (let row = 0; row < source.size; row++) {
    if (row % ROWS_OF_STEP === 0) yield;
    for (const area of source.chainRows(row)) {
      const known = samples.get(area);
      if (known === undefined) samples.set(area, [row]);
      else if (known.length < SAMPLES) known.push(row);
    }
  }
  return samples;
}

function addTo(map: Map<string, Area[]>, key: string, area: Area): void {
  const list = map.get(key);
  if (list === undefined) map.set(key, [area]);
  else if (!list.includes(area)) list.push(area);
}
