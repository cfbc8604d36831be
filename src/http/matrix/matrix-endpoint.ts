import type { FoundMatrix, MatrixRequest } from '../../sources/router.js';
import { noMatrix } from '../../sources/not-supported.js';
import { afterSource, type ResultExchange, type SourceStep } from '../core/answer.js';
import { resultEndpoint } from '../core/endpoint.js';
import { resultResponse } from '../core/errors/response-description.js';
import { matrixBody } from './matrix-body.js';
import { BAD_MATRIX_REQUEST, MATRIX } from './matrix-examples.js';
import { MATRIX_PARAMETERS, readMatrixRequest } from './matrix-parameters.js';
import { MATRIX_SCHEMAS } from './matrix-response-schemas.js';

/** The number of cells that count as one request. */
export const CELLS_A_REQUEST = 100;

const FIND: SourceStep<MatrixRequest, FoundMatrix, ResultExchange> = {
  ask: ({ app: { router }, asker }, request, signal) => {
    if (router.matrix === undefined) throw noMatrix();
    return router.matrix(request, signal, asker);
  },
  then: (exchange, found, request) => exchange.sendResult(matrixBody(exchange.app.json, request, found)),
};

export const matrixEndpoint = resultEndpoint({
  path: '/v1/matrix',
  scope: 'matrix',
  parameters: MATRIX_PARAMETERS,
  schemas: MATRIX_SCHEMAS,
  read: readMatrixRequest,
  cost: ({ origins, destinations }) => ({
    requests: Math.ceil((origins.length * destinations.length) / CELLS_A_REQUEST),
    field: 'origins',
  }),
  answer: (exchange, request) => afterSource(exchange, request, FIND),
  operation: {
    operationId: 'matrix',
    tag: 'routing',
    summary: 'Times and distances between many points',
    description: ({ maxMatrixCells, maxRouteDistance_m }) => `Each cell has the values that \`/v1/route\`
returns for its two points: the route from origin \`i\` to destination \`j\` is at \`[i][j]\`. A cell without
a route is null, and \`unreachable\` gives the reason: \`no_path\`, \`not_on_network\`, or \`too_far\` if the
points are more than ${maxRouteDistance_m} m apart (great-circle distance).

A request may have at most ${maxMatrixCells} cells. Every ${CELLS_A_REQUEST} cells begun count as one request
of the key's limit. A matrix is counted as a whole or not at all.`,
    responses: {
      200: resultResponse('The matrix.', 'MatrixResponse', { matrix: MATRIX }),
      400: BAD_MATRIX_REQUEST,
    },
  },
});
