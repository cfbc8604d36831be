import { Type } from '@sinclair/typebox';
import { orNull, ref } from '../core/errors/error-schemas.js';

const ZoneRule = Type.Object(
  {
    closed_for: Type.Array(Type.String(), {
      minItems: 1,
      description: 'The vehicles that may not drive there, as `vehicle` of a route takes them.',
    }),
    hours: orNull('string', {
      description: 'When it holds, as `opening_hours` of OpenStreetMap is written; null: always.',
    }),
    ends: Type.Union([Type.Literal('allowed'), Type.Literal('closed')], {
      description: 'Whether a way that begins or ends in the zone may lead there.',
    }),
    in_force: Type.Boolean({ description: 'Whether it holds at this moment.' }),
    source: orNull('string', { description: 'Where the rule is written.' }),
    date: orNull('string', { description: 'Of the rule, as `2025-09-17`.' }),
  },
  { description: 'Who may not drive in a zone, and when.' },
);

const Zone = Type.Object(
  {
    id: Type.Integer({ minimum: 1, description: 'Its number in `gazarch zones list`.' }),
    name: Type.String(),
    properties: Type.Record(Type.String(), Type.Unknown(), {
      description: 'As the operator has added them: a price, a depot.',
    }),
    rule: Type.Union([ref<typeof ZoneRule>('ZoneRule'), Type.Null()], {
      description: 'Null: it is closed for nobody.',
    }),
  },
  { description: 'A part of the map of which the operator of this service says something.' },
);

const ZonesResponse = Type.Object(
  {
    zones: Type.Array(ref<typeof Zone>('Zone'), {
      description: 'Those that hold the point, the smallest first.',
    }),
  },
  { description: 'In which zones a point is.' },
);

/** What /v1/zones answers; `zone-body.ts` writes it. */
export const ZONES_SCHEMAS = { ZonesResponse, Zone, ZoneRule };
