import { atOnce, type Steps } from '../arrays/steps.js';
import type { Position } from '../geo/position.js';
import { toDegrees } from '../geo/coordinates.js';
import { joinedKey } from '../text/join.js';
import { wordsOf } from '../text/words.js';
import { section, type Sections } from '../arrays/sections.js';
import { ForwardSearch, type SearchOptions } from './forward/forward-search.js';
import type { SingleIndex } from './finding/single-index.js';
import type { Components, PlaceTexts } from './place-texts.js';
import { encodeKey } from './lookup/key-text.js';
import { Vocabulary } from './lookup/layer-words.js';
import type { Ground } from './reading/ground.js';
import {
  AreaLexicon,
  areasOf,
  SAMPLES,
  type Area,
  type AreaSource,
  type NamedArea,
} from './reading/area-lexicon.js';
import { Spellings } from './reading/spellings.js';
import { Lines } from './reverse/lines.js';

/** The margin of error of khoroo outlines, in degrees: about 15 m. */
const BORDER_SHIFTS: readonly Position[] = [
  [2e-4, 0],
  [-2e-4, 0],
  [0, 1.35e-4],
  [0, -1.35e-4],
];

/** The parts of an index that this module needs. */
interface ReadIndex {
  readonly size: number;
  readonly sections: Sections;
  readonly part: SingleIndex;
  readonly texts: PlaceTexts;
  readonly positions: { areasAround(lon: number, lat: number): readonly number[] };
  typeOf(row: number): string;
  layerOf(row: number): string;
  namesOf(row: number): readonly string[];
  labelOf(row: number): { name: string };
  place(row: number): { name: string; address: string | null; components: Components };
}

/** A single index, used for interpreting queries. Areas always come from the map. */
export class IndexGround implements Ground {
  readonly forward: ForwardSearch;
  readonly isWhole: boolean;
  readonly #index: ReadIndex;
  #lexicon: AreaLexicon | null = null;
  #vocabularies: readonly Vocabulary[] | null = null;
  #spellings: Spellings | null = null;
  #lines: Lines | null = null;

  constructor(index: ReadIndex, options?: SearchOptions) {
    this.#index = index;
    this.forward = new ForwardSearch(index.part, options);
    this.isWhole = options?.readsErrors !== false;
  }

  get searched(): SingleIndex {
    return this.#index.part;
  }

