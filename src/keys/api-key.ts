/**
 * Endpoints that a key may be allowed to call. The names are those of
 * `allowed_endpoints` in the specification.
 */
export const KEY_SCOPES = [
  ...(['geocode', 'route', 'matrix', 'isochrone', 'places', 'match', 'trip', 'zones'] as const),
] as const;
export type KeyScope = (typeof KEY_SCOPES)[number];

/** An API key without its secret token. */
export interface ApiKey {
  /** A public id that names the key in logs and on the command line. */
  id: string;
  /** Id of its project. */
  projectId: string;
  /** Id of the account that made it. Null: a command or the first start did, or the account is gone. */
  createdBy: string | null;
  name: string;
  /** At least one, in the order of `KEY_SCOPES`. */
  endpoints: readonly KeyScope[];
  /** Requests per one-minute window. Null: the deployment's default. The project may bound it. */
  rateLimit: number | null;
  /** Web origins whose pages may use it, see `key-origins.ts`. Empty: all. */
  allowedOrigins: readonly string[];
  /** Addresses that may use it, see `ip-range.ts`. Empty: all. */
  allowedAddresses: readonly string[];
  /** Requests in a month of the deployment's time zone. Null: no quota. */
  monthlyQuota: number | null;
  /** Whether requests above the quota are refused. If not, the quota is only reported. */
  quotaRefuses: boolean;
  createdAt: Date;
  /** The key is refused from this moment on. Null: it never expires. */
  expiresAt: Date | null;
  revokedAt: Date | null;
  /** Accurate to a few seconds. Null: never used. */
  lastUsedAt: Date | null;
  /** The secret before the last rotation is refused from this moment on. Null: there was no rotation. */
  previousExpiresAt: Date | null;
}

export interface StoredKey {
  key: ApiKey;
  /** Hash of the token, made by `hashToken`. */
  hash: string;
  /** Hash of the token before the last rotation. Null: there was no rotation. */
  previousHash: string | null;
}

/**
 * Fields of a key that may change. Undefined fields stay. The endpoints never change: a key is limited
 * to those chosen when it was made (specification, section 5.2).
 */
export interface KeyEdit {
  name?: string | undefined;
  rateLimit?: number | null | undefined;
  expiresAt?: Date | null | undefined;
  allowedOrigins?: readonly string[] | undefined;
  allowedAddresses?: readonly string[] | undefined;
  monthlyQuota?: number | null | undefined;
  quotaRefuses?: boolean | undefined;
}

export type KeyStatus = 'active' | 'expired' | 'revoked';

/**
 * Status of a key at a moment. Expiry comes before revocation, because a request is answered in this
 * order: 401 expired, then 403 revoked.
 */
export function keyStatus(key: ApiKey, now_ms: number): KeyStatus {
  if (key.expiresAt !== null && key.expiresAt.getTime() <= now_ms) return 'expired';
  return key.revokedAt === null ? 'active' : 'revoked';
}
