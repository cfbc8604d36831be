import { bareTable } from '../../bare-table.js';
import { readFileSync } from 'node:fs';
import { cleanText } from './clean-text.js';
import { InputError } from '../../errors.js';
import type { Geometry, Tags } from '../../geo/feature.js';
import { principalKey } from '../../geocoding/places/classify.js';
import { KINDS, typesByWord } from '../../geocoding/places/kinds.js';

/** The properties of a GeoJSON feature, or the columns of a row. */
export type Properties = Readonly<Record<string, unknown>>;

/**
 * Maps tags to properties of a GeoJSON file: `{ "name": "name_mn", "name:en": "name_en", "place": "=suburb"
 * }`. A value that begins with `=` is taken literally. A value such as `{a} {b}` is a template filled with
 * properties. Without a mapping, the property names in PROPERTY_NAMES are read.
 */
export type PropertyMapping = Readonly<Record<string, string>>;

/**
 * Tags, and the properties from which they are read if there is no mapping. The first existing property wins.
 */
const PROPERTY_NAMES: Readonly<Record<string, readonly string[]>> = {
  name: ['name:mn', 'name_mn', 'name', 'NAME', 'Name', 'ner'],
  'name:en': ['name:en', 'name_en', 'NAME_EN'],
  alt_name: ['alt_name'],
  'gazarch:district': ['district_mn', 'district', 'duureg'],
};

/**
 * Values of a `level`, `type` or `category` property (see TYPE_PROPERTIES) that name an administrative level,
 * with the tags that OSM would use.
 */
const LEVELS: Readonly<Record<string, Tags>> = bareTable<Tags>({
  country: { boundary: 'administrative', admin_level: '2' },
  aimag: { boundary: 'administrative', admin_level: '4' },
  capital: { boundary: 'administrative', admin_level: '4' },
  soum: { boundary: 'administrative', admin_level: '6' },
  district: { boundary: 'administrative', admin_level: '6' },
  duureg: { boundary: 'administrative', admin_level: '6' },
  bag: { boundary: 'administrative', admin_level: '8', 'gazarch:type': 'bag' },
  khoroo: { boundary: 'administrative', admin_level: '8', 'gazarch:type': 'khoroo' },
});

/** Values that overpass-turbo writes as `type`: they describe a relation or an element, not a place. */
const OSM_TYPES: ReadonlySet<string> = new Set(['boundary', 'multipolygon', 'node', 'way', 'relation']);

/**
 * Properties in which ogr2ogr writes all tags that have no column of their own, as hstore (`"key"=>"value"`)
 * or JSON.
 */
export const LISTS_OF_TAGS: readonly string[] = ['other_tags', 'all_tags'];

const TYPE_PROPERTIES = ['level', 'type', 'category', 'kind', 'class'];

/** Properties with the same name as one of these OSM keys become that tag. */
const OSM_KEYS = new Set([
  ...Object.keys(KINDS),
  ...['brand', 'int_name', 'old_name', 'official_name', 'short_name', 'loc_name', 'iata', 'icao'],
  ...['admin_level', 'population', 'wikidata', 'wikipedia', 'website', 'phone', 'opening_hours'],
  ...['branch', 'operator', 'postal_code', 'disused', 'abandoned', 'demolished'],
]);
/** Parts of addresses, names in other languages, and lifecycle prefixes. */
const OSM_KEY_BEGINNING = /^(addr|name|disused|abandoned|demolished|removed|was):/;

/**
 * Reads a mapping given as `tag=property,tag=property` or as the path of a JSON file.
 * @throws InputError if the text has another form or the file does not contain a mapping
 */
export function readMapping(text: string): PropertyMapping {
  if (!text.endsWith('.json')) return parseMapping(text);
  let parsed: unknown;
  try {
    parsed = JSON.parse(readFileSync(text, 'utf8'));
  } catch (cause) {
    const message = cleanText((cause as Error).message);
    throw new InputError(`cannot read the property mapping ${text}: ${message}`, { cause });
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

/** Returns a feature's tags. @param mapping if null, the usual property names are read */
export function tagsOf(properties: Properties, mapping: PropertyMapping | null): Tags {
  const listed = LISTS_OF_TAGS.flatMap((name) => listedTags(textOf(properties[name]) ?? ''));
  if (listed.length === 0) return mapping === null ? guessTags(properties) : mapTags(properties, mapping);
  const all = { ...Object.fromEntries(listed), ...withoutNulls(properties) };
  return mapping === null ? { ...Object.fromEntries(listed), ...guessTags(all) } : mapTags(all, mapping);
}

function listedTags(text: string): (readonly [key: string, value: string])[] {
  if (!text.startsWith('{'))
    return Array.from(
      text.matchAll(HSTORE_PAIR),
      (pair) => [unescaped(pair[1]), unescaped(pair[2])] as const,
    );
  try {
    return Object.entries(JSON.parse(text) as Record<string, unknown>).flatMap(([key, value]) =>
      typeof value === 'string' ? [[key, value] as const] : [],
    );
  } catch {
    return [];
  }
}

/** Quotation marks inside a value are escaped with a backslash. */
const HSTORE_PAIR = /"((?:[^"\\]|\\.)*)"\s*=>\s*"((?:[^"\\]|\\.)*)"/g;

function unescaped(text: string): string {
  return text.replace(/\\(.)/g, '$1');
}

function withoutNulls(properties: Properties): Properties {
  return Object.fromEntries(Object.entries(properties).filter(([, value]) => value !== null && value !== ''));
}

/** Makes a named object a place, even if it has no known kind. */
export function asPlace(tags: Tags, geometry: Geometry): Tags {
  const isKnown = tags['gazarch:type'] !== undefined || tags['boundary'] !== undefined;
  if (isKnown || tags['name'] === undefined || principalKey(tags, geometry) !== null) return tags;
  return { ...tags, 'gazarch:type': 'place' };
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
    if (text !== null && (OSM_KEYS.has(key) || OSM_KEY_BEGINNING.test(key))) tags[key] = text;
  }
  for (const [tag, names] of Object.entries(PROPERTY_NAMES)) {
    const value = names.map((name) => textOf(properties[name])).find((text) => text !== null);
    if (value !== undefined && value !== null) tags[tag] = value;
  }
  const kind = TYPE_PROPERTIES.map((name) => textOf(properties[name]))
    .find((text) => text !== null && !OSM_TYPES.has(text))
    ?.toLowerCase();
  if (kind !== undefined) Object.assign(tags, LEVELS[kind] ?? categoryTags(kind));
  return tags;
}

/**
 * Returns the tags of a category: `shop=supermarket`, `supermarket`, `эмийн сан`, or a word of the user's
 * own, in lower case.
 */
function categoryTags(category: string): Tags {
  const [, key, value] = /^([a-z_]+)\s*=\s*(\S.*)$/.exec(category) ?? [];
  if (key !== undefined && key in KINDS) return { [key]: value };
  typeOfWord ??= typesByWord();
  const type = typeOfWord.get(category) ?? category.replace(/[^\p{L}\p{N}]+/gu, '_');
  return { 'gazarch:type': type };
}

let typeOfWord: ReadonlyMap<string, string> | null = null;

function textOf(value: unknown): string | null {
  if (typeof value === 'number' && Number.isFinite(value)) return String(value);
  if (typeof value !== 'string') return null;
  const trimmed = cleanText(value.trim());
  return trimmed === '' ? null : trimmed;
}
