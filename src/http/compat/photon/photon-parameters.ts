import type { Position } from '../../../geo/position.js';
import { PLACE_LANGUAGES, type PlaceLanguage } from '../../../sources/geocoder.js';
import type { Query } from '../../../wire/query-string.js';
import { LATITUDE_BOUNDS, LONGITUDE_BOUNDS } from '../../core/request/coordinates.js';
import { invalid, readInteger, readNumber } from '../../core/request/parameter.js';
import { readBox } from '../../geocode/geocode-options.js';
import type { GeocodeRequest } from '../../geocode/geocode-parameters.js';
import { KEY_PARAMETERS, type CompatRequest } from '../compat-endpoint.js';
import { MOST_PLACES, readReverse, readSearch } from '../find-places.js';

/** The broad categories of places, as Photon names them. */
export const PHOTON_LAYERS = [
  ...['house', 'street', 'locality', 'district', 'city', 'county', 'state', 'country', 'other'],
] as const;

export interface PhotonRequest {
  /** `null` if the query cannot match anything. */
  asked: GeocodeRequest | null;
  limit: number;
  /** Only places in these layers are returned; empty for all layers. */
  layers: readonly string[];
  /** The maximum distance of a result of a reverse lookup; `Infinity` for any distance. */
  radius_m: number;
}

const COMMON = ['limit', 'lang', 'layer'];
/** Parameters that have no effect here because they tune Photon's own ranking. */
const HARMLESS = ['location_bias_scale', 'zoom', 'dedupe', 'suggest_addresses', 'distance_sort'];
/** Photon parameters that this service refuses. */
const REFUSED = ['osm_tag', 'query_string_filter', 'debug', 'geometry', 'include', 'exclude', 'countrycode'];

/** Photon's default limit. */
const LIMIT = 15;
const REVERSE_LIMIT = 1;
const MOST_RADIUS_KM = 5000;

/** @throws OperatingError INVALID_REQUEST */
export function readPhotonSearch({ query, valuesOf }: CompatRequest): PhotonRequest {
  checkNames(query, ['q', 'lat', 'lon', 'bbox', ...COMMON]);
  const { values } = query;
  const q = values.get('q');
  if (q === undefined || q === '') throw invalid('q', 'missing', "missing search term 'q': /?q=berlin");
  const [lat, lon] = [values.get('lat'), values.get('lon')];
  if ((lat === undefined) !== (lon === undefined))
    throw invalid(lat === undefined ? 'lat' : 'lon', 'missing', 'send lat and lon together');
  const bbox = values.get('bbox');
  return {
    asked: readSearch(q, {
      ...(lat !== undefined && { near: readNear(lon!, lat) }),
      ...(bbox !== undefined && { bbox: readBox(bbox) }),
      ...readLanguage(values),
    }),
    limit: readLimit(values, LIMIT),
    layers: readLayers(valuesOf('layer')),
    radius_m: Infinity,
  };
}

/** @throws OperatingError INVALID_REQUEST */
export function readPhotonReverse({ query, valuesOf }: CompatRequest): PhotonRequest {
  checkNames(query, ['lat', 'lon', 'radius', ...COMMON]);
  const { values } = query;
  const missing = (name: string): string => `missing search term '${name}': /?lat=47.9&lon=106.9`;
  const radius = values.get('radius');
  return {
    asked: readReverse(values, readLanguage(values), missing),
    limit: readLimit(values, REVERSE_LIMIT),
    layers: readLayers(valuesOf('layer')),
    radius_m: radius === undefined ? Infinity : 1000 * readRadius(radius),
  };
}

/** Reads a position. Error messages name the parameters that the client sent. */
function readNear(lon: string, lat: string): Position {
  const latitude = readNumber('lat', lat, LATITUDE_BOUNDS);
  return [readNumber('lon', lon, LONGITUDE_BOUNDS), latitude];
}

/** Rejects unknown parameters, as Photon does. Only `layer` may be repeated. */
function checkNames({ values, repeated }: Query, known: readonly string[]): void {
  for (const name of values.keys()) {
    if (known.includes(name) || HARMLESS.includes(name) || KEY_PARAMETERS.includes(name)) continue;
    if (REFUSED.includes(name)) throw invalid(name, 'not_supported', `${name} is not supported here.`);
    throw invalid('query', 'unknown_parameter', `Unknown query parameter. Allowed are: ${known.join(', ')}.`);
  }
  for (const name of known)
    if (name !== 'layer' && repeated?.has(name) === true)
      throw invalid(name, 'repeated', `${name} was sent more than once.`);
}

function readLanguage(values: Query['values']): { lang?: PlaceLanguage } {
  const lang = values.get('lang');
  if (lang === undefined || lang === 'default') return {};
  const known = PLACE_LANGUAGES.find((own) => own === lang);
  if (known !== undefined) return { lang: known };
  const all = ['default', ...PLACE_LANGUAGES].join(', ');
  throw invalid('lang', 'unknown_value', `Language is not supported. Supported are: ${all}`);
}

function readLimit(values: Query['values'], byDefault: number): number {
  const text = values.get('limit');
  if (text === undefined) return byDefault;
  // As in Photon, an out-of-range number is replaced by the nearest allowed number.
  return Math.min(Math.max(readInteger('limit', text, {}), 1), MOST_PLACES);
}

function readLayers(values: readonly string[]): string[] {
  const layers = values.flatMap((text) => text.split(','));
  if (layers.some((layer) => !(PHOTON_LAYERS as readonly string[]).includes(layer)))
    throw invalid('layer', 'unknown_value', `Invalid layer. Allowed layers are: ${PHOTON_LAYERS.join(',')}`);
  return layers;
}

function readRadius(text: string): number {
  const radius_km = readNumber('radius', text, { minimum: 0, maximum: MOST_RADIUS_KM });
  if (radius_km === 0) throw invalid('radius', 'out_of_range', 'Invalid search radius: greater than 0');
  return radius_km;
}
