import { OperatingError } from '../../errors.js';
import { noTrips } from '../../sources/not-supported.js';
import type { FoundTrip } from '../../sources/router.js';
import { afterSource, type ResultExchange, type SourceStep } from '../core/answer.js';
import { resultEndpoint } from '../core/endpoint.js';
import { resultResponse } from '../core/errors/response-description.js';
import { tripBody } from './trip-body.js';
import { BAD_TRIP_REQUEST, NO_TRIP, TRIP } from './trip-examples.js';
import { MOST_STOPS, readTripRequest, TRIP_PARAMETERS, type AskedTrip } from './trip-parameters.js';
import { TRIP_SCHEMAS } from './trip-response-schemas.js';

/** The number of stops that count as one request. */
export const STOPS_A_REQUEST = 5;

const FIND: SourceStep<AskedTrip, FoundTrip, ResultExchange> = {
  ask: ({ app: { router }, asker }, request, signal) => {
    if (router.trip === undefined) throw noTrips();
    return router.trip(request, signal, asker);
  },
  then: (exchange, found, request) => {
    const { start, end } = request.vehicles[0];
    const index = [start, end].find((stop) => stop !== null && found.stops[stop] === null);
    if (typeof index === 'number') {
      const message = `No usable road is close enough to stop ${index + 1}, where vehicles begin or end.`;
      exchange.fail(
        new OperatingError('NOT_FOUND', message, { details: { reason: 'not_on_network', index } }),
      );
    } else exchange.sendResult(tripBody(exchange.app.json, request, found));
  },
};

export const tripEndpoint = resultEndpoint({
  path: '/v1/trip',
  scope: 'trip',
  parameters: TRIP_PARAMETERS,
  schemas: TRIP_SCHEMAS,
  read: readTripRequest,
  cost: ({ stops }) => ({ requests: Math.ceil(stops.length / STOPS_A_REQUEST), field: 'stops' }),
  answer: (exchange, request) => afterSource(exchange, request, FIND),
  operation: {
    operationId: 'trip',
    tag: 'routing',
    summary: 'The order of stops, for one vehicle or several',
    description: () => `The order in which one vehicle or several visit stops, so that as few as possible are
left out, and all vehicles together are on the road for the least time.

Vehicles set out at \`depart_at\`, or later where they would only wait. Each leg is what \`/v1/route\`
answers for its two stops. A stop that cannot be visited is in \`unassigned\` with its reason, and the rest is
planned. The same request has the same answer as long as roads are the same. One vehicle is planned exactly
where at most 13 stops lie between its ends and no windows or loads are in the way.

At most ${MOST_STOPS} stops, the ends among them. Each ${STOPS_A_REQUEST} stops begun count as one request of
the key's limit.`,
    responses: {
      200: resultResponse('The plan.', 'TripResponse', { trip: TRIP }),
      400: BAD_TRIP_REQUEST,
      404: NO_TRIP,
    },
  },
});
