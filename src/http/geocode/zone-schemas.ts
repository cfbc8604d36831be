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
    in_force: Type.Boolean({
      description: 'Whether the rule holds now, or in `/v1/zones` at `depart_at`.',
    }),
    source: orNull('string', { description: 'Source of the rule.' }),
    date: orNull('string', { description: 'Date of the rule, such as `2025-09-17`.' }),
  },
  { description: 'Who may not drive in a zone, and when.' },
);

const Zone = Type.Object(
  {
    id: Type.Integer({ minimum: 1, description: 'Its number in `gazarch zones list`.' }),
    name: Type.String(),
    properties: Type.Record(Type.String(), Type.Unknown(), {
      description: 'Fields that the operator added, such as a price or a depot.',
    }),
    rule: Type.Union([ref<typeof ZoneRule>('ZoneRule'), Type.Null()], {
      description: 'Null: the zone is closed for nobody.',
    }),
  },
  { description: 'A part of the map of which the operator of this service says something.' },
);

/** Schemas of a zone in any answer, which `zone-body.ts` writes. */
export const ZONE_SCHEMAS = { Zone, ZoneRule };

/** The member that results have in requests with `zones=true`. */
export const RESULT_ZONES = Type.Optional(
  Type.Array(ref<typeof Zone>('Zone'), {
    description:
      'Only with `zones=true`: the zones of the operator that hold the place, of a reverse lookup the ' +
      'point that was asked for, the smallest first.',
  }),
);
