/**
 * Endpoints that a key may be allowed to call. The names are those of
 * `allowed_endpoints` in the specification.
 */
export const KEY_SCOPES = ['geocode', 'route'] as const;
export type KeyScope = (typeof KEY_SCOPES)[number];

/** An API key without its secret token. */
export interface ApiKey {
  /** Public; names the key in logs and on the command line. */
  id: string;
  name: string;
  /** At least one, in the order of `KEY_SCOPES`. */
  endpoints: readonly KeyScope[];
  /** Requests per one-minute window. Null: the deployment's default. */
  rateLimit: number | null;
  createdAt: Date;
  /** The key is refused from this moment on. Null: it never expires. */
  expiresAt: Date | null;
  revokedAt: Date | null;
  /** Accurate to a few seconds. Null: never used. */
  lastUsedAt: Date | null;
}

export interface StoredKey {
  key: ApiKey;
  /** Hash of the token, made by `hashToken`. */
  hash: string;
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
