import { readFileSync, statSync } from 'node:fs';
import { basename } from 'node:path';
import { InputError } from '../../errors.js';
import type { Feature } from '../../geo/feature.js';
import { geometryOf } from '../../geo/read-geojson.js';
import { classifyFeature } from '../../geocoding/places/classify.js';
import { displayName } from '../../geocoding/places/names.js';
import { cleanText } from './clean-text.js';
import {
  MAX_JSON_DEPTH,
  MAX_JSON_VALUES,
  MAX_VALUE_LENGTH,
  shapeProblem,
  withoutLongValues,
} from './import-limits.js';
import { readWaypoints } from './read-waypoints.js';
import { isWaypoints, nameOfFeatures } from './source-names.js';
import { asPlace, tagsOf, type Properties, type PropertyMapping } from './property-tags.js';
import { geojsonLicense, type SourceLicense } from './source-license.js';
import type { Skipped } from './skipped.js';
import { cannotRead } from '../../read-failure.js';

/**
 * A larger file is too big to be a layer on top of OSM, and JSON.parse would need many times the file's size
 * in memory.
 */
const MAX_GEOJSON_BYTES = 256 * 1024 * 1024;

/** The parts of a GeoJSON file that the import uses. */
export interface GeojsonLayer {
  features: Feature[];
  /** The license is read from `attribution` and `license` beside `features`, if they are strings. */
  license: SourceLicense;
}

/**
 * Reads the features of a GeoJSON, KML or GPX file. Features that cannot be interpreted are skipped and
 * counted.
 * @param path a GeoJSON FeatureCollection or Feature in WGS84
 * @throws InputError if the file is not GeoJSON
 */
export function readGeojsonLayer(
  path: string,
  mapping: PropertyMapping | null,
  skipped: Skipped,
): GeojsonLayer {
  const layer = nameOfFeatures(basename(path));
  const root = rootOf(path);
  const features = rawFeatures(path, root).flatMap((raw, i) => {
    const properties = propertiesOf(raw);
    const id = `geojson:${layer}:${featureId(raw, properties) ?? i + 1}`;
    const found = tagsOf(properties, mapping);
    const geometry = geometryOf(raw.geometry);
    const problem = typeof geometry === 'string' ? geometry : shapeProblem(geometry);
    if (typeof geometry === 'string' || problem !== null) {
      skipped.add(`GeoJSON: ${problem}`, id);
      return [];
    }
    const tags = asPlace(withoutLongValues(found, id, skipped), geometry);
    const isNamed = displayName(tags) !== null;
    const kind = classifyFeature(tags, geometry, isNamed);
    if (typeof kind !== 'string') return [{ id, tags, geometry }];
    skipped.add(`GeoJSON: ${kind}`, id);
    return [];
  });
  return { features, license: geojsonLicense(root) };
}

/** A feature as read from the file, before any checks. */
export interface RawFeature {
  id?: unknown;
  properties?: unknown;
  geometry?: unknown;
}

/**
 * @throws InputError if the file cannot be read, is not JSON, or is not KML or GPX although its name says so
 */
export function rootOf(path: string): unknown {
  if (isWaypoints(path)) return readWaypoints(path);
  let parsed: unknown;
  try {
    const { size } = statSync(path);
    if (size > MAX_GEOJSON_BYTES)
      throw new Error(`it has ${size} bytes, but the limit is ${MAX_GEOJSON_BYTES}`);
    const bytes = readFileSync(path);
    checkJsonSize(bytes);
    // Windows writes a byte order mark.
    parsed = JSON.parse(bytes.toString('utf8').replace(/^\ufeff/, ''));
  } catch (cause) {
    throw cannotRead(path, cause);
  }
  return parsed;
}

/** @throws InputError if it is not GeoJSON */
export function rawFeatures(path: string, parsed: unknown): RawFeature[] {
  const root = parsed as { type?: unknown; features?: unknown };
  if (root?.type === 'Feature') return [root as RawFeature];
  if (root?.type === 'FeatureCollection' && Array.isArray(root.features)) {
    // Other values become empty features, so that later features keep their numbers.
    return root.features.map((f: unknown) => (typeof f === 'object' && f !== null ? f : {}));
  }
  throw new InputError(`${path} is not GeoJSON: expected a FeatureCollection or a Feature`);
}

/** Empty if the feature has no properties. */
export function propertiesOf({ properties }: RawFeature): Properties {
  return (typeof properties === 'object' && properties !== null ? properties : {}) as Properties;
}

/** Returns the feature's id, or else one of its id properties, or null if it has neither. */
export function featureId(raw: RawFeature, properties: Properties): string | null {
  const id = raw.id ?? properties['id'] ?? properties['@id'] ?? ogrId(properties);
  if (typeof id === 'string' || typeof id === 'number')
    return cleanText(String(id)).slice(0, MAX_VALUE_LENGTH);
  const named = ['district_mn', 'number', 'name_mn', 'name']
    .map((key) => properties[key])
    .filter((v) => typeof v === 'string' || typeof v === 'number')
    .map((v) => cleanText(String(v)));
  return named.length > 0 ? named.join('-').slice(0, MAX_VALUE_LENGTH).replace(/\s+/g, '_') : null;
}

/**
 * Returns the id that ogr2ogr writes for an OSM object. For an area that is a way, ogr2ogr writes the id to a
 * separate property.
 */
function ogrId({ osm_id, osm_way_id }: Properties): unknown {
  return (
    osm_id ?? (typeof osm_way_id === 'string' || typeof osm_way_id === 'number' ? `way/${osm_way_id}` : null)
  );
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
/** With bit 5 set, `[` equals `{`, and `]` equals `}`. */
const OPENS = 0x7b;
const CLOSES = 0x7d;

/**
 * Checks the number of values and the nesting depth before JSON.parse builds objects. The parsed objects can
 * take up ten times as much memory as the text, and running out of memory ends the process without an error.
 * @throws Error that names the exceeded limit
 */
function checkJsonSize(bytes: Uint8Array): void {
  let depth = 0;
  let values = 1;
  for (let i = 0; i < bytes.length; i++) {
    const byte = bytes[i];
    if (byte === QUOTE) i = endOfText(bytes, i + 1);
    else if (byte === COMMA) values++;
    else if ((byte | 0x20) === OPENS) {
      depth++;
      values++;
      if (depth > MAX_JSON_DEPTH) throw new Error(`it is nested deeper than ${MAX_JSON_DEPTH} levels`);
    } else if ((byte | 0x20) === CLOSES) depth--;
    if (values > MAX_JSON_VALUES) throw new Error(`it has more than ${MAX_JSON_VALUES} values`);
  }
}

function endOfText(bytes: Uint8Array, start: number): number {
  for (let i = start; i < bytes.length; i++) {
    if (bytes[i] === BACKSLASH) i++;
    else if (bytes[i] === QUOTE) return i;
  }
  return bytes.length;
}
