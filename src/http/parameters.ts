import type { TNumber, TString } from '@sinclair/typebox';
import { OperatingError } from '../errors.js';
import type { SearchRequest } from '../sources/geocoder.js';
import type { RouteRequest } from '../sources/router.js';
import { greatCircle_m } from './route/great-circle.js';
import { numberText } from '../wire/json-text.js';
import { plainDecimal } from '../wire/plain-decimal.js';
import {
  DESTINATION,
  LAT,
  LIMIT,
  LON,
  MODE,
  MODES,
  NUMBER_PATTERN,
  ORIGIN,
  PAIR_PATTERN,
  Q,
} from './parameter-schemas.js';
import type { Query } from '../wire/query-string.js';
import { RAW_Q_LIMIT_BYTES } from './settings.js';

/** What a request to /v1/geocode asks for, checked: a search or a reverse lookup. */
export interface ReverseRequest {
  longitude: number;
  latitude: number;
  /** Latitude and longitude as numbers, with a comma. */
  text: string;
}

export type GeocodeRequest = ({ kind: 'search' } & SearchRequest) | ({ kind: 'reverse' } & ReverseRequest);

/** @throws OperatingError INVALID_REQUEST with `details.field` and `details.reason` */
export function readGeocodeRequest(query: Query): GeocodeRequest {
  refuseRepeated(query, ['q', 'lat', 'lon', 'limit']);
  const q = query.values.get('q');
  const lat = query.values.get('lat');
  const lon = query.values.get('lon');
  if (q !== undefined) {
    if (lat !== undefined || lon !== undefined)
      throw invalid('q', 'conflicting_modes', 'Send either q, or lat and lon, not both.');
    return { kind: 'search', text: readSearchText(q), limit: readLimit(query) };
  }
  if (lat === undefined && lon === undefined) throw invalid('q', 'missing', 'Send either q, or lat and lon.');
  if (lon === undefined) throw invalid('lon', 'missing', 'lat needs lon beside it.');
  if (lat === undefined) throw invalid('lat', 'missing', 'lon needs lat beside it.');
  const latitude = readNumber('lat', lat, LAT);
  const longitude = readNumber('lon', lon, LON);
  readLimit(query);
  return {
    kind: 'reverse',
    longitude,
    latitude,
    text: `${numberText(lat, latitude)},${numberText(lon, longitude)}`,
  };
}

/** @throws OperatingError INVALID_REQUEST with `details.field` and `details.reason` */
export function readRouteRequest(query: Query, maxDistance_m: number): RouteRequest {
  refuseRepeated(query, ['origin', 'destination', 'mode']);
  const origin = readPoint('origin', query, ORIGIN);
  const destination = readPoint('destination', query, DESTINATION);
  const sent = query.values.get('mode') ?? (MODE.default as string);
  const mode = MODES.find((known) => known === sent);
  if (mode === undefined) throw invalid('mode', 'unknown_mode', `mode must be one of ${MODES.join(', ')}.`);
  const distance_m = greatCircle_m(origin, destination);
  if (distance_m > maxDistance_m) {
    throw new OperatingError(
      'INVALID_REQUEST',
      `destination is farther from origin than the ${maxDistance_m} m allowed here.`,
      {
        details: {
          field: 'destination',
          reason: 'too_far',
          distance_meters: Math.round(distance_m),
          max_distance_meters: maxDistance_m,
        },
      },
    );
  }
  return { origin, destination, mode };
}

function refuseRepeated(query: Query, known: readonly string[]): void {
  if (query.repeated === null) return;
  for (const name of known) {
    if (query.repeated.has(name)) throw invalid(name, 'repeated', `${name} was sent more than once.`);
  }
}

const UNTIDY_SPACE = /^\s|\s$|\s\s|[^\S ]/;
const TWO_LETTERS_OR_DIGITS = /[\p{L}\p{N}][^]*?[\p{L}\p{N}]/u;

