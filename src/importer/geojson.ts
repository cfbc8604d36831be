import { readFileSync, statSync } from 'node:fs';
import { basename } from 'node:path';
import { InputError } from '../errors.js';
import { toUnits } from '../geo/coordinates.js';
import type { Feature, Geometry, Tags } from '../geo/feature.js';
import { MAX_VALUE_LENGTH } from './import-limits.js';
import { checkJsonSize } from './json-limit.js';
import { shapeProblem } from './shape-limit.js';
import { geojsonLicense, type SourceLicense } from './source-license.js';
import type { Skipped } from './skipped.js';
import { withoutLongValues } from './value-limit.js';

/**
 * Which tag comes from which property of a GeoJSON file:
 * `{ "name": "name_mn", "name:en": "name_en", "place": "=suburb" }`.
 * A value that begins with `=` is taken literally. A value such as `{a} {b}` is filled with properties.
 * Without a mapping, the property names of PROPERTY_NAMES are understood.
 */
export type PropertyMapping = Readonly<Record<string, string>>;

/** A larger file is more than a layer beside OSM, and JSON.parse would need many times its size. */
const MAX_GEOJSON_BYTES = 256 * 1024 * 1024;

/**
 * Tags, and the properties that they are taken from when there is no mapping. The first property present
 * wins.
 */
const PROPERTY_NAMES: Readonly<Record<string, readonly string[]>> = {
  name: ['name:mn', 'name_mn', 'name', 'NAME', 'Name', 'ner'],
  'name:en': ['name:en', 'name_en', 'NAME_EN'],
  alt_name: ['alt_name'],
  'gazarch:district': ['district_mn', 'district', 'duureg'],
};

/**
 * Values of a `level`, `type` or `category` property (see TYPE_PROPERTIES) that name an administrative
 * layer, with the tags that OSM would have.
 */
const LEVELS: Readonly<Record<string, Tags>> = {
  country: { boundary: 'administrative', admin_level: '2' },
  aimag: { boundary: 'administrative', admin_level: '4' },
  capital: { boundary: 'administrative', admin_level: '4' },
  soum: { boundary: 'administrative', admin_level: '6' },
  district: { boundary: 'administrative', admin_level: '6' },
  duureg: { boundary: 'administrative', admin_level: '6' },
  bag: { boundary: 'administrative', admin_level: '8', 'gazarch:type': 'bag' },
  khoroo: { boundary: 'administrative', admin_level: '8', 'gazarch:type': 'khoroo' },
};

const TYPE_PROPERTIES = ['level', 'type', 'category', 'kind', 'class'];

/** Properties with the name of one of these OSM keys become that tag. */
const OSM_KEYS = new Set([
  'amenity',
  'shop',
  'tourism',
  'leisure',
  'historic',
  'office',
  'healthcare',
  'place',
  'boundary',
  'admin_level',
  'highway',
  'natural',
  'waterway',
  'building',
  'railway',
  'aeroway',
  'public_transport',
  'landuse',
  'man_made',
  'population',
  'wikidata',
  'wikipedia',
  'website',
  'phone',
]);

/** What is taken from a GeoJSON file. */
export interface GeojsonLayer {
  features: Feature[];
  /** From `attribution` and `license` beside `features`, where they are text. */
  license: SourceLicense;
}

type Properties = Readonly<Record<string, unknown>>;

/**
 * The features of a GeoJSON file. Single features that make no sense are skipped and counted.
 * @param path a GeoJSON FeatureCollection or Feature in WGS84
 * @throws InputError for a file that is not GeoJSON.
 */
