import type { Steps } from '../../arrays/steps.js';
import { wordsOf, type Word } from '../../text/words.js';
import { areaKindOf } from './word-sets.js';

/** Levels of a country: the aimag and the capital, their parts, the parts of these, and towns. */
export const AREA_LEVELS = ['top', 'middle', 'low', 'town'] as const;
type AreaLevel = (typeof AREA_LEVELS)[number];

/** An area that texts name. */
export interface Area {
  /** Row of the map. Areas of one name are in the order of their rows: the most prominent first. */
  row: number;
  type: string;
  level: AreaLevel;
  /** Rows of the areas that it lies in. */
  around: ReadonlySet<number>;
  /** A bag that the data have only as a point, so that nothing is known to lie in it. */
  isPoint: boolean;
  /** The number of a khoroo or bag; null if it has none, and for others. */
  number: string | null;
  /** For a khoroo that is named by its district («БЗД-ийн 6-р хороо»): the key of that; else null. */
  district: string | null;
  /** For a bag with a number: the keys of its name; else empty. */
  bagName: string;
  /** The context of everything in it; -1 if it has none. */
  context: number;
}

/** The lexicon's source in an index. */
export interface AreaSource {
  readonly size: number;
  typeOf(row: number): string;
  layerOf(row: number): string;
  namesOf(row: number): readonly string[];
  displayName(row: number): string;
  isArea(row: number): boolean;
  /** Rows of the areas around a row, from narrow to wide. */
  chainRows(row: number): readonly number[];
  /** The context with those rows and one of the names; -1 if there is none. */
  contextOf(names: readonly string[], rows: readonly number[]): number;
}

/** An area with all its names. */
export interface NamedArea {
  area: Area;
  names: readonly string[];
}

const MOST_NAME_WORDS = 3;
/** The number of rows that tell the context of an area. */
export const SAMPLES = 3;
const TOWNS: ReadonlySet<string> = new Set(['city', 'town', 'village']);

/** All areas of a map by their names. */
export class AreaLexicon {
  readonly byRow = new Map<number, Area>();
  readonly #byNumber = new Map<string, Area[]>();
  readonly #named: Record<'strict' | 'loose', Map<string, Area[]>> = { strict: new Map(), loose: new Map() };
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

  /** The khoroo or bags of a number, or the bags of a name: Чигэстэй. */
  numbered(kind: 'khoroo' | 'bag', number: string): readonly Area[] {
    return this.#byNumber.get(`${kind} ${number}`) ?? [];
  }

  /** The areas with the words as their name, without the word for their kind. */
  named(words: readonly Word[], layer: 'strict' | 'loose' = 'strict'): readonly Area[] {
    return this.#named[layer].get(words.map((word) => word[layer]).join(' ')) ?? [];
  }

  /** The town from which an aimag or soum is governed: its most prominent one; null if there is none. */
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

  /**
   * Whether an address has the number of a khoroo and its district. Outlines of khoroo are not exact.
   *
   * @param around rows of the areas around it
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

  /** The names of one word, with the areas that have them. */
  get singleNames(): Iterable<readonly [key: string, areas: readonly Area[]]> {
    return [...this.#named.strict].filter(([key]) => !key.includes(' '));
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
      keys.add(words.map(({ strict }) => strict).join(' '));
    }
    this.#areaNames.set(area, keys);
  }
}

/** The number of rows that a step looks at, in a millisecond. */
const ROWS_OF_STEP = 1_024;

/** All areas of an index that texts name, in the order of their rows. */
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

/** The number in the names of a khoroo or bag; null if there is none. */
export function numberOf(names: readonly string[]): string | null {
  return /(\d+)-р/.exec(names.join(' '))?.[1] ?? null;
}

function areaOf(source: AreaSource, row: number, samples: readonly number[]): Area | null {
  const type = source.typeOf(row);
  const isArea = source.isArea(row);
  // Most rows are neither.
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

/** By area, some rows that lie in it. */
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
