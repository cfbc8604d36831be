import type { Position } from '../geo/position.js';
import { section, type Sections } from '../arrays/sections.js';
import { StringTable } from '../arrays/string-table.js';
import { assert } from '../errors.js';
import { toDegrees } from '../geo/coordinates.js';
import { SparseRows } from '../arrays/sparse-rows.js';
import { isStrictKey } from './finding/forward-hit.js';
import type { SearchOptions } from './forward/forward-search.js';
import { SingleIndex } from './finding/single-index.js';
import { Details } from './detail-sections.js';
import { IndexGround } from './index-ground.js';
import { BitSet } from './lookup/bit-set.js';
import { IdRows } from './lookup/id-rows.js';
import type { Refined, Refinement } from './forward/refinement.js';
import type { Word } from '../text/words.js';
import type { Language } from './languages.js';
import type { PlaceDetails } from './places/details.js';
import { LAYERS, type Layer } from './places/layer.js';
import type { PlaceColumns } from './places/place.js';
import { PROMINENCE_PARTS, type ProminenceParts } from './places/prominence.js';
import type { Explanation, FoundRow, PlaceHit, ReverseHit } from './place-hit.js';
import { PlaceTexts } from './place-texts.js';
import { PointChain } from './point-chain.js';
import type { CutText } from './reading/cut-text.js';
import type { Reading, ReadHit } from './reading/reading-option.js';
import { ReadingSearch } from './reading/reading-search.js';
import { refine } from './refine.js';
import { ReverseIndex, type ReverseMatch } from './reverse/reverse-index.js';
import { DEFAULT_REVERSE_RADII, type ReverseRadii } from './reverse/reverse-limits.js';
import { verifyPlaceTable } from './places/verify-place-table.js';

const HOUSE = LAYERS.indexOf('address');

/** Finds places by name and by position, in a single index or in a map plus the user's own places. */
export interface PlaceIndex {
  /** The number of places. */
  readonly size: number;
  /** The map, followed by the index of own places if there is one. */
  readonly parts: readonly GeocodingIndex[];
  /**
   * Returns the best places for a query, best first, with the names that matched, or an empty list if no
   * place matches.
   *
   * @param asked receives the words of each search in order, beginning with the query as typed
   */
  find(text: string, limit: number, refinement?: Refinement, asked?: (readonly Word[])[]): FoundRow[];
  /** Returns the results of a search, each with an explanation of its ranking. */
  explain(text: string, limit: number, refinement?: Refinement): Explanation[];
  /** Returns the readings of the query that find at least one place. The first reading wins. */
  readings(text: string, limit: number, refinement?: Refinement): Reading[];
  /**
   * Whether a point in degrees is in the area that a query names, or `true` if the query does not name an
   * area.
   */
  isInNamedArea(text: string, lon: number, lat: number): boolean;
  /** Returns the nearest meaningful place to a point in degrees. */
  nearest(lon: number, lat: number, radii: Readonly<ReverseRadii>): ReverseMatch | null;
  /**
   * Returns the areas that contain a point in degrees, in the form that place() accepts for this row. If no
   * area contains the point, returns the areas that contain the row.
   */
  chainAt(row: number, lon: number, lat: number): ArrayLike<number>;
  /**
   * Returns the place of a row. Rows are sorted by prominence; row 0 is the most prominent.
   *
   * @param chain the areas around the place; see chainAt()
   *
   * @throws Error if there is no such row
   */
  place(row: number, language?: Language, chain?: ArrayLike<number>): PlaceHit;
  /**
   * Returns only the row's point, in degrees, without any text; for callers that read many rows.
   *
   * @throws Error if there is no such row
   */
  pointOf(row: number): Position;
  /** Returns a row's name and type as place() does, without the surrounding areas. */
  labelOf(row: number, language?: Language): Pick<PlaceHit, 'name' | 'type'>;
  /** Returns the row with this id, or -1 if no row has it. */
  rowOf(id: string): number;
  /** Returns the details of a row that are not part of its place, or null if it has none. */
  details(row: number): PlaceDetails | null;
}

/**
 * Finds places by name and by position. Reads typed arrays that may be in shared memory, and never writes to
 * them.
 */