export function readGeojsonLayer(
  path: string,
  mapping: PropertyMapping | null,
  skipped: Skipped,
): GeojsonLayer {
  const layer = basename(path).replace(/\.(geo)?json$/i, '');
  const root = rootOf(path);
  const features = rawFeatures(path, root).flatMap((raw, i) => {
    const properties = (
      typeof raw.properties === 'object' && raw.properties !== null ? raw.properties : {}
    ) as Properties;
    const id = `geojson:${layer}:${featureId(raw, properties, i)}`;
    const found = mapping === null ? guessTags(properties) : mapTags(properties, mapping);
    const tags = withoutLongValues(found, id, skipped);
    const geometry = geometryOf(raw.geometry);
    const problem = typeof geometry === 'string' ? geometry : shapeProblem(geometry);
    if (typeof geometry === 'string' || problem !== null) skipped.add(`GeoJSON: ${problem}`, id);
    else if (tags['name'] === undefined && tags['addr:housenumber'] === undefined)
      skipped.add('GeoJSON: no name', id);
    else return [{ id, tags, geometry }];
    return [];
  });
  return { features, license: geojsonLicense(root) };
}

/** As `readGeojsonLayer`: the features alone. */
export function readGeojson(path: string, mapping: PropertyMapping | null, skipped: Skipped): Feature[] {
  return readGeojsonLayer(path, mapping, skipped).features;
}

/**
 * Reads a mapping given as `tag=property,tag=property` or as the path of a JSON file.
 * @throws InputError when the text is not of that form or the file is not a mapping.
 */
export function readMapping(text: string): PropertyMapping {
  if (!text.endsWith('.json')) return parseMapping(text);
  let parsed: unknown;
  try {
    parsed = JSON.parse(readFileSync(text, 'utf8'));
  } catch (cause) {
    throw new InputError(`cannot read the property mapping ${text}: ${(cause as Error).message}`, { cause });
  }
  const isMapping =
    typeof parsed === 'object' &&
    parsed !== null &&
    Object.values(parsed).every((v) => typeof v === 'string');
  if (!isMapping)
    throw new InputError(`the property mapping ${text} must be an object of tag: property pairs`);
  return parsed as PropertyMapping;
}

function parseMapping(text: string): PropertyMapping {
  const pairs = text.split(',').map((pair) => /^([^=]+)=(.+)$/.exec(pair.trim()));
  if (pairs.includes(null))
    throw new InputError(`property mapping "${text}" must look like tag=property,tag=property`);
  return Object.fromEntries(pairs.map((pair) => [pair![1], pair![2]]));
}

interface RawFeature {
  id?: unknown;
  properties?: unknown;
  geometry?: unknown;
}

function rootOf(path: string): unknown {
  let parsed: unknown;
  try {
    const { size } = statSync(path);
    if (size > MAX_GEOJSON_BYTES) throw new Error(`it has ${size} bytes, the limit is ${MAX_GEOJSON_BYTES}`);
    const bytes = readFileSync(path);
    checkJsonSize(bytes);
    parsed = JSON.parse(bytes.toString('utf8'));
  } catch (cause) {
    throw new InputError(`cannot read ${path}: ${(cause as Error).message}`, { cause });
  }
  return parsed;
}

function rawFeatures(path: string, parsed: unknown): RawFeature[] {
  const root = parsed as { type?: unknown; features?: unknown };
  if (root?.type === 'Feature') return [root as RawFeature];
  if (root?.type === 'FeatureCollection' && Array.isArray(root.features)) {
    return root.features.filter((f): f is RawFeature => typeof f === 'object' && f !== null);
  }
  throw new InputError(`${path} is not GeoJSON: expected a FeatureCollection or a Feature`);
}

function featureId(raw: RawFeature, properties: Properties, i: number): string {
  const id = raw.id ?? properties['id'] ?? properties['@id'];
  if (typeof id === 'string' || typeof id === 'number') return String(id).slice(0, MAX_VALUE_LENGTH);
  const named = ['district_mn', 'number', 'name_mn', 'name']
    .map((key) => properties[key])
    .filter((v) => typeof v === 'string' || typeof v === 'number');
  return named.length > 0 ? named.join('-').slice(0, MAX_VALUE_LENGTH).replace(/\s+/g, '_') : String(i + 1);
}

