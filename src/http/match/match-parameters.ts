import { Type } from '@sinclair/typebox';
import { counted } from '../../counted.js';
import type { MatchRequest } from '../../sources/router.js';
import type { Query } from '../../wire/query-string.js';
import {
  invalid,
  readNumber,
  readOneOf,
  refuseRepeated,
  type Parameter,
  onOff,
  readOnOff,
} from '../core/request/parameter.js';
import { POINT_LIST, POINT_LIST_RULE, readPointList } from '../core/request/point-list.js';
import { GEOMETRY, GEOMETRIES, MODE, readMode } from '../route/route-parameters.js';

/** The request, and the format of the lines in the answer. */
export type AskedMatch = MatchRequest & { geometry: (typeof GEOMETRIES)[number] };

/** A polyline with this many points and their times fits into a URL of 15,000 bytes. */
export const MOST_POINTS = 2000;
/** The maximum number of seconds from one point to the next: a day. */
const MOST_SECONDS = 86_400;

const TRACE = Type.String({
  ...POINT_LIST,
  description:
    `The recorded positions of a vehicle or pedestrian: 2 to ${MOST_POINTS} points ` + `${POINT_LIST_RULE}`,
});
const SECONDS = '\\d{1,5}(?:\\.\\d{1,3})?';
const TIMES = Type.String({
  pattern: `^${SECONDS}(?:,${SECONDS})*$`,
  description:
    'One number for each point, separated by commas: the seconds since the previous point. The first is ' +
    `0, and the maximum is ${MOST_SECONDS}. With times, the results are more accurate and include the ` +
    'durations of the trace.',
});
const INTERVAL = Type.Number({
  minimum: 0.1,
  maximum: MOST_SECONDS,
  description: 'Instead of `times`: the seconds between two points, if the interval is constant.',
});
const ACCURACY = Type.Number({
  minimum: 1,
  maximum: 100,
  default: 10,
  description:
    'Accuracy of the points, in meters: two thirds of the points are within this distance of their true ' +
    'position. Use 5 to 10 for a good receiver under an open sky, and 15 to 25 between tall buildings.',
});
const WAYS = onOff(
  '`true`: the response includes `ways`, the roads on the map that were traveled, in order.',
);

/** The parameters of /v1/match. */
export const MATCH_PARAMETERS: readonly Parameter[] = [
  {
    name: 'trace',
    schema: TRACE,
    required: true,
    examples: { three: '106.9128,47.917;106.9151,47.9171;106.9176,47.9172' },
  },
  { name: 'times', schema: TIMES, examples: { three: '0,15,15' } },
  {
    name: 'interval',
    schema: INTERVAL,
    examples: { quarter: 15 },
    isAlternative: true,
  },
  { name: 'accuracy', schema: ACCURACY, examples: { good: 5 } },
  { name: 'mode', schema: MODE, examples: { walking: 'walking' } },
  { name: 'ways', schema: WAYS, examples: { on: true } },
  { name: 'geometry', schema: GEOMETRY, examples: { polyline: 'polyline6' } },
];

/** @throws OperatingError INVALID_REQUEST: `details.index` is the index of the offending point, from 0 */
export function readMatchRequest(query: Query): AskedMatch {
  refuseRepeated(query, MATCH_PARAMETERS);
  const { values } = query;
  const points = readPointList('trace', values.get('trace'), MOST_POINTS);
  if (points.length < 2)
    throw invalid('trace', 'too_few', 'trace must have at least two points.', { min_points: 2 });
  const accuracy = values.get('accuracy');
  const accuracy_m: number =
    accuracy === undefined ? (ACCURACY.default as number) : readNumber('accuracy', accuracy, ACCURACY);
  return {
    points,
    times_s: readTimes(values, points.length),
    accuracy_m: points.map(() => accuracy_m),
    mode: readMode(query),
    ways: readOnOff(query, 'ways'),
    geometry: readOneOf('geometry', values.get('geometry'), GEOMETRIES, 'full'),
  };
}

/** Returns the seconds since the first point; `null` if the request has no times. */
function readTimes(values: Query['values'], count: number): number[] | null {
  const [times, interval] = [values.get('times'), values.get('interval')];
  if (times !== undefined && interval !== undefined)
    throw invalid('interval', 'not_with_times', 'Send either times or interval, not both.');
  if (interval !== undefined) {
    const every_s = readNumber('interval', interval, INTERVAL);
    return Array.from({ length: count }, (_, i) => i * every_s);
  }
  if (times === undefined) return null;
  const parts = times.split(',');
  if (parts.length !== count)
    throw invalid(
      'times',
      'wrong_count',
      `times has ${counted(parts.length, 'number')}, but needs ${count}, one for each point of trace.`,
      {
        expected: count,
      },
    );
  let since_s = 0;
  return parts.map((part, index) => {
    const more_s = NUMBER_OF_SECONDS.test(part) ? Number(part) : NaN;
    const wrong = (reason: string, what: string): Error =>
      invalid('times', reason, `Point ${index + 1}: ${what}`, { index });
    if (part.startsWith('-'))
      throw wrong(
        'backwards',
        'times must not go backward. Each time is the number of seconds since the previous point, 0 or more.',
      );
    if (Number.isNaN(more_s)) throw wrong('not_a_number', 'times must be seconds with up to three decimals.');
    if (more_s > MOST_SECONDS || (index === 0 && more_s !== 0))
      throw wrong('out_of_range', `times must be from 0 to ${MOST_SECONDS}, and the first must be 0.`);
    return (since_s += more_s);
  });
}

const NUMBER_OF_SECONDS = new RegExp(`^${SECONDS}$`);
