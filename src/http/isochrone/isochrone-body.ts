import type { FoundIsochrone, IsochroneRequest, IsochroneStep } from '../../sources/router.js';
import type { JsonWriter } from '../../wire/json-writer.js';
import { PIECE_BYTES } from '../../wire/large-body.js';
import { isLength, nonsense } from '../core/request/impossible-answer.js';
import { writeSpeeds } from '../route/route-body.js';
import { writeWaypoint } from '../route/waypoint-body.js';

/** Writes the answer in pieces. @throws Error if a source's answer is malformed */
export function* writeIsochrone(
  json: JsonWriter,
  found: FoundIsochrone,
  request: IsochroneRequest,
): Generator<void, void> {
  const { mode, point, unit, direction } = request;
  json.begin().raw(`{"type":"FeatureCollection","mode":"${mode}","waypoint":`);
  writeWaypoint(json, point, found.point);
  json.raw(',"features":[');
  for (const [i, { limit, geometry, tolerance_m }] of found.steps.entries()) {
    if (!isLength(tolerance_m)) throw nonsense(`a tolerance of ${tolerance_m} m`);
    const properties = { [unit]: limit, direction, tolerance_meters: Math.round(10 * tolerance_m) / 10 };
    json.raw(`${i === 0 ? '' : ','}{"type":"Feature","properties":${JSON.stringify(properties)},`);
    json.raw(`"geometry":{"type":"${geometry.type}","coordinates":[`);
    yield* writeCoordinates(json, geometry);
    json.raw(']}}');
  }
  json.raw(']');
  writeSpeeds(json, found);
  json.raw('}');
}

function* writeCoordinates(json: JsonWriter, geometry: IsochroneStep['geometry']): Generator<void, void> {
  if (geometry.type === 'MultiLineString') return yield* writeLines(json, geometry.coordinates);
  let before = '[';
  for (const rings of geometry.coordinates) {
    json.raw(before);
    yield* writeLines(json, rings);
    json.raw(']');
    before = ',[';
  }
}

function* writeLines(json: JsonWriter, lines: Iterable<Int32Array>): Generator<void, void> {
  let before = '';
  for (const line of lines) {
    if (!json.raw(before).positions(line)) throw nonsense('a border off the globe');
    before = ',';
    if (json.length < PIECE_BYTES) continue;
    yield;
    json.begin();
  }
}
