import { DEFAULT_PROJECT } from './project.js';
import type { ApiKey, KeyScope, StoredKey } from './api-key.js';
import {
  checkedAddresses,
  checkedEndpoints,
  checkedExpiry,
  checkedName,
  checkedQuota,
  checkedRateLimit,
} from './key-fields.js';
import { checkedOrigins } from './key-origins.js';
import type { KeyStore } from './key-store.js';
import { createToken, hashToken, randomText } from './key-token.js';
import { checkProject } from './project-bounds.js';

/**
 * A caller's request to create a key. The fields are the same as in `ApiKey`, and `createKey` checks them.
 */
export interface KeyRequest {
  name: string;
  endpoints: readonly KeyScope[];
  rateLimit: number | null;
  expiresAt: Date | null;
  /** By default `DEFAULT_PROJECT`. */
  projectId?: string | undefined;
  createdBy?: string | null | undefined;
  allowedOrigins?: readonly string[] | undefined;
  allowedAddresses?: readonly string[] | undefined;
  monthlyQuota?: number | null | undefined;
  quotaRefuses?: boolean | undefined;
}

/**
 * Creates a key and stores it. The token exists only in the returned value and cannot be read later.
 * @throws KeyFieldError if the request exceeds a limit, or one of its project's limits
 */
export async function createKey(
  store: KeyStore,
  request: KeyRequest,
  now: Date = new Date(),
): Promise<{ key: ApiKey; token: string }> {
  const { token, ...stored } = makeKey(request, now);
  await checkProject(store, stored.key);
  await store.create(stored);
  return { key: stored.key, token };
}

/**
 * Creates a key without storing it, for callers that want to save the token first. Such callers must call
 * `checkProject` themselves.
 * @throws KeyFieldError if the request exceeds a limit
 */
export function makeKey(request: KeyRequest, now: Date = new Date()): StoredKey & { token: string } {
  const token = createToken();
  const key: ApiKey = {
    id: `key_${randomText(ID_CHARACTERS)}`,
    projectId: request.projectId ?? DEFAULT_PROJECT,
    createdBy: request.createdBy ?? null,
    name: checkedName(request.name),
    endpoints: checkedEndpoints(request.endpoints),
    rateLimit: checkedRateLimit(request.rateLimit),
    allowedOrigins: checkedOrigins(request.allowedOrigins ?? []),
    allowedAddresses: checkedAddresses(request.allowedAddresses ?? []),
    monthlyQuota: checkedQuota(request.monthlyQuota ?? null),
    quotaRefuses: request.quotaRefuses ?? false,
    createdAt: now,
    expiresAt: checkedExpiry(request.expiresAt, now),
    revokedAt: null,
    lastUsedAt: null,
    previousExpiresAt: null,
  };
  return { key, hash: hashToken(token), previousHash: null, token };
}

/** The id has 71 random bits, so that two keys in a deployment never get the same id. */
const ID_CHARACTERS = 12;
