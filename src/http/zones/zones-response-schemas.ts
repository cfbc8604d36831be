import { Type } from '@sinclair/typebox';
import { ref } from '../core/errors/error-schemas.js';
import type { ZONE_SCHEMAS } from '../geocode/zone-schemas.js';

const ZonesResponse = Type.Object(
  {
    zones: Type.Array(ref<(typeof ZONE_SCHEMAS)['Zone']>('Zone'), {
      description: 'The zones that contain the point, the smallest first.',
    }),
  },
  { description: 'The zones that contain a point.' },
);

/** The schemas of the /v1/zones answers, in addition to the zone schemas. */
export const ZONES_SCHEMAS = { ZonesResponse };
