/** What a key may be allowed to call: the scope names of the specification's `allowed_endpoints`. */
export const ENDPOINTS = ['geocode', 'route'] as const;
export type Endpoint = (typeof ENDPOINTS)[number];

export interface ApiKey {
  /** Public: it names the key in logs and on the command line. */
  id: string;
  name: string;
  /** At least one, in the order of `ENDPOINTS`. */
  endpoints: readonly Endpoint[];
  /** Requests per one-minute window; null: the deployment's default. */
  rateLimit: number | null;
  createdAt: Date;
  /** Null: never. The key is refused from this moment on. */
  expiresAt: Date | null;
  revokedAt: Date | null;
  /** To a few seconds; null: never used. */
  lastUsedAt: Date | null;
}

export interface StoredKey {
  key: ApiKey;
  /** Of the token, as `hashToken` makes it. */
  hash: string;
}

export type KeyStatus = 'active' | 'expired' | 'revoked';

/** Expiry comes before revocation, in the order in which a request is answered: 401 expired, then 403 revoked. */
export function keyStatus(key: ApiKey, now_ms: number): KeyStatus {
  if (key.expiresAt !== null && key.expiresAt.getTime() <= now_ms) return 'expired';
  return key.revokedAt === null ? 'active' : 'revoked';
}
