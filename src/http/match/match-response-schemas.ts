import { Type } from '@sinclair/typebox';
import { UNMATCHED } from '../../sources/router.js';
import { TRAVEL_MODES } from '../../travel-mode.js';
import { orNull, ref } from '../core/errors/error-schemas.js';
import { oneOf } from '../core/request/parameter.js';
import type { ROUTE_SCHEMAS } from '../route/route-response-schemas.js';

const place = (of: string) => Type.Integer({ minimum: 0, description: `Index of the ${of}, from 0.` });

const DISTANCE = Type.Number({ minimum: 0, description: 'Meters along the road, 1 decimal.' });
const DURATION = Type.Number({
  minimum: 0,
  description: "Seconds according to the trace's times, 1 decimal; without times, the duration of a route.",
});

const Matching = Type.Object(
  {
    distance_meters: DISTANCE,
    duration_seconds: DURATION,
    confidence: Type.Number({
      minimum: 0,
      maximum: 1,
      description: "Estimated share of the matching's meters that are on the right road, 2 decimals.",
    }),
    from: place('first point'),
    to: place('last point'),
    geometry: ref<(typeof ROUTE_SCHEMAS)['LineString']>('LineString'),
    polyline6: Type.Optional(
      Type.String({ description: 'Only with `geometry=polyline6`: the line with six decimals.' }),
    ),
  },
  { description: 'A part of the trace that is connected by roads.' },
);

const MatchedPoint = Type.Object(
  {
    location: Type.Union([ref<(typeof ROUTE_SCHEMAS)['Location']>('Location'), Type.Null()]),
    matching: orNull('integer', { minimum: 0, description: "Index of the point's matching, from 0." }),
    snap_distance_meters: orNull('number', {
      minimum: 0,
      description: 'Meters between the point that was sent and `location`, 1 decimal.',
    }),
    reason: Type.Optional(
      oneOf(
        UNMATCHED,
        'Only if `location` is null: the point has no road nearby, or no path leads to the point.',
      ),
    ),
  },
  { description: 'A point of the trace, and its position on the road.' },
);

const MatchedWay = Type.Object(
  {
    matching: place('matching'),
    id: Type.Integer({ description: 'Id of the way in OpenStreetMap.' }),
    name: orNull('string', { description: 'As tagged in OpenStreetMap.' }),
    ref: orNull('string', { description: "The road's number." }),
    class: Type.String({ description: 'The value of the `highway` tag in OpenStreetMap.' }),
    surface: Type.String({ description: "The road's surface, as in the `surfaces` of a route." }),
    toll: Type.Boolean({ description: 'Whether the road is a toll road.' }),
    distance_meters: DISTANCE,
    duration_seconds: DURATION,
  },
  { description: 'A stretch of one road that was driven without interruption.' },
);

const MatchResponse = Type.Object(
  {
    mode: oneOf(TRAVEL_MODES, 'The travel mode used.'),
    matchings: Type.Array(ref<typeof Matching>('Matching'), {
      minItems: 1,
      description: 'The matchings, in the order of the trace.',
    }),
    points: Type.Array(ref<typeof MatchedPoint>('MatchedPoint'), {
      minItems: 2,
      description: 'One entry for each point that was sent.',
    }),
    ways: Type.Optional(
      Type.Array(ref<typeof MatchedWay>('MatchedWay'), {
        description: 'Only with `ways=true`: the ways in driving order.',
      }),
    ),
  },
  { description: 'The roads of a trace.' },
);

/**
 * The schemas of the /v1/match answers, in addition to the /v1/route schemas; `match-body.ts` writes them.
 */
export const MATCH_SCHEMAS = {
  MatchResponse,
  Matching,
  MatchedPoint,
  MatchedWay,
};
