import type { AlternativeRoute, FoundRoute, MoreOfRoute, RouteRequest } from '../../sources/router.js';
import { byTravelMode } from '../../travel-mode.js';
import { fixedText, type JsonWriter } from '../../wire/json-writer.js';
import type { SlabBody } from '../../wire/slab.js';
import { detourBody, noteBody, surfaceBody, writeLegs, writeSteps } from './more-body.js';
import { encodePolyline6 } from './polyline.js';
import { isLength, nonsense } from '../core/request/impossible-answer.js';
import { writeWaypoint } from './waypoint-body.js';

const ROUTE = fixedText('{"route":{"distance_meters":');
const DURATION = fixedText(',"duration_seconds":');
const LINE = fixedText(',"geometry":{"type":"LineString","coordinates":');
const LINE_END = fixedText('}');
const WAYPOINTS = byTravelMode((mode) => fixedText(`},"mode":"${mode}","waypoints":[`));
const POLYLINE = fixedText(',"polyline6":"');
const QUOTE = fixedText('"');
const COMMA = fixedText(',');
const END = fixedText(']');
const VIA = fixedText(',"via_waypoints":[');

const ALTERNATIVES = fixedText(',"alternatives":[');
const DISTANCE = fixedText('{"distance_meters":');
const NEXT_DISTANCE = fixedText(',{"distance_meters":');

const BRACE = fixedText('}');

/**
 * Writes a RouteResponse. The source's answer is checked while writing, because a source may return anything.
 * @throws OperatingError UPSTREAM_ERROR if a value is not a number, or the line is malformed
 */
export function routeBody(json: JsonWriter, request: RouteRequest, found: FoundRoute): SlabBody {
  const { origin, destination } = found;
  if (origin === null || destination === null) throw nonsense('a route without its ends');
  const { more } = request;
  json.begin().fixed(ROUTE);
  writeRoute(json, more, found, more?.legs === true);
  json.fixed(WAYPOINTS[request.mode]);
  writeWaypoint(json, request.origin, origin);
  json.fixed(COMMA);
  writeWaypoint(json, request.destination, destination);
  json.fixed(END);
  if (found.notes !== undefined) json.raw(`,"notes":${JSON.stringify(found.notes.map(noteBody))}`);
  if (more !== undefined) writeMore(json, more, found);
  writeSpeeds(json, found);
  return json.fixed(BRACE).end();
}

/** Writes the `speeds` member after other members, if time slots are known. */
export function writeSpeeds(json: JsonWriter, { speeds }: Pick<FoundRoute, 'speeds'>): void {
  if (speeds === undefined) return;
  const coverage = speeds.coverage === null ? {} : { coverage: Math.round(100 * speeds.coverage) / 100 };
  const { slot, next } = speeds;
  const then = next && { next_slot: next.slot, next_slot_after_seconds: Math.round(next.after_s) };
  json.raw(`,"speeds":${JSON.stringify({ slot, ...coverage, ...then })}`);
}

/** Writes a route, beginning with its length in meters. */
function writeRoute(
  json: JsonWriter,
  more: MoreOfRoute | undefined,
  { distance_m, duration_s, coordinates, legs = [] }: AlternativeRoute,
  hasLegs: boolean,
): void {
  if (!isLength(distance_m) || !isLength(duration_s))
    throw nonsense(`a route of ${distance_m} m and ${duration_s} s`);
  json.tenths(distance_m).fixed(DURATION).tenths(duration_s);
  writeLine(json, coordinates, more?.geometry ?? 'full');
  if (more !== undefined && hasLegs) writeLegs(json, legs, more.language);
}

/** Writes the member `geometry` and, if requested, `polyline6`. @throws OperatingError UPSTREAM_ERROR */
export function writeLine(
  json: JsonWriter,
  coordinates: Int32Array,
  geometry: MoreOfRoute['geometry'],
): void {
  if (!isLine(coordinates)) throw nonsense('a route without a line');
  json.fixed(LINE);
  if (!json.positions(geometry === 'full' ? coordinates : endsOf(coordinates)))
    throw nonsense('a position off the globe');
  json.fixed(LINE_END);
  if (geometry === 'polyline6') json.fixed(POLYLINE).bytes(encodePolyline6(coordinates)).fixed(QUOTE);
}

/** Writes the requested extra parts after the route. */
function writeMore(json: JsonWriter, more: MoreOfRoute, found: FoundRoute): void {
  const { via, steps, legs, language } = more;
  if (found.via !== undefined) {
    if (found.via.length !== via.length) throw nonsense('other intermediate points than requested');
    json.fixed(VIA);
    via.forEach((input, i) => {
      if (i > 0) json.fixed(COMMA);
      writeWaypoint(json, input, found.via![i]);
    });
    json.fixed(END);
  }
  if (found.alternatives !== undefined) {
    json.fixed(ALTERNATIVES);
    found.alternatives.forEach((route, i) => {
      json.fixed(i === 0 ? DISTANCE : NEXT_DISTANCE);
      // The steps of the main route are a separate member, but the steps of alternatives are in their legs.
      writeRoute(json, more, route, legs || steps);
      json.fixed(BRACE);
    });
    json.fixed(END);
  }
  if (found.surfaces !== undefined)
    json.raw(`,"surfaces":${JSON.stringify(found.surfaces.map(surfaceBody))}`);
  if (found.surfaceStretches !== undefined)
    json.raw(`,"surface_stretches":${JSON.stringify(found.surfaceStretches.map(surfaceBody))}`);
  if (found.detour !== undefined) json.raw(`,"detour":${JSON.stringify(detourBody(found.detour))}`);
  if (!steps) return;
  const all = (found.legs ?? []).flatMap((leg) => leg.steps);
  writeSteps(json, all, language);
}

function endsOf(coordinates: Int32Array): Int32Array {
  const last = coordinates.length - 2;
  return Int32Array.of(coordinates[0], coordinates[1], coordinates[last], coordinates[last + 1]);
}

export function isLine(coordinates: unknown): boolean {
  return coordinates instanceof Int32Array && coordinates.length >= 4 && coordinates.length % 2 === 0;
}
