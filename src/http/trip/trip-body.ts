import type { FoundTrip, TripRoute } from '../../sources/router.js';
import { fixedText, type JsonWriter } from '../../wire/json-writer.js';
import type { SlabBody } from '../../wire/slab.js';
import { isLength, nonsense } from '../core/request/impossible-answer.js';
import { invalid } from '../core/request/parameter.js';
import { writeLegs, zonesBody } from '../route/more-body.js';
import { isLine, writeLine } from '../route/route-body.js';
import { writeWaypoint } from '../route/waypoint-body.js';
import { closedSentence, leftOutSentence, two, type LeftOutReason } from './left-out-sentences.js';
import { departure_ms, type AskedTrip } from './trip-parameters.js';

const COMMA = fixedText(',');
const BRACE = fixedText('}');

/** The maximum total number of positions in all lines: each position takes about 20 bytes. */
const MOST_POSITIONS = 400_000;

/**
 * Writes a TripResponse. The source's answer is checked while writing, because a source may return anything.
 * @throws OperatingError UPSTREAM_ERROR if the answer does not fit the request, INVALID_REQUEST `too_large`
 */
export function tripBody(json: JsonWriter, request: AskedTrip, found: FoundTrip): SlabBody {
  const { stops, routes } = found;
  if (stops.length !== request.stops.length || routes.length !== request.vehicles.length)
    throw nonsense('a trip of the wrong size');
  checkSize(request, found);
  json.begin().raw(`{"mode":"${request.mode}","stops":[`);
  request.stops.forEach((input, i) => {
    if (i > 0) json.fixed(COMMA);
    writeWaypoint(json, input, stops[i]);
  });
  json.raw('],"vehicles":[');
  routes.forEach((route, i) => {
    if (i > 0) json.fixed(COMMA);
    writeRoute(json, route, request, i);
  });
  return json.raw(`],"unassigned":${JSON.stringify(unassigned(request, found))}}`).end();
}

function checkSize({ geometry }: AskedTrip, { routes }: FoundTrip): void {
  const positions = routes
    .flatMap(({ legs }) => legs)
    .reduce((sum, { coordinates }) => sum + coordinates.length / 2, 0);
  if (geometry === 'full' && positions > MOST_POSITIONS)
    throw invalid(
      'geometry',
      'too_large',
      "The trip's lines are too long for one answer. Request geometry=polyline6.",
    );
}

function writeRoute(json: JsonWriter, route: TripRoute, request: AskedTrip, vehicle: number): void {
  const { legs } = route;
  if (legs.some(({ distance_m, duration_s }) => !isLength(distance_m) || !isLength(duration_s)))
    throw nonsense('a leg without a length');
  const sum = (value: (leg: TripRoute['legs'][number]) => number): number =>
    legs.reduce((whole, leg) => whole + value(leg), 0);
  const places = passedOf(route, request);
  const order = places.map(({ stop }) => stop);
  const [distance, duration] = [sum((leg) => leg.distance_m), sum((leg) => leg.duration_s)].map(tenths);
  const own = { vehicle, order, stops: places, distance_meters: distance, duration_seconds: duration };
  // The closing brace is cut off here because the rest of the object is written next.
  json.raw(JSON.stringify(own).slice(0, -1));
  writeLegs(json, legs, request.language);
  if (legs.length > 0) writeLine(json, joinedLine(legs), request.geometry);
  json.fixed(BRACE);
}

/** Returns the positions that a vehicle passes, in order, with their times. */
function passedOf({ visits, departure_ms: leaves_ms, end_ms }: TripRoute, request: AskedTrip): Passed[] {
  if (visits.length === 0) return [];
  const { start, end } = request.vehicles[0];
  const at = (stop: number, time_ms: number, more: Partial<Passed> = {}): Passed => ({
    ...{ stop, arrival_seconds: tenths((time_ms - departure_ms(request.departAt)) / 1000) },
    ...(request.departAt !== undefined && { arrival: localTime(request, time_ms) }),
    ...{ waiting_seconds: 0, service_seconds: 0, ...more },
  });
  return [
    ...(start === null ? [] : [at(start, leaves_ms)]),
    ...visits.map(({ task: { place, service_ms }, arrival_ms, waiting_ms }) =>
      at(place!, arrival_ms, {
        waiting_seconds: tenths(waiting_ms / 1000),
        service_seconds: tenths(service_ms / 1000),
      }),
    ),
    ...(end === null ? [] : [at(end, end_ms)]),
  ];
}

interface Passed {
  stop: number;
  arrival_seconds: number;
  arrival?: string;
  waiting_seconds: number;
  service_seconds: number;
}

/** Returns a local time such as `2026-12-01T09:30:12`. */
function localTime({ departAt }: AskedTrip, time_ms: number): string {
  const { year, month, day } = departAt!;
  const date = new Date(Date.UTC(2000, month - 1, day));
  date.setUTCFullYear(year, month - 1, day);
  const shown = new Date(date.getTime() + time_ms);
  const clock = [shown.getUTCHours(), shown.getUTCMinutes(), shown.getUTCSeconds()].map(two).join(':');
  const year4 = String(shown.getUTCFullYear()).padStart(4, '0');
  return `${year4}-${two(shown.getUTCMonth() + 1)}-${two(shown.getUTCDate())}T${clock}`;
}

/** Joins all legs. A position that ends one leg and begins the next appears only once. */
export function joinedLine(legs: TripRoute['legs']): Int32Array {
  if (!legs.every(({ coordinates }) => isLine(coordinates))) throw nonsense('a leg without a line');
  const line = new Int32Array(legs.reduce((sum, { coordinates }) => sum + coordinates.length, 0));
  let length = 0;
  for (const { coordinates } of legs) {
    const isOn = length > 2 && line[length - 2] === coordinates[0] && line[length - 1] === coordinates[1];
    line.set(isOn ? coordinates.subarray(2) : coordinates, length);
    length += coordinates.length - (isOn ? 2 : 0);
  }
  return line.subarray(0, length);
}

function unassigned(request: AskedTrip, { leftOut, stops, zones }: FoundTrip): object[] {
  const { stopOf, language, departAt, without, vehicles } = request;
  const [{ start, end }] = vehicles;
  const isFar = (from: number | null, to: number | null): boolean =>
    from !== null && to !== null && without?.[from * stops.length + to] === 1;
  return leftOut.map((own) => {
    const stop = stopOf[own.order];
    let reason: LeftOutReason = own.reason === 'no_vehicle' ? 'no_room' : own.reason;
    if (stops[stop] === null) reason = 'not_on_network';
    else if (reason === 'no_path' && (isFar(start, stop) || isFar(stop, end))) reason = 'too_far';
    const ends = [stop, start, end].flatMap((place) => (place === null ? [] : (zones?.[place] ?? [])));
    const closed = reason === 'no_path' ? ends : [];
    return {
      ...{ stop, reason, message: leftOutSentence(reason, own, language) + closedSentence(closed, language) },
      ...(closed.length > 0 && { zones: zonesBody(closed) }),
      ...(own.reason === 'window' && {
        earliest_arrival_seconds: tenths((own.earliest_ms - departure_ms(departAt)) / 1000),
      }),
    };
  });
}

function tenths(value: number): number {
  return Math.round(10 * value) / 10;
}
