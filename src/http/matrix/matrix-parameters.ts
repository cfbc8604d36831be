import { counted } from '../../counted.js';
import type { Position } from '../../geo/position.js';
import { Type } from '@sinclair/typebox';
import type { MatrixRequest } from '../../sources/router.js';
import type { Query } from '../../wire/query-string.js';
import { invalid, refuseRepeated, type Parameter } from '../core/request/parameter.js';
import { POINT_LIST, POINT_LIST_RULE, readPointList } from '../core/request/point-list.js';
import type { HttpSettings } from '../core/settings.js';
import { greatCircle_m, MODE, readMode, readRoads, ROADS_PARAMETERS } from '../route/route-parameters.js';

const ORIGINS = Type.String({
  ...POINT_LIST,
  description: `Origins of the routes: points
${POINT_LIST_RULE}`,
});
const DESTINATIONS = Type.String({
  ...POINT_LIST,
  description: `The points where routes end, in the same format; by default, the points in \`origins\`.`,
});

const ANNOTATIONS = ['duration', 'distance'] as const;
const ANNOTATION = ANNOTATIONS.join('|');
const ANNOTATION_LIST = Type.String({
  pattern: `^(?:${ANNOTATION})(?:,(?:${ANNOTATION}))*$`,
  default: 'duration',
  description: 'The values to compute: `duration`, `distance`, or both, separated by a comma.',
});

/** The parameters of /v1/matrix. */
export const MATRIX_PARAMETERS: readonly Parameter[] = [
  {
    name: 'origins',
    schema: ORIGINS,
    required: true,
    examples: { two: '106.9175,47.9181;106.923,47.9179' },
  },
  { name: 'destinations', schema: DESTINATIONS, examples: { one: '106.8832,47.9065' } },
  { name: 'mode', schema: MODE, examples: { walking: 'walking' } },
  {
    name: 'annotations',
    schema: ANNOTATION_LIST,
    examples: { both: 'duration,distance' },
  },
  ...ROADS_PARAMETERS,
];

/** @throws OperatingError INVALID_REQUEST with `details.field` and `details.reason` */
export function readMatrixRequest(
  query: Query,
  { maxRouteDistance_m, maxMatrixCells }: HttpSettings,
): MatrixRequest {
  refuseRepeated(query, MATRIX_PARAMETERS);
  const origins = readPointList('origins', query.values.get('origins'), maxMatrixCells);
  const others = query.values.get('destinations');
  const destinations = others === undefined ? origins : readPointList('destinations', others, maxMatrixCells);
  const cells = origins.length * destinations.length;
  if (cells > maxMatrixCells)
    throw invalid(
      others === undefined ? 'origins' : 'destinations',
      'too_many',
      `${counted(origins.length, 'origin')} and ${counted(destinations.length, 'destination')} make ` +
        `${cells} cells; at most ${maxMatrixCells} are allowed here. Send fewer points at a time.`,
      { cells, max_cells: maxMatrixCells },
    );
  const mode = readMode(query);
  const annotations = readAnnotations(query.values.get('annotations'));
  const without = tooFarCells(origins, destinations, maxRouteDistance_m);
  return { origins, destinations, mode, ...annotations, without, ...readRoads(query.values) };
}

function readAnnotations(text = 'duration'): Pick<MatrixRequest, 'durations' | 'distances'> {
  const names = text.split(',');
  if (names.some((name) => !(ANNOTATIONS as readonly string[]).includes(name)))
    throw invalid(
      'annotations',
      'unknown_value',
      `annotations must be one or more of ${ANNOTATIONS.join(', ')}, separated by commas.`,
    );
  return { durations: names.includes('duration'), distances: names.includes('distance') };
}

/**
 * Per cell: 1 if the two points are farther apart than the route limit allows. Returns `null` if no cell
 * exceeds the limit.
 */
export function tooFarCells(
  origins: readonly Position[],
  destinations: readonly Position[],
  most_m: number,
): Uint8Array | null {
  if (extent_m([...origins, ...destinations]) <= most_m) return null;
  const without = new Uint8Array(origins.length * destinations.length);
  origins.forEach((origin, row) =>
    destinations.forEach((destination, column) => {
      if (greatCircle_m(origin, destination) > most_m) without[row * destinations.length + column] = 1;
    }),
  );
  return without.includes(1) ? without : null;
}

/**
 * Returns an upper bound of the distance between any two points, measured along a meridian and a circle of
 * latitude.
 */
function extent_m(points: readonly Position[]): number {
  let [west, south, east, north] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const [longitude, latitude] of points) {
    [west, east] = [Math.min(west, longitude), Math.max(east, longitude)];
    [south, north] = [Math.min(south, latitude), Math.max(north, latitude)];
  }
  return greatCircle_m([west, south], [west, north]) + greatCircle_m([0, 0], [Math.min(east - west, 180), 0]);
}
