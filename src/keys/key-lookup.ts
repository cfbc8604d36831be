import type { ApiKey } from './api-key.js';

/**
 * Key lookup for requests: what a request asks before anything else. A known key never
 * waits for a disk or a network.
 */
export interface KeyLookup {
  /**
   * The key of a token; null when there is none. Expired and revoked keys are found too, see `keyStatus`.
   *
   * A known key, or text that is no token, is answered at once. A promise is returned only when the store
   * must be asked whether the key was made a moment ago. `lastUsedAt` may be older than in the store.
   */
  find(token: string): ApiKey | null | Promise<ApiKey | null>;
  /** Notes that the key was used. The store learns of it later, in batches. */
  touched(id: string): void;
  /**
   * `degraded`: the store does not answer or has lost its keys, but known keys still work; or there is no key
   * at all. `fail`: the store was never read.
   */
  state(): 'ok' | 'degraded' | 'fail';
}
