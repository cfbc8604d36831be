import type { Box } from '../geo/position.js';
import { DistinctLists } from '../arrays/distinct-lists.js';
import type { Sections } from '../arrays/sections.js';
import type { StringTableBuilder } from '../arrays/string-table.js';
import type { Geometry } from '../geo/feature.js';
import { boxOfLines } from '../geo/line-box.js';
import { unwrapLine, unwrapPolygon } from '../geo/unwrap.js';
import { englishName } from '../text/english-name.js';
import { latinText } from '../text/romanise.js';
import { cleanText } from '../text/words.js';
import { latinNames } from './places/latin-names.js';
import { LAYERS, layerOf, type Layer } from './places/layer.js';
import { POSTCODE } from './places/names.js';
import type { PlaceRow } from './places/place.js';
import type { RowLinks, SearchModel } from './places/search-model.js';

/**
 * Builds the sections used to write names, addresses and components in any language:
 *
 *     place.layer        by row: position in LAYERS
 *     place.part         by row: 1 + string: the label of an area; 0 for others
 *     place.chain        by row: a list in `chains_*`
 *     place.street       by row: 1 + string: the street of its address; 0 for none
 *     place.street_row   by row: 1 + row of that street; 0 where it has none
 *     place.number       by row: 1 + string: the house number; 0 for none
 *     chains_*           distinct lists: `start`, `list` (2 * row + 1 when the address names it, 2 * row when
 *                        not, from narrow to wide), `text` (1 + string: areas as tags name them; 0 for none)
 *     english.*          rows with an English name that is not the romanised one: `row`, `name`
 *     latin.*            the same for Mongolian in Latin letters
 *     russian.*          rows with a Russian name: `row`, `name`
 *     postcode.*         rows with a postcode: `row`, `code`
 *     box.*              areas and streets: `row`, `corners` (west, south, east, north; lon7 and lat7)
 */
export function freezeAddresses(rows: readonly AddressColumns[], strings: StringTableBuilder): Sections {
  const orNone = (text: string | null): number => (text === null ? 0 : strings.add(text) + 1);
  return {
    'place.layer': Uint8Array.from(rows, ({ layer }) => LAYERS.indexOf(layer)),
    'place.part': Uint32Array.from(rows, ({ areaLabel }) => orNone(areaLabel)),
    'place.street': Uint32Array.from(rows, ({ street }) => orNone(street)),
    'place.street_row': Uint32Array.from(rows, ({ streetRow }) => (streetRow === null ? 0 : streetRow + 1)),
    'place.number': Uint32Array.from(rows, ({ number }) => orNone(number)),
    ...freezeChains(rows, orNone),
    ...freezeNames(rows, strings),
    ...freezeBoxes(rows),
  };
}

/** The parts of a row's address that are needed to write it in any language. */
export interface AddressColumns extends RowLinks {
  layer: Layer;
  /** The label of an area that is named in addresses, or null for other rows. */
  areaLabel: string | null;
  /** Names in other languages that differ from the romanized name. */
  english: string | null;
  latin: string | null;
  /** The Russian name from the tags. */
  russian: string | null;
  postcode: string | null;
  /**
   * Areas and streets only: west, south, east, north in 1e-7 degrees. If the area or street crosses the
   * antimeridian, the box extends past it.
   */
  box: Box | null;
}

/** Returns the address columns of a model's rows. */
export function addressColumns({
  rows,
  links,
  tagged,
}: Pick<SearchModel, 'rows' | 'links' | 'tagged'>): AddressColumns[] {
  return rows.map((row, i) => ({
    ...links[i],
    layer: layerOf(row),
    areaLabel: links[i].street === null ? row.part : null,
    ...otherNames(row, tagged[i]),
    box: boxOf(row),
  }));
}

function otherNames(
  row: PlaceRow,
  tagged: readonly string[],
): Pick<AddressColumns, 'english' | 'latin' | 'russian' | 'postcode'> {
  const { matchKind, tags, name, type } = row;
  const code = (tags['addr:postcode'] ?? tags['postal_code'] ?? '').split(';')[0].trim();
  const postcode = code === '' ? null : code;
  // A house's name consists of its street and number in every language.
  if (matchKind === 'address') return { english: null, latin: null, russian: null, postcode };
  const names = latinNames(row, tagged);
  const unlike = (text: string | null, made: string): string | null => (text === made ? null : text);
  const russian = cleanText((tags['name:ru'] ?? '').split(';')[0]);
  return {
    english: unlike(names.english, englishName(name, type)),
    latin: unlike(names.latin, latinText(name)),
    russian: russian === '' ? null : russian,
    postcode,
  };
}

function freezeChains(links: readonly RowLinks[], orNone: (text: string | null) => number): Sections {
  const lists = new DistinctLists();
  const texts: number[] = [];
  const chain = Uint32Array.from(links, ({ areas, taggedAreas }) => {
    const entries = areas.map(({ row, isShown }) => 2 * row + Number(isShown));
    const text = orNone(taggedAreas);
    const index = lists.add(entries, `${text} ${entries.join(' ')}`);
    texts[index] = text;
    return index;
  });
  return {
    'place.chain': chain,
    chains_start: lists.starts,
    chains_list: lists.numbers,
    chains_text: Uint32Array.from(texts),
  };
}

function freezeNames(rows: readonly AddressColumns[], strings: StringTableBuilder): Sections {
  const sparse = (name: string, column: string, textOf: (row: AddressColumns) => string | null): Sections => {
    const numbers = rows.flatMap((row, i) => (textOf(row) === null ? [] : [i]));
    return {
      [`${name}.row`]: Uint32Array.from(numbers),
      [`${name}.${column}`]: Uint32Array.from(numbers, (row) => strings.add(textOf(rows[row])!)),
    };
  };
  return {
    ...sparse('english', 'name', (row) => row.english),
    ...sparse('latin', 'name', (row) => row.latin),
    ...sparse('russian', 'name', (row) => row.russian),
    ...sparse('postcode', 'code', (row) => row.postcode),
  };
}

function freezeBoxes(rows: readonly AddressColumns[]): Sections {
  const boxed = rows.flatMap(({ box }, row) => (box === null ? [] : [{ row, box }]));
  return {
    'box.row': Uint32Array.from(boxed, ({ row }) => row),
    'box.corners': Int32Array.from(boxed.flatMap(({ box }) => box)),
  };
}

function boxOf({ matchKind, type, geometry }: PlaceRow): AddressColumns['box'] {
  const isBoxed = matchKind === 'street' || matchKind === 'area' || type === POSTCODE;
  return isBoxed && geometry.kind !== 'point' ? cornersOf(geometry) : null;
}

/** Returns the unwrapped box: if the box crosses the antimeridian, it extends beyond 180 degrees. */
export function cornersOf(geometry: Geometry): Box {
  if (geometry.kind === 'line') return boxOfLines(geometry.lines.map(unwrapLine));
  return boxOfLines(geometry.kind === 'area' ? geometry.polygons.flatMap(unwrapPolygon) : []);
}