function mapTags(properties: Properties, mapping: PropertyMapping): Tags {
  const tags: Record<string, string> = {};
  for (const [tag, from] of Object.entries(mapping)) {
    const value = from.startsWith('=')
      ? from.slice(1)
      : from.includes('{')
        ? fill(from, properties)
        : textOf(properties[from]);
    if (value !== null && value !== '') tags[tag] = value;
  }
  return tags;
}

function fill(template: string, properties: Properties): string | null {
  let isComplete = true;
  const filled = template.replace(/\{([^}]*)\}/g, (_, key: string) => {
    const value = textOf(properties[key]);
    if (value === null) isComplete = false;
    return value ?? '';
  });
  return isComplete ? filled.trim() : null;
}

function guessTags(properties: Properties): Tags {
  const tags: Record<string, string> = {};
  for (const [key, value] of Object.entries(properties)) {
    const text = textOf(value);
    if (text !== null && (OSM_KEYS.has(key) || /^(addr|name):/.test(key))) tags[key] = text;
  }
  for (const [tag, names] of Object.entries(PROPERTY_NAMES)) {
    const value = names.map((name) => textOf(properties[name])).find((text) => text !== null);
    if (value !== undefined && value !== null) tags[tag] = value;
  }
  const kind = TYPE_PROPERTIES.map((name) => textOf(properties[name]))
    .find((text) => text !== null)
    ?.toLowerCase();
  if (kind !== undefined)
    Object.assign(tags, LEVELS[kind] ?? { 'gazarch:type': kind.replace(/[^\p{L}\p{N}]+/gu, '_') });
  return tags;
}

function textOf(value: unknown): string | null {
  if (typeof value === 'number' && Number.isFinite(value)) return String(value);
  if (typeof value !== 'string') return null;
  const trimmed = value.trim();
  return trimmed === '' ? null : trimmed;
}

/** @returns the geometry, or the reason why there is none */
function geometryOf(raw: unknown): Geometry | string {
  const { type, coordinates } = (raw ?? {}) as { type?: unknown; coordinates?: unknown };
  try {
    switch (type) {
      case 'Point': {
        const [lon7, lat7] = flatten([coordinates]);
        return { kind: 'point', lon7: lon7, lat7: lat7 };
      }
      case 'LineString':
        return { kind: 'line', lines: [line(coordinates)] };
      case 'MultiLineString':
        return { kind: 'line', lines: list(coordinates).map(line) };
      case 'Polygon':
        return { kind: 'area', polygons: [list(coordinates).map(ring)] };
      case 'MultiPolygon':
        return { kind: 'area', polygons: list(coordinates).map((polygon) => list(polygon).map(ring)) };
      default:
        return `geometry type ${typeof type === 'string' ? type : 'missing'} is not supported`;
    }
  } catch (error) {
    return (error as Error).message;
  }
}

function list(value: unknown): unknown[] {
  if (!Array.isArray(value) || value.length === 0) throw new Error('coordinates are missing');
  return value;
}

function line(value: unknown): Int32Array {
  const flat = flatten(list(value));
  if (flat.length < 4) throw new Error('a line has fewer than two positions');
  return flat;
}

function ring(value: unknown): Int32Array {
  const flat = flatten(list(value));
  const isClosed = flat[0] === flat[flat.length - 2] && flat[1] === flat[flat.length - 1];
  if (flat.length < 8 || !isClosed) throw new Error('a ring is not closed or has fewer than four positions');
  return flat;
}

function flatten(positions: unknown[]): Int32Array {
  const flat = new Int32Array(positions.length * 2);
  positions.forEach((position, i) => {
    const [lon, lat] = (Array.isArray(position) ? position : []) as unknown[];
    const isOnEarth =
      typeof lon === 'number' && typeof lat === 'number' && Math.abs(lon) <= 180 && Math.abs(lat) <= 90;
    if (!isOnEarth) throw new Error('a position is not a longitude and a latitude in degrees');
    flat[i * 2] = toUnits(lon);
    flat[i * 2 + 1] = toUnits(lat);
  });
  return flat;
}
