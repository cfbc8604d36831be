import { Type, type TSchema } from '@sinclair/typebox';
import { TRAVEL_MODES } from '../../travel-mode.js';
import { LATITUDE, LONGITUDE } from '../core/coordinates.js';
import { orNull, ref } from '../core/schema.js';

const Location = Type.Object(
  { latitude: LATITUDE, longitude: LONGITUDE },
  { description: 'A point in WGS84 decimal degrees.' },
);

const Position = Type.Array(Type.Number(), {
  minItems: 2,
  maxItems: 2,
  description: '`[longitude, latitude]`.',
});

const LineString = Type.Object(
  {
    type: Type.Optional(Type.Literal('LineString', { default: 'LineString' })),
    coordinates: Type.Array(Position, {
      minItems: 2,
      description:
        'From the snapped origin to the snapped destination. Always at least two positions; two equal ' +
        'ones when both ends snap to the same point.',
    }),
  },
  { description: 'A GeoJSON LineString.' },
);

const Route = Type.Object(
  {
    distance_meters: Type.Number({ minimum: 0, description: 'Length of the route in meters, 1 decimal.' }),
    duration_seconds: Type.Number({
      minimum: 0,
      description: 'Estimated travel time in seconds, 1 decimal.',
    }),
    geometry: ref('LineString'),
  },
  { description: 'The fastest route.' },
);

const Waypoint = Type.Object(
  {
    input: ref('Location'),
    location: ref('Location'),
    snap_distance_meters: Type.Number({
      minimum: 0,
      description: 'Meters between `input` and `location`, 1 decimal.',
    }),
    name: Type.Optional(orNull('string', { description: 'Name of the road at the snapped point.' })),
  },
  {
    description:
      '`input` is the coordinate that was sent, `location` the point on the road network where the ' +
      'route starts or ends.',
  },
);

const RouteResponse = Type.Object(
  {
    route: ref('Route'),
    mode: Type.Unsafe<string>({
      type: 'string',
      enum: TRAVEL_MODES,
      description: 'The travel mode used.',
    }),
    waypoints: Type.Array(ref('Waypoint'), {
      minItems: 2,
      maxItems: 2,
      description: 'Exactly two: snapped origin, then snapped destination.',
    }),
  },
  { description: 'A route with its two ends.' },
);

/** What /v1/route answers; `route-body.ts` writes it. */
export const ROUTE_SCHEMAS: Readonly<Record<string, TSchema>> = {
  RouteResponse,
  Route,
  LineString,
  Waypoint,
  Location,
};
