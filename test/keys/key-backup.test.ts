import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'libsql';
import { describe, expect, it } from 'vitest';
import { rotateKey } from '../../src/keys/change-key.js';
import { createProject } from '../../src/keys/change-project.js';
import { newKey, openStore, temporaryDatabase, temporaryFolder } from './temporary-database.js';

describe('a backup of a key database', () => {
  it('has every key, while others write, and only its owner reads it', async () => {
    const store = await openStore(temporaryDatabase());
    for (let i = 0; i < 20; i++) await newKey(store, { name: `key ${i}` });
    const project = await createProject(store, { name: 'p', rateLimit: 9, monthlyQuota: 5 });
    const rules = { allowedOrigins: ['https://a.mn'], allowedAddresses: ['::1'], quotaRefuses: true };
    const { key: own } = await newKey(store, { projectId: project.id, createdBy: 'a', ...rules });
    await rotateKey(store, own.id, 60);
    const revoked = (await store.list())[3];
    await store.revoke(revoked.key.id, new Date(5000));
    const target = join(temporaryFolder(), 'backup.sqlite');
    const before = process.umask(0);
    try {
      expect(await store.backup(target)).toBe(21);
    } finally {
      process.umask(before);
    }
    expect((statSync(target).mode & 0o777).toString(8)).toBe('600');
    await newKey(store);
    const restored = await openStore(target);
    const keys = await restored.list();
    expect(keys).toEqual((await store.list()).slice(0, 21));
    expect(await restored.projects()).toEqual(await store.projects());
    expect(keys.find(({ key }) => key.id === revoked.key.id)?.key.revokedAt).toEqual(new Date(5000));
    expect((await newKey(restored, { name: 'after' })).key.name).toBe('after');
  });

  it('is made while another connection is in the middle of a write', async () => {
    const path = temporaryDatabase();
    const store = await openStore(path);
    await newKey(store);
    const writer = new Database(path);
    writer.exec("begin immediate; update api_keys set name = 'not yet'");
    const target = join(temporaryFolder(), 'backup.sqlite');
    expect(await store.backup(target)).toBe(1);
    writer.exec('rollback');
    writer.close();
    expect((await (await openStore(target)).list()).map(({ key }) => key.name)).toEqual(['test']);
  });

  it('never takes the place of a file, and leaves nothing behind when it fails', async () => {
    const path = temporaryDatabase();
    const store = await openStore(path);
    await newKey(store);
    const folder = temporaryFolder();
    const taken = join(folder, 'taken');
    writeFileSync(taken, 'something else');
    mkdirSync(join(folder, 'folder'));
    await expect(store.backup(taken)).rejects.toThrow(`${taken} already exists; specify a new file`);
    await expect(store.backup(join(folder, 'folder'))).rejects.toThrow('already exists');
    await expect(store.backup(path)).rejects.toThrow('already exists');
    await expect(store.backup(join(folder, 'no', 'x'))).rejects.toThrow(
      `there is no folder ${folder}/no; create it`,
    );
    expect(readFileSync(taken, 'utf8')).toBe('something else');
    expect(readdirSync(folder).sort()).toEqual(['folder', 'taken']);
    expect(await store.list()).toHaveLength(1);
  });
});
