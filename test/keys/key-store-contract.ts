import { describe, expect, it, onTestFinished } from 'vitest';
import type { WholeKeyStore } from '../../src/keys/key-store.js';
import { newKey } from './temporary-database.js';

/** One empty database, that several stores may open. */
export interface Place {
  open: () => Promise<WholeKeyStore>;
  /** SQL as an operator writes it in a database shell; `drop_all_keys` removes them behind the triggers. */
  shell: (sql: string) => Promise<unknown>;
}

/** What every key store does, whatever it keeps its keys in. */
export function keyStoreContract(name: string, newPlace: () => Promise<Place>): void {
  async function place(): Promise<Place> {
    const { open, shell } = await newPlace();
    return {
      shell,
      open: async () => {
        const store = await open();
        onTestFinished(() => store.close().catch(() => undefined));
        return store;
      },
    };
  }
  const ids = (stored: readonly { key: { id: string } }[]): string[] =>
    stored.map(({ key }) => key.id).sort();

  describe(`a key store: ${name}`, () => {
    it('gives back what was stored, also to a second connection and after a restart', async () => {
      const { open } = await place();
      const store = await open();
      const made = [
        await newKey(store, { name: 'Хот тойрон 🦌', expiresAt: new Date('2999-01-02T03:04:05.678Z') }),
        await newKey(store, { name: 'two', endpoints: ['route'], rateLimit: 5 }),
      ];
      const second = await open();
      expect(ids(await second.list())).toEqual(ids(made));
      await store.close();
      await second.close();
      const third = await open();
      for (const { key } of made) expect((await third.get(key.id))?.key).toEqual(key);
      expect(await third.get('key_unknown')).toBeNull();
      expect([store.isNew, second.isNew, third.isNew]).toEqual([true, false, false]);
    });

    it('can be made and opened many times at once', async () => {
      const { open } = await place();
      const stores = await Promise.all(Array.from({ length: 6 }, () => open()));
      await Promise.all(stores.map((store) => newKey(store)));
      expect(await stores[0].list()).toHaveLength(6);
    });

    it('keeps the first time of a revocation', async () => {
      const store = await (await place()).open();
      const { key } = await newKey(store);
      expect((await store.revoke(key.id, new Date(1000)))?.key.revokedAt).toEqual(new Date(1000));
      expect((await store.revoke(key.id, new Date(2000)))?.key.revokedAt).toEqual(new Date(1000));
      expect(await store.revoke('key_unknown', new Date(2000))).toBeNull();
    });

    it('notes the last use, and never goes back', async () => {
      const store = await (await place()).open();
      const [a, b, c] = [await newKey(store), await newKey(store), await newKey(store)];
      await store.touch([a.key.id, b.key.id, 'key_unknown'], new Date(2000));
      await store.touch([a.key.id], new Date(1000));
      await store.touch([b.key.id], new Date(3000));
      await store.touch([], new Date(4000));
      const lastUsed = await Promise.all(
        [a, b, c].map(async ({ key }) => (await store.get(key.id))?.key.lastUsedAt?.getTime()),
      );
      expect(lastUsed).toEqual([2000, 3000, undefined]);
    });

    it('tells what has changed since, and only that', async () => {
      const { open } = await place();
      const store = await open();
      const writer = await open();
      const empty = await store.changes(null);
      expect(empty).toMatchObject({ keys: [], complete: true });
      const a = await newKey(writer);
      const b = await newKey(store);
      const both = await store.changes(empty.cursor);
      expect(ids(both.keys)).toEqual(ids([a, b]));
      expect(both.complete).toBe(false);
      await store.touch([a.key.id], new Date());
      expect(await store.changes(both.cursor)).toEqual({ keys: [], cursor: both.cursor, complete: false });
      await writer.revoke(a.key.id, new Date());
      const revoked = await store.changes(both.cursor);
      expect(ids(revoked.keys)).toEqual([a.key.id]);
      expect((await store.changes(revoked.cursor)).keys).toEqual([]);
      expect((await store.changes(null)).keys).toHaveLength(2);
    });

    it('notices an edit by hand, and refuses a deletion', async () => {
      const { open, shell } = await place();
      const store = await open();
      const { key } = await newKey(store);
      const { cursor } = await store.changes(null);
      await shell(`update api_keys set rate_limit = 9 where id = '${key.id}'`);
      expect((await store.changes(cursor)).keys.map((k) => k.key.rateLimit)).toEqual([9]);
      await expect(shell('delete from api_keys')).rejects.toThrow(/revoked, not deleted/);
      await expect(shell("update api_keys set hash = 'x'")).rejects.toThrow(/do not change/);
      expect(await store.list()).toHaveLength(1);
    });

    it('refuses a second key of the same token, and stores all of many keys or none', async () => {
      const store = await (await place()).open();
      const { key } = await newKey(store);
      const stored = (await store.get(key.id))!;
      const twin = { key: { ...key, id: 'key_other' }, hash: stored.hash };
      const good = { key: { ...key, id: 'key_good' }, hash: 'good' };
      await expect(store.create(twin)).rejects.toThrow(/UNIQUE/);
      await expect(store.createAll([good, twin])).rejects.toThrow(/UNIQUE/);
      expect(await store.list()).toHaveLength(1);
      const many = Array.from({ length: 2_500 }, (_, i) => ({
        key: { ...key, id: `key_many_${i}` },
        hash: `many_${i}`,
      }));
      const { cursor } = await store.changes(null);
      await store.createAll(many);
      expect((await store.changes(cursor)).keys).toHaveLength(2_500);
    });

    it('reads on from an empty store in which keys were, without a mistake', async () => {
      const { open, shell } = await place();
      const store = await open();
      await newKey(store);
      const { cursor } = await store.changes(null);
      await shell('drop_all_keys');
      expect(await store.changes(cursor)).toMatchObject({ keys: [], complete: true });
    });
  });
}
