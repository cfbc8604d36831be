import { Type, type TSchema } from '@sinclair/typebox';
import { ERROR_STATUS } from '../errors.js';
import { MODE } from './parameter-schemas.js';

/** What is sent, as JSON Schema: section 2 of the specification. Names are those of `components.schemas` in the description. */

const ref = (name: string): TSchema => Type.Unsafe({ $ref: `#/components/schemas/${name}` });
const orNull = (type: 'string' | 'number' | 'object', options: object): TSchema =>
  Type.Unsafe({ type: [type, 'null'], ...options });

const LATITUDE = Type.Number({ minimum: -90, maximum: 90, description: 'WGS84, up to 6 decimals.' });
const LONGITUDE = Type.Number({ minimum: -180, maximum: 180, description: 'WGS84, up to 6 decimals.' });

const GeocodeResult = Type.Object(
  {
    id: Type.String({
      description:
        'Opaque, stable identifier of the place. It names the source object and stays the same when newer data is imported.',
    }),
    name: Type.String({ description: 'Display name.' }),
    address: Type.Optional(
      orNull('string', {
        description:
          'Address or area the place is in: street and house number where known, then the containing areas, nearest first. Null when nothing is known.',
      }),
    ),
    latitude: LATITUDE,
    longitude: LONGITUDE,
    type: Type.String({
      description:
        'Forward lookups: the category in lower case (for example `poi`), or `place` when no category is known. Reverse lookups: the match kind, one of `address`, `place`, `street`.',
    }),
    distance_meters: Type.Optional(
      orNull('number', {
        minimum: 0,
        description: 'Reverse lookups only: meters from the requested point to the match, 1 decimal.',
      }),
    ),
  },
  { description: 'A place, an address or a street.' },
);

const GeocodeResponse = Type.Object(
  {
    query: Type.String({
      description:
        'The search text, NFC-normalised, with whitespace trimmed and collapsed; for a reverse lookup the `lat,lon` pair as it was understood.',
    }),
    results: Type.Array(ref('GeocodeResult'), {
      maxItems: 20,
      description: 'Matches, best first. Empty when nothing matched.',
    }),
    count: Type.Integer({ minimum: 0, maximum: 20, description: 'Number of results in this response.' }),
  },
  { description: 'The answer to both directions of geocoding.' },
);

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
        'From the snapped origin to the snapped destination. Always at least two positions; two equal ones when both ends snap to the same point.',
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
      '`input` is the coordinate that was sent, `location` the point on the road network where the route starts or ends.',
  },
);

const RouteResponse = Type.Object(
  {
    route: ref('Route'),
    mode: Type.Unsafe<string>({
      type: 'string',
      enum: MODE['enum'] as string[],
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

const ErrorDetail = Type.Object(
  {
    code: Type.Unsafe<string>({
      type: 'string',
      enum: Object.keys(ERROR_STATUS),
      description: 'Stable and machine-readable.',
    }),
    message: Type.String({ description: 'For people. The wording may change and must not be parsed.' }),
    details: Type.Optional(
      orNull('object', {
        description:
          'Structured context. `field` names the parameter, `reason` is a short stable word (among others `missing`, `repeated`, `too_short`, `too_long`, `too_few_letters`, ' +
          '`not_a_number`, `not_an_integer`, `out_of_range`, `bad_format`, `bad_encoding`, `conflicting_modes`, `unknown_mode`, `too_far`; `expired`; `origin_not_on_network`, ' +
          '`destination_not_on_network`, `no_path`), `allowed_endpoints` lists what the key may call. More members may come.',
        properties: {
          field: { type: 'string' },
          reason: { type: 'string' },
          allowed_endpoints: { type: 'array', items: { type: 'string', enum: ['geocode', 'route'] } },
          distance_meters: { type: 'number', description: 'With `too_far`: between the two points.' },
          max_distance_meters: { type: 'number', description: 'With `too_far`: the most that is allowed.' },
        },
        additionalProperties: true,
      }),
    ),
    request_id: Type.Optional(
      orNull('string', {
        description: 'Identifies the request in the server log; equals the `X-Request-ID` header.',
      }),
    ),
  },
  { description: 'What went wrong.' },
);

const ErrorResponse = Type.Object(
  { error: ref('ErrorDetail') },
  { additionalProperties: false, description: 'The one envelope of every error.' },
);

const HealthResponse = Type.Object({ status: Type.Literal('ok') }, { description: 'The process answers.' });

const CHECK = Type.Unsafe<string>({ type: 'string', enum: ['ok', 'fail', 'not_configured'] });

const ReadinessResponse = Type.Object(
  {
    status: Type.Unsafe<string>({
      type: 'string',
      enum: ['ok', 'degraded', 'unavailable'],
      description:
        '`ok` (200): every check is `ok` or `not_configured`, and at least one of geocoding and routing is configured. `degraded` (200): requests are answered, but something that is not ' +
        'required fails. `unavailable` (503): a required check fails, data is still being loaded, nothing is configured, or the service is shutting down.',
    }),
    checks: Type.Object(
      { keys: CHECK, rate_limits: CHECK, geocoding: CHECK, routing: CHECK },
      {
        additionalProperties: CHECK,
        description: '`keys`, and those of `geocoding` and `routing` that are configured, are required.',
      },
    ),
  },
  { description: 'Whether requests should be sent here.' },
);

export const RESPONSE_SCHEMAS = {
  GeocodeResponse,
  GeocodeResult,
  RouteResponse,
  Route,
  LineString,
  Waypoint,
  Location,
  ErrorResponse,
  ErrorDetail,
  HealthResponse,
  ReadinessResponse,
} as const;

export type ResponseSchemaName = keyof typeof RESPONSE_SCHEMAS;
