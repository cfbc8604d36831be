import { Type, type TSchema } from '@sinclair/typebox';
import { TRAVEL_MODES } from '../../travel-mode.js';
import { orNull, ref } from '../core/errors/error-schemas.js';

const index = (of: string): TSchema =>
  Type.Integer({ minimum: 0, description: `Place of the ${of}, counted from 0.` });

const cells = (what: string): TSchema =>
  Type.Array(
    Type.Array(orNull('number', { minimum: 0 }), {
      description: 'One for each destination; null: there is no route.',
    }),
    { description: `${what}, 1 decimal: one row for each origin.` },
  );

const MatrixPoint = Type.Object(
  {
    input: ref('Location'),
    location: Type.Unsafe({ anyOf: [ref('Location'), { type: 'null' }] }),
    snap_distance_meters: orNull('number', {
      minimum: 0,
      description: 'Meters between `input` and `location`, 1 decimal.',
    }),
    name: Type.Optional(orNull('string', { description: 'Name of the road there.' })),
  },
  { description: 'A point that was sent, and the nearest road; null where none is near enough.' },
);

const UnreachableCell = Type.Object(
  {
    origin: index('origin'),
    destination: index('destination'),
    reason: Type.Unsafe<string>({
      type: 'string',
      enum: ['no_path', 'not_on_network', 'too_far'],
      description: 'What `/v1/route` would say.',
    }),
  },
  { description: 'A cell without a route.' },
);

const FartherCell = Type.Object(
  {
    origin: index('origin'),
    destination: index('destination'),
    from: ref('Waypoint'),
    to: ref('Waypoint'),
  },
  { description: 'A route between farther roads, because no path connects the nearest ones.' },
);

const MatrixResponse = Type.Object(
  {
    mode: Type.Unsafe<string>({
      type: 'string',
      enum: TRAVEL_MODES,
      description: 'The travel mode used.',
    }),
    origins: Type.Array(ref('MatrixPoint'), { minItems: 1 }),
    destinations: Type.Array(ref('MatrixPoint'), { minItems: 1 }),
    durations: Type.Optional(cells('Seconds')),
    distances: Type.Optional(cells('Meters')),
    unreachable: Type.Array(ref('UnreachableCell'), { description: 'Why cells are null; mostly empty.' }),
    farther_ends: Type.Array(ref('FartherCell'), {
      description: 'Cells whose routes begin or end elsewhere than at the nearest roads; mostly empty.',
    }),
  },
  { description: 'Times, and distances, from each origin to each destination.' },
);

/** What /v1/matrix answers, beside the schemas of /v1/route; `matrix-body.ts` writes it. */
export const MATRIX_SCHEMAS: Readonly<Record<string, TSchema>> = {
  MatrixResponse,
  MatrixPoint,
  UnreachableCell,
  FartherCell,
};
