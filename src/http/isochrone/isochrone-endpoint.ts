import { OperatingError } from '../../errors.js';
import { writtenLength, type WriteInPieces } from '../../wire/large-body.js';
import type { FoundIsochrone, IsochroneRequest, NoRoute } from '../../sources/router.js';
import { noIsochrones } from '../../sources/not-supported.js';
import { afterSource, type ResultExchange, type SourceStep } from '../core/answer.js';
import { resultEndpoint } from '../core/endpoint.js';
import { nonsense } from '../core/request/impossible-answer.js';
import { resultResponse } from '../core/errors/response-description.js';
import { absence } from '../route/route-endpoint.js';
import { NO_ROUTE } from '../route/route-examples.js';
import { writeIsochrone } from './isochrone-body.js';
import { BAD_ISOCHRONE_REQUEST, ISOCHRONE } from './isochrone-examples.js';
import { ISOCHRONE_PARAMETERS, METERS_A_MINUTE, readIsochroneRequest } from './isochrone-parameters.js';
import { ISOCHRONE_SCHEMAS } from './isochrone-response-schemas.js';

/**
 * Each full or partial block of this many minutes in a step counts as one request. The step's area adds one
 * more, because drawing it takes longer than finding it. The aim is at most 20 ms of processor time per
 * request.
 */
const MINUTES_A_REQUEST = 15;
const A_REQUEST = { minutes: MINUTES_A_REQUEST, meters: METERS_A_MINUTE * MINUTES_A_REQUEST };
/** Longer answers are refused, because nobody needs that many lines on a map. */
const MOST_BYTES = 8 * 1024 * 1024;

/** A position takes 8 bytes in memory and at least 16 in the answer. */
const HELD_BYTES = 1 / 2;

type Found = (FoundIsochrone & { write: WriteInPieces; length: number }) | NoRoute;

const FIND: SourceStep<IsochroneRequest, Found, ResultExchange> = {
  ask: async ({ app: { router, json }, asker }, request, signal) => {
    if (router.isochrone === undefined) throw noIsochrones();
    const found = await router.isochrone(request, signal, asker);
    if (found.kind !== 'isochrone') return found;
    if (found.steps.length !== request.limits.length) throw nonsense('the wrong number of steps');
    const write: WriteInPieces = (to) => writeIsochrone(to, found, request);
    return { ...found, write, length: await writtenLength(json, write, MOST_BYTES) };
  },
  then: (exchange, found, request) => {
    if (found.kind !== 'isochrone') {
      const message = 'No usable road is close enough to point.';
      exchange.fail(new OperatingError('NOT_FOUND', message, { details: absence(found) }));
      return;
    }
    const { write, length } = found;
    if (length > MOST_BYTES) exchange.fail(tooLarge(request.unit));
    else exchange.sendWritten(write, { length, held: Math.ceil(length * HELD_BYTES) });
  },
};

function tooLarge(field: string): OperatingError {
  return new OperatingError(
    'INVALID_REQUEST',
    `The answer would be larger than ${MOST_BYTES} bytes. Request fewer or smaller steps.`,
    { details: { field, reason: 'too_large', limit_bytes: MOST_BYTES } },
  );
}

export const isochroneEndpoint = resultEndpoint({
  path: '/v1/isochrone',
  scope: 'isochrone',
  parameters: ISOCHRONE_PARAMETERS,
  schemas: ISOCHRONE_SCHEMAS,
  read: readIsochroneRequest,
  cost: ({ limits, unit, format }) => ({
    requests: limits.reduce(
      (sum, limit) => sum + Math.ceil(limit / A_REQUEST[unit]),
      format === 'polygons' ? limits.length : 0,
    ),
    field: unit,
  }),
  answer: (exchange, request) => afterSource(exchange, request, FIND),
  operation: {
    operationId: 'isochrone',
    tag: 'routing',
    summary: 'The area reached within given minutes or meters',
    description: ({ isochroneAround_m, maxIsochroneMinutes }) => `GeoJSON with one feature for each
of the \`minutes\` or \`meters\`: the area within ${isochroneAround_m} m of the roads that can be reached, or
with \`format=lines\` the roads themselves, without those of the previous step. \`tolerance_meters\` says how
exact the borders are. Private roads that a route could only use as a shortcut are not reached.

\`minutes\` are measured along the quickest way, \`meters\` along the shortest way that the mode may use.
The maximum is ${maxIsochroneMinutes} minutes or ${METERS_A_MINUTE * maxIsochroneMinutes} m. Each step counts
as one request of the key's limit for every ${A_REQUEST.minutes} minutes or ${A_REQUEST.meters} m begun, and
each area as one more: \`minutes=10,20,30\` counts as eight requests, with \`format=lines\` as five. An
answer larger than ${MOST_BYTES} bytes is refused (\`too_large\`), but counts in full.`,
    responses: {
      200: resultResponse('The reachable areas or roads.', 'IsochroneResponse', { walk: ISOCHRONE }),
      400: BAD_ISOCHRONE_REQUEST,
      404: NO_ROUTE,
    },
  },
});
