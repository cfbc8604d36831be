import { toUnits } from '../../geo/coordinates.js';
import { formsOfNames } from '../../geocoding/part/candidate-keys.js';
import type { PartPlace } from '../../geocoding/part/part-of-index.js';
import type { SearchedPlace } from '../../geocoding/part/part-search.js';
import { LAYERS } from '../../geocoding/places/layer.js';
import type { ThawedForm, ThawedForms } from '../../geocoding/thaw-geocoding.js';
import { BadAnswer } from '../upstream/upstream-error.js';
import type { Row } from './postgis-client.js';
import { RowReader } from './postgis-rows.js';
import { WORD_MARK } from './postgis-schema.js';

/** A place returned by a query. */
export interface ReadPlace extends SearchedPlace {
  classBits: number;
  size_m2: number;
}

/** A place from the company's own view, which has fewer fields. */
export interface OwnPlace extends ReadPlace {
  /** The shape as well-known binary, in hexadecimal digits. */
  shape: string;
}

/** The selected columns of `place p`. */
export const PLACE_COLUMNS = `p.rank, p.id, p.name, p.type, p.layer, p.prominence, p.twin::text as thing,
  p.contexts, p.area_label, p.street, p.street_rank, p.house_number, p.around, p.tagged_areas, p.english,
  p.latin, p.russian, p.postcode, p.box, p.class_bits, p.size_m2, p.reach_m, ST_X(p.point) as lon,
  ST_Y(p.point) as lat`;

/** The selected columns of a view of own places `v`. */
export const OWN_PLACE_COLUMNS = `v.id, v.name, v.names, v.type, v.prominence::real as prominence, v.address,
  ST_Area(v.geom::geography) as size_m2, ST_X(ST_PointOnSurface(v.geom)) as lon,
  ST_Y(ST_PointOnSurface(v.geom)) as lat, encode(ST_AsBinary(v.geom), 'hex') as shape`;

/**
 * Selects the points where a street in `places p` crosses areas that do not contain the street's own point.
 */
export function passedBy(schema: string): string {
  return `(select json_agg(json_build_object('area', s.area, 'around', s.around,
    'lon', ST_X(s.point), 'lat', ST_Y(s.point)))
    from ${schema}.street_part s where s.rank = p.rank) as passed`;
}

/**
 * Selects from `schema` the places that are named in the addresses of `places` but are not in `places`
 * themselves.
 * @param more a SELECT that returns additional ranks, starting with `union`
 */
export function supportsOf(schema: string, more = ''): string {
  return `select ${PLACE_COLUMNS} from ${schema}.place p where p.rank in (
    select entry / 2 from places, unnest(around) entry union select street_rank from places
    ${more}
    except select rank from places)`;
}

/** @throws BadAnswer for impossible rows */
export function readPlaces(list: unknown, ofWhat: string): ReadPlace[] {
  return rowsOf(list, ofWhat).map((row) => ({
    id: row.text('id'),
    name: row.text('name'),
    type: row.text('type'),
    layer: layerFrom(row.text('layer')),
    // PostgreSQL stores the value in four bytes.
    prominence: Math.round(row.number('prominence', 0, 100) * 10) / 10,
    ...positionOf(row),
    rank: row.number('rank', 0, 2 ** 31),
    areaLabel: row.textOrNull('area_label'),
    street: row.textOrNull('street'),
    streetRank: row.numberOrNull('street_rank', 0, 2 ** 31),
    number: row.textOrNull('house_number'),
    areas: linksOf(row),
    passed: rowsOf(row.value('passed'), 'passed').map((part) => ({
      area: part.number('area', 0, 2 ** 31),
      at: [part.number('lon', -180, 180), part.number('lat', -90, 90)],
      areas: linksOf(part),
    })),
    taggedAreas: row.textOrNull('tagged_areas'),
    english: row.textOrNull('english'),
    latin: row.textOrNull('latin'),
    russian: row.textOrNull('russian'),
    postcode: row.textOrNull('postcode'),
    box: boxFrom(row),
    contexts: row.numbers('contexts'),
    thing: row.text('thing'),
    forms: readForms(row.value('forms')),
    classBits: row.number('class_bits', 0, 0xffff),
    size_m2: row.number('size_m2', 0, 1e15),
    reach_m: row.number('reach_m', 0, 65_535),
  }));
}

