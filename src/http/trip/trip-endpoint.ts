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
    summary: 'The order of stops for one or more vehicles',
    description: () => `The order in which one vehicle or several vehicles visit stops, so that as
few stops as possible are left out and all vehicles together spend the least time on the road.

Vehicles leave at \`depart_at\`, or later if they would only have to wait. Each leg is the route that
\`/v1/route\` returns for its two stops. A stop that cannot be visited is listed in \`unassigned\` with the
reason, and the others are planned. The same request has the same answer as long as the roads stay the same.
A single vehicle's plan is optimal for at most 13 stops between its ends, if no windows or loads restrict it.

A request may have at most ${MOST_STOPS} stops, including the ends. Every ${STOPS_A_REQUEST} stops begun count
as one request of the key's limit.`,
    responses: {
      200: resultResponse('The plan.', 'TripResponse', { trip: TRIP }),
      400: BAD_TRIP_REQUEST,
      404: NO_TRIP,
    },
  },
});
