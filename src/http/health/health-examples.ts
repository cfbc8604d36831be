import type { Example } from '../core/errors/response-description.js';

/** Examples for the description of the probes. A test checks each against its schema. */

const ready = (summary: string, status: string, checks: object): Example => ({
  summary,
  value: { status, checks: { keys: 'ok', rate_limits: 'ok', geocoding: 'ok', routing: 'ok', ...checks } },
});

export const READY: Record<string, Example> = {
  ok: ready('Everything works', 'ok', {}),
  degraded: ready('Requests are counted without the shared store', 'degraded', { rate_limits: 'fail' }),
  away: ready('The routing engine is unavailable, but searches work', 'degraded', { routing: 'fail' }),
  refused: ready('The newest map data was refused, so the previous data is still served', 'degraded', {
    geocoding: 'fail',
    routing: 'fail',
  }),
};

export const NOT_READY: Record<string, Example> = {
  starting: ready('The service is starting and loading its data', 'unavailable', {
    ...{ starting: 'fail', geocoding: 'fail', routing: 'fail' },
  }),
  unconfigured: ready('Nothing is configured', 'unavailable', {
    geocoding: 'not_configured',
    routing: 'not_configured',
  }),
};

export const HEALTHY: Record<string, Example> = {
  ok: { summary: 'The process answers', value: { status: 'ok' } },
};
