import type { PlaceLanguage } from '../../../sources/geocoder.js';
import type { Query } from '../../../wire/query-string.js';
import { invalid, NUMBER, readInteger } from '../../core/request/parameter.js';
import type { GeocodeOptions } from '../../geocode/geocode-options.js';
import type { GeocodeRequest } from '../../geocode/geocode-parameters.js';
import type { CompatRequest } from '../compat-endpoint.js';
import type { AreaPart } from '../area-at.js';
import { countryNameOf } from '../country-code.js';
import { MOST_PLACES, readReverse, readSearch } from '../find-places.js';

const FORMATS = ['json', 'jsonv2', 'geojson'] as const;

export interface NominatimForm {
  format: (typeof FORMATS)[number];
  hasAddress: boolean;
  hasNames: boolean;
  hasTags: boolean;
}

export interface NominatimRequest extends NominatimForm {
  /** `null` if the query cannot match anything. */
  asked: GeocodeRequest | null;
  limit: number;
  /** Country codes in lowercase; empty for all countries. */
  countries: readonly string[];
  excluded: ReadonlySet<number>;
  /** Layers and feature types, as Nominatim names them; empty for all. */
  layers: readonly string[];
  features: string | undefined;
  /** The areas that a reverse lookup searches for, or `null` to search for the place itself. */
  areas: readonly AreaPart[] | null;
}

type Values = Query['values'];

const LIMIT = 10;
/**
 * The parts of an address, from smallest to largest, in the order in which people write them in a query. The
 * country adds nothing to a query, because the service covers a single country.
 */
const STRUCTURED = ['amenity', 'street', 'city', 'county', 'state'];
const ALL_STRUCTURED = [...STRUCTURED, 'country', 'postalcode'];
const LAYERS = ['address', 'poi', 'railway', 'natural', 'manmade'];
const FEATURES = ['country', 'state', 'city', 'settlement'];
/** Nominatim parameters that this service refuses, both switches that are turned on and strings. */
const REFUSED = [
  ...['polygon_geojson', 'polygon_kml', 'polygon_svg', 'polygon_text'],
  ...['debug', 'json_callback', 'entrances'],
];

/** Parameters that affect a response. All other parameters are ignored, as in Nominatim. */
const KNOWN = [
  ...['q', 'lat', 'lon', 'zoom', 'osm_ids', 'format', 'limit', 'accept-language', 'countrycodes', 'viewbox'],
  ...['bounded', 'exclude_place_ids', 'layer', 'featureType', 'addressdetails', 'namedetails', 'extratags'],
  ...ALL_STRUCTURED,
];

/** @throws OperatingError INVALID_REQUEST */
export function readNominatimSearch({ query }: CompatRequest): NominatimRequest {
  const form = readForm(query, false);
  const { values } = query;
  // As in Nominatim, an out-of-range number is replaced by the nearest allowed number.
  const limit = readInteger('limit', values.get('limit') ?? String(LIMIT), {});
  const features = values.get('featureType');
  if (features !== undefined && !FEATURES.includes(features)) throw notOneOf('featureType', FEATURES);
  const layers = listOf(values.get('layer'));
  if (layers.some((layer) => !LAYERS.includes(layer))) throw notOneOf('layer', LAYERS);
  const asked = readSearch(readText(values), { ...readViewbox(values), ...readLanguage(values) });
  return {
    ...form,
    asked,
    limit: Math.min(Math.max(limit, 1), MOST_PLACES),
    countries: listOf(values.get('countrycodes')?.toLowerCase()),
    excluded: new Set(listOf(values.get('exclude_place_ids')).map(Number)),
    layers,
    features: isCountryAlone(values) ? 'country' : features,
    areas: null,
  };
}

/** @throws OperatingError INVALID_REQUEST */
export function readNominatimReverse({ query }: CompatRequest): NominatimRequest {
  const form = readForm(query, true);
  const { values } = query;
  const asked = readReverse(values, readLanguage(values), (name) => `Parameter '${name}' missing.`);
  const zoom = readInteger('zoom', values.get('zoom') ?? String(MOST_ZOOM), {});
  const areas = AREAS.find(([upTo]) => zoom <= upTo)?.[1] ?? null;
  const all = { limit: 1, countries: [], excluded: new Set<number>(), layers: [], features: undefined };
  return { ...form, asked, ...all, areas };
}

const MOST_ZOOM = 18;
/** The areas that a reverse lookup searches for up to each zoom level, as in Nominatim's documentation. */
const AREAS: readonly (readonly [zoom: number, parts: readonly AreaPart[]])[] = [
  [4, ['country']],
  [7, ['aimag', 'city', 'country']],
  [9, ['soum', 'aimag', 'city', 'country']],
  [11, ['city', 'soum', 'municipality', 'aimag', 'country']],
  [13, ['district', 'city', 'soum', 'municipality', 'aimag', 'country']],
  [15, ['khoroo', 'bag', 'suburb', 'district', 'city', 'soum', 'municipality', 'aimag', 'country']],
  [17, ['street']],
];

export interface NominatimLookup extends NominatimForm {
  /** This service's place ids. */
  ids: readonly string[];
  lang?: PlaceLanguage;
}

