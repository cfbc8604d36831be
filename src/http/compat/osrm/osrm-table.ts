import type { Position } from '../../../geo/position.js';
import type { FoundMatrix, MatrixRequest, SnappedPoint } from '../../../sources/router.js';
import { nonsense } from '../../core/request/impossible-answer.js';
import type { HttpSettings } from '../../core/settings.js';
import { checkSizes } from '../../matrix/matrix-body.js';
import { tooFarCells } from '../../matrix/matrix-parameters.js';
import { greatCircle_m } from '../../route/route-parameters.js';
import type { CompatRequest } from '../compat-endpoint.js';
import { osrmError } from './osrm-errors.js';
import {
  fitted,
  invalidOption,
  optionsOf,
  readGeneral,
  readPositive,
  readWord,
  readWords,
  refuseSides,
  type GeneralOptions,
} from './osrm-options.js';
import { readTarget } from './osrm-target.js';
import { checkRadiuses, noSegment, tenths, waypointOf } from './osrm-waypoint.js';

export interface OsrmTableRequest {
  matrix: MatrixRequest;
  /** Indexes of the points. */
  sources: readonly number[];
  destinations: readonly number[];
  general: GeneralOptions;
  fallback: { speed: number; isSnapped: boolean } | null;
  scale: number;
}

const OPTIONS = [
  ...['sources', 'destinations', 'annotations', 'fallback_speed', 'fallback_coordinate', 'scale_factor'],
];

const MEASURES = ['duration', 'distance'];

/** OSRM's maximum: the cells of its table hold tenths of a second in 32 bits. */
const MOST_S = (2 ** 31 - 1) / 10;

/** @throws OperatingError INVALID_REQUEST */
export function readOsrmTable({ rest, query }: CompatRequest, settings: HttpSettings): OsrmTableRequest {
  const { mode, points } = readTarget(rest);
  const values = optionsOf(query, OPTIONS);
  const read = readGeneral(values);
  const annotations = readWords(values.get('annotations') ?? 'duration', 'annotations', MEASURES);
  const isSnapped = readWord(values, 'fallback_coordinate', ['input', 'snapped'], 'input') === 'snapped';
  const lists = ['sources', 'destinations'].map((name) => readNumbers(values.get(name) ?? 'all', name));
  const [speed, scale] = ['fallback_speed', 'scale_factor'].map((name) => readPositive(values, name));
  const general = fitted(read, values, points);
  refuseSides(general, 'A table');
  const [sources, destinations] = lists.map((list) => list ?? points.map((_, i) => i));
  if (Math.max(...sources, ...destinations) >= points.length)
    throw osrmError('InvalidOptions', 'sources and destinations must be indexes of coordinates.');
  const cells = sources.length * destinations.length;
  if (cells > settings.maxMatrixCells)
    throw osrmError('TooBig', `${cells} cells are more than the ${settings.maxMatrixCells} allowed here.`);
  const [origins, targets] = [sources, destinations].map((list) => list.map((i) => points[i]));
  return {
    matrix: {
      ...{ origins, destinations: targets, mode },
      durations: annotations.includes('duration'),
      distances: annotations.includes('distance'),
      ...(general.exclude.length > 0 && { avoid: general.exclude }),
      without: tooFarCells(origins, targets, settings.maxRouteDistance_m),
    },
    ...{ sources, destinations, general },
    fallback: speed === undefined ? null : { speed, isSnapped },
    scale: scale ?? 1,
  };
}

/** Returns `null` if all points are requested. */
function readNumbers(text: string, name: string): number[] | null {
  if (text === 'all') return null;
  const numbers = text.split(';');
  if (!numbers.every((part) => /^\d{1,6}$/.test(part))) throw invalidOption(name, 'numbers, or all');
  return numbers.map(Number);
}

/**
 * Writes a table in OSRM's format. Cells without a route are `null`.
 * @throws OperatingError INVALID_REQUEST `NoSegment`, or UPSTREAM_ERROR if the source's response is not a
 * matrix
 */
export function osrmTableBody(found: FoundMatrix, request: OsrmTableRequest): string {
  const { matrix, sources, destinations, general, fallback, scale } = request;
  checkSizes(matrix, found);
  // OSRM does not move endpoints to other roads: if the roads nearest to the endpoints are not connected,
  // there is no route.
  for (const { cell } of found.farther) found.durations_s[cell] = Infinity;
  if (found.distances_m !== null) for (const { cell } of found.farther) found.distances_m[cell] = Infinity;
  const origins = snappedOf(found.origins, sources, general);
  const targets = snappedOf(found.destinations, destinations, general);
  const guessed: Position[] = [];
  const straight_m = (cell: number): number => {
    const [row, column] = [Math.floor(cell / destinations.length), cell % destinations.length];
    const ends =
      fallback?.isSnapped === true
        ? [origins[row], targets[column]].map(({ longitude, latitude }): Position => [longitude, latitude])
        : [matrix.origins[row], matrix.destinations[column]];
    return greatCircle_m(ends[0], ends[1]);
  };
  const durations = rowsOf(found.durations_s, destinations.length, (cell) => {
    if (fallback === null) return null;
    guessed.push([Math.floor(cell / destinations.length), cell % destinations.length]);
    return straight_m(cell) / fallback.speed;
  });
  const waypoints = (points: readonly SnappedPoint[]): object[] =>
    points.map((point) => waypointOf(point, general.hasHints));
  return JSON.stringify({
    code: 'Ok',
    ...(matrix.durations && {
      durations: durations.map((row) =>
        row.map((value) => (value === null ? null : tenths(Math.min(value * scale, MOST_S)))),
      ),
    }),
    ...(matrix.distances && {
      distances: rowsOf(found.distances_m!, destinations.length, (cell) =>
        fallback === null ? null : straight_m(cell),
      ).map((row) => row.map((value) => (value === null ? null : tenths(value)))),
    }),
    ...(fallback !== null && { fallback_speed_cells: guessed }),
    ...(general.hasWaypoints && { sources: waypoints(origins), destinations: waypoints(targets) }),
  });
}

/** @throws OperatingError INVALID_REQUEST `NoSegment` for the first point that is not near a road */
function snappedOf(
  points: FoundMatrix['origins'],
  numbers: readonly number[],
  { radiuses }: GeneralOptions,
): SnappedPoint[] {
  const lost = points.indexOf(null);
  if (lost >= 0) throw noSegment(numbers[lost]);
  const snapped = points as readonly SnappedPoint[];
  snapped.forEach((point, i) => checkRadiuses([point], [radiuses[numbers[i]]]));
  return [...snapped];
}

function rowsOf(
  cells: Float64Array,
  columns: number,
  without: (cell: number) => number | null,
): (number | null)[][] {
  const rows: (number | null)[][] = [];
  cells.forEach((value, cell) => {
    if (!(value >= 0)) throw nonsense(`a cell of ${value}`);
    if (cell % columns === 0) rows.push([]);
    rows[rows.length - 1].push(value === Infinity ? without(cell) : value);
  });
  return rows;
}
