import type { Position } from '../../geo/position.js';
import { Type } from '@sinclair/typebox';
import {
  AVOIDED_KINDS,
  type AvoidedKind,
  type MoreOfRoute,
  type RoadsAsked,
  type RouteRequest,
} from '../../sources/router.js';
import { DEFAULT_TRAVEL_MODE, TRAVEL_MODES, type TravelMode } from '../../travel-mode.js';
import type { Query } from '../../wire/query-string.js';
import {
  invalid,
  NUMBER,
  oneOf,
  readInteger,
  readOneOf,
  refuseRepeated,
  type Parameter,
  onOff,
  readOnOff,
} from '../core/request/parameter.js';
import { PAIR, PAIR_RULE, pointOf } from '../core/request/position.js';
import type { HttpSettings } from '../core/settings.js';
import {
  APPROACH_LIST,
  BEARINGS,
  DEPART_AT,
  readApproaches,
  readBearings,
  readDepartAt,
  readVehicle,
  VEHICLE,
} from './route-values.js';
import { STEP_LANGUAGES } from './step-sentences.js';

const ORIGIN = Type.String({ ...PAIR, description: `Start point, ${PAIR_RULE}` });
const DESTINATION = Type.String({ ...PAIR, description: `End point, ${PAIR_RULE}` });

export const MODE = Type.Unsafe<TravelMode>({
  type: 'string',
  enum: TRAVEL_MODES,
  default: DEFAULT_TRAVEL_MODE,
  description: 'Travel mode.',
});

/** The maximum number of points between origin and destination. */
export const MOST_VIA = 25;

const VIA = Type.String({
  maxLength: (MOST_VIA - 1) * (PAIR.maxLength + 1) + PAIR.maxLength,
  pattern: `^${NUMBER},${NUMBER}(;${NUMBER},${NUMBER}){0,${MOST_VIA - 1}}$`,
  description: `Intermediate points, up to ${MOST_VIA}, separated by semicolons; ` + `each ${PAIR_RULE}`,
});

export const GEOMETRIES = ['full', 'polyline6', 'ends'] as const;
export const GEOMETRY = oneOf(
  GEOMETRIES,
  '`ends`: the line contains only its two endpoints. `polyline6`: the line contains only its ' +
    'two endpoints, and the field ' +
    '`polyline6` ' +
    'contains the whole line as an encoded polyline with six decimals, which is a tenth as long.',
  'full',
);
const STEPS = onOff('`true`: the response includes `steps`, one for each maneuver.');
const NOTES = onOff(
  '`true`: the response includes `notes` about ferries, fords, ice, tolls, seasonal and private roads and ' +
    'unpaved tracks, the `surfaces` of its roads, and the `detour` that closures cause. With ' +
    '`vehicle`, the notes also cover its zones and limits, and there is no `detour`.',
);
const LEGS = onOff(
  '`true`: the route has `legs`, one from each point to the next. With `via`, it always has legs.',
);
const KIND = `(${AVOIDED_KINDS.join('|')})`;
const AVOID = Type.String({
  pattern: `^${KIND}(,${KIND})*$`,
  description:
    `Kinds of roads to avoid, separated by commas: ${AVOIDED_KINDS.join(', ')}. They count as ten times ` +
    'slower, so the route uses them only if the detour would take even longer. A combination that was not ' +
    'used recently takes 0.1 s longer with a country-sized dataset.',
});
const ALTERNATIVES = Type.Integer({
  minimum: 1,
  maximum: 2,
  description:
    'How many other routes to return in `alternatives` if there are good ones: at most a quarter longer in ' +
    'time, with at most 60 % of the best route in common, and without detours. Not with `via`.',
});
const LANG = oneOf(STEP_LANGUAGES, 'Language of road names, and of the sentences in `steps`.', 'mn');

