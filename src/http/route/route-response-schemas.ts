import { Type } from '@sinclair/typebox';
import type { Position as Degrees } from '../../geo/position.js';
import { TRAVEL_MODES } from '../../travel-mode.js';
import { LATITUDE, LONGITUDE } from '../core/request/coordinates.js';
import { orNull, ref } from '../core/errors/error-schemas.js';
import { oneOf } from '../core/request/parameter.js';

const Location = Type.Object(
  { latitude: LATITUDE, longitude: LONGITUDE },
  { description: 'A point in WGS84 decimal degrees.' },
);

const Position = Type.Unsafe<Degrees>(
  Type.Array(Type.Number(), { minItems: 2, maxItems: 2, description: '`[longitude, latitude]`.' }),
);

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
    geometry: ref<typeof LineString>('LineString'),
    polyline6: Type.Optional(
      Type.String({
        description:
          'Only with `geometry=polyline6`: the line as an encoded polyline with six decimals. `geometry` ' +
          'has its two ends then.',
      }),
    ),
    legs: Type.Optional(
      Type.Array(ref<typeof RouteLeg>('RouteLeg'), {
        description: 'Only with `via` or `legs=true`: one from each point to the next.',
      }),
    ),
  },
  { description: 'The fastest route, or an alternative.' },
);

const RouteLeg = Type.Object(
  {
    distance_meters: Type.Number({ minimum: 0, description: 'Length of the leg in meters, 1 decimal.' }),
    duration_seconds: Type.Number({ minimum: 0, description: 'Travel time in seconds, 1 decimal.' }),
    steps: Type.Optional(
      Type.Array(ref<typeof RouteStep>('RouteStep'), {
        description: 'Only with `steps=true`: the manoeuvres of the leg.',
      }),
    ),
  },
  { description: 'A route from one point to the next.' },
);

