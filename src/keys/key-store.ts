import type { StoredKey } from './api-key.js';

/**
 * Where keys live: SQLite now, PostgreSQL later. Only the SHA-256 of a token reaches a store, never the token.
 * A store that is away throws; the message of an InputError names the place and the remedy.
 */
export interface KeyStore {
  /** @throws InputError when the id or the hash is taken already. */
  create(key: StoredKey): Promise<void>;
  /** Every key, oldest first. */
  list(): Promise<StoredKey[]>;
  get(id: string): Promise<StoredKey | null>;
  /** Keeps the time of an earlier revocation. Null: no such key. */
  revoke(id: string, at: Date): Promise<StoredKey | null>;
  /** What was created, revoked or edited since; `lastUsedAt` alone is no change. Null: from the beginning. */
  changes(since: KeyCursor | null): Promise<KeyChanges>;
  /** Notes that the keys were used; never waits for another writer, but throws when there is one. */
  touch(ids: readonly string[], at: Date): Promise<void>;
  close(): Promise<void>;
}

/** A place in a store's history; opaque to everyone but the store. */
export type KeyCursor = string;

export interface KeyChanges {
  keys: StoredKey[];
  /** Pass it to the next call. */
  cursor: KeyCursor;
  /** `keys` is the whole store, and replaces what was known: on the first call, and after the store was swapped for another. */
  complete: boolean;
}
