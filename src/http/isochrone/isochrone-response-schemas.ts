import { Type } from '@sinclair/typebox';
import { TRAVEL_MODES } from '../../travel-mode.js';
import { ref } from '../core/errors/error-schemas.js';
import { oneOf } from '../core/request/parameter.js';
import type { ROUTE_SCHEMAS } from '../route/route-response-schemas.js';

const Line = Type.Array(Type.Array(Type.Number()));

const Feature = Type.Object(
  {
    type: Type.Literal('Feature'),
    properties: Type.Object({
      minutes: Type.Optional(Type.Integer({ minimum: 1, description: 'For `minutes`.' })),
      meters: Type.Optional(Type.Integer({ minimum: 1, description: 'For `meters`.' })),
      direction: oneOf(['from', 'to']),
      tolerance_meters: Type.Number({
        minimum: 0,
        description: 'The maximum distance between the border and the exact border; 0 for lines.',
      }),
    }),
    geometry: Type.Union(
      [
        Type.Object({ type: Type.Literal('MultiPolygon'), coordinates: Type.Array(Type.Array(Line)) }),
        Type.Object({ type: Type.Literal('MultiLineString'), coordinates: Type.Array(Line) }),
      ],
      { description: 'A GeoJSON geometry. Polygons do not intersect themselves.' },
    ),
  },
  { description: 'The area reached within given minutes or meters.' },
);

const IsochroneResponse = Type.Object(
  {
    type: Type.Literal('FeatureCollection'),
    mode: oneOf(TRAVEL_MODES, 'The travel mode used.'),
    waypoint: ref<(typeof ROUTE_SCHEMAS)['Waypoint']>('Waypoint'),
    features: Type.Array(ref<typeof Feature>('IsochroneFeature'), {
      minItems: 1,
      description: 'One feature for each of the minutes or meters, in the same order.',
    }),
    speeds: Type.Optional(ref<(typeof ROUTE_SCHEMAS)['Speeds']>('Speeds')),
  },
  { description: 'A GeoJSON FeatureCollection.' },
);

/** The schemas of the /v1/isochrone answers, in addition to the /v1/route schemas. */
export const ISOCHRONE_SCHEMAS = {
  IsochroneResponse,
  IsochroneFeature: Feature,
};
