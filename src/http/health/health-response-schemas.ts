import { Type } from '@sinclair/typebox';
import { oneOf } from '../core/request/parameter.js';

const HealthResponse = Type.Object({ status: Type.Literal('ok') }, { description: 'The process answers.' });

const CHECK = oneOf(['ok', 'fail', 'not_configured']);

const ReadinessResponse = Type.Object(
  {
    status: oneOf(
      ['ok', 'degraded', 'unavailable'],
      '`ok` (200): every check is `ok` or `not_configured`, and at least one of geocoding and ' +
        'routing is configured. `degraded` (200): requests are answered, but a check fails, ' +
        'such as geocoding or routing. `unavailable` (503): `keys` fails and no key is known, ' +
        'no source answers (or a required source does not), data is still being loaded, ' +
        'nothing is ' +
        'configured, or the service is shutting down.',
    ),
    checks: Type.Object(
      { keys: CHECK, rate_limits: CHECK, geocoding: CHECK, routing: CHECK },
      {
        additionalProperties: CHECK,
        description:
          '`fail` does not mean that every request fails: one of several travel modes may ' +
          'be unavailable, or an older dataset may be served. While the service starts or stops, ' +
          '`starting` or `stopping` is `fail`, and other checks may fail for that reason alone, so wait.',
      },
    ),
    dataset: Type.Optional(
      oneOf(
        ['mapped', 'read'],
        'How the served dataset is held in memory: `mapped` (one copy for all processes) or ' +
          '`read` (one copy in each process).',
      ),
    ),
  },
  { description: 'Whether requests should be sent here.' },
);

export const HEALTH_SCHEMAS = { HealthResponse };
export const READINESS_SCHEMAS = { ReadinessResponse };