/** Returns each place once. @throws BadAnswer for invalid rows */
export function readOwnPlaces(list: unknown): OwnPlace[] {
  const places = new Map<string, OwnPlace>();
  for (const row of rowsOf(list, 'own')) {
    const id = row.text('id');
    if (places.has(id)) continue;
    const name = row.text('name');
    const others = row.value('names') === null ? [] : row.texts('names');
    places.set(id, {
      id,
      name,
      type: row.text('type'),
      layer: 'poi',
      prominence: Math.round(row.number('prominence', 0, 100) * 10) / 10,
      ...positionOf(row),
      rank: -1 - places.size,
      ...{ areaLabel: null, street: null, streetRank: null, number: null, areas: [], passed: [] },
      taggedAreas: row.textOrNull('address'),
      ...{ english: null, latin: null, russian: null, postcode: null, box: null, contexts: [] },
      thing: `own ${id}`,
      forms: formsOfNames([...new Set([name, ...others])]),
      classBits: 0,
      size_m2: row.number('size_m2', 0, 1e15),
      reach_m: 0,
      shape: row.text('shape'),
    });
  }
  return [...places.values()];
}

/**
 * Reads the forms of a name, each of which consists of its layer, its marked words, whether it only matches
 * as a whole key, its flags, and the name.
 */
export function readForms(list: unknown): ThawedForms {
  const forms = { strict: [] as ThawedForm[], loose: [] as ThawedForm[] };
  if (list === null || list === undefined) return forms;
  if (!Array.isArray(list)) throw new BadAnswer('forms are not a list');
  for (const form of list as unknown[]) {
    const [layer, words, isRef, flags, name] = Array.isArray(form) ? (form as unknown[]) : [];
    if (
      (layer !== 's' && layer !== 'l') ||
      typeof words !== 'string' ||
      typeof isRef !== 'boolean' ||
      typeof flags !== 'number' ||
      typeof name !== 'string'
    )
      throw new BadAnswer(`a form is ${JSON.stringify(form).slice(0, 80)}`);
    const list = layer === 's' ? forms.strict : forms.loose;
    list.push({ words: words.split(WORD_MARK).slice(1), isRef, flags, name });
  }
  return forms;
}

/** Reads a JSON list; null represents an empty list. */
export function rowsOf(list: unknown, ofWhat: string): RowReader[] {
  if (list === null || list === undefined) return [];
  if (!Array.isArray(list)) throw new BadAnswer(`${ofWhat} is not a list`);
  return list.map((row) => {
    if (typeof row !== 'object' || row === null)
      throw new BadAnswer(`${ofWhat} contains an element that is not a row`);
    return new RowReader(row as Row);
  });
}

/**
 * Reads the surrounding areas, from smallest to largest, each as twice its rank, plus 1 if addresses name the
 * area.
 */
function linksOf(row: RowReader): PartPlace['areas'] {
  return row.numbers('around').map((entry) => ({ rank: entry >>> 1, isShown: entry % 2 === 1 }));
}

function positionOf(row: RowReader): { lon7: number; lat7: number } {
  return { lon7: toUnits(row.number('lon', -180, 180)), lat7: toUnits(row.number('lat', -90, 90)) };
}

function layerFrom(text: string): ReadPlace['layer'] {
  const layer = LAYERS.find((known) => known === text);
  if (layer === undefined) throw new BadAnswer(`unknown layer ${text.slice(0, 80)}`);
  return layer;
}

function boxFrom(row: RowReader): ReadPlace['box'] {
  if (row.value('box') === null) return null;
  const [west, south, east, north, more] = row.numbers('box') as readonly (number | undefined)[];
  if (
    west === undefined ||
    south === undefined ||
    east === undefined ||
    north === undefined ||
    more !== undefined
  )
    throw new BadAnswer('a box does not have four corners');
  return [west, south, east, north];
}
