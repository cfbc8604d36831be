import type { KeyEdit, StoredKey } from './api-key.js';
import type { Project, ProjectEdit } from './project.js';

/**
 * Where keys live: a SQLite file or PostgreSQL. Only the SHA-256 of a token reaches a store, never the token.
 * A store that does not answer throws. The message of an InputError names the place and the remedy.
 */
export interface KeyStore {
  /** @throws InputError when the id or the hash is taken already. */
  create(key: StoredKey): Promise<void>;
  /** Every key, or every key of a project, oldest first. */
  list(projectId?: string): Promise<StoredKey[]>;
  /** Null: no such key. */
  get(id: string): Promise<StoredKey | null>;
  /** Revokes a key and returns it. An earlier revocation keeps its time. Null: no such key. */
  revoke(id: string, at: Date): Promise<StoredKey | null>;
  /** Writes values as they are, without any check; see `editKey`. Null: no such key. */
  edit(id: string, edit: KeyEdit): Promise<StoredKey | null>;
  /** Null: no such key, or its hash is not `from`, or it is revoked. Then nothing has changed. */
  rotate(id: string, rotation: KeyRotation): Promise<StoredKey | null>;
  /** The monthly quotas that refuse, of keys and of projects that are in use. */
  quotas(): Promise<KeyQuota[]>;
  /** Every project, also archived ones, oldest first. */
  projects(): Promise<Project[]>;
  /** Null: no such project. */
  project(id: string): Promise<Project | null>;
  /** @throws InputError when the id is taken already. */
  createProject(project: Project): Promise<void>;
  /** Writes values as they are, without any check; see `editProject`. Null: no such project. */
  editProject(id: string, edit: ProjectEdit): Promise<Project | null>;
  /**
   * Keys and projects that were created, revoked, rotated or edited since a cursor; null: since the
   * beginning. A new `lastUsedAt` alone is not a change.
   * @param page is given the keys, some at a time, where the store reads them so; the answer has none then
   */
  changes(since: KeyCursor | null, page?: KeyPage): Promise<KeyChanges>;
  /** Notes that the keys were used. Does not wait long for another writer: it throws when there is one. */
  touch(ids: readonly string[], at: Date): Promise<void>;
  /**
   * Calls `wake` soon after a change, where the store can. It may call without a change, or not at all: who
   * wants to know for sure asks for `changes`.
   */
  onChange?(wake: () => void): void;
  close(): Promise<void>;
}

/** A store with what commands need besides. */
export interface WholeKeyStore extends KeyStore {
  /** Where the keys are, for messages: without a password. */
  readonly place: string;
  /** Whether opening it made the database. */
  readonly isNew: boolean;
  /**
   * Stores all of these keys, or none.
   * @throws InputError when an id or a hash is taken already.
   */
  createAll(keys: readonly StoredKey[]): Promise<void>;
  /**
   * Copies all keys into a new file.
   * @returns how many there are
   * @throws InputError when the file is there already, or the store cannot do it.
   */
  backup(target: string): Promise<number>;
}

/** A position in the history of a store. Only the store knows what it means. */
export type KeyCursor = string;

/** Another secret for the same key. Hashes are made by `hashToken`. */
export interface KeyRotation {
  from: string;
  to: string;
  /** How long `from` still works. */
  until: Date;
}

/** A monthly quota of one key, or of all keys of a project together. */
export interface KeyQuota {
  /** Of the key or the project. */
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
  /** To be passed to the next call of `changes`. */
  cursor: KeyCursor;
  /**
   * True on the first call, and after the store was replaced by another. Then `keys` and
   * `projects` are the whole store and replace everything known before.
   */
  complete: boolean;
  /** Faults of a store that can be read. */
  problem?: Error;
}
