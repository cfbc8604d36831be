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
        description: 'Only with `via` or `legs=true`: one leg from each point to the next.',
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
        description: 'Only with `steps=true`: the maneuvers of the leg.',
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
      '`input` is the coordinate that was sent, and `location` is the point on the road network where the ' +
      'route starts or ends.',
  },
);

const Speeds = Type.Object(
  {
    slot: Type.String({ description: 'Name of the weekly time slot that contains the departure.' }),
    coverage: Type.Optional(
      Type.Number({
        minimum: 0,
        maximum: 1,
        description:
          'Only for routes: the share of the total length with speeds learned from drives, 2 decimals.',
      }),
    ),
    next_slot: Type.Optional(
      Type.String({
        description:
          'The name of the next slot, if its speeds differ and it begins before the ' +
          "answer's longest drive ends. The answer's times ignore this change.",
      }),
    ),
    next_slot_after_seconds: Type.Optional(
      Type.Integer({ minimum: 0, description: 'Seconds from the departure to the beginning of that slot.' }),
    ),
  },
  { description: 'The speeds that were used, if the service has speeds for times of the week.' },
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
        description: 'Only with `via`: the snapped intermediate points, in order.',
      }),
    ),
    notes: Type.Optional(
      Type.Array(ref<typeof RouteNote>('RouteNote'), {
        description:
          'Remarks for the traveler. Moved ends are always included, but other notes only with ' +
          '`notes=true`. Empty if there are no notes.',
      }),
    ),
    surfaces: Type.Optional(
      Type.Array(ref<typeof RouteSurface>('RouteSurface'), {
        description:
          'Only with `notes=true`: the surfaces of the roads. Together they cover the whole route.',
      }),
    ),
    surface_stretches: Type.Optional(
      Type.Array(ref<typeof RouteSurface>('RouteSurface'), {
        description: 'Only with `notes=true`: the surfaces in driving order.',
      }),
    ),
    detour: Type.Optional(ref<typeof RouteDetour>('RouteDetour')),
    speeds: Type.Optional(ref<typeof Speeds>('Speeds')),
    alternatives: Type.Optional(
      Type.Array(ref<typeof Route>('Route'), {
        description:
          'Only with `alternatives`: other routes with the same ends, the quickest first. Empty if ' +
          'there are no good alternatives. With `legs=true` or `steps=true` they have `legs`.',
      }),
    ),
    steps: Type.Optional(
      Type.Array(ref<typeof RouteStep>('RouteStep'), {
        description:
          'Only with `steps=true`: the maneuvers. The first step is `depart`, and the last is ' +
          '`arrive`; with `via` ' +
          'each leg has both.',
      }),
    ),
  },
  { description: 'A route and its two ends.' },
);

const ClosedZone = Type.Object(
  {
    id: Type.Integer({ minimum: 1, description: 'Its number.' }),
    name: Type.String(),
    closed_for: Type.Array(Type.String(), {
      description: 'The kinds of vehicles that may not drive in the zone.',
    }),
    hours: orNull('string', {
      description:
        'When the vehicles may not drive in the zone, in the format of `opening_hours`; null means always.',
    }),
    source: orNull('string', { description: 'Source of the rule.' }),
    date: orNull('string', { description: 'Date of the rule, such as `2025-09-17`.' }),
    open_from: orNull('string', {
      description:
        'The local time from which the vehicle may drive in the zone again, in the format of `depart_at`; ' +
        'null if not within a week.',
    }),
    closed_from: Type.Optional(
      Type.String({ description: 'Only for `zone_closes`: the local time at which the zone closes.' }),
    ),
    stops: Type.Optional(
      Type.Array(Type.Integer({ minimum: 0 }), {
        description: 'Only in a 404: the indexes of the points in the zone, where the origin is 0.',
      }),
    ),
  },
  { description: "A zone of the operator that is closed to the vehicle at the route's time." },
);

