import { section, type Sections } from '../arrays/sections.js';
import type { StringTable } from '../arrays/string-table.js';
import { toDegrees } from '../geo/coordinates.js';
import { distanceM } from '../geo/distance.js';
import { withoutKind } from './languages.js';
import type { PlaceTexts } from './place-texts.js';
import type { ReverseIndex } from './reverse/reverse-index.js';

/**
 * Parts of a town or a soum. In an address, the name of a settlement comes between the name of such a part
 * and that of the soum.
 */
const QUARTER_TYPES: ReadonlySet<string> = new Set(['khoroo', 'bag']);
/** No settlement extends farther north or south than this, in 1e-7 degrees: 8 km is 0.072 degrees. */
const FAR = 800_000;

/** The columns of the place table that this module needs; see freezeModel(). */
export interface PointColumns {
  type: Uint32Array;
  point: Int32Array;
}

/** The parts of an index that are used to find the areas around a point. */
export interface PointParts {
  strings: StringTable;
  reverse: ReverseIndex;
  texts: PlaceTexts;
  columns: PointColumns;
}

/**
 * Finds the areas that contain the point itself, rather than the areas of the returned row. A street crosses
 * many khoroos, and a house just across the border of a soum is in another soum.
 */
export class PointChain {
  readonly #strings: StringTable;
  readonly #reverse: ReverseIndex;
  readonly #texts: PlaceTexts;
  readonly #columns: PointColumns;
  readonly #towns: Uint32Array;
  readonly #reach: Uint16Array;

  /** @throws Error if a section is missing or of another type */
  constructor(sections: Sections, { strings, reverse, texts, columns }: PointParts) {
    this.#strings = strings;
    this.#reverse = reverse;
    this.#texts = texts;
    this.#columns = columns;
    this.#towns = section(sections, 'town.row', Uint32Array);
    this.#reach = section(sections, 'town.reach', Uint16Array);
  }

  /**
   * Returns the chain (see PlaceTexts) for a point in degrees, given the row that is the result, or null if
   * no area contains the point.
   */
  of(row: number, lon: number, lat: number): number[] | null {
    const around = this.#reverse.areasAround(lon, lat).filter((area) => this.#texts.isArea(area));
    const own = around.indexOf(row);
    const isInside = own < 0 || QUARTER_TYPES.has(this.#typeOf(row));
    let town = isInside ? this.#townAt(row, lon, lat) : -1;
    const name = town < 0 ? '' : this.#texts.label(town);
    const isNamed = around.some((area) => withoutKind(this.#texts.label(area)) === name);
    const chain: number[] = [];
    let before = '';
    let isInSmaller = false;
    for (let i = own + 1; i < around.length; i++) {
      const type = this.#typeOf(around[i]);
      if (town >= 0 && !QUARTER_TYPES.has(type) && !(type === 'country' && isInSmaller)) {
        chain.push(2 * town + Number(!isNamed));
        if (!isNamed) before = name;
        town = -1;
      }
      const label = this.#texts.label(around[i]);
      const isShown = label !== before && !(type === 'country' && isInSmaller);
      chain.push(2 * around[i] + Number(isShown));
      if (isShown) before = label;
      if (type !== 'country') isInSmaller = true;
    }
    return chain.length > 0 ? chain : null;
  }

  /**
   * Returns the row of the nearest settlement whose radius covers the point, or -1 if there is no such
   * settlement or it is the result itself.
   */
  #townAt(row: number, lon: number, lat: number): number {
    const { point } = this.#columns;
    const lat7 = lat * 1e7;
    let nearest = Infinity;
    let found = -1;
    for (let i = 0; i < this.#towns.length; i++) {
      const town = this.#towns[i];
      if (Math.abs(point[2 * town + 1] - lat7) > FAR) continue;
      const distance_m = distanceM(lon, lat, toDegrees(point[2 * town]), toDegrees(point[2 * town + 1]));
      if (distance_m <= this.#reach[i] && distance_m < nearest) [nearest, found] = [distance_m, town];
    }
    return found === row ? -1 : found;
  }

  #typeOf(row: number): string {
    return this.#strings.getAgain(this.#columns.type[row]);
  }
}
