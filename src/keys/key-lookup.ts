import type { ApiKey } from './api-key.js';

/** The hot path of keys: what a request asks before anything else. It never waits for a disk or a network to serve a known key. */
export interface KeyLookup {
  /**
   * The key of a token, also an expired or revoked one (see `keyStatus`); null when there is none. At once for every known key and for
   * text that is no token; a promise only when the store has to be asked whether the key was made a moment ago.
   * `lastUsedAt` may be older than the store's.
   */
  find(token: string): ApiKey | null | Promise<ApiKey | null>;
  /** Notes that the key was used; written behind, in batches. */
  touched(id: string): void;
  /** `degraded`: the store is away, and what was known before still serves. `fail`: nothing is known at all. */
  state(): 'ok' | 'degraded' | 'fail';
}
