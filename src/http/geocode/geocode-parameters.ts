import { Type } from '@sinclair/typebox';
import type { PlaceLanguage, ReverseRequest, SearchRequest } from '../../sources/geocoder.js';
import type { Query } from '../../wire/query-string.js';
import { LATITUDE_BOUNDS, LONGITUDE_BOUNDS } from '../core/request/coordinates.js';
import {
  codePoints,
  invalid,
  readInteger,
  readNumber,
  refuseRepeated,
  type Parameter,
} from '../core/request/parameter.js';
import { typedPoint, type TypedPoint } from './typed-point.js';
import {
  GEOCODE_OPTIONS,
  readConfidence,
  readDescribe,
  readGeocodeOptions,
  type GeocodeOptions,
} from './geocode-options.js';

const Q = Type.String({
  minLength: 2,
  maxLength: 200,
  description:
    'Forward geocoding: a place name or an address in Cyrillic or Latin letters. At least 2 letters or ' +
    'digits. A point (decimal degrees, degrees and minutes, a `geo:` URI, a long map link, ' +
    'a plus code) is answered as a reverse lookup. Length is counted in code points after Unicode NFC ' +
    'normalization, trimming and collapsing of whitespace; the value as sent may have at most 1,000 ' +
    'bytes of UTF-8.',
});

const LIMIT = {
  minimum: 1,
  maximum: 20,
  default: 5,
  description:
    'Forward geocoding: maximum number of results. In a reverse lookup, the parameter is checked but has ' +
    'no effect.',
};

/** The hint is for clients that sent the longitude as `lat`. */
const LAT_BOUNDS = {
  ...LATITUDE_BOUNDS,
  hint: 'lat is the latitude and lon is the longitude: lat=47.9&lon=106.9',
};

const LAT = Type.Number({
  ...LATITUDE_BOUNDS,
  description: 'Reverse geocoding: WGS84 latitude in decimal degrees. Send it together with `lon`.',
});

const LON = Type.Number({
  ...LONGITUDE_BOUNDS,
  description: 'Reverse geocoding: WGS84 longitude in decimal degrees. Send it together with `lat`.',
});

/** The parameters of /v1/geocode. */
export const GEOCODE_PARAMETERS: readonly Parameter[] = [
  {
    name: 'q',
    schema: Q,
    examples: { cyrillic: 'Сүхбаатарын талбай', latin: 'peace avenue' },
  },
  { name: 'limit', schema: Type.Integer(LIMIT), examples: { ten: 10 } },
  { name: 'lat', schema: LAT, examples: { square: 47.9187 }, isAlternative: true },
  { name: 'lon', schema: LON, examples: { square: 106.9177 }, isAlternative: true },
  ...GEOCODE_OPTIONS,
];

/**
 * The maximum size of `q` as sent, in UTF-8 bytes. The size is checked before anything else: 200 characters
 * need at most 800 bytes.
 */
const RAW_Q_LIMIT_BYTES = 1_000;

/** A checked /v1/geocode request: a search or a reverse lookup. */
export type GeocodeRequest = TextRequest | { kind: 'reverse'; request: ReverseRequest };

type TextRequest =
  /** `isJudged`: whether the first result states its confidence. */
  | { kind: 'search'; request: SearchRequest; isJudged?: true }
  | { kind: 'typed_point'; request: TypedPointRequest };

/** A query that is a point instead of a name, and is answered as a reverse lookup. */
export interface TypedPointRequest {
  text: string;
  point: TypedPoint;
  lang?: PlaceLanguage;
  describe?: true;
}

/** @throws OperatingError INVALID_REQUEST with `details.field` and `details.reason` */
export function readGeocodeRequest(query: Query): GeocodeRequest {
  refuseRepeated(query, GEOCODE_PARAMETERS);
  const q = query.values.get('q');
  const lat = query.values.get('lat');
  const lon = query.values.get('lon');
  if (q !== undefined) {
    if (lat !== undefined || lon !== undefined) {
      throw invalid(
        'q',
        'conflicting_modes',
        'Send either q, or lat and lon, not both. ' +
          'To prefer places near a point, add near=longitude,latitude to q.',
      );
    }
    const text = readSearchText(q);
    const limit = readLimit(query);
    // Most searches have only a query, and perhaps a limit.
    const isPlain = query.values.size === (query.values.has('limit') ? 2 : 1);
    if (isPlain) return requestFor(text, limit);
    const described = readDescribe(query);
    const asked = requestFor(text, limit, readGeocodeOptions(query));
    const isJudged = readConfidence(query);
    if (asked.kind === 'search') return isJudged ? { ...asked, isJudged } : asked;
    return { ...asked, request: { ...asked.request, ...described } };
  }
  if (lat === undefined && lon === undefined) throw invalid('q', 'missing', 'Send either q, or lat and lon.');
  if (lon === undefined) throw invalid('lon', 'missing', 'lon is missing. Send lat and lon together.');
  if (lat === undefined) throw invalid('lat', 'missing', 'lat is missing. Send lat and lon together.');
  const latitude = readNumber('lat', lat, LAT_BOUNDS);
  const longitude = readNumber('lon', lon, LON);
  if (query.values.size === 2) return { kind: 'reverse', request: { longitude, latitude } };
  readLimit(query);
  readConfidence(query);
  const { lang } = readGeocodeOptions(query);
  const request = { longitude, latitude, ...readDescribe(query) };
  return { kind: 'reverse', request: lang === undefined ? request : { ...request, lang } };
}

/** Reads a query as a search, or as a point to look up. */
export function requestFor(text: string, limit: number, options: GeocodeOptions = {}): TextRequest {
  const point = typedPoint(text);
  if (point === null) return { kind: 'search', request: { text, limit, ...options } };
  const { lang } = options;
  return { kind: 'typed_point', request: { text, point, ...(lang !== undefined && { lang }) } };
}

const UNTIDY_SPACE = /^\s|\s$|\s\s|[^\S ]/;
const TWO_LETTERS_OR_DIGITS = /[\p{L}\p{N}][^]*?[\p{L}\p{N}]/u;

/**
 * Returns the query, trimmed and in composed form. @throws OperatingError `too_long`, `too_short` or
 * `too_few_letters`
 */
export function readSearchText(sent: string): string {
  if (sent.length > RAW_Q_LIMIT_BYTES || Buffer.byteLength(sent) > RAW_Q_LIMIT_BYTES) {
    throw invalid('q', 'too_long', `q may have at most ${RAW_Q_LIMIT_BYTES} bytes.`);
  }
  const composed = sent.normalize('NFC');
  const text = UNTIDY_SPACE.test(composed) ? composed.trim().replace(/\s+/g, ' ') : composed;
  const length = codePoints(text);
  if (length < Q.minLength!) {
    throw invalid('q', 'too_short', `q must have at least ${Q.minLength!} characters.`);
  }
  if (length > Q.maxLength!) throw invalid('q', 'too_long', `q may have at most ${Q.maxLength!} characters.`);
  if (!TWO_LETTERS_OR_DIGITS.test(text)) {
    throw invalid('q', 'too_few_letters', 'q must have at least 2 letters or digits.');
  }
  return text;
}

function readLimit(query: Query): number {
  const text = query.values.get('limit');
  return text === undefined ? LIMIT.default : readInteger('limit', text, LIMIT);
}
