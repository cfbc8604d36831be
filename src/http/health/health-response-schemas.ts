import { Type, type TSchema } from '@sinclair/typebox';

const HealthResponse = Type.Object({ status: Type.Literal('ok') }, { description: 'The process answers.' });

const CHECK = Type.Unsafe<string>({ type: 'string', enum: ['ok', 'fail', 'not_configured'] });

const ReadinessResponse = Type.Object(
  {
    status: Type.Unsafe<string>({
      type: 'string',
      enum: ['ok', 'degraded', 'unavailable'],
      description:
        '`ok` (200): every check is `ok` or `not_configured`, and at least one of geocoding and ' +
        'routing is configured. `degraded` (200): requests are answered, but something that is not ' +
        'required fails. `unavailable` (503): a required check fails, data is still being loaded, ' +
        'nothing is configured, or the service is shutting down.',
    }),
    checks: Type.Object(
      { keys: CHECK, rate_limits: CHECK, geocoding: CHECK, routing: CHECK },
      {
        additionalProperties: CHECK,
        description: '`keys`, and those of `geocoding` and `routing` that are configured, are required.',
      },
    ),
    dataset: Type.Optional(
      Type.Unsafe<string>({
        type: 'string',
        enum: ['mapped', 'read'],
        description:
          'How the dataset that is served lies in memory: mapped, one copy for all processes; or read, a ' +
          'copy in each process.',
      }),
    ),
  },
  { description: 'Whether requests should be sent here.' },
);

export const HEALTH_SCHEMAS: Readonly<Record<string, TSchema>> = { HealthResponse };
export const READINESS_SCHEMAS: Readonly<Record<string, TSchema>> = { ReadinessResponse };
