import type { ApiKey } from './api-key.js';
import type { KeyRules } from './key-rules.js';

/** The window of all keys of a project, or of all projects of an organisation. */
export interface SharedWindow {
  id: string;
  limit: number;
  /** Why a request is refused if the window is full: `details.reason`. */
  reason: 'project_limit' | 'organisation_limit';
}

/** A project's rules for each of its keys. One object for all of them, which follows the project. */
export interface ProjectBounds {
  id: string;
  /** Null: the project belongs to none. */
  organisationId: string | null;
  /** Most requests per minute of each key; infinity: no bound. */
  rateLimit: number;
  /** Windows that count all its requests, in addition to those of its keys. */
  windows: readonly SharedWindow[];
  /** Its keys are refused like revoked ones. */
  isArchived: boolean;
}

/** A key, as a request finds it. */
export interface FoundKey {
  readonly key: ApiKey;
  readonly project: ProjectBounds;
  /** The places where it may be used; null: everywhere. */
  readonly rules: KeyRules | null;
  /**
   * The secret that was sent expires at this moment (Unix milliseconds), because it is the one before the
   * last rotation. Infinity: it is the key's present secret.
   */
  readonly secretUntil_ms: number;
}

/**
 * Finds the key of a request, before anything else happens. A known key never waits for a disk or a network.
 */
export interface KeyLookup {
  /**
   * The key of a token; null if there is none. Expired and revoked keys are found too, see `keyStatus`.
   *
   * A known key, or text that cannot be a token, is answered at once. A promise is returned only when the
   * store must be asked whether the key was made a moment ago. `lastUsedAt` may be older than in the store.
   */
  find(token: string): FoundKey | null | Promise<FoundKey | null>;
  /** Notes that the key was used. The store learns of it later, in batches. */
  touched(id: string): void;
  /**
   * `degraded`: the store does not answer or has lost its keys, but known keys still work; or there are no
   * keys at all. `fail`: the store was never read.
   */
  state(): 'ok' | 'degraded' | 'fail';
}
