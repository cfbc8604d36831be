import type { FoundMatrix, MatrixRequest, SnappedPoint } from '../../sources/router.js';
import { fixedText, type JsonWriter } from '../../wire/json-writer.js';
import type { SlabBody } from '../../wire/slab.js';
import { nonsense } from '../core/request/impossible-answer.js';
import { zonesBody } from '../route/more-body.js';
import { writeSpeeds } from '../route/route-body.js';
import { writeWaypoint } from '../route/waypoint-body.js';

const COMMA = fixedText(',');
const OPEN = fixedText('[');
const CLOSE = fixedText(']');
const NULL = fixedText('null');
const ROW = fixedText('],[');

/**
 * Writes a MatrixResponse. The source's answer is checked while writing, because a source may return
 * anything.
 * @throws OperatingError UPSTREAM_ERROR if the answer does not fit the request
 */
export function matrixBody(json: JsonWriter, request: MatrixRequest, found: FoundMatrix): SlabBody {
  const { origins, destinations, mode, durations, distances } = request;
  checkSizes(request, found);
  json.begin().raw(`{"mode":"${mode}","origins":[`);
  writePoints(json, origins, found.origins);
  json.raw('],"destinations":[');
  writePoints(json, destinations, found.destinations);
  json.fixed(CLOSE);
  if (durations) writeCells(json, 'durations', found.durations_s, destinations.length);
  if (distances) writeCells(json, 'distances', found.distances_m!, destinations.length);
  json.raw(',"unreachable":[');
  writeReasons(json, request, found);
  json.raw('],"farther_ends":[');
  found.farther.forEach(({ cell, origin, destination }, i) => {
    const [row, column] = [Math.floor(cell / destinations.length), cell % destinations.length];
    json.raw(`${i === 0 ? '' : ','}{"origin":${row},"destination":${column},"from":`);
    writeWaypoint(json, origins[row], origin);
    json.raw(',"to":');
    writeWaypoint(json, destinations[column], destination);
    json.raw('}');
  });
  json.raw(']');
  writeSpeeds(json, found);
  return json.raw('}').end();
}

export function checkSizes(
  { origins, destinations, distances }: MatrixRequest,
  { origins: from, destinations: to, durations_s, distances_m }: FoundMatrix,
): void {
  const cells = origins.length * destinations.length;
  if (from.length !== origins.length || to.length !== destinations.length || durations_s.length !== cells)
    throw nonsense('a matrix of the wrong size');
  if (distances && distances_m?.length !== cells) throw nonsense('a matrix without distances');
}

function writePoints(
  json: JsonWriter,
  inputs: MatrixRequest['origins'],
  snapped: readonly (SnappedPoint | null)[],
): void {
  inputs.forEach((input, i) => {
    if (i > 0) json.fixed(COMMA);
    writeWaypoint(json, input, snapped[i]);
  });
}

/** Writes the cells row by row. Cells without a route are `null`. */
function writeCells(json: JsonWriter, name: string, values: Float64Array, columns: number): void {
  json.raw(`,"${name}":[`).fixed(OPEN);
  for (let cell = 0, column = 0; cell < values.length; cell++) {
    const value = values[cell];
    if (!(value >= 0)) throw nonsense(`a cell of ${value}`);
    if (value === Infinity) json.fixed(NULL);
    else json.tenths(value);
    if (++column < columns) json.fixed(COMMA);
    else if (cell + 1 < values.length) {
      json.fixed(ROW);
      column = 0;
    }
  }
  json.fixed(CLOSE).fixed(CLOSE);
}

/** Writes the reasons why cells are `null`, in the order in which a single route would be refused. */
function writeReasons(
  json: JsonWriter,
  { without }: MatrixRequest,
  { origins, destinations, durations_s, zones }: FoundMatrix,
): void {
  let isFirst = true;
  for (let cell = 0; cell < durations_s.length; cell++) {
    if (durations_s[cell] !== Infinity) continue;
    const [row, column] = [Math.floor(cell / destinations.length), cell % destinations.length];
    const isOff = origins[row] === null || destinations[column] === null;
    const reason = without?.[cell] === 1 ? 'too_far' : isOff ? 'not_on_network' : 'no_path';
    if (!isFirst) json.fixed(COMMA);
    isFirst = false;
    const closed = reason === 'no_path' ? [zones?.origins[row], zones?.destinations[column]].flat() : [];
    const told = zonesBody(closed);
    const own = told.length === 0 ? '' : `,"zones":${JSON.stringify(told)}`;
    json.raw(`{"origin":${row},"destination":${column},"reason":"${reason}"${own}}`);
  }
}
