import { openEndpoint } from '../core/endpoint.js';
import { NO_STORE } from '../core/exchange.js';
import { jsonResponse } from '../core/errors/response-description.js';
import { HEALTHY, NOT_READY, READY } from './health-examples.js';
import { HEALTH_SCHEMAS, READINESS_SCHEMAS } from './health-response-schemas.js';
import { readinessOf } from './readiness.js';

const ALIVE = JSON.stringify({ status: 'ok' });

/** Reports that the process is running. */
export const healthEndpoint = openEndpoint({
  isProbe: true,
  path: '/health',
  schemas: HEALTH_SCHEMAS,
  answer: (exchange) => exchange.sendJson(200, ALIVE, NO_STORE),
  operation: {
    operationId: 'health',
    tag: 'health',
    summary: 'Liveness probe',
    description: () => 'Responds as long as the process is running, even while data is being loaded.',
    responses: { 200: jsonResponse('Alive.', 'HealthResponse', HEALTHY) },
  },
});

/** Reports whether load balancers should send requests to this service. */
export const readinessEndpoint = openEndpoint({
  isProbe: true,
  path: '/health/ready',
  schemas: READINESS_SCHEMAS,
  answer: (exchange) => {
    const { app } = exchange;
    const readiness = readinessOf(app);
    const isAway = readiness.status === 'unavailable';
    const extra = isAway ? ['Retry-After', String(app.settings.retryAfter_s)] : null;
    exchange.sendJson(isAway ? 503 : 200, JSON.stringify(readiness), NO_STORE, extra);
  },
  operation: {
    operationId: 'ready',
    tag: 'health',
    summary: 'Readiness probe',
    description: () => 'Reports whether requests should be sent here, and the state of all dependencies.',
    responses: {
      200: jsonResponse('Ready, but possibly degraded.', 'ReadinessResponse', READY),
      503: jsonResponse('A required dependency is unavailable.', 'ReadinessResponse', NOT_READY, [
        'Retry-After',
      ]),
    },
  },
});