export class GeocodingIndex implements PlaceIndex {
  readonly size: number;
  readonly parts: readonly GeocodingIndex[] = [this];
  readonly sections: Sections;
  /** The part of this index that searches over several indexes use. */
  readonly part: SingleIndex;
  readonly positions: ReverseIndex;
  readonly texts: PlaceTexts;
  readonly pointChain: PointChain;
  /** The part of this index that is used to interpret queries. */
  readonly ground: IndexGround;
  readonly #search: ReadingSearch;
  readonly #strings: StringTable;
  readonly #id: Uint32Array;
  readonly #name: Uint32Array;
  readonly #layer: Uint8Array;
  readonly #boxes: SparseRows;
  readonly #corners: Int32Array;
  readonly #type: Uint32Array;
  readonly #point: Int32Array;
  readonly #prominence: Uint16Array;
  readonly #parts: Uint16Array;
  /** Per layer and form: the name, as a string index. */
  readonly #formText: Record<'strict' | 'loose', Uint32Array>;
  readonly #hasOtherNames: BitSet;
  readonly #idRows: IdRows;
  readonly #details: Details;

  /** @throws Error if a section is missing or of another type */
  static from(sections: Sections, options?: SearchOptions): GeocodingIndex {
    return new GeocodingIndex(sections, options);
  }

  /**
   * Creates an index of own places. The surrounding areas and the streets are stored as row numbers of `map`.
   *
   * @param sections from buildOwnPlaces()
   */
  static ofOwnPlaces(sections: Sections, map: GeocodingIndex): GeocodingIndex {
    return new GeocodingIndex(sections, undefined, map.texts);
  }

