import { Type, type TString } from '@sinclair/typebox';
import type { RouteRequest } from '../../sources/router.js';
import { DEFAULT_TRAVEL_MODE, TRAVEL_MODES, type TravelMode } from '../../travel-mode.js';
import type { Query } from '../../wire/query-string.js';
import { LATITUDE_BOUNDS, LONGITUDE_BOUNDS } from '../core/coordinates.js';
import { codePoints, invalid, NUMBER, refuseRepeated, type Parameter } from '../core/parameter.js';
import type { HttpSettings } from '../core/settings.js';
import { greatCircle_m } from './great-circle.js';

const PAIR = { maxLength: 64, pattern: `^${NUMBER},${NUMBER}$` };
const PAIR_PATTERN = new RegExp(PAIR.pattern);
const PAIR_RULE =
  'as `longitude,latitude` (GeoJSON order), two plain decimal numbers and one comma, ' +
  'longitude from -180 to 180, latitude from -90 to 90.';

const ORIGIN = Type.String({ ...PAIR, description: `Start point, ${PAIR_RULE}` });
const DESTINATION = Type.String({ ...PAIR, description: `End point, ${PAIR_RULE}` });

const MODE = Type.Unsafe<TravelMode>({
  type: 'string',
  enum: TRAVEL_MODES,
  default: DEFAULT_TRAVEL_MODE,
  description: 'Travel mode.',
});

/** The parameters of /v1/route. */
export const ROUTE_PARAMETERS: readonly Parameter[] = [
  { name: 'origin', schema: ORIGIN, required: true, examples: { square: '106.9175,47.9181' } },
  { name: 'destination', schema: DESTINATION, required: true, examples: { east: '106.923,47.9179' } },
  { name: 'mode', schema: MODE, required: false, examples: { walking: 'walking' } },
];

/** @throws OperatingError INVALID_REQUEST with `details.field` and `details.reason` */
export function readRouteRequest(query: Query, { maxRouteDistance_m }: HttpSettings): RouteRequest {
  refuseRepeated(query, ROUTE_PARAMETERS);
  const origin = readPoint('origin', query, ORIGIN);
  const destination = readPoint('destination', query, DESTINATION);
  const mode = readMode(query);
  const distance_m = greatCircle_m(origin, destination);
  if (distance_m > maxRouteDistance_m) {
    const message = `destination is farther from origin than the ${maxRouteDistance_m} m allowed here.`;
    const more = { distance_meters: Math.round(distance_m), max_distance_meters: maxRouteDistance_m };
    throw invalid('destination', 'too_far', message, more);
  }
  return { origin, destination, mode };
}

function readMode(query: Query): TravelMode {
  const sent = query.values.get('mode') ?? DEFAULT_TRAVEL_MODE;
  const mode = TRAVEL_MODES.find((known) => known === sent);
  if (mode === undefined)
    throw invalid('mode', 'unknown_mode', `mode must be one of ${TRAVEL_MODES.join(', ')}.`);
  return mode;
}

function readPoint(field: string, query: Query, schema: TString): [number, number] {
  const text = query.values.get(field);
  if (text === undefined) throw invalid(field, 'missing', `${field} is required, as longitude,latitude.`);
  if (codePoints(text) > schema.maxLength!) {
    throw invalid(field, 'too_long', `${field} may have at most ${schema.maxLength!} characters.`);
  }
  if (!PAIR_PATTERN.test(text)) {
    throw invalid(field, 'bad_format', `${field} must be two decimal numbers: longitude,latitude.`);
  }
  const comma = text.indexOf(',');
  const longitude = Number(text.slice(0, comma));
  const latitude = Number(text.slice(comma + 1));
  checkBounds(field, 'longitude', longitude, LONGITUDE_BOUNDS);
  checkBounds(field, 'latitude', latitude, LATITUDE_BOUNDS);
  return [longitude, latitude];
}

function checkBounds(
  field: string,
  name: 'longitude' | 'latitude',
  value: number,
  { minimum, maximum }: { minimum: number; maximum: number },
): void {
  if (value >= minimum && value <= maximum) return;
  const order = name === 'latitude' ? ' The order is longitude,latitude.' : '';
  throw invalid(
    field,
    'out_of_range',
    `The ${name} of ${field} must be from ${minimum} to ${maximum}.${order}`,
  );
}