/** Parameters that affect the choice of roads, also used by matrices and isochrones. */
export const ROADS_PARAMETERS: readonly Parameter[] = [
  { name: 'avoid', schema: AVOID, examples: { unpaved: 'unpaved' } },
  { name: 'depart_at', schema: DEPART_AT, examples: { winter: '2026-12-01T08:30' } },
  { name: 'vehicle', schema: VEHICLE, examples: { plate: 'plate:6' }, isAlternative: true },
];

/** The parameters of /v1/route. */
export const ROUTE_PARAMETERS: readonly Parameter[] = [
  { name: 'origin', schema: ORIGIN, required: true, examples: { square: '106.9175,47.9181' } },
  { name: 'destination', schema: DESTINATION, required: true, examples: { east: '106.923,47.9179' } },
  { name: 'mode', schema: MODE, examples: { walking: 'walking' } },
  { name: 'via', schema: VIA, examples: { one: '106.92,47.92' } },
  { name: 'geometry', schema: GEOMETRY, examples: { ends: 'ends' } },
  ROADS_PARAMETERS[0],
  { name: 'alternatives', schema: ALTERNATIVES, examples: { one: 1 }, isAlternative: true },
  {
    name: 'bearings',
    schema: BEARINGS,
    examples: { 'towards the east': '90,60;' },
    isAlternative: true,
  },
  {
    name: 'approaches',
    schema: APPROACH_LIST,
    examples: { 'at the end': ';curb' },
    isAlternative: true,
  },
  ...ROADS_PARAMETERS.slice(1),
  { name: 'legs', schema: LEGS, examples: { on: true } },
  { name: 'steps', schema: STEPS, examples: { on: true } },
  { name: 'notes', schema: NOTES, examples: { on: true } },
  { name: 'lang', schema: LANG, examples: { english: 'en' } },
];

/** @throws OperatingError INVALID_REQUEST with `details.field` and `details.reason` */
export function readRouteRequest(query: Query, { maxRouteDistance_m }: HttpSettings): RouteRequest {
  refuseRepeated(query, ROUTE_PARAMETERS);
  const origin = readPoint('origin', query);
  const destination = readPoint('destination', query);
  const mode = readMode(query);
  const more = readMore(query);
  if (more === undefined) {
    checkDistance(origin, destination, maxRouteDistance_m);
    return { origin, destination, mode };
  }
  const points = [origin, ...more.via, destination];
  for (let leg = 0; leg + 1 < points.length; leg++)
    checkDistance(points[leg], points[leg + 1], maxRouteDistance_m, more.via.length > 0 ? leg : undefined);
  return { origin, destination, mode, more };
}

/**
 * Returns the extra parts that the request asks for in addition to the route; `undefined` if it asks for
 * none, as in most requests.
 */
function readMore(query: Query): MoreOfRoute | undefined {
  const { values } = query;
  // Most requests contain only the origin and destination, and perhaps a mode.
  if (values.size === (values.has('mode') ? 3 : 2)) return undefined;
  const via = values.get('via');
  const geometry = readOneOf('geometry', values.get('geometry'), GEOMETRIES, 'full');
  const [steps, notes, legs] = ['steps', 'notes', 'legs'].map((name) => readOnOff(query, name));
  const language = readOneOf('lang', values.get('lang'), STEP_LANGUAGES, 'mn');
  const isPlain = !steps && !notes && !legs && geometry === 'full' && language === 'mn';
  if (isPlain && RARE.every((name) => !values.has(name))) return undefined;
  const points = via === undefined ? [] : readVia(via);
  return {
    via: points,
    notes,
    steps,
    legs: legs || via !== undefined,
    geometry,
    language,
    ...readRare(values, points.length),
  };
}

/** Parameters without a default. A request with one of them has extras. */
const RARE = ROUTE_PARAMETERS.filter(
  ({ required, schema }) => required !== true && schema.default === undefined,
).map(({ name }) => name);

