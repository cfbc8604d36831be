import type { StoredKey } from './api-key.js';

/**
 * Where keys live. SQLite is the implementation; the interface leaves room for PostgreSQL. Only the
 * SHA-256 of a token reaches a store, never the token. A store that does not answer throws. The message
 * of an InputError names the place and the remedy.
 */
export interface KeyStore {
  /** @throws InputError when the id or the hash is taken already. */
  create(key: StoredKey): Promise<void>;
  /** Every key, oldest first. */
  list(): Promise<StoredKey[]>;
  /** Null: no such key. */
  get(id: string): Promise<StoredKey | null>;
  /** Revokes a key and returns it. An earlier revocation keeps its time. Null: no such key. */
  revoke(id: string, at: Date): Promise<StoredKey | null>;
  /**
   * Keys that were created, revoked or edited since a cursor; null: since the beginning. A new
   * `lastUsedAt` alone is not a change.
   */
  changes(since: KeyCursor | null): Promise<KeyChanges>;
  /** Notes that the keys were used. Never waits for another writer: it throws when there is one. */
  touch(ids: readonly string[], at: Date): Promise<void>;
  close(): Promise<void>;
}

/** A position in the history of a store. Only the store knows what it means. */
export type KeyCursor = string;

export interface KeyChanges {
  keys: StoredKey[];
  /** To be passed to the next call of `changes`. */
  cursor: KeyCursor;
  /**
   * True on the first call, and after the store was replaced by another. Then `keys` is the whole store
   * and replaces everything known before.
   */
  complete: boolean;
}