const Waypoint = Type.Object(
  {
    input: ref<typeof Location>('Location'),
    location: ref<typeof Location>('Location'),
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

const Speeds = Type.Object(
  {
    slot: Type.String({ description: 'Name of the slot of the week in which the request begins.' }),
    coverage: Type.Optional(
      Type.Number({
        minimum: 0,
        maximum: 1,
        description:
          'Only of routes: the share of the driven length whose speeds were learned from drives, 2 decimals.',
      }),
    ),
    next_slot: Type.Optional(
      Type.String({
        description:
          'Only if a slot with other speeds begins before the longest drive of the answer ends: its name. ' +
          'The times of the answer do not change there.',
      }),
    ),
    next_slot_after_seconds: Type.Optional(
      Type.Integer({ minimum: 0, description: 'How long after the departure it begins.' }),
    ),
  },
  { description: 'The speeds that were used, if the service has speeds by time of the week.' },
);

const RouteResponse = Type.Object(
  {
    route: ref<typeof Route>('Route'),
    mode: oneOf(TRAVEL_MODES, 'The travel mode used.'),
    waypoints: Type.Array(ref<typeof Waypoint>('Waypoint'), {
      minItems: 2,
      maxItems: 2,
      description: 'Exactly two: snapped origin, then snapped destination.',
    }),
    via_waypoints: Type.Optional(
      Type.Array(ref<typeof Waypoint>('Waypoint'), {
        description: 'Only with `via`: the snapped points between, in order.',
      }),
    ),
    notes: Type.Optional(
      Type.Array(ref<typeof RouteNote>('RouteNote'), {
        description:
          'Remarks for the traveller. Moved ends are always listed, the rest only with `notes=true`. ' +
          'Empty if there are none.',
      }),
    ),
    surfaces: Type.Optional(
      Type.Array(ref<typeof RouteSurface>('RouteSurface'), {
        description: 'Only with `notes=true`: what the roads are made of. All together are the whole route.',
      }),
    ),
    surface_stretches: Type.Optional(
      Type.Array(ref<typeof RouteSurface>('RouteSurface'), {
        description: 'Only with `notes=true`: the same, in driving order.',
      }),
    ),
    detour: Type.Optional(ref<typeof RouteDetour>('RouteDetour')),
    speeds: Type.Optional(ref<typeof Speeds>('Speeds')),
    alternatives: Type.Optional(
      Type.Array(ref<typeof Route>('Route'), {
        description:
          'Only with `alternatives`: other routes with the same ends, the quickest first. Empty when there ' +
          'is no good one. With `legs=true` or `steps=true` they have `legs`.',
      }),
    ),
    steps: Type.Optional(
      Type.Array(ref<typeof RouteStep>('RouteStep'), {
        description:
          'Only with `steps=true`: the manoeuvres. The first is `depart`, the last is `arrive`; with `via` ' +
          'each leg has both.',
      }),
    ),
  },
  { description: 'A route with its two ends.' },
);

const ClosedZone = Type.Object(
  {
    id: Type.Integer({ minimum: 1, description: 'Its number.' }),
    name: Type.String(),
    closed_for: Type.Array(Type.String(), { description: 'The kinds of vehicles that may not drive there.' }),
    hours: orNull('string', { description: 'When, as `opening_hours` is written; null: always.' }),
    source: orNull('string', { description: 'Source of the rule.' }),
    date: orNull('string', { description: 'Date of the rule, such as `2025-09-17`.' }),
    open_from: orNull('string', {
      description:
        'The local time from which one may drive there again, as `depart_at` takes it; null: in no week.',
    }),
    closed_from: Type.Optional(
      Type.String({ description: 'Only of `zone_closes`: the local time at which it closes.' }),
    ),
    stops: Type.Optional(
      Type.Array(Type.Integer({ minimum: 0 }), {
        description: 'Only in a 404: the points that lie in it, counted from 0, the origin.',
      }),
    ),
  },
  { description: 'A zone of the operator that is closed for the vehicle at the time of the route.' },
);

const RouteNote = Type.Object(
  {
    kind: oneOf(
      [
        ...(['ferry', 'ford', 'ice', 'toll', 'seasonal', 'private', 'unpaved_track', 'moved_end'] as const),
        ...(['zone_avoided', 'zone_end', 'zone_end_closed', 'zone_closes', 'limit_avoided'] as const),
      ],
      '`unpaved_track`: more than 1,000 m of it. `private`: roads and gates that not everybody may use. ' +
        '`moved_end`: no path connects the nearest road of a point, so the route begins or ends at one ' +
        'farther away. With `vehicle`: `zone_avoided`: the route goes round a zone that is closed for it. ' +
        '`zone_end`: a point lies in one, where it may begin or end. `zone_end_closed`: a point lies in ' +
        'one where it may not. `zone_closes`: one is open at `depart_at`, and closes before the route has ' +
        'left it. `limit_avoided`: it goes round roads that are too low or too weak for it. ' +
        'More kinds may be added.',
    ),
    distance_meters: Type.Number({
      description:
        'Meters of the route that the note is about; 0 for a point, such as a gate. For a moved end: ' +
        'how much farther away it is than the nearest road. For an avoided zone: how much longer all ' +
        'avoided zones make the route; negative if they make it shorter.',
    }),
    duration_seconds: Type.Number({
      minimum: 0,
      description: 'Time for these meters. For an avoided zone: the time that all avoided zones add.',
    }),
    stop: Type.Optional(
      Type.Integer({
        minimum: 0,
        description:
          'For a moved end, or one in a zone: the number of the point, counted from 0, the origin.',
      }),
    ),
    zone: Type.Optional(ref<typeof ClosedZone>('ClosedZone')),
  },
  { description: 'Something to know before departure.' },
);

const RouteSurface = Type.Object(
  {
    surface: oneOf(
      ['asphalt', 'gravel', 'earth', 'sand', 'unpaved', 'ferry', 'unknown'],
      '`unpaved`: no details are known. `unknown`: the surface is not mapped. More may be added.',
    ),
    distance_meters: Type.Number({ minimum: 0, description: 'Meters of the route on this surface.' }),
    duration_seconds: Type.Number({ minimum: 0, description: 'Time for these meters.' }),
  },
  { description: 'How much of the route is on one kind of surface.' },
);

const RouteDetour = Type.Object(
  {
    distance_meters: Type.Number({
      description: 'How many meters longer the route is. Negative when the quickest way was the longer one.',
    }),
    duration_seconds: Type.Number({ minimum: 0, description: 'How many seconds longer it takes.' }),
    closures: Type.Array(ref<typeof MetClosure>('MetClosure'), {
      description: 'The closures on the way that the route would take without them, in its order.',
    }),
  },
  {
    description:
      'Only with `notes=true` and without `avoid`, and only where closures make the route take longer: how ' +
      'it compares with the route without them.',
  },
);

const MetClosure = Type.Object(
  {
    name: orNull('string', { description: 'Name or number of the road on which the route first meets it.' }),
    reason: orNull('string', { description: 'The reason that the operator gave.' }),
    until: orNull('string', { description: 'When it ends, in ISO 8601; null if that is unknown.' }),
    is_open: Type.Boolean({ description: '`true`: the road is only slower, not closed.' }),
  },
  { description: 'A closure that a route avoids, or passes more slowly.' },
);

const Bearing = (when: string) =>
  orNull('integer', { minimum: 0, maximum: 359, description: `Degrees clockwise from north ${when}.` });

const Maneuver = Type.Object(
  {
    type: Type.String({
      description:
        'In the words of OSRM: `depart`, `turn`, `new name`, `continue`, `fork`, `on ramp`, `off ramp`, ' +
        '`merge`, `end of road`, ' +
        '`roundabout`, `exit roundabout`, `arrive`; and `ferry`. More may be added.',
    }),
    modifier: orNull('string', {
      description:
        '`uturn`, `sharp right`, `right`, `slight right`, `straight`, `slight left`, `left`, `sharp left`. ' +
        'On arrival: the side of the road on which the point lies.',
    }),
    exit: Type.Optional(
      Type.Integer({ minimum: 1, description: 'In a roundabout: the exit to take, counted from 1.' }),
    ),
    location: Position,
    bearing_before: Bearing('in front of it'),
    bearing_after: Bearing('behind it'),
  },
  { description: 'The manoeuvre, and where it is.' },
);

const RouteStep = Type.Object(
  {
    maneuver: ref<typeof Maneuver>('Maneuver'),
    name: orNull('string', { description: 'Name of the road after the manoeuvre.' }),
    ref: orNull('string', { description: 'Its number, such as `A0302`; several as `AH3 / A0401`.' }),
    destinations: Type.Optional(
      Type.String({ description: 'Text of the signpost, such as `A2: Darkhan, Erdenet`.' }),
    ),
    exits: Type.Optional(Type.String({ description: 'Number of the exit of a motorway.' })),
    landmark: Type.Optional(
      Type.String({ description: 'A landmark at a turn onto a road without name and number.' }),
    ),
    distance_meters: Type.Number({ minimum: 0, description: 'Up to the next manoeuvre.' }),
    duration_seconds: Type.Number({ minimum: 0, description: 'Up to the next manoeuvre.' }),
    instruction: Type.String({ description: 'A sentence, in the language of `lang`.' }),
  },
  { description: 'A manoeuvre, and the road up to the next one.' },
);

/** The schemas of the /v1/route answers, which `route-body.ts` writes. */
export const ROUTE_SCHEMAS = {
  RouteResponse,
  Route,
  LineString,
  RouteLeg,
  Waypoint,
  Location,
  RouteNote,
  ClosedZone,
  RouteSurface,
  RouteDetour,
  Speeds,
  MetClosure,
  RouteStep,
  Maneuver,
};
