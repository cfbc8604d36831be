import { createHash, timingSafeEqual } from 'node:crypto';
import { KEY_SCOPES } from '../../../keys/api-key.js';
import type { FoundKey, KeyLookup } from '../../../keys/key-lookup.js';

/**
 * A key that a process creates for itself. It grants unlimited access to everything, and is not stored
 * anywhere.
 */
export class OneKey implements KeyLookup {
  readonly #hash: Buffer;
  readonly #found: FoundKey;

  constructor(token: string) {
    this.#hash = hashOf(token);
    this.#found = {
      key: {
        ...{ id: 'own', projectId: 'own', createdBy: null, name: 'own', endpoints: KEY_SCOPES },
        ...{ rateLimit: Number.MAX_SAFE_INTEGER, allowedOrigins: [], allowedAddresses: [] },
        ...{ monthlyQuota: null, quotaRefuses: false, createdAt: new Date(), expiresAt: null },
        ...{ revokedAt: null, lastUsedAt: null, previousExpiresAt: null },
      },
      project: {
        id: 'own',
        organisationId: null,
        rateLimit: Number.MAX_SAFE_INTEGER,
        windows: [],
        isArchived: false,
      },
      rules: null,
      secretUntil_ms: Number.POSITIVE_INFINITY,
    };
  }

  find(token: string): FoundKey | null {
    return timingSafeEqual(hashOf(token), this.#hash) ? this.#found : null;
  }

  touched(): void {
    // This key's last use is not recorded.
  }

  state(): 'ok' {
    return 'ok';
  }
}

function hashOf(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}
