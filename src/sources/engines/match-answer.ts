import type { Position } from '../../geo/position.js';
import { OperatingError } from '../../errors.js';
import { notSupported } from '../not-supported.js';
import type { FoundMatch, MatchedPoint, Matching, MatchRequest } from '../router.js';
import { isLength, listOf, recordOf, shown } from '../upstream/answer-fields.js';
import type { UpstreamAnswer } from '../upstream/upstream-client.js';
import { BadAnswer } from '../upstream/upstream-error.js';
import { decodePolyline6 } from './polyline.js';
import { engineAnswer, snapped } from './route-answer.js';

/**
 * The codes that engines return if no point can be matched, apart from the codes for exceeding the engine's
 * own limits.
 */
const NOTHING: readonly string[] = ['NoMatch', 'NoSegment', 'NoRoute'];

/**
 * Refuses requests for the matched ways of the map, because engines do not return them. @throws
 * OperatingError `not_supported`
 */
export function refuseWays({ ways }: MatchRequest): void {
  if (ways) throw notSupported('ways', 'ways are not supported in this deployment.');
}

/**
 * Reads and checks matchings in OSRM's format, which Valhalla also uses.
 * @throws BadAnswer naming what is impossible
 */
export function readMatch(answer: UpstreamAnswer, request: MatchRequest): FoundMatch {
  const { code, message, body } = engineAnswer(answer);
  if (NOTHING.includes(code)) return { matchings: [], points: request.points.map(() => 'off_road') };
  if (code === 'TooBig' || code === 'DistanceExceeded') throw tooMany();
  if (code !== 'Ok') throw new BadAnswer(`${code}: ${message.slice(0, 200)}`);
  const given = listOf(body['matchings']);
  const tracepoints = listOf(body['tracepoints']);
  if (tracepoints.length !== request.points.length)
    throw new BadAnswer(`not ${request.points.length} tracepoints`);
  const points = request.points.map((point, i): FoundMatch['points'][number] =>
    tracepoints[i] === null ? 'off_road' : pointOf(tracepoints[i], point, given.length),
  );
  return { matchings: given.map((matching, i) => matchingOf(matching, i, { points, request })), points };
}

function pointOf(given: unknown, sent: Position, matchings: number): MatchedPoint {
  const { matchings_index: matching } = recordOf(given);
  if (!isLength(matching) || !Number.isInteger(matching) || matching >= matchings)
    throw new BadAnswer(`a point of the matching ${shown(matching)}`);
  const { longitude, latitude, distance_m } = snapped(given, sent, Infinity);
  return { matching, longitude, latitude, distance_m };
}

function matchingOf(
  given: unknown,
  number: number,
  { points, request }: { points: FoundMatch['points']; request: MatchRequest },
): Matching {
  const { distance, duration, confidence, geometry } = recordOf(given);
  if (!isLength(distance) || !isLength(duration))
    throw new BadAnswer(`a matching of ${shown(distance)} m and ${shown(duration)} s`);
  if (!isLength(confidence) || confidence > 1) throw new BadAnswer(`a confidence of ${shown(confidence)}`);
  if (typeof geometry !== 'string') throw new BadAnswer('a line that is not a string');
  const isOwn = (point: FoundMatch['points'][number]): boolean =>
    typeof point === 'object' && point.matching === number;
  const [from, to] = [points.findIndex(isOwn), points.findLastIndex(isOwn)];
  if (from === -1) throw new BadAnswer('a matching without points');
  const coordinates = decodePolyline6(geometry);
  if (coordinates.length < 4) throw new BadAnswer('a line of fewer than two positions');
  const { times_s } = request;
  const duration_s = times_s === null ? duration : times_s[to] - times_s[from];
  return { distance_m: distance, duration_s, confidence, coordinates, from, to };
}

/** Used if the engine has a limit of its own. */
function tooMany(): OperatingError {
  return new OperatingError(
    'INVALID_REQUEST',
    'The trace has more points or is longer than the data service behind the API allows.',
    { details: { field: 'trace', reason: 'too_many' } },
  );
}
