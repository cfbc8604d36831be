import { Type, type Static, type TSchema, type TUnsafe } from '@sinclair/typebox';
import { ERROR_STATUS } from '../../../errors.js';
import { KEY_SCOPES } from '../../../keys/api-key.js';

const ErrorDetail = Type.Object(
  {
    code: Type.Unsafe<string>({
      type: 'string',
      enum: Object.keys(ERROR_STATUS),
      description: 'A stable, machine-readable code.',
    }),
    message: Type.String({
      description: 'A message for people. Its wording may change, so do not parse it.',
    }),
    details: Type.Optional(
      orNull('object', {
        description:
          'Structured context. `field` names the parameter, `reason` is a short stable ' +
          'word (among them `missing`, `repeated`, `too_short`, `too_long`, `too_few_letters`, ' +
          '`not_a_number`, `not_an_integer`, `out_of_range`, `bad_format`, `bad_encoding`, ' +
          '`conflicting_modes`, `unknown_mode`, `too_far`; `expired`; `origin_not_on_network`, ' +
          '`destination_not_on_network`, `no_path`, `unknown_place`), `allowed_endpoints` lists the ' +
          'endpoints that ' +
          'the key may call. ' +
          'More members may be added.',
        properties: {
          field: { type: 'string' },
          reason: { type: 'string' },
          allowed_endpoints: { type: 'array', items: { type: 'string', enum: KEY_SCOPES } },
          distance_meters: {
            type: 'number',
            description: 'With `too_far`: the distance between the two points.',
          },
          max_distance_meters: { type: 'number', description: 'With `too_far`: the maximum distance.' },
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
  { description: 'The error: a code for programs, a message for people.' },
);

const ErrorResponse = Type.Object(
  { error: ref<typeof ErrorDetail>('ErrorDetail') },
  { additionalProperties: false, description: 'The envelope that all errors share.' },
);

/** Schemas of the envelope that all errors share. */
export const ERROR_SCHEMAS = { ErrorResponse, ErrorDetail };

/**
 * Parts of the JSON Schemas for answers. The parts have the same names as under `components.schemas` in the
 * API description.
 */

/** @typeParam Schema the type of the schema with that name */
export function ref<Schema extends TSchema>(name: string): TUnsafe<Static<Schema>> {
  return Type.Unsafe({ $ref: `#/components/schemas/${name}` });
}

interface Named {
  string: string;
  number: number;
  integer: number;
  object: Readonly<Record<string, unknown>>;
}

export function orNull<Name extends keyof Named>(type: Name, options: object): TUnsafe<Named[Name] | null> {
  return Type.Unsafe({ type: [type, 'null'], ...options });
}