function readSearchText(sent: string): string {
  if (sent.length > RAW_Q_LIMIT_BYTES || Buffer.byteLength(sent) > RAW_Q_LIMIT_BYTES) {
    throw invalid('q', 'too_long', `q may have at most ${RAW_Q_LIMIT_BYTES} bytes.`);
  }
  const composed = sent.normalize('NFC');
  const text = UNTIDY_SPACE.test(composed) ? composed.trim().replace(/\s+/g, ' ') : composed;
  const length = codePoints(text);
  if (length < Q.minLength!)
    throw invalid('q', 'too_short', `q must have at least ${Q.minLength!} characters.`);
  if (length > Q.maxLength!) throw invalid('q', 'too_long', `q may have at most ${Q.maxLength!} characters.`);
  if (!TWO_LETTERS_OR_DIGITS.test(text))
    throw invalid('q', 'too_few_letters', 'q must have at least 2 letters or digits.');
  return text;
}

function codePoints(text: string): number {
  let pairs = 0;
  for (let i = 0; i < text.length; i++) if ((text.charCodeAt(i) & 0xfc00) === 0xdc00) pairs++;
  return text.length - pairs;
}

function readLimit(query: Query): number {
  const text = query.values.get('limit');
  if (text === undefined) return LIMIT.default as number;
  const value = NUMBER_PATTERN.test(text) ? Number(text) : NaN;
  // A huge exponent reads as Infinity, which is out of range rather than no whole number.
  const isWhole = Number.isInteger(value) || Math.abs(value) === Infinity;
  if (!isWhole) throw invalid('limit', 'not_an_integer', 'limit must be a whole number.');
  if (value < LIMIT.minimum! || value > LIMIT.maximum!) throw outOfRange('limit', LIMIT);
  return value;
}

function readNumber(field: string, text: string, schema: TNumber): number {
  let value = plainDecimal(text, 0, text.length);
  if (Number.isNaN(value)) {
    if (!NUMBER_PATTERN.test(text))
      throw invalid(field, 'not_a_number', `${field} must be a decimal number.`);
    value = Number(text);
  }
  if (value < schema.minimum! || value > schema.maximum!) throw outOfRange(field, schema);
  return value;
}

function readPoint(field: string, query: Query, schema: TString): [number, number] {
  const text = query.values.get(field);
  if (text === undefined) throw invalid(field, 'missing', `${field} is required, as longitude,latitude.`);
  if (text.length > schema.maxLength!)
    throw invalid(field, 'too_long', `${field} may have at most ${schema.maxLength!} characters.`);
  const comma = text.indexOf(',');
  let longitude = plainDecimal(text, 0, comma);
  let latitude = plainDecimal(text, comma + 1, text.length);
  if (Number.isNaN(longitude) || Number.isNaN(latitude)) {
    if (!PAIR_PATTERN.test(text))
      throw invalid(field, 'bad_format', `${field} must be two decimal numbers: longitude,latitude.`);
    longitude = Number(text.slice(0, comma));
    latitude = Number(text.slice(comma + 1));
  }
  if (longitude < LON.minimum! || longitude > LON.maximum!) {
    throw invalid(
      field,
      'out_of_range',
      `The longitude of ${field} must be from ${LON.minimum!} to ${LON.maximum!}.`,
    );
  }
  if (latitude < LAT.minimum! || latitude > LAT.maximum!) {
    const order = 'The order is longitude,latitude.';
    throw invalid(
      field,
      'out_of_range',
      `The latitude of ${field} must be from ${LAT.minimum!} to ${LAT.maximum!}. ${order}`,
    );
  }
  return [longitude, latitude];
}

function outOfRange(field: string, schema: { minimum?: number; maximum?: number }): OperatingError {
  return invalid(field, 'out_of_range', `${field} must be from ${schema.minimum!} to ${schema.maximum!}.`);
}

function invalid(field: string, reason: string, message: string): OperatingError {
  return new OperatingError('INVALID_REQUEST', message, { details: { field, reason } });
}