const RouteNote = Type.Object(
  {
    kind: oneOf(
      [
        ...(['ferry', 'ford', 'ice', 'toll', 'seasonal', 'private', 'unpaved_track', 'moved_end'] as const),
        ...(['zone_avoided', 'zone_end', 'zone_end_closed', 'zone_closes', 'limit_avoided'] as const),
      ],
      '`unpaved_track`: more than 1,000 m of unpaved tracks. `private`: roads and gates that not ' +
        'everyone may use. ' +
        '`moved_end`: no path connects the road nearest to a point, so the route begins or ends at a ' +
        'road farther away. With `vehicle`: `zone_avoided`: the route avoids a zone that is closed to ' +
        'the vehicle. `zone_end`: a point lies in a closed zone in which routes may begin or end. ' +
        '`zone_end_closed`: a point lies in a closed zone in which routes may not begin or end. ' +
        '`zone_closes`: a zone is open at `depart_at`, but closes before the route has left it. ' +
        '`limit_avoided`: the route avoids roads that are too low or too weak for the vehicle. ' +
        'More kinds may be added.',
    ),
    distance_meters: Type.Number({
      description:
        'Meters of the route that the note applies to; 0 for a point, such as a gate. For a moved end: ' +
        'how much farther away the road that was used is than the nearest road. For an avoided zone: by ' +
        'how much all avoided zones lengthen the route; negative if they shorten it.',
    }),
    duration_seconds: Type.Number({
      minimum: 0,
      description: 'Time for these meters. For an avoided zone: the time that all avoided zones add.',
    }),
    stop: Type.Optional(
      Type.Integer({
        minimum: 0,
        description: 'For a moved end or an end in a zone: the index of the point, where the origin is 0.',
      }),
    ),
    zone: Type.Optional(ref<typeof ClosedZone>('ClosedZone')),
  },
  { description: 'A remark to read before departure.' },
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
  { description: 'The part of the route on one kind of surface.' },
);

const RouteDetour = Type.Object(
  {
    distance_meters: Type.Number({
      description: 'How many meters longer the route is; negative if it is shorter.',
    }),
    duration_seconds: Type.Number({ minimum: 0, description: 'How many seconds longer the route takes.' }),
    closures: Type.Array(ref<typeof MetClosure>('MetClosure'), {
      description: 'The closures on the route that would be taken without them, in driving order.',
    }),
  },
  {
    description:
      'Only with `notes=true` and without `avoid`, if closures make the route slower: how ' +
      'it compares with the route without closures.',
  },
);

const MetClosure = Type.Object(
  {
    name: orNull('string', {
      description: 'Name or number of the road on which the route would first meet the closure.',
    }),
    reason: orNull('string', { description: "The operator's reason." }),
    until: orNull('string', { description: 'When the closure ends, in ISO 8601 format; null if unknown.' }),
    is_open: Type.Boolean({ description: '`true`: the road is only slower, not closed.' }),
  },
  { description: 'A closure that the route avoids, or passes at a lower speed.' },
);

const Bearing = (when: string) =>
  orNull('integer', { minimum: 0, maximum: 359, description: `Degrees clockwise from north ${when}.` });

const Maneuver = Type.Object(
  {
    type: Type.String({
      description:
        'As in OSRM: `depart`, `turn`, `new name`, `continue`, `fork`, `on ramp`, `off ramp`, ' +
        '`merge`, `end of road`, ' +
        '`roundabout`, `exit roundabout`, `arrive`; and `ferry`. More may be added.',
    }),
    modifier: orNull('string', {
      description:
        '`uturn`, `sharp right`, `right`, `slight right`, `straight`, `slight left`, `left`, `sharp left`. ' +
        'On arrival: the side of the road where the point is.',
    }),
    exit: Type.Optional(
      Type.Integer({ minimum: 1, description: 'At a roundabout: the exit to take, counted from 1.' }),
    ),
    location: Position,
    bearing_before: Bearing('in front of it'),
    bearing_after: Bearing('behind it'),
  },
  { description: 'A maneuver and its location.' },
);

const RouteStep = Type.Object(
  {
    maneuver: ref<typeof Maneuver>('Maneuver'),
    name: orNull('string', { description: 'Name of the road after the maneuver.' }),
    ref: orNull('string', {
      description: "The road's number, such as `A0302`; several numbers are written `AH3 / A0401`.",
    }),
    destinations: Type.Optional(
      Type.String({ description: 'Text on the signpost, such as `A2: Darkhan, Erdenet`.' }),
    ),
    exits: Type.Optional(Type.String({ description: 'Number of the motorway exit.' })),
    landmark: Type.Optional(
      Type.String({ description: 'A landmark at a turn onto a road without a name or number.' }),
    ),
    distance_meters: Type.Number({ minimum: 0, description: 'Up to the next maneuver.' }),
    duration_seconds: Type.Number({ minimum: 0, description: 'Up to the next maneuver.' }),
    instruction: Type.String({ description: 'The instruction as a sentence, in the language of `lang`.' }),
  },
  { description: 'A maneuver and the road up to the next one.' },
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
