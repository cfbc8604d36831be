import { Type } from '@sinclair/typebox';
import { orNull, ref } from '../core/errors/error-schemas.js';

const ZoneRule = Type.Object(
  {
    closed_for: Type.Array(Type.String(), {
      minItems: 1,
      description: "The vehicles that may not drive in the zone, in the format of a route's `vehicle`.",
    }),
    hours: orNull('string', {
      description:
        "When the rule applies, in the format of OpenStreetMap's `opening_hours`; null means always.",
    }),
    ends: Type.Union([Type.Literal('allowed'), Type.Literal('closed')], {
      description: 'Whether routes may begin or end in the zone.',
    }),
    in_force: Type.Boolean({
      description: 'Whether the rule applies now or, in `/v1/zones`, at `depart_at`.',
    }),
    source: orNull('string', { description: 'Source of the rule.' }),
    date: orNull('string', { description: 'Date of the rule, such as `2025-09-17`.' }),
  },
  { description: 'The rule that says who may not drive in a zone, and when.' },
);

const Zone = Type.Object(
  {
    id: Type.Integer({ minimum: 1, description: "The zone's number in `gazarch zones list`." }),
    name: Type.String(),
    properties: Type.Record(Type.String(), Type.Unknown(), {
      description: 'Fields added by the operator, such as a price or a depot.',
    }),
    rule: Type.Union([ref<typeof ZoneRule>('ZoneRule'), Type.Null()], {
      description: 'Null if the zone is open to everyone.',
    }),
  },
  { description: 'An area on the map defined by the operator of this service.' },
);

/** Schemas of a zone in any answer, which `zone-body.ts` writes. */
export const ZONE_SCHEMAS = { Zone, ZoneRule };

/** The member that results include when the request has `zones=true`. */
export const RESULT_ZONES = Type.Optional(
  Type.Array(ref<typeof Zone>('Zone'), {
    description:
      "Only with `zones=true`: the operator's zones that contain the place or, for a " +
      'reverse lookup, the requested point; the smallest zone comes first.',
  }),
);
