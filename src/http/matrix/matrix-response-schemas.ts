import { Type } from '@sinclair/typebox';
import { TRAVEL_MODES } from '../../travel-mode.js';
import { orNull, ref } from '../core/errors/error-schemas.js';
import { oneOf } from '../core/request/parameter.js';
import type { ROUTE_SCHEMAS } from '../route/route-response-schemas.js';

const index = (of: string) => Type.Integer({ minimum: 0, description: `Index of the ${of}, from 0.` });

const cells = (what: string) =>
  Type.Array(
    Type.Array(orNull('number', { minimum: 0 }), {
      description: 'One value for each destination; null if there is no route.',
    }),
    { description: `${what}, 1 decimal: one row for each origin.` },
  );

const MatrixPoint = Type.Object(
  {
    input: ref<(typeof ROUTE_SCHEMAS)['Location']>('Location'),
    location: Type.Union([ref<(typeof ROUTE_SCHEMAS)['Location']>('Location'), Type.Null()]),
    snap_distance_meters: orNull('number', {
      minimum: 0,
      description: 'Meters between `input` and `location`, 1 decimal.',
    }),
    name: Type.Optional(orNull('string', { description: 'Name of the road there.' })),
  },
  {
    description:
      'A point that was sent, and its position on the nearest road; null if no road is near enough.',
  },
);

const UnreachableCell = Type.Object(
  {
    origin: index('origin'),
    destination: index('destination'),
    reason: oneOf(['no_path', 'not_on_network', 'too_far'], 'The reason that `/v1/route` would give.'),
    zones: Type.Optional(
      Type.Array(ref<(typeof ROUTE_SCHEMAS)['ClosedZone']>('ClosedZone'), {
        description:
          'Only for `no_path` with `vehicle`: the zones that are closed to the vehicle and ' +
          'contain an end of ' +
          'the route.',
      }),
    ),
  },
  { description: 'A cell without a route.' },
);

const FartherCell = Type.Object(
  {
    origin: index('origin'),
    destination: index('destination'),
    from: ref<(typeof ROUTE_SCHEMAS)['Waypoint']>('Waypoint'),
    to: ref<(typeof ROUTE_SCHEMAS)['Waypoint']>('Waypoint'),
  },
  { description: 'A route between roads farther away, because no path connects the nearest ones.' },
);

const MatrixResponse = Type.Object(
  {
    mode: oneOf(TRAVEL_MODES, 'The travel mode used.'),
    origins: Type.Array(ref<typeof MatrixPoint>('MatrixPoint'), { minItems: 1 }),
    destinations: Type.Array(ref<typeof MatrixPoint>('MatrixPoint'), { minItems: 1 }),
    durations: Type.Optional(cells('Seconds')),
    distances: Type.Optional(cells('Meters')),
    unreachable: Type.Array(ref<typeof UnreachableCell>('UnreachableCell'), {
      description: 'Why cells are null; usually empty.',
    }),
    farther_ends: Type.Array(ref<typeof FartherCell>('FartherCell'), {
      description: 'Cells whose routes do not begin and end at the nearest roads; usually empty.',
    }),
    speeds: Type.Optional(ref<(typeof ROUTE_SCHEMAS)['Speeds']>('Speeds')),
  },
  { description: 'Times and distances from each origin to each destination.' },
);

/**
 * The schemas of the /v1/matrix answers, in addition to the /v1/route schemas; `matrix-body.ts` writes them.
 */
export const MATRIX_SCHEMAS = {
  MatrixResponse,
  MatrixPoint,
  UnreachableCell,
  FartherCell,
};
