import type { ApiKey, KeyEdit, StoredKey } from './api-key.js';
import { KeyFieldError } from './key-field-error.js';
import {
  checkedAddresses,
  checkedExpiry,
  checkedName,
  checkedQuota,
  checkedRateLimit,
} from './key-fields.js';
import { checkedOrigins } from './key-origins.js';
import type { KeyStore } from './key-store.js';
import { createToken, hashToken } from './key-token.js';
import { checkProject } from './project-bounds.js';

/** The maximum time for which the old secret still works after a rotation: one week. */
export const GRACE_MAX_S = 7 * 86_400;

/**
 * Edits a key. Services that use the key notice the change within a second or two.
 * @returns null if the key does not exist
 * @throws KeyFieldError if a value exceeds a limit, or the key is revoked
 */
export async function editKey(
  store: KeyStore,
  id: string,
  edit: KeyEdit,
  now: Date = new Date(),
): Promise<ApiKey | null> {
  const stored = await store.get(id);
  if (stored === null) return null;
  refuseRevoked(stored.key);
  const change = checkedEdit(edit, now);
  const { projectId } = stored.key;
  if (change.rateLimit !== undefined) await checkProject(store, { projectId, rateLimit: change.rateLimit });
  return (await store.edit(id, change))?.key ?? null;
}

/**
 * Replaces a key's secret immediately. The old secret keeps working for `grace_s` seconds and is then refused
 * as expired. Requests with either secret count in the same window. A secret from before an earlier rotation
 * stops working immediately.
 * @returns the key and its new token, which cannot be read later; null if the key does not exist
 * @throws KeyFieldError if the grace period is out of range, or if the key is revoked or was rotated in the
 * meantime
 */
export async function rotateKey(
  store: KeyStore,
  id: string,
  grace_s: number,
  now: Date = new Date(),
): Promise<{ key: ApiKey; token: string } | null> {
  const rotation = await prepareRotation(store, id, grace_s, now);
  return rotation === null ? null : { key: await rotation.store(), token: rotation.token };
}

/** A rotation that has not been stored yet, for callers that want to save the token first. */
export interface Rotation {
  token: string;
  /** @throws KeyFieldError if the key was rotated or revoked in the meantime */
  store: () => Promise<ApiKey>;
  /**
   * Restores the key's earlier secret. If the key has been changed in the meantime, the key is left
   * unchanged, and the result is false.
   */
  undo: () => Promise<boolean>;
}

/** Prepares a rotation in the same way as `rotateKey`, but does not store it. */
export async function prepareRotation(
  store: KeyStore,
  id: string,
  grace_s: number,
  now: Date = new Date(),
): Promise<Rotation | null> {
  if (!(Number.isFinite(grace_s) && grace_s >= 0 && grace_s <= GRACE_MAX_S))
    throw new KeyFieldError('grace', 'out_of_range', 'the grace period of a rotation must be 0 to 7 days');
  const stored = await store.get(id);
  if (stored === null) return null;
  refuseRevoked(stored.key);
  await checkProject(store, { projectId: stored.key.projectId, rateLimit: null });
  const token = createToken();
  const [from, to] = [stored.hash, hashToken(token)];
  return {
    token,
    undo: async () => (await store.rotate(id, { from: to, to: from, until: now })) !== null,
    store: async () => {
      const until = new Date(now.getTime() + grace_s * 1000);
      const rotated = await store.rotate(id, { from, to, until });
      if (rotated !== null) return rotated.key;
      const message = `the key ${id} was rotated or revoked in the meantime; check it before trying again`;
      throw new KeyFieldError('key', 'changed_meanwhile', message);
    },
  };
}

function refuseRevoked({ id, revokedAt }: StoredKey['key']): void {
  if (revokedAt !== null) throw new KeyFieldError('key', 'revoked', `the key ${id} is permanently revoked`);
}

/** Checks the fields and returns only those that are defined. */
function checkedEdit(edit: KeyEdit, now: Date): KeyEdit {
  const { name, rateLimit, expiresAt, allowedOrigins, allowedAddresses, monthlyQuota, quotaRefuses } = edit;
  return {
    ...(name === undefined ? {} : { name: checkedName(name) }),
    ...(rateLimit === undefined ? {} : { rateLimit: checkedRateLimit(rateLimit) }),
    ...(expiresAt === undefined ? {} : { expiresAt: checkedExpiry(expiresAt, now) }),
    ...(allowedOrigins === undefined ? {} : { allowedOrigins: checkedOrigins(allowedOrigins) }),
    ...(allowedAddresses === undefined ? {} : { allowedAddresses: checkedAddresses(allowedAddresses) }),
    ...(monthlyQuota === undefined ? {} : { monthlyQuota: checkedQuota(monthlyQuota) }),
    ...(quotaRefuses === undefined ? {} : { quotaRefuses }),
  };
}