/** Nominatim's own limit. */
const MOST_IDS = 50;
const KINDS: Readonly<Record<string, string>> = { N: 'node', W: 'way', R: 'relation' };

/** @throws OperatingError INVALID_REQUEST */
export function readNominatimLookup({ query }: CompatRequest): NominatimLookup {
  const form = readForm(query, true);
  const asked = listOf(query.values.get('osm_ids'));
  if (asked.length === 0) throw invalid('osm_ids', 'missing', "Parameter 'osm_ids' missing.");
  if (asked.length > MOST_IDS)
    throw invalid('osm_ids', 'too_many', `Too many object IDs. The maximum is ${MOST_IDS}.`);
  const ids = asked.map((text) => {
    const [, kind, number] = /^([NWR])(\d{1,15})$/.exec(text.toUpperCase()) ?? [];
    if (kind === undefined)
      throw invalid('osm_ids', 'bad_format', "Parameter 'osm_ids' must look like N123,W45,R6.");
    return `osm:${KINDS[kind]}:${Number(number)}`;
  });
  return { ...form, ids: [...new Set(ids)], ...readLanguage(query.values) };
}

/** Parses the format of the response. @throws OperatingError INVALID_REQUEST */
function readForm({ values, repeated }: Query, hasAddress: boolean): NominatimForm {
  for (const name of KNOWN)
    if (repeated?.has(name) === true)
      throw invalid(name, 'repeated', `Parameter '${name}' was sent more than once.`);
  for (const name of REFUSED)
    if (isOn(values, name, false))
      throw invalid(name, 'not_supported', `Parameter '${name}' is not supported.`);
  const format = values.get('format') ?? 'jsonv2';
  if (!(FORMATS as readonly string[]).includes(format)) throw notOneOf('format', FORMATS);
  return {
    format: format as NominatimForm['format'],
    hasAddress: isOn(values, 'addressdetails', hasAddress),
    hasNames: isOn(values, 'namedetails', false),
    hasTags: isOn(values, 'extratags', false),
  };
}

function isOn(values: Values, name: string, byDefault: boolean): boolean {
  const text = values.get(name);
  return text === undefined ? byDefault : text !== '0' && text !== '';
}

/** Returns the search query. The parts of a structured query are joined into one string. */
function readText(values: Values): string {
  const q = values.get('q') ?? '';
  const parts = ALL_STRUCTURED.map((name) => values.get(name) ?? '');
  if (parts.every((part) => part === '')) {
    // An empty query finds nothing, but in Nominatim a missing query is an error.
    if (!values.has('q')) throw invalid('q', 'missing', 'Nothing to search for.');
    return q;
  }
  if (q !== '')
    throw invalid(
      'q',
      'conflicting_modes',
      `Structured query parameters (${ALL_STRUCTURED.join(', ')}) cannot be used together with 'q'.`,
    );
  const narrow = parts.slice(0, STRUCTURED.length).filter((part) => part !== '');
  const [country, postcode] = parts.slice(STRUCTURED.length);
  if (narrow.length > 0) return narrow.join(', ');
  return postcode === '' ? (countryNameOf(country) ?? country) : postcode;
}

/** Whether the query names only a country. */
function isCountryAlone(values: Values): boolean {
  return ALL_STRUCTURED.every((name) => (name === 'country') === ((values.get(name) ?? '') !== ''));
}

const BOX = new RegExp(`^${NUMBER}(?:,${NUMBER}){3}$`);

/**
 * Parses a box given by two corners. With `bounded`, only places inside the box are returned; otherwise,
 * places near its center are preferred.
 */
function readViewbox(values: Values): GeocodeOptions {
  const text = values.get('viewbox') ?? '';
  if (text === '') return {};
  if (!BOX.test(text))
    throw invalid('viewbox', 'bad_format', "Parameter 'viewbox' must be four numbers: x1,y1,x2,y2.");
  const [x1, y1, x2, y2] = text.split(',').map(Number);
  const within = (value: number, bound: number): number => Math.min(Math.max(value, -bound), bound);
  const [west, east] = [Math.min(x1, x2), Math.max(x1, x2)].map((x) => within(x, 180));
  const [south, north] = [Math.min(y1, y2), Math.max(y1, y2)].map((y) => within(y, 90));
  return isOn(values, 'bounded', false)
    ? { bbox: [west, south, east, north] }
    : { near: [(west + east) / 2, (south + north) / 2] };
}

const LANGUAGES: readonly PlaceLanguage[] = ['mn', 'en', 'ru'];

/**
 * Returns the first language in a browser's language list in which names are available. As in Nominatim,
 * other languages do not cause an error.
 */
function readLanguage(values: Values): { lang?: PlaceLanguage } {
  const wanted = listOf(values.get('accept-language')).map((tag) =>
    tag.split(/[-;_]/)[0].trim().toLowerCase(),
  );
  const first = wanted.find((own) => (LANGUAGES as string[]).includes(own));
  const lang = LANGUAGES.find((own) => own === first);
  return lang === undefined ? {} : { lang };
}

function listOf(text = ''): string[] {
  return text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');
}

function notOneOf(name: string, values: readonly string[]): Error {
  return invalid(name, 'unknown_value', `Parameter '${name}' must be one of: ${values.join(', ')}`);
}
