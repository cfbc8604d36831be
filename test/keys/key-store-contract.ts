import { describe, expect, it, onTestFinished } from 'vitest';
import { editKey, prepareRotation, rotateKey } from '../../src/keys/change-key.js';
import { createProject, editProject } from '../../src/keys/change-project.js';
import type { WholeKeyStore } from '../../src/keys/key-store.js';
import { hashToken } from '../../src/keys/key-token.js';
import { DEFAULT_PROJECT } from '../../src/keys/project.js';
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
      expect(await store.changes(both.cursor)).toEqual({
        keys: [],
        projects: [],
        cursor: both.cursor,
        complete: false,
      });
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
      const twin = { key: { ...key, id: 'key_other' }, hash: stored.hash, previousHash: null };
      const good = { key: { ...key, id: 'key_good' }, hash: 'good', previousHash: null };
      await expect(store.create(twin)).rejects.toThrow(/UNIQUE/);
      await expect(store.createAll([good, twin])).rejects.toThrow(/UNIQUE/);
      expect(await store.list()).toHaveLength(1);
      const many = Array.from({ length: 2_500 }, (_, i) => ({
        key: { ...key, id: `key_many_${i}` },
        hash: `many_${i}`,
        previousHash: null,
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

    it('keeps all that a key has, and lists those of a project', async () => {
      const { open } = await place();
      const store = await open();
      const project = await createProject(store, {
        name: 'Хүргэлт',
        organisationId: 'org_1',
        rateLimit: 500,
        monthlyQuota: 5_000_000_000,
        quotaRefuses: true,
      });
      await newKey(store);
      const { key } = await newKey(store, {
        projectId: project.id,
        createdBy: 'account_1',
        allowedOrigins: ['https://Example.mn/', 'https://*.жишээ.мон', 'http://localhost:3000'],
        allowedAddresses: ['10.0.0.0/8', '2001:DB8:0::/32', '::ffff:192.0.2.1'],
        monthlyQuota: 3_000_000_000,
        quotaRefuses: true,
      });
      const second = await open();
      expect((await second.get(key.id))?.key).toEqual(key);
      expect(key.allowedOrigins).toEqual([
        'https://example.mn',
        'https://*.xn--f1ae2cuaa.xn--l1acc',
        'http://localhost:3000',
      ]);
      expect(key.allowedAddresses).toEqual(['10.0.0.0/8', '2001:db8::/32', '192.0.2.1']);
      expect((await second.list(project.id)).map((stored) => stored.key)).toEqual([key]);
      expect(await second.list(DEFAULT_PROJECT)).toHaveLength(1);
      expect(await second.list('prj_unknown')).toEqual([]);
      expect(await second.project(project.id)).toEqual(project);
      expect(await second.project('prj_unknown')).toBeNull();
      expect((await second.projects()).map(({ id }) => id)).toEqual([DEFAULT_PROJECT, project.id]);
    });

    it('tells the limits of a project and its organisation, also when edited by hand', async () => {
      const { open, shell } = await place();
      const store = await open();
      await newKey(store);
      await shell(`insert into organisations (id, name, created_at) values ('org_1', 'o', 5)`);
      const project = await createProject(store, { name: 'p', organisationId: 'org_1', totalRateLimit: 90 });
      expect(await store.project(project.id)).toEqual(project);
      let { cursor } = await store.changes(null);
      const told = async (): Promise<(number | null)[][]> => {
        const changes = await store.changes(cursor);
        cursor = changes.cursor;
        return changes.projects.map(({ totalRateLimit, organisationRateLimit }) => [
          totalRateLimit,
          organisationRateLimit,
        ]);
      };
      await shell(`update organisations set total_rate_limit = 600`);
      expect(await told()).toEqual([[90, 600]]);
      await editProject(store, project.id, { totalRateLimit: null });
      expect(await told()).toEqual([[null, 600]]);
      expect(await told()).toEqual([]);
      await expect(editProject(store, project.id, { totalRateLimit: 0 })).rejects.toThrow(
        'the rate limit of all keys of a project must be a whole number from 1 to 1000000',
      );
    });

    it('edits keys and projects, field by field, and tells of it', async () => {
      const { open } = await place();
      const store = await open();
      const { key } = await newKey(store, { name: 'before', rateLimit: 5, allowedOrigins: ['https://a.mn'] });
      let { cursor } = await store.changes(null);
      const news = async (): Promise<[string[], string[]]> => {
        const changes = await store.changes(cursor);
        cursor = changes.cursor;
        return [ids(changes.keys), changes.projects.map(({ id }) => id)];
      };
      const writer = await open();
      expect(await editKey(writer, key.id, { name: 'after', allowedOrigins: [] })).toEqual({
        ...key,
        name: 'after',
        allowedOrigins: [],
      });
      expect(await news()).toEqual([[key.id], []]);
      const expiresAt = new Date('2999-01-01');
      await editKey(writer, key.id, {
        rateLimit: null,
        expiresAt,
        allowedAddresses: ['10.1.2.3'],
        monthlyQuota: 7,
        quotaRefuses: true,
      });
      expect((await store.get(key.id))?.key).toMatchObject({
        name: 'after',
        rateLimit: null,
        expiresAt,
        allowedAddresses: ['10.1.2.3'],
        monthlyQuota: 7,
        quotaRefuses: true,
      });
      await editKey(writer, key.id, { expiresAt: null, monthlyQuota: null });
      expect((await store.get(key.id))?.key).toMatchObject({ expiresAt: null, monthlyQuota: null });
      expect(await news()).toEqual([[key.id], []]);
      expect(await editKey(writer, key.id, {})).toMatchObject({ name: 'after' });
      expect(await news()).toEqual([[], []]);
      expect(await editKey(writer, 'key_unknown', { name: 'x' })).toBeNull();
      const project = await createProject(writer, { name: 'p' });
      expect(await news()).toEqual([[], [project.id]]);
      const archivedAt = new Date(5_000);
      const edit = { name: 'q', rateLimit: 9, monthlyQuota: 8, quotaRefuses: true, archivedAt };
      expect(await editProject(writer, project.id, edit)).toEqual({ ...project, ...edit });
      expect(await news()).toEqual([[], [project.id]]);
      expect(await editProject(writer, project.id, { archivedAt: null, rateLimit: null })).toMatchObject({
        ...{ name: 'q', archivedAt: null, rateLimit: null, monthlyQuota: 8 },
      });
      expect(await editProject(writer, 'prj_unknown', { name: 'x' })).toBeNull();
      await expect(store.createProject(project)).rejects.toThrow(/UNIQUE/);
    });

    it('rotates a key: the same id, two secrets, and the one before the last is forgotten', async () => {
      const store = await (await place()).open();
      const { key, token } = await newKey(store);
      const { cursor } = await store.changes(null);
      const now = new Date(1_000_000);
      const second = (await rotateKey(store, key.id, 60, now))!;
      expect(second.token).not.toBe(token);
      expect(second.key).toEqual({ ...key, previousExpiresAt: new Date(1_060_000) });
      const stored = (await store.get(key.id))!;
      expect(stored).toEqual({
        key: second.key,
        hash: hashToken(second.token),
        previousHash: hashToken(token),
      });
      expect((await store.changes(cursor)).keys).toEqual([stored]);
      const third = (await rotateKey(store, key.id, 0, now))!;
      expect(await store.get(key.id)).toEqual({
        key: { ...key, previousExpiresAt: now },
        hash: hashToken(third.token),
        previousHash: hashToken(second.token),
      });
      expect(await rotateKey(store, 'key_unknown', 0)).toBeNull();
    });

    it('lets one of two rotations at once through, and none of a revoked key', async () => {
      const { open } = await place();
      const [a, b] = [await open(), await open()];
      const { key } = await newKey(a);
      const [first, second] = [await prepareRotation(a, key.id, 60), await prepareRotation(b, key.id, 60)];
      await first!.store();
      await expect(second!.store()).rejects.toMatchObject({ field: 'key', reason: 'changed_meanwhile' });
      expect((await a.get(key.id))?.hash).toBe(hashToken(first!.token));
      const third = (await prepareRotation(a, key.id, 60))!;
      await b.revoke(key.id, new Date());
      await expect(third.store()).rejects.toThrow(/rotated or revoked in the meantime/);
      await expect(rotateKey(a, key.id, 0)).rejects.toMatchObject({ field: 'key', reason: 'revoked' });
      await expect(editKey(a, key.id, { name: 'x' })).rejects.toMatchObject({ reason: 'revoked' });
    });

    it('refuses what a project does not allow', async () => {
      const store = await (await place()).open();
      const project = await createProject(store, { name: 'small', rateLimit: 10 });
      const { key } = await newKey(store, { projectId: project.id, rateLimit: 10 });
      const tooMuch = { field: 'rate_limit', reason: 'above_ceiling' };
      await expect(newKey(store, { projectId: project.id, rateLimit: 11 })).rejects.toMatchObject(tooMuch);
      await expect(editKey(store, key.id, { rateLimit: 11 })).rejects.toMatchObject(tooMuch);
      await expect(newKey(store, { projectId: 'prj_unknown' })).rejects.toMatchObject({
        field: 'project',
        reason: 'unknown',
      });
      await editProject(store, project.id, { archivedAt: new Date() });
      const archived = { field: 'project', reason: 'archived' };
      await expect(newKey(store, { projectId: project.id })).rejects.toMatchObject(archived);
      await expect(rotateKey(store, key.id, 0)).rejects.toMatchObject(archived);
      await expect(editProject(store, DEFAULT_PROJECT, { archivedAt: new Date() })).rejects.toThrow(
        /default cannot be archived/,
      );
      expect(await store.list()).toHaveLength(1);
    });

    it('tells the monthly quotas that refuse, of keys and of projects in use', async () => {
      const store = await (await place()).open();
      expect(await store.quotas()).toEqual([]);
      const refusing = { monthlyQuota: 5, quotaRefuses: true };
      const project = await createProject(store, { name: 'p', ...refusing });
      const archived = await createProject(store, { name: 'q', ...refusing });
      const empty = await createProject(store, { name: 'r', ...refusing });
      await createProject(store, { name: 's', monthlyQuota: 5 });
      const { key: a } = await newKey(store, { projectId: project.id });
      const { key: b } = await newKey(store, { projectId: project.id, ...refusing, monthlyQuota: 3 });
      const { key: revoked } = await newKey(store, { projectId: project.id, ...refusing });
      await newKey(store, { projectId: archived.id });
      await newKey(store, { monthlyQuota: 5 });
      await newKey(store, { quotaRefuses: true });
      await store.revoke(revoked.id, new Date());
      await editProject(store, archived.id, { archivedAt: new Date() });
      const quotas = (await store.quotas()).map((quota) => ({ ...quota, keyIds: quota.keyIds.sort() }));
      expect(
        quotas.sort((one, other) => one.quota - other.quota || other.keyIds.length - one.keyIds.length),
      ).toEqual([
        { id: b.id, keyIds: [b.id], quota: 3 },
        { id: project.id, keyIds: [a.id, b.id, revoked.id].sort(), quota: 5 },
        { id: empty.id, keyIds: [], quota: 5 },
      ]);
    });

    it('notices a project that is edited by hand, and refuses its deletion', async () => {
      const { open, shell } = await place();
      const store = await open();
      const { cursor } = await store.changes(null);
      await shell(`update projects set rate_limit = 9 where id = 'default'`);
      expect(await store.changes(cursor)).toMatchObject({ keys: [], projects: [{ rateLimit: 9 }] });
      await expect(shell('delete from projects')).rejects.toThrow(/archived, not deleted/);
    });

    it('gives keys and projects of many writers at once revisions that miss nothing', async () => {
      const { open } = await place();
      const store = await open();
      const writers = await Promise.all([open(), open(), open()]);
      let cursor: string | null = null;
      let isWriting = true;
      const seen = new Set<string>();
      const reader = (async () => {
        for (let isLast = false; ; isLast = !isWriting) {
          const changes = await store.changes(cursor);
          for (const { key } of changes.keys) seen.add(key.id);
          for (const { id } of changes.projects) seen.add(id);
          cursor = changes.cursor;
          if (isLast) return;
          await new Promise((resolve) => setImmediate(resolve));
        }
      })();
      const made = await Promise.all(
        writers.map(async (writer) => {
          const names: string[] = [];
          for (let i = 0; i < 12; i++) {
            const { id } = await createProject(writer, { name: `p ${i}` });
            names.push(id, (await newKey(writer, { projectId: id })).key.id);
          }
          return names;
        }),
      );
      isWriting = false;
      await reader;
      expect([...seen].sort()).toEqual([DEFAULT_PROJECT, ...made.flat()].sort());
    });
  });
}
