import { Type } from '@sinclair/typebox';
import { ref } from '../core/errors/error-schemas.js';
import type { ZONE_SCHEMAS } from '../geocode/zone-schemas.js';

const ZonesResponse = Type.Object(
  {
    zones: Type.Array(ref<(typeof ZONE_SCHEMAS)['Zone']>('Zone'), {
      description: 'Those that hold the point, the smallest first.',
    }),
  },
  { description: 'In which zones a point is.' },
);

/** The schemas of the /v1/zones answers, in addition to those of zones. */
export const ZONES_SCHEMAS = { ZonesResponse };
