import type { KeyEdit, StoredKey } from './api-key.js';
import type { Project, ProjectEdit } from './project.js';

/**
 * The store of keys: a SQLite file or PostgreSQL. Only the SHA-256 of a token reaches a store, never the
 * token. A store that does not answer throws. The message of an InputError names the place and the remedy.
 */
export interface KeyStore {
  /** @throws InputError if the id or the hash is already taken. */
  create(key: StoredKey): Promise<void>;
  /** Every key, or every key of a project, oldest first. */
  list(projectId?: string): Promise<StoredKey[]>;
  /** Null: no such key. */
  get(id: string): Promise<StoredKey | null>;
  /** Revokes a key and returns it. An earlier revocation keeps its time. Null: no such key. */
  revoke(id: string, at: Date): Promise<StoredKey | null>;
  /** Writes values unchecked; see `editKey`. Null: no such key. */
  edit(id: string, edit: KeyEdit): Promise<StoredKey | null>;
  /** Null: no such key, or its hash is not `from`, or it is revoked. Then nothing has changed. */
  rotate(id: string, rotation: KeyRotation): Promise<StoredKey | null>;
  /** The monthly quotas that refuse requests, of keys and of projects in use. */
  quotas(): Promise<KeyQuota[]>;
  /** Every project, also archived ones, oldest first. */
  projects(): Promise<Project[]>;
  /** Null: no such project. */
  project(id: string): Promise<Project | null>;
  /** @throws InputError if the id is already taken. */
  createProject(project: Project): Promise<void>;
  /** Writes values unchecked; see `editProject`. Null: no such project. */
  editProject(id: string, edit: ProjectEdit): Promise<Project | null>;
  /**
   * Keys and projects that were created, revoked, rotated or edited since a cursor; null: since the
   * beginning. A new `lastUsedAt` alone is not a change.
   * @param page gets the keys a few at a time, if the store reads them so; the answer then has none
   */
  changes(since: KeyCursor | null, page?: KeyPage): Promise<KeyChanges>;
  /** Notes that the keys were used. It does not wait long for another writer, but throws. */
  touch(ids: readonly string[], at: Date): Promise<void>;
  /**
   * Calls `wake` soon after a change, if the store can. It may call without a change, or not at all: callers
   * that need certainty ask for `changes`.
   */
  onChange?(wake: () => void): void;
  close(): Promise<void>;
}

/** A store with the functions that commands need besides. */
export interface WholeKeyStore extends KeyStore {
  /** The location of the keys without a password, for messages. */
  readonly place: string;
  /** Whether opening it made the database. */
  readonly isNew: boolean;
  /**
   * Stores all of these keys, or none.
   * @throws InputError if an id or a hash is already taken.
   */
  createAll(keys: readonly StoredKey[]): Promise<void>;
  /**
   * Copies all keys into a new file.
   * @returns their number
   * @throws InputError if the file exists, or the store cannot do it.
   */
  backup(target: string): Promise<number>;
}

/** A position in the history of a store. Only the store knows what it means. */
export type KeyCursor = string;

/** Another secret for the same key. `hashToken` makes the hashes. */
export interface KeyRotation {
  from: string;
  to: string;
  /** How long `from` still works. */
  until: Date;
}

/** A monthly quota of one key, or of all keys of a project together. */
export interface KeyQuota {
  /** The id of the key or the project. */
  id: string;
  keyIds: string[];
  quota: number;
}

/** @param complete see `KeyChanges` */
export type KeyPage = (keys: readonly StoredKey[], complete: boolean) => void;

export interface KeyChanges {
  keys: StoredKey[];
  /** A key may come before its project. */
  projects: Project[];
  /** The argument for the next call of `changes`. */
  cursor: KeyCursor;
  /**
   * True on the first call, and after the store was replaced by another. Then `keys` and
   * `projects` are the whole store and replace everything known before.
   */
  complete: boolean;
  /** The fault of a store that can still be read. */
  problem?: Error;
}
