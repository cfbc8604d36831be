import type { StoredKey } from '../../src/keys/api-key.js';
import type { KeyChanges, KeyCursor, KeyStore } from '../../src/keys/key-store.js';

/** A store that can be made to fail or to hang. It counts the questions it gets. */
export class MemoryKeyStore implements KeyStore {
  /** While set, every call throws it. */
  problem: Error | null = null;
  /** Every call waits for it. */
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

  /** Acts as if the database had been replaced by another one. */
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
