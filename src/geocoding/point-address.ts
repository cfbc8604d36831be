import type { Sections } from '../arrays/sections.js';
import type { StringTable } from '../arrays/string-table.js';
import { toDegrees } from '../geo/coordinates.js';
import { distanceM } from '../geo/distance.js';
import type { ReverseIndex } from './reverse/reverse-index.js';

/** Parts of a town or a soum. A settlement is named between them and the soum. */
const QUARTER_TYPES: ReadonlySet<string> = new Set(['khoroo', 'bag']);
/** No settlement reaches so far north or south, in 1e-7 degrees: 8 km are 0.072 degrees. */
const FAR = 800_000;

/** The columns of the place table that an address is made of; see freezeModel(). */
export interface AddressColumns {
  type: Uint32Array;
  name: Uint32Array;
  point: Int32Array;
}

/**
 * Writes the address of a point: the areas that contain the point itself, not those of the row that answers.
 * A
 * street passes many khoroo; a house across the border of a soum lies in another one.
 */
export class PointAddress {
  readonly #strings: StringTable;
  readonly #reverse: ReverseIndex;
  readonly #columns: AddressColumns;
  readonly #part: Uint32Array | undefined;
  readonly #towns: Uint32Array;
  readonly #reach: Uint16Array;

  constructor(sections: Sections, strings: StringTable, reverse: ReverseIndex, columns: AddressColumns) {
    this.#strings = strings;
    this.#reverse = reverse;
    this.#columns = columns;
    this.#part = sections['place.part'] as Uint32Array | undefined;
    this.#towns = (sections['town.row'] as Uint32Array | undefined) ?? new Uint32Array();
    this.#reach = (sections['town.reach'] as Uint16Array | undefined) ?? new Uint16Array();
  }

  /**
   * The address of a point in degrees as an answer of that row, from wide to narrow. Null when the point is
   * in no
   * area, or the dataset does not say what an address is made of.
   */
  of(row: number, lon: number, lat: number): string | null {
    const parts = this.#part;
    if (parts === undefined) return null;
    const around = this.#reverse.areasAround(lon, lat).filter((area) => parts[area] > 0);
    const own = around.indexOf(row);
    const isInside = own < 0 || QUARTER_TYPES.has(this.#typeOf(row));
    const labels: string[] = [];
    let town = isInside ? this.#townAt(row, lon, lat) : null;
    if (town !== null && around.some((area) => bare(this.#text(parts[area] - 1)) === town)) town = null;
    for (let i = own + 1; i < around.length; i++) {
      const type = this.#typeOf(around[i]);
      if (type === 'country' && labels.length > 0) continue;
      if (town !== null && !QUARTER_TYPES.has(type)) {
        labels.push(town);
        town = null;
      }
      const label = this.#text(parts[around[i]] - 1);
      if (labels.at(-1) !== label) labels.push(label);
    }
    if (labels.length === 0) return null;
    labels.reverse();
    if (own < 0 && parts[row] > 0) labels.push(this.#text(parts[row] - 1));
    return labels.join(', ');
  }

  /** The name of the nearest settlement that reaches the point, unless that is the answer itself. */
  #townAt(row: number, lon: number, lat: number): string | null {
    const { point, name } = this.#columns;
    const lat7 = lat * 1e7;
    let nearest = Infinity;
    let found = -1;
    for (let i = 0; i < this.#towns.length; i++) {
      const town = this.#towns[i];
      if (Math.abs(point[2 * town + 1] - lat7) > FAR) continue;
      const distance_m = distanceM(lon, lat, toDegrees(point[2 * town]), toDegrees(point[2 * town + 1]));
      if (distance_m <= this.#reach[i] && distance_m < nearest) [nearest, found] = [distance_m, town];
    }
    return found < 0 || found === row ? null : this.#text(name[found]);
  }

  #typeOf(row: number): string {
    return this.#text(this.#columns.type[row]);
  }

  #text(string: number): string {
    return this.#strings.getAgain(string);
  }
}

/** A label without the word for the kind of area. */
function bare(label: string): string {
  return label.replace(/\s+(аймаг|сум|дүүрэг|хот)$/i, '');
}
