import { expect, it } from 'vitest';
import type { StoredKey } from '../../src/keys/api-key.js';
import { makeKey } from '../../src/keys/create-key.js';
import { changesOf, KeySnapshot } from '../../src/keys/key-snapshot.js';
import type { KeyChanges, KeyPage } from '../../src/keys/key-store.js';

/** What the first process keeps of the keys, for workers that start while the database is away. */

const PAGE = 1_000;

/** A store that gives its keys in pages, to who takes them so. */
class PagedStore {
  keys: StoredKey[] = Array.from({ length: 3 * PAGE + 1 }, (_, i) =>
    makeKey({ name: `key ${i}`, endpoints: ['geocode'], rateLimit: null, expiresAt: null }),
  );
  complete = true;
  /** The most keys that were handed over in one piece. */
  atOnce = 0;

  changes(_since: unknown, page?: KeyPage): Promise<KeyChanges> {
    for (let at = 0; page !== undefined && at < this.keys.length; at += PAGE)
      this.#give(this.keys.slice(at, at + PAGE), page);
    const keys = page === undefined ? this.keys : [];
    this.atOnce = Math.max(this.atOnce, keys.length);
    return Promise.resolve({ keys, projects: [], cursor: 'a/1', complete: this.complete });
  }

  #give(some: StoredKey[], page: KeyPage): void {
    this.atOnce = Math.max(this.atOnce, some.length);
    page(some, this.complete);
  }
}

const namesIn = (snapshot: KeySnapshot): string[] =>
  changesOf(snapshot.parts())!
    .keys.map(({ key }) => key.name)
    .sort();

it('takes many keys some at a time, and gives all of them', async () => {
  const store = new PagedStore();
  const snapshot = new KeySnapshot(store);
  await snapshot.refresh();
  expect(store.atOnce).toBe(PAGE);
  expect(namesIn(snapshot)).toEqual(store.keys.map(({ key }) => key.name).sort());
});

it('keeps what it has while a store has lost its keys, adds changes, and begins anew', async () => {
  const store = new PagedStore();
  const snapshot = new KeySnapshot(store);
  await snapshot.refresh();
  const before = namesIn(snapshot);
  store.keys = [];
  await snapshot.refresh();
  expect(namesIn(snapshot)).toEqual(before);
  const [added] = (store.keys = new PagedStore().keys.slice(0, 1));
  store.complete = false;
  await snapshot.refresh();
  expect(namesIn(snapshot)).toEqual([...before, added.key.name].sort());
  store.complete = true;
  await snapshot.refresh();
  expect(namesIn(snapshot)).toEqual([added.key.name]);
});
