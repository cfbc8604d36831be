import type { ApiKey } from './api-key.js';
import type { KeyRules } from './key-rules.js';

/** A window shared by all keys of a project, or by all projects of an organisation. */
export interface SharedWindow {
  id: string;
  limit: number;
  /** `details.reason` of a request that is refused because the window is full. */
  reason: 'project_limit' | 'organisation_limit';
}

/**
 * A project's rules for each of its keys. All the project's keys share this object, which is updated with the
 * project.
 */
export interface ProjectBounds {
  id: string;
  /** Null if the project belongs to no organisation. */
  organisationId: string | null;
  /** The maximum rate limit of each key, in requests per minute; infinity if there is none. */
  rateLimit: number;
  /** Windows that count all of the project's requests, in addition to the windows of its keys. */
  windows: readonly SharedWindow[];
  /** Whether the project's keys are refused like revoked keys. */
  isArchived: boolean;
}

/** The key that belongs to a request's token. */
export interface FoundKey {
  readonly key: ApiKey;
  readonly project: ProjectBounds;
  /** The rules on where the key may be used; null if it may be used everywhere. */
  readonly rules: KeyRules | null;
  /**
   * The time when the secret that was sent expires, in Unix milliseconds, because it predates the last
   * rotation. Infinity if the secret is the key's current secret.
   */
  readonly secretUntil_ms: number;
}

/**
 * Finds a request's key before the request is processed any further. Looking up a known key never waits for a
 * disk or a network.
 */
export interface KeyLookup {
  /**
   * Returns the key of a token, or null if there is none. Expired and revoked keys are also found (see
   * `keyStatus`).
   *
   * A known key, or text that cannot be a token, is answered immediately. The result is a promise only if the
   * store must be asked whether the key was created a moment ago. The returned `lastUsedAt` may be older than
   * the one in the store.
   */
  find(token: string): FoundKey | null | Promise<FoundKey | null>;
  /** Records that the key was used. The store is updated later, in batches. */
  touched(id: string): void;
  /**
   * `degraded` if the store does not answer or has lost its keys, but known keys still work, or if there are
   * no keys at all. `fail` if the store was never read.
   */
  state(): 'ok' | 'degraded' | 'fail';
}
