import { Type } from '@sinclair/typebox';
import { oneOf } from '../core/request/parameter.js';

const HealthResponse = Type.Object({ status: Type.Literal('ok') }, { description: 'The process answers.' });

const CHECK = oneOf(['ok', 'fail', 'not_configured']);

const ReadinessResponse = Type.Object(
  {
    status: oneOf(
      ['ok', 'degraded', 'unavailable'],
      '`ok` (200): every check is `ok` or `not_configured`, and at least one of geocoding and ' +
        'routing is configured. `degraded` (200): requests are answered, but something fails, such as one ' +
        'of geocoding and routing. `unavailable` (503): `keys` fails so that no key is known, no source ' +
        'answers (or not one that the deployment requires), data is still being loaded, nothing is ' +
        'configured, or the service is shutting down.',
    ),
    checks: Type.Object(
      { keys: CHECK, rate_limits: CHECK, geocoding: CHECK, routing: CHECK },
      {
        additionalProperties: CHECK,
        description:
          '`fail` does not say that nothing is answered: one of several travel modes may be away, or an ' +
          'older dataset be served. `starting` or `stopping` is there, as `fail`, while the service starts ' +
          'or stops: wait, the other checks may fail for that reason alone.',
      },
    ),
    dataset: Type.Optional(
      oneOf(
        ['mapped', 'read'],
        'How the dataset that is served lies in memory: mapped, one copy for all processes; or read, a ' +
          'copy in each process.',
      ),
    ),
  },
  { description: 'Whether requests should be sent here.' },
);

export const HEALTH_SCHEMAS = { HealthResponse };
export const READINESS_SCHEMAS = { ReadinessResponse };
