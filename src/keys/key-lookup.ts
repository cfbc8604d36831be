import type { ApiKey } from './api-key.js';
import type { KeyRules } from './key-rules.js';

/** The window of all keys of a project, or of all projects of an organisation. */
export interface SharedWindow {
  id: string;
  limit: number;
  /** Why a request is refused when it is full: `details.reason`. */
  reason: 'project_limit' | 'organisation_limit';
}

/** A project's rules for each of its keys. One object for all of them, which follows the project. */
export interface ProjectBounds {
  id: string;
  /** Null: it belongs to none. */
  organisationId: string | null;
  /** Most requests per minute of each key; infinity: no bound. */
  rateLimit: number;
  /** Windows that all of its requests count in beside those of their keys. */
  windows: readonly SharedWindow[];
  /** Its keys are refused like revoked ones. */
  isArchived: boolean;
}

/** A key as a request meets it. */
export interface FoundKey {
  readonly key: ApiKey;
  readonly project: ProjectBounds;
  /** From where it may be used; null: from everywhere. */
  readonly rules: KeyRules | null;
  /**
   * Unix milliseconds from which on the secret that was sent is refused as expired, because it is the one
   * before the last rotation. Infinity: it is the secret of the key.
   */
  readonly secretUntil_ms: number;
}

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
  find(token: string): FoundKey | null | Promise<FoundKey | null>;
  /** Notes that the key was used. The store learns of it later, in batches. */
  touched(id: string): void;
  /**
   * `degraded`: the store does not answer or has lost its keys, but known keys still work; or there is no key
   * at all. `fail`: the store was never read.
   */
  state(): 'ok' | 'degraded' | 'fail';
}
