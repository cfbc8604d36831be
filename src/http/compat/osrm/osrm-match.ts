import type { FoundMatch, Matching, MatchRequest } from '../../../sources/router.js';
import { checkMatch } from '../../match/match-body.js';
import { MOST_POINTS } from '../../match/match-parameters.js';
import { isLine } from '../../route/route-body.js';
import { nonsense } from '../../core/request/impossible-answer.js';
import type { CompatRequest } from '../compat-endpoint.js';
import { osrmError } from './osrm-errors.js';
import { geometryOf, LineCutter, lineOf, simplified, type GeometryForm } from './osrm-line.js';
import {
  fitted,
  invalidOption,
  optionsOf,
  readGeneral,
  readSwitch,
  readWord,
  type GeneralOptions,
} from './osrm-options.js';
import { readTarget } from './osrm-target.js';
import { tenths, waypointOf } from './osrm-waypoint.js';

export interface OsrmMatchRequest {
  match: MatchRequest;
  general: GeneralOptions;
  geometries: GeometryForm;
  overview: 'simplified' | 'full' | 'false';
}

const OPTIONS = [
  ...['timestamps', 'steps', 'annotations', 'geometries', 'overview', 'gaps', 'tidy', 'waypoints'],
];
/** OSRM's default. */
const RADIUS_M = 5;
const LEAST_RADIUS_M = 1;

/** @throws OperatingError INVALID_REQUEST */
export function readOsrmMatch({ rest, query }: CompatRequest): OsrmMatchRequest {
  const { mode, points } = readTarget(rest);
  const values = optionsOf(query, OPTIONS);
  const read = readGeneral(values);
  const times_s = readTimestamps(values.get('timestamps') ?? '');
  const overview = readWord(values, 'overview', ['simplified', 'full', 'false'], 'simplified');
  const geometries = readWord(values, 'geometries', ['polyline', 'polyline6', 'geojson'], 'polyline');
  // Noise is always removed from traces, and a trace is always split where no road connects its points.
  readWord(values, 'gaps', ['split', 'ignore'], 'split');
  readSwitch(values, 'tidy', false);
  if (readSwitch(values, 'steps', false))
    throw osrmError('NotImplemented', 'steps=true is not supported here.', 'steps');
  if ((values.get('annotations') ?? 'false') !== 'false')
    throw osrmError('NotImplemented', 'annotations are not supported here.', 'annotations');
  if (values.has('waypoints'))
    throw osrmError('NotImplemented', 'waypoints are not supported here.', 'waypoints');
  if (points.length < 2)
    throw osrmError('InvalidOptions', 'Number of coordinates needs to be at least two.', 'coordinates');
  const general = fitted(read, values, points);
  if (general.bearings.some((bearing) => bearing !== null))
    throw osrmError('NotImplemented', 'A trace does not support bearings.', 'bearings');
  if (points.length > MOST_POINTS)
    throw osrmError(
      'TooBig',
      `Number of entries ${points.length} is higher than current maximum (${MOST_POINTS})`,
      'coordinates',
    );
  checkTimes(times_s, points.length);
  const accuracy_m = general.radiuses.map((radius) =>
    radius === Infinity ? RADIUS_M : Math.min(100, Math.max(LEAST_RADIUS_M, radius)),
  );
  return { match: { points, times_s, accuracy_m, mode, ways: false }, general, geometries, overview };
}

/** Converts Unix time in seconds to seconds since the first point. */
function readTimestamps(text: string): number[] | null {
  if (text === '') return null;
  const parts = text.split(';');
  if (!parts.every((part) => /^\d{1,12}(?:\.\d{1,6})?$/.test(part)))
    throw invalidOption('timestamps', 'seconds, with semicolons between them');
  return parts.map((part) => Number(part) - Number(parts[0]));
}

function checkTimes(times_s: number[] | null, count: number): void {
  if (times_s === null) return;
  if (times_s.length !== count)
    throw osrmError(
      'InvalidValue',
      'Number of timestamps does not match number of coordinates.',
      'timestamps',
    );
  const index = times_s.findIndex((time_s, i) => i > 0 && time_s < times_s[i - 1]);
  if (index > 0)
    throw osrmError(
      'InvalidValue',
      `Timestamps need to be monotonically increasing: ${index}.`,
      'timestamps',
    );
}

/** Writes matchings in OSRM's format. @throws OperatingError INVALID_REQUEST `NoMatch` if there are none */
export function osrmMatchBody(found: FoundMatch, request: OsrmMatchRequest): string {
  checkMatch(request.match, found);
  if (found.matchings.length === 0) throw osrmError('NoMatch', 'Could not match the trace.');
  const { hasHints, hasWaypoints } = request.general;
  const places = found.matchings.map(() => 0);
  const tracepoints = found.points.map((point) =>
    typeof point === 'string'
      ? null
      : {
          alternatives_count: 0,
          waypoint_index: places[point.matching]++,
          matchings_index: point.matching,
          ...waypointOf({ ...point, name: null }, hasHints),
        },
  );
  return JSON.stringify({
    code: 'Ok',
    matchings: found.matchings.map((matching, i) => matchingOf(matching, i, found, request)),
    ...(hasWaypoints && { tracepoints }),
  });
}

/**
 * There is one leg between each point and the next. The duration of the matching is divided among its legs in
 * proportion to their length.
 */
function matchingOf(
  matching: Matching,
  number: number,
  { points }: FoundMatch,
  { geometries, overview }: OsrmMatchRequest,
): object {
  const { distance_m, duration_s, confidence, coordinates } = matching;
  if (!isLine(coordinates)) throw nonsense('the matching has no line');
  const line = lineOf(coordinates);
  const legs_m = legsOf(new LineCutter(line).metres, line, own(points, number));
  const whole_m = legs_m.reduce((sum, leg_m) => sum + leg_m, 0);
  const weighed = (share: number): object => {
    const duration = tenths(share * duration_s);
    return { weight: duration, duration, distance: tenths(share * distance_m) };
  };
  const shown = overview === 'full' ? line : simplified(line, []);
  return {
    confidence: Math.round(1e6 * confidence) / 1e6,
    ...(overview !== 'false' && { geometry: geometryOf(shown, geometries) }),
    legs: legs_m.map((leg_m) => ({
      ...{ steps: [], summary: '' },
      ...weighed(whole_m > 0 ? leg_m / whole_m : 1 / legs_m.length),
    })),
    ...weighed(1),
    weight_name: 'duration',
  };
}

type Placed = Exclude<FoundMatch['points'][number], string>;

function own(points: FoundMatch['points'], number: number): Placed[] {
  return points.filter((point): point is Placed => typeof point === 'object' && point.matching === number);
}

/**
 * Returns the distances, in meters, between successive points on a line. Each point is farther along the line
 * than the previous point.
 */
function legsOf(metres: Float64Array, line: Int32Array, points: readonly Placed[]): number[] {
  let at = 0;
  const along_m = points.map(({ longitude, latitude }) => {
    let [best, least] = [at, Infinity];
    const cos = Math.cos((latitude * Math.PI) / 180);
    for (let i = at; i < metres.length; i++) {
      const away = Math.hypot((line[2 * i] / 1e6 - longitude) * cos, line[2 * i + 1] / 1e6 - latitude);
      if (away < least) [best, least] = [i, away];
      // A position this much farther along the line belongs to a later part of it that passes the same point.
      if (metres[i] - metres[best] > 1000) break;
    }
    at = best;
    return metres[best];
  });
  return along_m.slice(1).map((own_m, i) => own_m - along_m[i]);
}
