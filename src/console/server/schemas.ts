import { Type, type TSchema } from '@sinclair/typebox';
import { ENDPOINTS } from '../api/project-data.js';
import { PASSWORD_MAX } from '../accounts/guards/checked-fields.js';

/**
 * Parts of the request schemas. The schemas limit only types and lengths; the code that uses a value checks
 * its meaning. The types of the schemas must match the contract: see `RouteTable`.
 */

/**
 * This limit exceeds the length of any valid name, because a later check produces the message that users see.
 */
export const NAME = Type.String({ maxLength: 400 });
export const EMAIL = Type.String({ maxLength: 400 });
export const PASSWORD = Type.String({ maxLength: PASSWORD_MAX * 4 });
export const TOKEN = Type.String({ minLength: 1, maxLength: 200 });
export const LANGUAGE = Type.Union([Type.Literal('mn'), Type.Literal('en')]);
export const ROLE = Type.Union([Type.Literal('owner'), Type.Literal('member'), Type.Literal('viewer')]);
export const ENDPOINT = Type.Union(ENDPOINTS.map((name) => Type.Literal(name)));
export const PERIOD = Type.Union([Type.Literal('today'), Type.Literal('30d'), Type.Literal('13m')]);
export const CREDENTIAL = Type.Record(Type.String(), Type.Unknown());
export const WHOLE_OR_NULL = Type.Union([Type.Integer(), Type.Null()]);
/** The cursor at which a page of a list starts: the `before` value from the previous page. */
export const PAGE = Type.Optional(Type.String({ maxLength: 60 }));
const TEXT_OR_NULL = Type.Union([Type.String({ maxLength: 100 }), Type.Null()]);

/** The fields of a key that can be changed. */
export const KEY_FIELDS = {
  rate_limit: Type.Optional(WHOLE_OR_NULL),
  expires_at: Type.Optional(TEXT_OR_NULL),
  monthly_quota: Type.Optional(WHOLE_OR_NULL),
  quota_refuses: Type.Optional(Type.Boolean()),
  allowed_origins: Type.Optional(Type.Array(Type.String({ maxLength: 400 }), { maxItems: 200 })),
  allowed_addresses: Type.Optional(Type.Array(Type.String({ maxLength: 100 }), { maxItems: 200 })),
};

export function strict<T extends Record<string, TSchema>>(fields: T) {
  return Type.Object(fields, { additionalProperties: false });
}

/** A one-time code, or a recovery code. */
export const CODE = Type.String({ minLength: 6, maxLength: 40 });