  private constructor(sections: Sections, options?: SearchOptions, around?: PlaceTexts) {
    this.sections = sections;
    this.part = new SingleIndex(sections);
    this.ground = new IndexGround(this, options);
    this.#search = new ReadingSearch(this.ground);
    this.positions = ReverseIndex.from(sections);
    const strings = {
      bytes: section(sections, 'string_bytes', Uint8Array),
      offsets: section(sections, 'string_offsets', Uint32Array),
    };
    this.#strings = new StringTable(strings);
    this.#id = section(sections, 'place.id', Uint32Array);
    this.#idRows = new IdRows(strings, this.#id);
    this.#details = new Details(sections);
    this.#name = section(sections, 'place.name', Uint32Array);
    this.#layer = section(sections, 'place.layer', Uint8Array);
    this.#boxes = new SparseRows(section(sections, 'box.row', Uint32Array));
    this.#corners = section(sections, 'box.corners', Int32Array);
    this.#type = section(sections, 'place.type', Uint32Array);
    this.#point = section(sections, 'place.point', Int32Array);
    this.#prominence = section(sections, 'place.prominence', Uint16Array);
    this.#parts = section(sections, 'place.parts', Uint16Array);
    this.#formText = {
      strict: section(sections, 'name.s.text', Uint32Array),
      loose: section(sections, 'name.l.text', Uint32Array),
    };
    this.size = this.#id.length;
    const columns = { type: this.#type, name: this.#name, point: this.#point };
    this.#hasOtherNames = this.#rowsWithOtherNames();
    this.texts = new PlaceTexts(sections, this.#strings, columns, around);
    this.pointChain = new PointChain(sections, {
      strings: this.#strings,
      reverse: this.positions,
      texts: this.texts,
      columns,
    });
  }

  /** Returns the best places for a query, best first, or an empty list if no place matches. */
  search(text: string, limit: number, refinement?: Refinement, language?: Language): PlaceHit[] {
    return this.rows(text, limit, refinement).map((row) => this.place(row, language));
  }

  /** Like search(), but returns only row numbers, which can be passed to place(). */
  rows(text: string, limit: number, refinement?: Refinement): number[] {
    const options = { refined: this.refined(refinement), isWanted: () => false };
    return this.#search.hits(text, limit, options).map((hit) => hit.row);
  }

  /**
   * Like rows(), but also returns the names that matched.
   *
   * @param asked receives the words of each search in order, beginning with the query as typed
   */
  find(text: string, limit: number, refinement?: Refinement, asked?: (readonly Word[])[]): FoundRow[] {
    const [refined, isHouse] = [this.refined(refinement), (row: number): boolean => this.isHouse(row)];
    return this.#search
      .hits(text, limit, { refined, isWanted: (row) => this.hasOtherNames(row), isHouse, asked })
      .map((hit) => this.foundRow(hit));
  }

  isInNamedArea(text: string, lon: number, lat: number): boolean {
    const areas = this.#search.cut(text).areas;
    const around = Array.from(areas.length === 0 ? [] : this.chainAt(-1, lon, lat), (link) => link >> 1);
    return areas.length === 0 || areas.some(({ row }) => around.includes(row));
  }

  /**
   * Splits a text into the words that may name areas and the other words, or returns null if no words do.
   */
  areaApart(text: string): ReturnType<CutText['areaApart']> {
    return this.#search.cut(text).areaApart();
  }

  /** Returns the hit together with the name that matched. */
  foundRow({ row, form, key, group, relaxation, match, leftOut, at }: ReadHit): FoundRow {
    const otherName = form === null ? null : this.#otherName(row, form, key === 'loose' ? 'loose' : 'strict');
    const isStrict = relaxation === 0 && group <= 4 && isStrictKey(key);
    return { row, otherName, group, isStrict, match, leftOut, at };
  }

  /**
   * Returns the nearest meaningful place to a point in degrees. Any radius that is missing defaults to its
   * standard value.
   */
  reverse(lon: number, lat: number, radii?: Partial<ReverseRadii>, language?: Language): ReverseHit | null {
    const match = this.nearest(lon, lat, { ...DEFAULT_REVERSE_RADII, ...radii });
    if (match === null) return null;
    const { row, kind: matchKind, distance_m } = match;
    return { ...this.place(row, language, this.chainAt(row, lon, lat)), matchKind, distance_m };
  }

  chainAt(row: number, lon: number, lat: number): ArrayLike<number> {
    return this.pointChain.of(row, lon, lat) ?? (row < 0 ? [] : this.texts.chainOf(row));
  }

  /** Like reverse(), but returns only the row number, which can be passed to place(). */
  nearest(lon: number, lat: number, radii: Readonly<ReverseRadii>): ReverseMatch | null {
    return this.positions.nearest(lon, lat, radii);
  }

  /** Returns the results of search(), each with an explanation of its ranking. */
  explain(text: string, limit: number, refinement?: Refinement): Explanation[] {
    const refined = this.refined(refinement);
    return this.#search
      .hits(text, limit, { refined, isHouse: (row) => this.isHouse(row) })
      .map((hit) => this.explanationOf(hit, refined?.ranking?.valueOf(hit.row)));
  }

  readings(text: string, limit: number, refinement?: Refinement): Reading[] {
    return this.#search.readings(text, limit, { refined: this.refined(refinement) });
  }

  /** @throws Error whose message names the first part that differs from the builder's output */
  verify(): void {
    const { size } = this;
    verifyPlaceTable(this.sections, size);
    this.#boxes.verify('boxes', size, this.#corners.length / 4);
    this.texts.verify(size);
    this.#details.verify(size);
    this.part.verify(size);
    this.positions.verify(size);
  }

  /**
   * Returns the place of a row. Rows are sorted by prominence; row 0 is the most prominent.
   *
   * @param chain the areas around the place; see chainAt()
   *
   * @throws Error if there is no such row
   */
  place(
    row: number,
    language: Language = 'mn',
    chain: ArrayLike<number> = this.texts.chainOf(row),
  ): PlaceHit {
    // assert() is called only on failure because building its message costs as much as reading the place.
    if (!(row >= 0 && row < this.size)) assert(false, `row ${row} of ${this.size}`);
    const { name, address, components } = this.texts.of(row, chain, language);
    return {
      row,
      id: this.#strings.get(this.#id[row]),
      name,
      address,
      lon7: this.#point[2 * row],
      lat7: this.#point[2 * row + 1],
      type: this.#strings.getAgain(this.#type[row]),
      layer: LAYERS[this.#layer[row]],
      components,
      box: this.#boxOf(row),
    };
  }

  pointOf(row: number): Position {
    if (!(row >= 0 && row < this.size)) assert(false, `row ${row} of ${this.size}`);
    return [toDegrees(this.#point[2 * row]), toDegrees(this.#point[2 * row + 1])];
  }

  labelOf(row: number, language: Language = 'mn'): Pick<PlaceHit, 'name' | 'type'> {
    return { name: this.texts.nameIn(row, language), type: this.typeOf(row) };
  }

  rowOf(id: string): number {
    return this.#idRows.rowOf(id);
  }

  details(row: number): PlaceDetails | null {
    return this.#details.of(row);
  }

  /** Whether the row has names other than the displayed one. */
  hasOtherNames(row: number): boolean {
    return this.#hasOtherNames.has(row);
  }

  /** Returns the rows that have a name other than the displayed one. */
  #rowsWithOtherNames(): BitSet {
    const { formRow } = this.part.strict;
    const rows = new BitSet(this.size);
    for (let form = 0; form < formRow.length; form++)
      if (this.#formText.strict[form] !== this.#name[formRow[form]]) rows.add(formRow[form]);
    return rows;
  }

  /** Returns a form's name, or null if it is the displayed name or a postcode, which is not a name. */
  #otherName(row: number, form: number, layer: 'strict' | 'loose'): string | null {
    const name = this.#formText[layer][form];
    if (name === this.#name[row]) return null;
    const forms = this.part[layer];
    // Showing Khan Bank adds no information to Хаан банк.
    for (let other = forms.firstFormOf(row); other < forms.firstFormOf(row + 1); other++)
      if (this.#formText[layer][other] === this.#name[row] && forms.areAlike(other, form)) return null;
    const text = this.#strings.get(name);
    return forms.isExactOnly(form) && /^\d+$/.test(text) ? null : text;
  }

  #boxOf(row: number): PlaceHit['box'] {
    const at = this.#boxes.at(row);
    if (at < 0) return null;
    const [west, south, east, north] = this.#corners.subarray(4 * at, 4 * at + 4);
    return [west, south, east, north];
  }

  /** Returns the row's names as in the source, without road numbers or codes. */
  namesOf(row: number): string[] {
    const { strict } = this.part;
    const names = new Set<string>();
    const end = strict.firstFormOf(row + 1);
    for (let form = strict.firstFormOf(row); form < end; form++)
      if (!strict.isExactOnly(form)) names.add(this.#strings.get(this.#formText.strict[form]));
    return [...names];
  }

  layerOf(row: number): Layer {
    return LAYERS[this.#layer[row]];
  }

  isHouse(row: number): boolean {
    return this.#layer[row] === HOUSE;
  }

  typeOf(row: number): string {
    return this.#strings.getAgain(this.#type[row]);
  }

  /** Returns the fields that determine a row's rank; see compareRanks. */
  rankOf(row: number): Pick<PlaceColumns, 'prominence' | 'name' | 'id'> {
    return {
      prominence: this.#prominence[row] / 10,
      name: this.#strings.get(this.#name[row]),
      id: this.#strings.get(this.#id[row]),
    };
  }

  /** Returns a refinement in the form that this index applies, or undefined if there is none. */
  refined(refinement: Refinement | undefined): Refined | undefined {
    const [point, prominence, layer] = [this.#point, this.#prominence, this.#layer];
    return refine({ point, prominence, layer, type: this.#type, strings: this.#strings }, refinement);
  }

  /**
   * Explains a hit's position in the results.
   *
   * @param here_tenths the hit's score from the user's position, or undefined if the position is unknown
   */
  explanationOf(
    { row, form, group, key, relaxation, words, match, leftOut }: ReadHit,
    here_tenths: number | undefined,
  ): Explanation {
    const kind = key === 'loose' ? 'loose' : 'strict';
    const matched =
      form === null
        ? null
        : { name: this.#strings.get(this.#formText[kind][form]), key: this.part[kind].formKey(form) };
    const width = PROMINENCE_PARTS.length;
    const parts = Object.fromEntries(
      PROMINENCE_PARTS.map((part, i) => [part, this.#parts[row * width + i] / 10]),
    ) as unknown as ProminenceParts;
    return {
      ...this.place(row),
      group,
      key,
      relaxation,
      matched,
      prominence: this.#prominence[row] / 10,
      parts,
      here: here_tenths === undefined ? null : here_tenths / 10,
      asked: words.map(({ strict }) => strict),
      match,
      leftOut,
    };
  }
}
