import { GrowableUint32 } from '../arrays/growable.js';
import type { Sections } from '../arrays/sections.js';
import type { StringTableBuilder } from '../arrays/string-table.js';
import type { Geometry } from '../geo/feature.js';
import { unwrapLine, unwrapPolygon } from '../geo/unwrap.js';
import { latinText } from '../text/romanise.js';
import { latinNames } from './places/latin-names.js';
import { LAYERS, layerOf } from './places/layer.js';
import type { PlaceRow } from './places/place.js';
import type { RowLinks, SearchModel } from './places/search-model.js';

/**
 * Builds the sections that names, addresses and components are written from, in any language:
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
 *     postcode.*         rows with a post code: `row`, `code`
 *     box.*              areas and streets: `row`, `corners` (west, south, east, north; lon7 and lat7)
 */
export function freezeAddresses({ rows, links, tagged }: SearchModel, strings: StringTableBuilder): Sections {
  const orNone = (text: string | null): number => (text === null ? 0 : strings.add(text) + 1);
  const isArea = (row: PlaceRow, { street }: RowLinks): boolean => row.part !== null && street === null;
  return {
    'place.layer': Uint8Array.from(rows, (row) => LAYERS.indexOf(layerOf(row))),
    'place.part': Uint32Array.from(rows, (row, i) => (isArea(row, links[i]) ? orNone(row.part) : 0)),
    'place.street': Uint32Array.from(links, ({ street }) => orNone(street)),
    'place.street_row': Uint32Array.from(links, ({ streetRow }) => (streetRow === null ? 0 : streetRow + 1)),
    'place.number': Uint32Array.from(links, ({ number }) => orNone(number)),
    ...freezeChains(links, orNone),
    ...freezeNames(rows, tagged, strings),
    ...freezeBoxes(rows),
  };
}

function freezeChains(links: readonly RowLinks[], orNone: (text: string | null) => number): Sections {
  const known = new Map<string, number>();
  const starts = new GrowableUint32();
  const list = new GrowableUint32();
  const texts = new GrowableUint32();
  const chain = Uint32Array.from(links, ({ areas, taggedAreas }) => {
    const entries = areas.map(({ row, isShown }) => 2 * row + Number(isShown));
    const text = orNone(taggedAreas);
    const key = `${text} ${entries.join(' ')}`;
    const same = known.get(key);
    if (same !== undefined) return same;
    known.set(key, known.size);
    starts.push(list.length);
    list.pushAll(entries);
    texts.push(text);
    return known.size - 1;
  });
  starts.push(list.length);
  return {
    'place.chain': chain,
    chains_start: starts.trimmed(),
    chains_list: list.trimmed(),
    chains_text: texts.trimmed(),
  };
}

function freezeNames(
  rows: readonly PlaceRow[],
  tagged: SearchModel['tagged'],
  strings: StringTableBuilder,
): Sections {
  const english: [row: number, name: string][] = [];
  const latin: [row: number, name: string][] = [];
  const codes: [row: number, code: string][] = [];
  rows.forEach((row, i) => {
    const code = (row.tags['addr:postcode'] ?? row.tags['postal_code'] ?? '').split(';')[0].trim();
    if (code !== '') codes.push([i, code]);
    // The name of a house is made of its street and number, in every language.
    if (row.matchKind === 'address') return;
    const names = latinNames(row, tagged[i]);
    const romanised = latinText(row.name);
    if (names.english !== null && names.english !== romanised) english.push([i, names.english]);
    if (names.latin !== null && names.latin !== romanised) latin.push([i, names.latin]);
  });
  const rowsOf = (entries: readonly [number, string][]): Uint32Array =>
    Uint32Array.from(entries, ([row]) => row);
  const textsOf = (entries: readonly [number, string][]): Uint32Array =>
    Uint32Array.from(entries, ([, text]) => strings.add(text));
  return {
    'english.row': rowsOf(english),
    'english.name': textsOf(english),
    'latin.row': rowsOf(latin),
    'latin.name': textsOf(latin),
    'postcode.row': rowsOf(codes),
    'postcode.code': textsOf(codes),
  };
}

function freezeBoxes(rows: readonly PlaceRow[]): Sections {
  const boxed = rows.flatMap(({ matchKind, geometry }, row) =>
    geometry.kind !== 'point' && (matchKind === 'street' || matchKind === 'area') ? [{ row, geometry }] : [],
  );
  return {
    'box.row': Uint32Array.from(boxed, ({ row }) => row),
    'box.corners': Int32Array.from(boxed.flatMap(({ geometry }) => cornersOf(geometry))),
  };
}

/** Unwrapped: a box across the antimeridian goes on beyond it. */
function cornersOf(geometry: Geometry): [west: number, south: number, east: number, north: number] {
  let [west, south, east, north] = [Infinity, Infinity, -Infinity, -Infinity];
  const lines =
    geometry.kind === 'line'
      ? geometry.lines.map(unwrapLine)
      : geometry.kind === 'area'
        ? geometry.polygons.flatMap(unwrapPolygon)
        : [];
  for (const line of lines) {
    for (let i = 0; i < line.length; i += 2) {
      west = Math.min(west, line[i]);
      east = Math.max(east, line[i]);
      south = Math.min(south, line[i + 1]);
      north = Math.max(north, line[i + 1]);
    }
  }
  return [west, south, east, north];
}
