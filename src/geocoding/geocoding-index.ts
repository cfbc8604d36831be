import { section, type Sections } from '../arrays/sections.js';
import { StringTable } from '../arrays/string-table.js';
import { assert } from '../errors.js';
import type { KeyKind, MatchGroup } from './forward/forward-hit.js';
import { ForwardSearch, type ExplainedHit } from './forward/forward-search.js';
import { PROMINENCE_PARTS, type ProminenceParts } from './places/prominence.js';
import { PointAddress } from './point-address.js';
import { ReverseIndex, type ReverseMatch } from './reverse/reverse-index.js';
import { DEFAULT_REVERSE_RADII, type ReverseRadii } from './reverse/reverse-limits.js';

/** A place in an answer. */
export interface PlaceHit {
  row: number;
  id: string;
  name: string;
  address: string | null;
  /** Units of 1e-7 degrees. */
  lon7: number;
  lat7: number;
  /** What the place is: `restaurant`, `street`, `khoroo` ... */
  type: string;
}

/** The answer of a reverse lookup. `distance_m` is to the true geometry, 0 inside an outline. */
export interface ReverseHit extends PlaceHit {
  matchKind: 'address' | 'place' | 'street';
  distance_m: number;
}

/** Why a place was found at its position in the list. */
export interface Explanation extends PlaceHit {
  group: MatchGroup;
  key: KeyKind;
  relaxation: number;
  /** The name that matched and the key of its form; null for a house found by its number. */
  matched: { name: string; key: string } | null;
  prominence: number;
  parts: ProminenceParts;
}

/**
 * Finds places by name and by position. Reads typed arrays that may lie in shared memory and never
 * writes to them.
 */
export class GeocodingIndex {
  readonly size: number;
  readonly #forward: ForwardSearch;
  readonly #reverse: ReverseIndex;
  readonly #strings: StringTable;
  readonly #pointAddress: PointAddress;
  readonly #id: Uint32Array;
  readonly #name: Uint32Array;
  readonly #address: Uint32Array;
  readonly #type: Uint32Array;
  readonly #point: Int32Array;
  readonly #prominence: Uint16Array;
  readonly #parts: Uint16Array;
  /** By layer: the name of each form, as a string number. */
  readonly #formText: Record<'strict' | 'loose', Uint32Array>;

  /** @throws Error when a section is missing or of another type. */
  static from(sections: Sections): GeocodingIndex {
    return new GeocodingIndex(sections);
  }

  private constructor(sections: Sections) {
    this.#forward = new ForwardSearch(sections);
    this.#reverse = ReverseIndex.from(sections);
    this.#strings = new StringTable({
      bytes: section(sections, 'string_bytes', Uint8Array),
      offsets: section(sections, 'string_offsets', Uint32Array),
    });
    this.#id = section(sections, 'place.id', Uint32Array);
    this.#name = section(sections, 'place.name', Uint32Array);
    this.#address = section(sections, 'place.address', Uint32Array);
    this.#type = section(sections, 'place.type', Uint32Array);
    this.#point = section(sections, 'place.point', Int32Array);
    this.#prominence = section(sections, 'place.prominence', Uint16Array);
    this.#parts = section(sections, 'place.parts', Uint16Array);
    this.#formText = {
      strict: section(sections, 'name.s.text', Uint32Array),
      loose: section(sections, 'name.l.text', Uint32Array),
    };
    this.size = this.#id.length;
    this.#pointAddress = new PointAddress(sections, this.#strings, this.#reverse, {
      type: this.#type,
      name: this.#name,
      point: this.#point,
    });
  }

  /** The best places for a text, best first; empty when nothing matches. */
  search(text: string, limit: number): PlaceHit[] {
    return this.rows(text, limit).map((row) => this.#placeOf(row));
  }

  /** Like search(), but only the row numbers; see place(). */
  rows(text: string, limit: number): number[] {
    return this.#forward.search(text, limit).map((hit) => hit.row);
  }

  /** The nearest meaningful place to a point in degrees. Radii that are not given have their defaults. */
  reverse(lon: number, lat: number, radii?: Partial<ReverseRadii>): ReverseHit | null {
    const match = this.nearest(lon, lat, { ...DEFAULT_REVERSE_RADII, ...radii });
    return match === null
      ? null
      : {
          ...this.#placeOf(match.row),
          address: this.addressAt(match.row, lon, lat),
          matchKind: match.kind,
          distance_m: match.distance_m,
        };
  }

  /** The address of a point in degrees, as an answer of that row: with the areas around the point. */
  addressAt(row: number, lon: number, lat: number): string | null {
    return this.#pointAddress.of(row, lon, lat) ?? this.#placeOf(row).address;
  }

  /** Like reverse(), but only the row number; see place(). */
  nearest(lon: number, lat: number, radii: Readonly<ReverseRadii>): ReverseMatch | null {
    return this.#reverse.nearest(lon, lat, radii);
  }

  /** The results of search(), each with the reasons for its position. */
  explain(text: string, limit: number): Explanation[] {
    return this.#forward.explain(text, limit).map((hit) => this.#explanationOf(hit));
  }

  /** @throws Error that names the first thing that is not as the builder writes it */
  verify(): void {
    const { size } = this;
    const lengths = [this.#name, this.#address, this.#type, this.#prominence].map((column) => column.length);
    if (lengths.some((length) => length !== size) || this.#point.length !== 2 * size)
      throw new Error('place table: columns of different lengths');
    if (this.#parts.length !== size * PROMINENCE_PARTS.length)
      throw new Error('place table: columns of different lengths');
    const strings = this.#strings.size;
    const isKnown = (string: number): boolean => string < strings;
    if (
      ![this.#id, this.#name, this.#type, this.#formText.strict, this.#formText.loose].every((column) =>
        column.every(isKnown),
      ) ||
      !this.#address.every((n) => n <= strings)
    ) {
      throw new Error('place table: a text that does not exist');
    }
    if (this.#prominence.some((value, row) => row > 0 && value > this.#prominence[row - 1]))
      throw new Error('place table: rows are not in order of prominence');
    this.#forward.verify(size);
    this.#reverse.verify(size);
  }

  /**
   * The place of one row. Rows are in order of prominence; row 0 is the most prominent.
   *
   * @throws Error when there is no such row
   */
  place(row: number): PlaceHit {
    // assert() is called only on failure: to build its message costs as much as to read the place.
    if (!(row >= 0 && row < this.size)) assert(false, `row ${row} of ${this.size}`);
    return this.#placeOf(row);
  }

  #placeOf(row: number): PlaceHit {
    const address = this.#address[row];
    return {
      row,
      id: this.#strings.get(this.#id[row]),
      name: this.#strings.get(this.#name[row]),
      address: address === 0 ? null : this.#strings.getAgain(address - 1),
      lon7: this.#point[2 * row],
      lat7: this.#point[2 * row + 1],
      type: this.#strings.getAgain(this.#type[row]),
    };
  }

  #explanationOf({ row, form, group, key, relaxation }: ExplainedHit): Explanation {
    const kind = key === 'loose' ? 'loose' : 'strict';
    const matched =
      form === null
        ? null
        : { name: this.#strings.get(this.#formText[kind][form]), key: this.#forward[kind].formKey(form) };
    const width = PROMINENCE_PARTS.length;
    const parts = Object.fromEntries(
      PROMINENCE_PARTS.map((part, i) => [part, this.#parts[row * width + i] / 10]),
    ) as unknown as ProminenceParts;
    return {
      ...this.#placeOf(row),
      group,
      key,
      relaxation,
      matched,
      prominence: this.#prominence[row] / 10,
      parts,
    };
  }
}
