import type { Position } from '../../geo/position.js';
import { OperatingError } from '../../errors.js';
import type { FoundIsochrone, IsochroneRequest, IsochroneStep, NoRoute } from '../../sources/router.js';
import { noIsochrones } from '../../sources/not-supported.js';
import { afterSource, type ResultExchange, type SourceStep } from '../core/answer.js';
import { resultEndpoint } from '../core/endpoint.js';
import { isLength, isPoint, nonsense } from '../core/request/nonsense.js';
import { resultResponse } from '../core/errors/response-description.js';
import { absence } from '../route/route-endpoint.js';
import { NO_ROUTE } from '../route/route-examples.js';
import { writeWaypoint } from '../route/waypoint-body.js';
import { BAD_ISOCHRONE_REQUEST, ISOCHRONE } from './isochrone-examples.js';
import { ISOCHRONE_PARAMETERS, METERS_A_MINUTE, readIsochroneRequest } from './isochrone-parameters.js';
import { ISOCHRONE_SCHEMAS } from './isochrone-response-schemas.js';

/** So many minutes of the largest step count as one request. */
const MINUTES_A_REQUEST = 15;

type Found = FoundIsochrone | NoRoute;

const FIND: SourceStep<IsochroneRequest, Found, ResultExchange> = {
  ask: ({ app: { router } }, request, signal) => {
    if (router.isochrone === undefined) throw noIsochrones();
    return router.isochrone(request, signal);
  },
  then: (exchange, found, request) => {
    if (found.kind !== 'isochrone') {
      const message = 'No usable road is close enough to point.';
      exchange.fail(new OperatingError('NOT_FOUND', message, { details: absence(found) }));
      return;
    }
    const { json } = exchange.app;
    if (found.steps.length !== request.limits.length) throw nonsense('another number of steps');
    json.begin().raw(`{"type":"FeatureCollection","mode":"${request.mode}","waypoint":`);
    writeWaypoint(json, request.point, found.point);
    json.raw(',"features":[');
    found.steps.forEach((step, i) => json.raw(`${i === 0 ? '' : ','}${featureJson(step, request)}`));
    exchange.sendResult(json.raw(']}').end());
  },
};

function featureJson(
  { limit, geometry, tolerance_m }: IsochroneStep,
  { unit, direction }: IsochroneRequest,
): string {
  const { type, coordinates } = geometry;
  const lines: Position[][] = type === 'MultiPolygon' ? coordinates.flat() : coordinates;
  if (!lines.every((line) => line.every(([longitude, latitude]) => isPoint(longitude, latitude))))
    throw nonsense('a border off the globe');
  if (!isLength(tolerance_m)) throw nonsense(`a tolerance of ${tolerance_m} m`);
  const properties = { [unit]: limit, direction, tolerance_meters: Math.round(10 * tolerance_m) / 10 };
  return JSON.stringify({ type: 'Feature', properties, geometry: { type, coordinates } });
}

export const isochroneEndpoint = resultEndpoint({
  path: '/v1/isochrone',
  scope: 'isochrone',
  parameters: ISOCHRONE_PARAMETERS,
  schemas: ISOCHRONE_SCHEMAS,
  read: readIsochroneRequest,
  cost: ({ limits, unit }) => ({
    requests: Math.ceil(Math.max(...limits) / (unit === 'meters' ? METERS_A_MINUTE : 1) / MINUTES_A_REQUEST),
    field: unit,
  }),
  answer: (exchange, request) => afterSource(exchange, request, FIND),
  operation: {
    operationId: 'isochrone',
    tag: 'routing',
    summary: 'What is reached within some minutes or meters',
    description: ({ isochroneAround_m, maxIsochroneMinutes }) => `GeoJSON with a feature for each of the
\`minutes\` or \`meters\`: the area within ${isochroneAround_m} m of a road that is reached in time, or with
\`format=lines\` the roads themselves. Borders are as exact as \`tolerance_meters\` says. Private roads that
a route could only cut through are not reached.

\`minutes\` are those of the quickest way, \`meters\` those of the shortest that the mode may use.
At most ${maxIsochroneMinutes} minutes, or ${METERS_A_MINUTE * maxIsochroneMinutes} m. Each
${MINUTES_A_REQUEST} minutes or ${METERS_A_MINUTE * MINUTES_A_REQUEST} m begun of the largest step count as
one request of the key's limit.`,
    responses: {
      200: resultResponse('What is reached.', 'IsochroneResponse', { walk: ISOCHRONE }),
      400: BAD_ISOCHRONE_REQUEST,
      404: NO_ROUTE,
    },
  },
});
