import { Type } from '@sinclair/typebox';
import { counted } from '../../counted.js';
import type { LocalTime } from '../../local-time.js';
import type { TimeWindow, TripOrder, TripRequest, TripVehicle } from '../../sources/router.js';
import type { Query } from '../../wire/query-string.js';
import {
  invalid,
  oneOf,
  onOff,
  readInteger,
  readOneOf,
  readOnOff,
  refuseRepeated,
  type Parameter,
} from '../core/request/parameter.js';
import { POINT_LIST, POINT_LIST_RULE, readPointList } from '../core/request/point-list.js';
import type { HttpSettings } from '../core/settings.js';
import { tooFarCells } from '../matrix/matrix-parameters.js';
import {
  GEOMETRIES,
  GEOMETRY,
  MODE,
  readMode,
  readRoads,
  ROADS_PARAMETERS,
} from '../route/route-parameters.js';
import { STEP_LANGUAGES } from '../route/step-sentences.js';

/** The checked request. */
export interface AskedTrip extends TripRequest {
  departAt?: LocalTime;
  /** Maps each order to the index of its stop. */
  stopOf: readonly number[];
}

export const MOST_STOPS = 100;
export const MOST_VEHICLES = 10;
const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

const STARTS = ['first', 'any'] as const;
const ENDS = ['first', 'last', 'any'] as const;
const EACH = 'One entry for each of `stops`, separated by semicolons; an empty entry means';

const STOPS = Type.String({
  ...POINT_LIST,
  description: `The stops, including both ends of the trip: 2 to ${MOST_STOPS} points ${POINT_LIST_RULE}`,
});
const START = oneOf(
  STARTS,
  'Where vehicles start: all at the first of `stops`, or each at its own first stop.',
  'first',
);
const END = oneOf(
  ENDS,
  'Where vehicles end: all at the first of `stops`, all at the last of `stops`, or each at its own ' +
    'last stop.',
  'first',
);
const CLOCK = '\\d{2}:\\d{2}';
const WINDOW = `${CLOCK}-${CLOCK}(?:,${CLOCK}-${CLOCK})*`;
const WINDOWS = Type.String({
  pattern: `^(?:${WINDOW})?(?:;(?:${WINDOW})?)*$`,
  description:
    `When visits may begin, on the day of \`depart_at\`, such as \`;09:00-12:00;;14:00-15:30\`. ` +
    `${EACH} any ` +
    'time. Commas separate several windows. The windows of the start and the end limit when vehicles ' +
    'may be on the road.',
});
const whole = (most: number): string => `\\d{1,${String(most).length}}`;
export const MOST_LOAD = 1_000_000;
const [MOST_SERVICE_S, MOST_PRIORITY] = [86_400, 100];
const listOf = (most: number, description: string) =>
  Type.String({ pattern: `^(?:${whole(most)})?(?:;(?:${whole(most)})?)*$`, description });
const SERVICE = listOf(
  MOST_SERVICE_S,
  'Seconds spent at each stop: one number for all, or one for each of `stops`, separated by ' +
    'semicolons. No time is spent at the start and the end.',
);
const LOADS = listOf(
  MOST_LOAD,
  `The load delivered at each stop, in any unit. ${EACH} 0. By default, each stop has a load of 1.`,
);
const PRIORITIES = listOf(
  MOST_PRIORITY,
  `Priority of each stop if not all can be visited, from 0 to ${MOST_PRIORITY}. ${EACH} 0.`,
);
const VEHICLES = Type.Integer({
  ...{ minimum: 1, maximum: MOST_VEHICLES, default: 1 },
  description:
    'The number of vehicles. Total travel time is kept to a minimum, so some vehicles may not be needed.',
});
const CAPACITY = listOf(
  MOST_LOAD,
  'The load that a vehicle can carry: one number for all, or one for each vehicle, separated by ' +
    'semicolons. By default there is no limit.',
);
const MOST_OF_ONE = Type.Integer({
  ...{ minimum: 1, maximum: MOST_STOPS },
  description: 'The maximum number of stops per vehicle, so that one vehicle does not do nearly all of them.',
});
/** An hour of waiting is therefore weighted like six minutes of driving: docs/decisions/0041. */
const WAITING_PERCENT = 10;
const WAITING = Type.Integer({
  ...{ minimum: 0, maximum: 100, default: WAITING_PERCENT },
  description:
    'The weight of a minute of waiting, as a percentage of a minute on the road. With 0, travel is ' +
    'minimized, however long vehicles wait on the way.',
});
const STEPS = onOff('`true`: legs include `steps`, one for each maneuver.');
const LANG = oneOf(STEP_LANGUAGES, 'Language of reasons, road names and sentences in steps.', 'mn');

