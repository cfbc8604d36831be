import { section, type Sections } from '../arrays/sections.js';
import { StringTable } from '../arrays/string-table.js';
import type { Geometry } from '../geo/feature.js';
import { AreaIndex } from './areas/area-index.js';
import { KeyLayer } from './lookup/key-layer.js';
import { keyText } from './lookup/key-text.js';
import type { LayerKind } from './finding/forward-hit.js';
import type { AddressColumns } from './freeze-addresses.js';
import { GeocodingIndex } from './geocoding-index.js';
import { LAYERS } from './places/layer.js';
import type { PlaceColumns } from './places/place.js';
import { Pieces } from './reverse/reverse-pieces.js';

/** A form of a name. */
export interface ThawedForm {
  words: readonly string[];
  /** Whether the form is found only by its whole key. */
  isRef: boolean;
  /** See buildKeyLayer. */
  flags: number;
  /** The name as it appears in the source. */
  name: string;
}

export type ThawedForms = Readonly<Record<LayerKind, readonly ThawedForm[]>>;

/** A place as stored in an index, without its shape. */
export interface ThawedPlace extends PlaceColumns, AddressColumns {
  forms: ThawedForms;
  /** The displayed address. */
  address: string | null;
  /** The numbers of the row's contexts. */
  contexts: readonly number[];
  /** The row that represents this row in lists of results. */
  twin: number;
  /** The row's class bits; see reverse-class.ts. */
  classBits: number;
  size_m2: number;
  /**
   * For a settlement: the radius around its point, in meters, within which places belong to the settlement; 0
   * for all other rows.
   */
  reach_m: number;
}

/** A context that places are in or belong to. */
export interface ThawedContext {
  forms: ThawedForms;
  isKind: boolean;
}

/** A house number; `street` is a context number. */
export interface ThawedHouse {
  number: string;
  row: number;
  street: number;
}

/**
 * A part of a row's shape, categorized by its use. `near`: points, lines of a few segments and whole small
 * outlines, used to find nearby places. `town`: the same kinds of parts, for settlements. `surface`: a
 * polygon, used to find surrounding areas.
 */
export interface ThawedShape {
  row: number;
  use: 'near' | 'town' | 'surface';
  geometry: Geometry;
  /** For a settlement: the row of the surrounding country, or -1 if there is none. */
  country: number | null;
}

/**
 * Reads the source values of an index back from its sections, for use in exports. This reverses the build.
 */
export class ThawedGeocoding {
  readonly size: number;
  readonly #sections: Sections;
  readonly #strings: StringTable;
  readonly #sites: AreaIndex;
  readonly #areas: AreaIndex;

