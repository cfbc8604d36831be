import { OperatingError } from '../../errors.js';
import { noMatching } from '../../sources/not-supported.js';
import type { FoundMatch } from '../../sources/router.js';
import { afterSource, type ResultExchange, type SourceStep } from '../core/answer.js';
import { resultEndpoint } from '../core/endpoint.js';
import { resultResponse } from '../core/errors/response-description.js';
import { matchBody } from './match-body.js';
import { BAD_MATCH_REQUEST, MATCH, NO_MATCH } from './match-examples.js';
import { MATCH_PARAMETERS, MOST_POINTS, readMatchRequest, type AskedMatch } from './match-parameters.js';
import { MATCH_SCHEMAS } from './match-response-schemas.js';

/** The number of points that count as one request. */
export const POINTS_A_REQUEST = 100;

const FIND: SourceStep<AskedMatch, FoundMatch, ResultExchange> = {
  ask: ({ app: { router }, asker }, request, signal) => {
    if (router.match === undefined) throw noMatching();
    return router.match(request, signal, asker);
  },
  then: (exchange, found, request) => {
    if (found.matchings.length > 0) {
      exchange.sendResult(matchBody(exchange.app.json, request, found));
      return;
    }
    const message = 'No two points of the trace are near roads that connect them.';
    exchange.fail(new OperatingError('NOT_FOUND', message, { details: { reason: 'no_match' } }));
  },
};

export const matchEndpoint = resultEndpoint({
  path: '/v1/match',
  scope: 'match',
  parameters: MATCH_PARAMETERS,
  schemas: MATCH_SCHEMAS,
  read: readMatchRequest,
  cost: ({ points }) => ({ requests: Math.ceil(points.length / POINTS_A_REQUEST), field: 'trace' }),
  answer: (exchange, request) => afterSource(exchange, request, FIND),
  operation: {
    operationId: 'match',
    tag: 'routing',
    summary: 'The roads of a GPS trace',
    description:
      () => `Finds the roads that a vehicle or a walker used, from noisy points with or without times.
A trace becomes one or more \`matchings\`, each of which is connected on the road. A matching ends where
points are far from every road, or where no path continues; the gap is not filled. Roads are those of the map,
without current closures.

\`points\` has an entry for each point that was sent: its position on the road, or null with the \`reason\`,
\`off_road\` or \`not_connected\`. \`confidence\` estimates the share of a matching's meters that are on the
right road.

A request may have at most ${MOST_POINTS} points, in a URL of up to 15,000 bytes. Every ${POINTS_A_REQUEST}
points begun count as one request of the key's limit. Neither \`trace\` nor \`times\` is logged or kept.`,
    responses: {
      200: resultResponse('The roads.', 'MatchResponse', { trace: MATCH }),
      400: BAD_MATCH_REQUEST,
      404: NO_MATCH,
    },
  },
});
