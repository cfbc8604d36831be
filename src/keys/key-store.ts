import type { KeyEdit, StoredKey } from './api-key.js';
import type { Project, ProjectEdit } from './project.js';

/**
 * A store for keys: a SQLite file or PostgreSQL. A store receives only a token's SHA-256, never the token
 * itself. If the store does not answer, its methods throw. An InputError's message names the location and the
 * remedy.
 */
export interface KeyStore {
  /** @throws InputError if the id or the hash is already taken */
  create(key: StoredKey): Promise<void>;
  /** Returns all keys, or all of a project's keys, oldest first. */
  list(projectId?: string): Promise<StoredKey[]>;
  /** Returns null if the key does not exist. */
  get(id: string): Promise<StoredKey | null>;
  /**
   * Revokes a key and returns it. If it was already revoked, it keeps the earlier time. Returns null if the
   * key does not exist.
   */
  revoke(id: string, at: Date): Promise<StoredKey | null>;
  /** Writes values without checking them; see `editKey`. Returns null if the key does not exist. */
  edit(id: string, edit: KeyEdit): Promise<StoredKey | null>;
  /**
   * Returns null, and changes nothing, if the key does not exist, is revoked, or has a hash other than
   * `from`.
   */
  rotate(id: string, rotation: KeyRotation): Promise<StoredKey | null>;
  /** Returns the monthly quotas above which requests are refused, for keys and projects in use. */
  quotas(): Promise<KeyQuota[]>;
  /** Returns all projects, including archived ones, oldest first. */
  projects(): Promise<Project[]>;
  /** Returns null if the project does not exist. */
  project(id: string): Promise<Project | null>;
  /** @throws InputError if the id is already taken */
  createProject(project: Project): Promise<void>;
  /** Writes values without checking them; see `editProject`. Returns null if the project does not exist. */
  editProject(id: string, edit: ProjectEdit): Promise<Project | null>;
  /**
   * Returns the keys and projects that were created, revoked, rotated or edited since a cursor, or all of
   * them if the cursor is null. A new `lastUsedAt` does not count as a change.
   * @param page receives the keys in batches, if the store supports that; the result then contains no keys
   */
  changes(since: KeyCursor | null, page?: KeyPage): Promise<KeyChanges>;
  /** Records that the keys were used. Throws an error instead of waiting a long time for another writer. */
  touch(ids: readonly string[], at: Date): Promise<void>;
  /**
   * Calls `wake` soon after a change, if the store supports this. `wake` may be called without a change, or
   * not at all, so callers that must not miss a change use `changes`.
   */
  onChange?(wake: () => void): void;
  close(): Promise<void>;
}

/** A store with the additional functions that commands need. */
export interface WholeKeyStore extends KeyStore {
  /** The location of the keys, without a password, for messages. */
  readonly place: string;
  /** Whether opening the store created the database. */
  readonly isNew: boolean;
  /**
   * Stores all of these keys, or none.
   * @throws InputError if an id or a hash is already taken
   */
  createAll(keys: readonly StoredKey[]): Promise<void>;
  /**
   * Copies all keys to a new file.
   * @returns the number of keys
   * @throws InputError if the file exists or the store does not support backups
   */
  backup(target: string): Promise<number>;
}

/** A position in a store's history. Only the store can interpret it. */
export type KeyCursor = string;

/** A new secret for an existing key. `hashToken` makes the hashes. */
export interface KeyRotation {
  from: string;
  to: string;
  /** The time until which `from` still works. */
  until: Date;
}

/** A monthly quota for one key, or for all of a project's keys in total. */
export interface KeyQuota {
  /** The id of the key or project. */
  id: string;
  keyIds: string[];
  quota: number;
}

/** @param complete see `KeyChanges` */
export type KeyPage = (keys: readonly StoredKey[], complete: boolean) => void;

export interface KeyChanges {
  keys: StoredKey[];
  /** A key may be returned before its project. */
  projects: Project[];
  /** The cursor for the next call of `changes`. */
  cursor: KeyCursor;
  /**
   * True for the first call, and after the store was replaced. In that case, `keys` and `projects` contain
   * the whole store and replace everything known before.
   */
  complete: boolean;
  /** A fault in a store that can still be read. */
  problem?: Error;
}
