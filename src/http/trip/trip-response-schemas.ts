import { Type } from '@sinclair/typebox';
import { TRAVEL_MODES } from '../../travel-mode.js';
import { ref } from '../core/errors/error-schemas.js';
import { oneOf } from '../core/request/parameter.js';
import type { MATRIX_SCHEMAS } from '../matrix/matrix-response-schemas.js';
import type { ROUTE_SCHEMAS } from '../route/route-response-schemas.js';
import { LEFT_OUT_REASONS } from './left-out-sentences.js';

const STOP = Type.Integer({ minimum: 0, description: 'Index of the stop in `stops`, from 0.' });
const seconds = (what: string) => Type.Number({ minimum: 0, description: `${what}, 1 decimal.` });

const TripStop = Type.Object(
  {
    stop: STOP,
    arrival_seconds: seconds('Seconds from `depart_at`, or from when vehicles set out, to the arrival'),
    arrival: Type.Optional(
      Type.String({ description: 'Only with `depart_at`: the local time, such as `2026-12-01T09:30:12`.' }),
    ),
    waiting_seconds: seconds("Seconds until the stop's window begins"),
    service_seconds: seconds('Seconds spent at the stop'),
  },
  { description: "A stop of the trip. At the start, the arrival time is the vehicle's departure time." },
);

const TripVehicle = Type.Object(
  {
    vehicle: Type.Integer({ minimum: 0, description: 'Counted from 0.' }),
    order: Type.Array(STOP, { description: 'Stops in order, including the start and the end.' }),
    stops: Type.Array(ref<typeof TripStop>('TripStop'), { description: 'The same stops with their times.' }),
    distance_meters: Type.Number({
      minimum: 0,
      description: 'Total length of all legs in meters, 1 decimal.',
    }),
    duration_seconds: seconds('Total duration of all legs in seconds, excluding waiting and time at stops'),
    legs: Type.Array(ref<(typeof ROUTE_SCHEMAS)['RouteLeg']>('RouteLeg'), {
      description: 'One leg from each stop to the next, as `/v1/route` returns it for the two stops.',
    }),
    geometry: Type.Optional(ref<(typeof ROUTE_SCHEMAS)['LineString']>('LineString')),
    polyline6: Type.Optional(
      Type.String({ description: 'Only with `geometry=polyline6`: the line with six decimals.' }),
    ),
  },
  {
    description:
      "One vehicle's plan. For a vehicle that is not needed, the lists are empty and there is no line.",
  },
);

const TripUnassigned = Type.Object(
  {
    stop: STOP,
    reason: oneOf(
      LEFT_OUT_REASONS,
      '`too_large`: the load of the stop exceeds the capacity of every vehicle; `window`: no ' +
        'vehicle arrives in time; ' +
        '`too_long`: no vehicle would be back ' +
        'in time; `no_room`: the stop does not fit with the other stops. More may be added.',
    ),
    message: Type.String({ description: 'A human-readable sentence, in the language of `lang`.' }),
    zones: Type.Optional(
      Type.Array(ref<(typeof ROUTE_SCHEMAS)['ClosedZone']>('ClosedZone'), {
        description:
          'Only for `no_path` with `vehicle`: the zones that are closed to the vehicle and contain the ' +
          'stop, the start or the end.',
      }),
    ),
    earliest_arrival_seconds: Type.Optional(
      seconds('Only for `window`: when a vehicle that visits nothing else could arrive'),
    ),
  },
  { description: 'A stop that no vehicle visits.' },
);

const TripResponse = Type.Object(
  {
    mode: oneOf(TRAVEL_MODES, 'The travel mode used.'),
    stops: Type.Array(ref<(typeof MATRIX_SCHEMAS)['MatrixPoint']>('MatrixPoint'), {
      minItems: 2,
      description: 'One entry for each stop that was sent.',
    }),
    vehicles: Type.Array(ref<typeof TripVehicle>('TripVehicle'), { minItems: 1 }),
    unassigned: Type.Array(ref<typeof TripUnassigned>('TripUnassigned'), {
      description: 'Stops that are left out; usually empty.',
    }),
  },
  { description: 'The plan: which vehicle visits which stops, in which order, and when.' },
);

/**
 * The schemas of the /v1/trip answers, in addition to the /v1/route and /v1/matrix schemas; `trip-body.ts`
 * writes them.
 */
export const TRIP_SCHEMAS = { TripResponse, TripVehicle, TripStop, TripUnassigned };