/** The parameters of /v1/trip. */
export const TRIP_PARAMETERS: readonly Parameter[] = [
  {
    name: 'stops',
    schema: STOPS,
    required: true,
    examples: { four: '106.9175,47.9181;106.923,47.9179;106.9128,47.917;106.9151,47.9171' },
  },
  { name: 'start', schema: START, examples: { anywhere: 'any' } },
  { name: 'end', schema: END, examples: { anywhere: 'any' } },
  {
    name: 'windows',
    schema: WINDOWS,
    examples: { morning: '08:00-18:00;09:00-12:00;;' },
    isAlternative: true,
  },
  { name: 'service', schema: SERVICE, examples: { 'three minutes': '180' } },
  { name: 'loads', schema: LOADS, examples: { parcels: '0;2;1;1' } },
  { name: 'priorities', schema: PRIORITIES, examples: { second: ';5;;' } },
  { name: 'vehicles', schema: VEHICLES, examples: { two: 2 } },
  { name: 'capacity', schema: CAPACITY, examples: { three: '3' } },
  { name: 'max_stops', schema: MOST_OF_ONE, examples: { twelve: 12 } },
  { name: 'waiting', schema: WAITING, examples: { 'least travel': 0 } },
  { name: 'mode', schema: MODE, examples: { walking: 'walking' } },
  { name: 'geometry', schema: GEOMETRY, examples: { ends: 'ends' } },
  { name: 'steps', schema: STEPS, examples: { on: true } },
  ...ROADS_PARAMETERS,
  { name: 'lang', schema: LANG, examples: { english: 'en' } },
];

/** @throws OperatingError INVALID_REQUEST with `details.field` and `details.reason` */
export function readTripRequest(query: Query, { maxRouteDistance_m }: HttpSettings): AskedTrip {
  refuseRepeated(query, TRIP_PARAMETERS);
  const { values } = query;
  const stops = readPointList('stops', values.get('stops'), MOST_STOPS);
  const count = stops.length;
  if (count < 2) throw invalid('stops', 'too_few', 'stops must have at least two points.', { min_points: 2 });
  const [start, end] = readEnds(values, count);
  const roads = readRoads(values);
  const windows = readWindows(values.get('windows'), count, roads.departAt);
  const services = readList(values, 'service', { count, most: MOST_SERVICE_S, isForAll: true });
  const loads = readList(values, 'loads', { count, most: MOST_LOAD });
  const priorities = readList(values, 'priorities', { count, most: MOST_PRIORITY });
  const number = readInteger('vehicles', values.get('vehicles') ?? '1', VEHICLES);
  const capacity = readList(values, 'capacity', { count: number, most: MOST_LOAD, isForAll: true });
  const mostTasks = readInteger('max_stops', values.get('max_stops') ?? `${MOST_STOPS}`, MOST_OF_ONE);
  const waiting = readInteger('waiting', values.get('waiting') ?? `${WAITING_PERCENT}`, WAITING);
  const stopOf = stops.flatMap((_, stop) => (stop === start || stop === end ? [] : [stop]));
  const orders = stopOf.map((place): TripOrder => {
    const load = loads === null ? 1 : loads[place];
    const service_ms = 1000 * (services?.[place] ?? 0);
    const task = { place, service_ms, windows: windows[place], loaded: [load], change: [0 - load] };
    return { tasks: [task], priority: priorities?.[place] ?? 0, vehicles: null };
  });
  const hours = {
    from_ms: Math.max(departure_ms(roads.departAt), start === null ? 0 : windows[start][0].from_ms),
    to_ms: end === null ? Infinity : windows[end][windows[end].length - 1].to_ms,
  };
  const vehicle = (i: number): TripVehicle => ({
    ...{ start, end, shift: hours, capacity: [capacity?.[i] ?? Infinity], breaks: [] },
    ...{ mostTasks, mostTravel_ms: Infinity },
  });
  return {
    ...{ stops, orders, stopOf, vehicles: Array.from({ length: number }, (_, i) => vehicle(i)) },
    ...{ mode: readMode(query), waitingPrice: waiting / 100 },
    without: tooFarCells(stops, stops, maxRouteDistance_m),
    steps: readOnOff(query, 'steps'),
    geometry: readOneOf('geometry', values.get('geometry'), GEOMETRIES, 'full'),
    language: readOneOf('lang', values.get('lang'), STEP_LANGUAGES, 'mn'),
    ...roads,
  };
}

