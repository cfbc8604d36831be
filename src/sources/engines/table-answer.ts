import { OperatingError } from '../../errors.js';
import type { FoundMatrix, MatrixRequest, SnappedPoint } from '../router.js';
import { isLength, listOf, shown } from '../upstream/answer-fields.js';
import type { UpstreamAnswer } from '../upstream/upstream-client.js';
import { BadAnswer } from '../upstream/upstream-error.js';
import { engineAnswer, snapped } from './route-answer.js';

/**
 * Reads and checks a table in OSRM's format, which Valhalla also uses.
 * @param limit_m the distance beyond which a road is treated as missing
 * @returns null if there is no path at all, or if a point without a nearby road makes a response impossible
 * @throws BadAnswer naming what is impossible
 */
export function readTable(
  answer: UpstreamAnswer,
  request: MatrixRequest,
  limit_m: number,
): FoundMatrix | null {
  const { code, message, body } = engineAnswer(answer);
  if (code === 'TooBig' || code === 'DistanceExceeded') throw tooMany();
  if (code === 'NoRoute' || code === 'NoSegment') return null;
  if (code !== 'Ok') throw new BadAnswer(`${code}: ${message.slice(0, 200)}`);
  const points = (given: unknown, sent: MatrixRequest['origins']): (SnappedPoint | null)[] => {
    const waypoints = listOf(given);
    if (waypoints.length !== sent.length) throw new BadAnswer(`not ${sent.length} waypoints`);
    // Engines move a point to the nearest road at any distance.
    return sent.map((point, i) => {
      const own = snapped(waypoints[i], point, Infinity);
      return own.distance_m <= limit_m ? own : null;
    });
  };
  const origins = points(body['sources'], request.origins);
  const destinations = points(body['destinations'], request.destinations);
  const isOff = (cell: number): boolean =>
    origins[Math.floor(cell / destinations.length)] === null ||
    destinations[cell % destinations.length] === null;
  const cells = (given: unknown): Float64Array =>
    cellsOf(given, request).map((value, cell) =>
      request.without?.[cell] === 1 || isOff(cell) ? Infinity : value,
    );
  return {
    origins,
    destinations,
    durations_s: cells(body['durations']),
    distances_m: request.distances ? cells(body['distances']) : null,
    farther: [],
  };
}

function cellsOf(given: unknown, { origins, destinations }: MatrixRequest): Float64Array {
  const rows = listOf(given);
  if (rows.length !== origins.length) throw new BadAnswer(`a table of ${rows.length} rows`);
  const cells = new Float64Array(origins.length * destinations.length);
  rows.forEach((row, i) => {
    const values = listOf(row);
    if (values.length !== destinations.length) throw new BadAnswer(`a row of ${values.length} cells`);
    values.forEach((value, k) => {
      if (value !== null && !isLength(value)) throw new BadAnswer(`a cell of ${shown(value)}`);
      cells[i * destinations.length + k] = value === null ? Infinity : value;
    });
  });
  return cells;
}

/** Used for an engine whose own limit is below the deployment's. */
function tooMany(): OperatingError {
  return new OperatingError(
    'INVALID_REQUEST',
    'The data service behind the API accepts only fewer points, or points closer together. Request fewer.',
    { details: { field: 'origins', reason: 'too_many' } },
  );
}