function readRare(values: Query['values'], via: number): Partial<MoreOfRoute> {
  const alternatives = values.get('alternatives');
  const [bearings, approaches] = [values.get('bearings'), values.get('approaches')];
  return {
    ...readRoads(values),
    ...(alternatives !== undefined && { alternatives: readAlternatives(alternatives, via) }),
    ...(bearings !== undefined && { bearings: readBearings(bearings, via + 2) }),
    ...(approaches !== undefined && { approaches: readApproaches(approaches, via + 2) }),
  };
}

function readAlternatives(text: string, via: number): number {
  const count = readInteger('alternatives', text, ALTERNATIVES);
  if (via > 0)
    throw invalid(
      'alternatives',
      'not_with_via',
      'alternatives and via cannot be combined. Omit one of the two parameters.',
    );
  return count;
}

/** @throws OperatingError INVALID_REQUEST with `details.field` and `details.reason` */
export function readRoads(values: Query['values']): RoadsAsked {
  const [avoid, departAt, vehicle] = ['avoid', 'depart_at', 'vehicle'].map((name) => values.get(name));
  return {
    ...(avoid !== undefined && { avoid: readAvoid(avoid) }),
    ...(departAt !== undefined && { departAt: readDepartAt(departAt) }),
    ...(vehicle !== undefined && { vehicle: readVehicle(vehicle, values.get('mode')) }),
  };
}

function readAvoid(text: string): AvoidedKind[] {
  return text.split(',').map((name) => {
    const kind = AVOIDED_KINDS.find((known) => known === name);
    if (kind === undefined)
      throw invalid(
        'avoid',
        'unknown_value',
        `avoid must be one or more of ${AVOIDED_KINDS.join(', ')}, separated by commas.`,
      );
    return kind;
  });
}

function readVia(text: string): Position[] {
  const parts = text.split(';');
  if (parts.length > MOST_VIA)
    throw invalid('via', 'too_many', `via may have at most ${MOST_VIA} points.`, { max_points: MOST_VIA });
  return parts.map((part) => pointOf('via', part));
}

/** @param leg the leg's index, from 0; `undefined` if there is only one leg */
function checkDistance(from: Position, to: Position, max_m: number, leg?: number): void {
  const distance_m = greatCircle_m(from, to);
  if (distance_m <= max_m) return;
  const message =
    leg === undefined
      ? `destination is farther from origin than the ${max_m} m allowed here (--max-route-distance-m).`
      : `Two points in a row are farther apart than the ${max_m} m allowed here (--max-route-distance-m).`;
  const more = { distance_meters: Math.round(distance_m), max_distance_meters: max_m };
  throw invalid('destination', 'too_far', message, leg === undefined ? more : { ...more, leg });
}

export function readMode(query: Query): TravelMode {
  const sent = query.values.get('mode') ?? DEFAULT_TRAVEL_MODE;
  const mode = TRAVEL_MODES.find((known) => known === sent);
  if (mode === undefined)
    throw invalid('mode', 'unknown_mode', `mode must be one of ${TRAVEL_MODES.join(', ')}.`);
  return mode;
}

export function readPoint(field: string, query: Query): Position {
  const text = query.values.get(field);
  if (text === undefined)
    throw invalid(field, 'missing', `${field} is required: longitude,latitude, such as 106.9176,47.9189.`);
  return pointOf(field, text);
}

/** The earth's mean radius (IUGG), in meters. */
const EARTH_M = 6_371_008.8;
const RADIANS = Math.PI / 180;

/**
 * Returns the great-circle distance in meters between two points in degrees, `[longitude, latitude]`, by the
 * haversine formula.
 */
export function greatCircle_m(from: Position, to: Position): number {
  const sinLat = Math.sin(((to[1] - from[1]) * RADIANS) / 2);
  const sinLon = Math.sin(((to[0] - from[0]) * RADIANS) / 2);
  const h = sinLat * sinLat + Math.cos(from[1] * RADIANS) * Math.cos(to[1] * RADIANS) * sinLon * sinLon;
  return 2 * EARTH_M * Math.asin(Math.sqrt(Math.min(1, h)));
}