/**
 * Returns the indexes of the first and last stop; `null` means any stop. A round trip is equally long from
 * any starting point, so its starting point is always fixed.
 */
function readEnds(values: Query['values'], count: number): [number | null, number | null] {
  const end = readOneOf('end', values.get('end'), ENDS, 'first');
  const start = readOneOf('start', values.get('start'), STARTS, 'first');
  if (end === 'first') return [0, 0];
  return [start === 'first' ? 0 : null, end === 'last' ? count - 1 : null];
}

/** Returns the departure time in milliseconds since midnight; 0 if no departure time is set. */
export function departure_ms(departAt: LocalTime | undefined): number {
  return departAt === undefined ? 0 : departAt.minute * MINUTE_MS;
}

/** Reads the time windows of each stop, as times of the day. */
function readWindows(
  text: string | undefined,
  count: number,
  departAt: LocalTime | undefined,
): readonly TimeWindow[][] {
  const always = { from_ms: 0, to_ms: Infinity };
  if (text === undefined) return Array.from({ length: count }, () => [always]);
  if (departAt === undefined)
    throw invalid(
      'depart_at',
      'missing',
      'windows requires depart_at: the local day and time at which vehicles may leave.',
    );
  return entriesOf('windows', text, count).map((entry, index) => {
    if (entry === '') return [always];
    const wrong = (reason: string, what: string): Error =>
      invalid('windows', reason, `Stop ${index + 1}: ${what}`, { index });
    if (!new RegExp(`^${WINDOW}$`).test(entry))
      throw wrong('bad_format', 'windows must be HH:MM-HH:MM, separated by commas.');
    let before_ms = -1;
    return entry.split(',').map((one) => {
      const [from_ms, to_ms] = one.split('-').map((clock) => {
        const [hours, minutes] = clock.split(':').map(Number);
        return minutes > 59 ? Infinity : (60 * hours + minutes) * MINUTE_MS;
      });
      if (to_ms > DAY_MS || from_ms > to_ms || from_ms <= before_ms)
        throw wrong(
          'out_of_range',
          'each window must end after it begins, by 24:00, and begin after the previous one.',
        );
      before_ms = to_ms;
      return { from_ms, to_ms };
    });
  });
}

/**
 * Returns `null` if the parameter was not sent. @param isForAll whether one number may apply to all entries
 */
function readList(
  values: Query['values'],
  field: string,
  { count, most, isForAll = false }: { count: number; most: number; isForAll?: boolean },
): number[] | null {
  const text = values.get(field);
  if (text === undefined) return null;
  const isOne = isForAll && !text.includes(';');
  const entries = isOne ? [text] : entriesOf(field, text, count);
  const numbers = entries.map((entry, index) => {
    const about = isOne ? '' : `Entry ${index + 1}: `;
    if (!/^\d{0,9}$/.test(entry) || (isOne && entry === ''))
      throw invalid(field, 'not_an_integer', `${about}${field} must be whole numbers.`, { index });
    if (Number(entry) > most)
      throw invalid(field, 'out_of_range', `${about}${field} must be from 0 to ${most}.`, { index });
    return Number(entry);
  });
  return isOne ? Array.from({ length: count }, () => numbers[0]) : numbers;
}

function entriesOf(field: string, text: string, count: number): string[] {
  const entries = text.split(';');
  if (entries.length === count) return entries;
  throw invalid(
    field,
    'wrong_count',
    `${field} has ${counted(entries.length, 'entry', 'entries')}, but needs ${count}, ` +
      'separated by semicolons.',
    { expected: count },
  );
}
