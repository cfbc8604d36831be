import type { ApiKeyRow } from '../database/schema/key-schema.js';
import { KEY_SCOPES } from './api-key.js';
import type { StoredKey } from './api-key.js';

/** A key as both databases keep it. */
export function toRow({ key, hash }: StoredKey): ApiKeyRow {
  return {
    id: key.id,
    hash,
    name: key.name,
    endpoints: key.endpoints.join(','),
    rate_limit: key.rateLimit,
    created_at: key.createdAt.getTime(),
    expires_at: key.expiresAt?.getTime() ?? null,
    revoked_at: key.revokedAt?.getTime() ?? null,
    last_used_at: key.lastUsedAt?.getTime() ?? null,
    revision: 0,
  };
}

export function fromRow(row: Omit<ApiKeyRow, 'revision'>): StoredKey {
  const scopes = row.endpoints.split(',');
  const key = {
    id: row.id,
    name: row.name,
    endpoints: KEY_SCOPES.filter((endpoint) => scopes.includes(endpoint)),
    rateLimit: row.rate_limit,
    createdAt: new Date(row.created_at),
    expiresAt: dateOrNull(row.expires_at),
    revokedAt: dateOrNull(row.revoked_at),
    lastUsedAt: dateOrNull(row.last_used_at),
  };
  return { key, hash: row.hash };
}

/** The same items in groups of at most `size`. */
export function batches<T>(items: readonly T[], size: number): T[][] {
  const groups: T[][] = [];
  for (let first = 0; first < items.length; first += size) groups.push(items.slice(first, first + size));
  return groups;
}

function dateOrNull(time_ms: number | null): Date | null {
  return time_ms === null ? null : new Date(time_ms);
}