  /** Returns the lexicon of all areas in this index. */
  lexicon(): AreaLexicon {
    return (this.#lexicon ??= new AreaLexicon(this.areas()));
  }

  /** Creates the lexicon in incremental steps. */
  *withLexicon(): Steps<void> {
    if (this.#lexicon !== null) return;
    const areas = yield* areasOf(new SourceOf(this.#index));
    this.#lexicon ??= new AreaLexicon(areas);
  }

  /** Returns the areas in the lexicon, with their names. */
  areas(): NamedArea[] {
    return atOnce(areasOf(new SourceOf(this.#index)));
  }

  get vocabularies(): readonly Vocabulary[] {
    const { strict, contexts } = this.#index.part;
    return (this.#vocabularies ??= [strict, contexts.strict].map((layer) => new Vocabulary(layer)));
  }

  spellings(): Spellings {
    return (this.#spellings ??= new Spellings(this.vocabularies));
  }

  rowOfArea({ row }: Area): number {
    return row;
  }

  typeOf(row: number): string {
    return this.#index.typeOf(row);
  }

  /** @param context the context, in this index, that contains all rows in the area */
  isInside(row: number, area: Area, context = area.context): boolean {
    // This is called for every row of a kind, so it does not allocate memory.
    const chain = this.#index.texts.chainOf(row);
    for (let i = 0; i < chain.length; i++) if (chain[i] >> 1 === area.row) return true;
    return context >= 0 && this.#index.part.contexts.isIn(row, context);
  }

  /**
   * Finds the context in this index, by name, that corresponds to an area of another index. Returns -1 if no
   * context is found.
   */
  contextOf({ row }: Area, names: readonly string[]): number {
    const source = new SourceOf(this.#index);
    const samples: number[] = [];
    for (let at = 0; at < source.size && samples.length < SAMPLES; at++)
      if (source.chainRows(at).includes(row)) samples.push(at);
    return samples.length === 0 ? -1 : source.contextOf(names, samples);
  }

  isCalledInside(row: number, khoroo: Area, lexicon = this.lexicon()): boolean {
    return (
      lexicon.isCalledInside(chainRowsOf(this.#index, row), khoroo) ||
      this.#isAtBorderOf(row, khoroo, lexicon)
    );
  }

  /** Whether a house in the khoroo's district is a few meters outside the khoroo. */
  #isAtBorderOf(row: number, { type, row: khoroo, around }: Area, { byRow }: AreaLexicon): boolean {
    if (type !== 'khoroo' || this.#index.typeOf(row) !== 'address') return false;
    const isDistrict = (area: number): boolean => around.has(area) && byRow.get(area)?.type === 'district';
    if (!chainRowsOf(this.#index, row).some(isDistrict)) return false;
    const point = section(this.#index.sections, 'place.point', Int32Array);
    const [lon, lat] = [toDegrees(point[2 * row]), toDegrees(point[2 * row + 1])];
    return BORDER_SHIFTS.some(([x, y]) =>
      this.#index.positions.areasAround(lon + x, lat + y).includes(khoroo),
    );
  }

  /** Returns all names of a row, including its house number and street. */
  textsOf(row: number): string[] {
    const { name, components } = this.#index.place(row);
    const { house_number: number, street } = components;
    return [...this.#index.namesOf(row), name, number ?? '', street ?? ''];
  }

  addressOf(row: number): string {
    return this.#index.place(row).address ?? '';
  }

  /**
   * For a street whose own point is not in any of the areas: returns a point of the street in one of them, in
   * degrees. Otherwise returns null.
   */
  pointIn(row: number, areas: readonly Area[]): Position | null {
    const index = this.#index;
    if (areas.length === 0 || index.typeOf(row) !== 'street') return null;
    const isIn = (rows: readonly number[]): boolean => areas.some((area) => rows.includes(area.row));
    if (isIn(chainRowsOf(index, row))) return null;
    return middleOf(this.#pointsOf(row).filter((point) => isIn(point.areas)));
  }

  /**
   * For a street: returns a point of the street in each area of the lexicon that it crosses, except the areas
   * that contain its own point.
   */
  pointsElsewhere(row: number): { area: number; at: Position }[] {
    if (this.#index.typeOf(row) !== 'street') return [];
    const known = this.lexicon().byRow;
    const own = new Set(chainRowsOf(this.#index, row));
    const points = this.#pointsOf(row);
    const passed = new Set(points.flatMap(({ areas }) => areas.filter((area) => !own.has(area))));
    return [...passed]
      .filter((area) => known.has(area))
      .map((area) => ({ area, at: middleOf(points.filter(({ areas }) => areas.includes(area)))! }));
  }

  /**
   * Returns the vertices of a street and the midpoints between them, each with the rows of the areas that
   * contain it.
   */
  #pointsOf(row: number): StreetPoint[] {
    this.#lines ??= new Lines(this.#index.sections);
    const points: StreetPoint[] = [];
    for (const line of this.#lines.partsOf(row))
      for (let i = 0; i + 3 < line.length; i += 2)
        for (const share of [0, 0.5]) {
          const lon = toDegrees(line[i] + (line[i + 2] - line[i]) * share);
          const lat = toDegrees(line[i + 1] + (line[i + 3] - line[i + 1]) * share);
          points.push({ at: [lon, lat], areas: this.#index.positions.areasAround(lon, lat) });
        }
    return points;
  }
}

interface StreetPoint {
  at: Position;
  areas: readonly number[];
}

function middleOf(points: readonly StreetPoint[]): Position | null {
  return points.at(Math.floor(points.length / 2))?.at ?? null;
}

function chainRowsOf(index: ReadIndex, row: number): number[] {
  return Array.from(index.texts.chainOf(row), (link) => link >> 1);
}

/** Provides the lexicon with data from an index. */
class SourceOf implements AreaSource {
  readonly size: number;
  readonly #index: ReadIndex;

  constructor(index: ReadIndex) {
    this.#index = index;
    this.size = index.size;
  }

  typeOf(row: number): string {
    return this.#index.typeOf(row);
  }

  layerOf(row: number): string {
    return this.#index.layerOf(row);
  }

  namesOf(row: number): readonly string[] {
    return this.#index.namesOf(row);
  }

  displayName(row: number): string {
    return this.#index.labelOf(row).name;
  }

  isArea(row: number): boolean {
    return this.#index.texts.isArea(row);
  }

  chainRows(row: number): readonly number[] {
    return chainRowsOf(this.#index, row);
  }

  /**
   * Returns the smallest context that has one of the names and contains all of the rows, or -1 if there is
   * none.
   */
  contextOf(names: readonly string[], rows: readonly number[]): number {
    const { contexts } = this.#index.part;
    const layer = contexts.strict;
    let best = -1;
    const sizeOf = (context: number): number => contexts.rowsOf(context).length;
    for (const name of names) {
      const key = encodeKey(joinedKey(wordsOf(name).map(({ strict }) => strict)));
      const { from, to } = layer.wholeRange(key, layer.headRange(key));
      for (let slot = from; slot < to; slot++) {
        const context = layer.headRows[slot];
        if (context === best || !rows.every((row) => contexts.isIn(row, context))) continue;
        if (best < 0 || sizeOf(context) < sizeOf(best)) best = context;
      }
    }
    return best;
  }
}
