import type { StoredKey } from '../../src/keys/api-key.js';
import type { KeyChanges, KeyCursor, KeyStore } from '../../src/keys/key-store.js';

/** A store that can be made to fail or to hang, and that counts what it is asked. */
export class MemoryKeyStore implements KeyStore {
  /** Thrown by every call while it is set. */
  problem: Error | null = null;
  /** Awaited by every call. */
  gate: Promise<void> = Promise.resolve();
  asked = 0;
  touches: { ids: readonly string[]; at: Date }[] = [];
  history = 'first';
  #log: StoredKey[] = [];

  async create(stored: StoredKey): Promise<void> {
    await this.#call();
    this.#log.push(stored);
  }

  async list(): Promise<StoredKey[]> {
    await this.#call();
    return [...new Map(this.#log.map((stored) => [stored.key.id, stored])).values()];
  }

  async get(id: string): Promise<StoredKey | null> {
    return (await this.list()).find((stored) => stored.key.id === id) ?? null;
  }

  async revoke(id: string, at: Date): Promise<StoredKey | null> {
    const stored = await this.get(id);
    if (stored === null) return null;
    const revoked = { ...stored, key: { ...stored.key, revokedAt: stored.key.revokedAt ?? at } };
    this.#log.push(revoked);
    return revoked;
  }

  async changes(since: KeyCursor | null): Promise<KeyChanges> {
    this.asked++;
    await this.#call();
    const [history, known] = since === null ? ['', 0] : since.split('/');
    const complete = history !== this.history;
    return {
      keys: this.#log.slice(complete ? 0 : Number(known)),
      cursor: `${this.history}/${this.#log.length}`,
      complete,
    };
  }

  async touch(ids: readonly string[], at: Date): Promise<void> {
    await this.#call();
    this.touches.push({ ids, at });
  }

  /** As if the database had been swapped for another. */
  replace(keys: StoredKey[]): void {
    this.history += '+';
    this.#log = keys;
  }

  async close(): Promise<void> {
    await this.#call();
  }

  async #call(): Promise<void> {
    await this.gate;
    if (this.problem !== null) throw this.problem;
  }
}
