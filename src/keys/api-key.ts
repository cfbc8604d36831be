/**
 * The endpoints that a key may be allowed to call. The names are the same as in `allowed_endpoints` in the
 * specification.
 */
export const KEY_SCOPES = [
  ...(['geocode', 'route', 'matrix', 'isochrone', 'places', 'match', 'trip', 'zones'] as const),
] as const;
export type KeyScope = (typeof KEY_SCOPES)[number];

/** An API key without its secret token. */
export interface ApiKey {
  /** A public id that identifies the key in logs and on the command line. */
  id: string;
  /** The id of its project. */
  projectId: string;
  /**
   * The id of the account that created the key. Null if the key was created by a command or at the first
   * start, or if the account has been deleted.
   */
  createdBy: string | null;
  name: string;
  /** At least one endpoint, in the order of `KEY_SCOPES`. */
  endpoints: readonly KeyScope[];
  /**
   * Requests per one-minute window. If null, the deployment's default applies. The project may lower this
   * limit.
   */
  rateLimit: number | null;
  /**
   * Web origins whose pages may use the key (see `key-origins.ts`). If the list is empty, all pages may use
   * the key.
   */
  allowedOrigins: readonly string[];
  /**
   * Addresses that may use the key (see `ip-range.ts`). If the list is empty, all addresses may use the key.
   */
  allowedAddresses: readonly string[];
  /** The maximum number of requests in a month of the deployment's time zone. Null if there is no quota. */
  monthlyQuota: number | null;
  /** Whether requests above the quota are refused. If not, exceeding the quota is only reported. */
  quotaRefuses: boolean;
  createdAt: Date;
  /** The key is refused from this moment on. Null if the key never expires. */
  expiresAt: Date | null;
  revokedAt: Date | null;
  /** The time is accurate to a few seconds. Null if the key was never used. */
  lastUsedAt: Date | null;
  /** The previous secret is refused from this moment on. Null if the key was never rotated. */
  previousExpiresAt: Date | null;
}

export interface StoredKey {
  key: ApiKey;
  /** The token's hash, made by `hashToken`. */
  hash: string;
  /** The hash of the token before the last rotation. Null if the key was never rotated. */
  previousHash: string | null;
}

/**
 * The fields of a key that can be edited. Undefined fields stay unchanged. The endpoints never change: a key
 * is limited to the endpoints chosen when it was created (specification, section 5.2).
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
 * Returns a key's status at a given time. Expiry is checked before revocation, because requests are answered
 * in this order: 401 expired, then 403 revoked.
 */
export function keyStatus(key: ApiKey, now_ms: number): KeyStatus {
  if (key.expiresAt !== null && key.expiresAt.getTime() <= now_ms) return 'expired';
  return key.revokedAt === null ? 'active' : 'revoked';
}