  /** @throws Error if a section is missing or of another type */
  constructor(sections: Sections) {
    this.#sections = sections;
    this.#strings = new StringTable({
      bytes: section(sections, 'string_bytes', Uint8Array),
      offsets: section(sections, 'string_offsets', Uint32Array),
    });
    this.#sites = AreaIndex.from(sections, 'reverse.site.');
    this.#areas = AreaIndex.from(sections, 'reverse.area.');
    this.size = this.#numbers('place.id').length;
  }

  /** Returns all places in row order, most prominent first. */
  places(): ThawedPlace[] {
    const index = GeocodingIndex.from(this.#sections);
    const forms = this.#formsOf('name.', this.size);
    const text = (column: string): string[] => Array.from(this.#numbers(column), (n) => this.#strings.get(n));
    const [ids, names, types] = [text('place.id'), text('place.name'), text('place.type')];
    const point = section(this.#sections, 'place.point', Int32Array);
    const prominence = section(this.#sections, 'place.prominence', Uint16Array);
    const twins = this.#numbers('place.twin');
    const classes = section(this.#sections, 'reverse.class', Uint16Array);
    const sizes = this.#sizes();
    const reaches = this.#reaches();
    const contexts = this.#lists('place.context', 'contexts');
    const columns = this.#addressColumns();
    return ids.map((id, row) => ({
      ...columns[row],
      id,
      name: names[row],
      type: types[row],
      prominence: prominence[row] / 10,
      lon7: point[2 * row],
      lat7: point[2 * row + 1],
      address: index.place(row).address,
      forms: forms[row],
      contexts: contexts[row],
      twin: twins[row],
      classBits: classes[row],
      size_m2: sizes[row],
      reach_m: reaches.get(row) ?? 0,
    }));
  }

  contexts(): ThawedContext[] {
    const count = this.#numbers('contexts_row_start').length - 1;
    const kinds = new Set(this.#numbers('contexts_kinds'));
    return this.#formsOf('context.', count).map((forms, context) => ({ forms, isKind: kinds.has(context) }));
  }

  houses(): ThawedHouse[] {
    const { bytes, starts } = keyText(this.#sections, 'house.number');
    const [from, rows, streets] = ['house.start', 'house.row', 'house.street'].map((name) =>
      this.#numbers(name),
    );
    const houses: ThawedHouse[] = [];
    const decoder = new TextDecoder();
    for (let n = 0; n + 1 < starts.length; n++) {
      const number = decoder.decode(bytes.subarray(starts[n], starts[n + 1] - 1));
      for (let i = from[n]; i < from[n + 1]; i++) houses.push({ number, row: rows[i], street: streets[i] });
    }
    return houses;
  }

  shapes(): ThawedShape[] {
    return [...this.#pieces('near'), ...this.#pieces('town'), ...this.#surfaces('site', this.#sites)].concat(
      this.#surfaces('area', this.#areas),
    );
  }

  #pieces(use: 'near' | 'town'): ThawedShape[] {
    const pieces = new Pieces(this.#sections, `reverse.${use}_`);
    return Array.from({ length: pieces.count }, (_, piece) => {
      const positions = pieces.positions(piece).slice();
      const geometry: Geometry = pieces.isOutline(piece)
        ? { kind: 'area', polygons: [[positions]] }
        : positions.length === 2
          ? { kind: 'point', lon7: positions[0], lat7: positions[1] }
          : { kind: 'line', lines: [positions] };
      return {
        row: pieces.row(piece),
        use,
        geometry,
        country: use === 'town' ? pieces.note(piece) : null,
      };
    });
  }

  #surfaces(name: 'site' | 'area', index: AreaIndex): ThawedShape[] {
    const rows = this.#numbers(`reverse.${name}_row`);
    return index.polygons().map(({ area, rings }) => ({
      row: rows[area],
      use: 'surface',
      geometry: { kind: 'area', polygons: [rings] },
      country: null,
    }));
  }

  /**
   * Returns the size of each row in square meters. The sizes are exact wherever they determine the order of
   * surfaces.
   */
  #sizes(): Float64Array {
    const sizes = Float64Array.from(section(this.#sections, 'reverse.size', Float32Array));
    for (const [name, index] of [['site', this.#sites] as const, ['area', this.#areas] as const])
      this.#numbers(`reverse.${name}_row`).forEach((row, area) => (sizes[row] = index.sizeM2(area)));
    return sizes;
  }

  #reaches(): Map<number, number> {
    const towns = this.#numbers('town.row');
    const reaches = section(this.#sections, 'town.reach', Uint16Array);
    return new Map(Array.from(towns, (row, i) => [row, reaches[i]]));
  }

  #addressColumns(): AddressColumns[] {
    const textOrNull = (column: string): (string | null)[] =>
      Array.from(this.#numbers(column), (n) => (n === 0 ? null : this.#strings.get(n - 1)));
    const sparse = (name: string, column: string): Map<number, string> => {
      const texts = this.#numbers(`${name}.${column}`);
      return new Map(
        Array.from(this.#numbers(`${name}.row`), (row, i) => [row, this.#strings.get(texts[i])]),
      );
    };
    const layers = section(this.#sections, 'place.layer', Uint8Array);
    const [labels, streets] = [textOrNull('place.part'), textOrNull('place.street')];
    const streetRows = this.#numbers('place.street_row');
    const numbers = textOrNull('place.number');
    const [chains, texts] = [this.#lists('place.chain', 'chains'), textOrNull('chains_text')];
    const [english, latin] = [sparse('english', 'name'), sparse('latin', 'name')];
    const russian = 'russian.row' in this.#sections ? sparse('russian', 'name') : new Map<number, string>();
    const postcodes = sparse('postcode', 'code');
    const corners = section(this.#sections, 'box.corners', Int32Array);
    const boxes = new Map(
      Array.from(this.#numbers('box.row'), (row, i) => {
        const [west, south, east, north] = corners.subarray(4 * i, 4 * i + 4);
        return [row, [west, south, east, north] as const];
      }),
    );
    return Array.from(this.#numbers('place.chain'), (chain, row) => ({
      layer: LAYERS[layers[row]],
      areaLabel: labels[row],
      areas: chains[row].map((entry) => ({ row: entry >>> 1, isShown: entry % 2 === 1 })),
      taggedAreas: texts[chain],
      street: streets[row],
      streetRow: streetRows[row] === 0 ? null : streetRows[row] - 1,
      number: numbers[row],
      english: english.get(row) ?? null,
      latin: latin.get(row) ?? null,
      russian: russian.get(row) ?? null,
      postcode: postcodes.get(row) ?? null,
      box: boxes.get(row) ?? null,
    }));
  }

  /** Returns the list that belongs to each row; several rows may share a list. */
  #lists(column: string, name: string): number[][] {
    const start = this.#numbers(`${name}_start`);
    const list = this.#numbers(`${name}_list`);
    return Array.from(this.#numbers(column), (n) => [...list.subarray(start[n], start[n + 1])]);
  }

  #formsOf(prefix: 'name.' | 'context.', owners: number): ThawedForms[] {
    const forms = Array.from({ length: owners }, () => ({
      strict: [] as ThawedForm[],
      loose: [] as ThawedForm[],
    }));
    for (const kind of ['strict', 'loose'] as const) {
      const layer = new KeyLayer(this.#sections, `${prefix}${kind[0]}.`);
      const texts = this.#numbers(`${prefix}${kind[0]}.text`);
      layer.formRow.forEach((owner, form) =>
        forms[owner][kind].push({
          words: layer.wordsOf(form),
          isRef: layer.isExactOnly(form),
          flags: layer.flags[form],
          name: this.#strings.get(texts[form]),
        }),
      );
    }
    return forms;
  }

  #numbers(name: string): Uint32Array {
    return section(this.#sections, name, Uint32Array);
  }
}
