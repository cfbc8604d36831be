import { describe, expect, it } from 'vitest';
import { editKey, rotateKey } from '../../src/keys/change-key.js';
import { createProject } from '../../src/keys/change-project.js';
import { copyKeys } from '../../src/keys/copy-keys.js';
import { newKey, openStore, temporaryDatabase } from './temporary-database.js';

describe('copying keys', () => {
  it('copies everything, and again only what is new', async () => {
    const [from, to] = [await openStore(temporaryDatabase()), await openStore(temporaryDatabase())];
    const { key: a } = await newKey(from, { name: 'a', rateLimit: 5 });
    const { key: b } = await newKey(from, { name: 'b' });
    await from.touch([a.id], new Date(1000));
    await from.revoke(b.id, new Date(2000));
    expect(await copyKeys(from, to)).toEqual({ copied: 2, revoked: 0, present: 0 });
    expect(await to.list()).toEqual(await from.list());
    expect(await copyKeys(from, to)).toEqual({ copied: 0, revoked: 0, present: 2 });
    await newKey(from);
    await from.revoke(a.id, new Date(3000));
    expect(await copyKeys(from, to)).toEqual({ copied: 1, revoked: 1, present: 2 });
    expect((await to.get(a.id))?.key.revokedAt).toEqual(new Date(3000));
    expect(await to.list()).toHaveLength(3);
  });

  it('copies projects, rules, quotas and both secrets of a rotated key', async () => {
    const [from, to] = [await openStore(temporaryDatabase()), await openStore(temporaryDatabase())];
    const project = await createProject(from, { name: 'p', organisationId: 'org_1', rateLimit: 50 });
    const { key } = await newKey(from, {
      projectId: project.id,
      createdBy: 'account_1',
      allowedOrigins: ['https://a.mn'],
      allowedAddresses: ['10.0.0.0/8'],
      monthlyQuota: 7,
      quotaRefuses: true,
    });
    await rotateKey(from, key.id, 3600);
    expect(await copyKeys(from, to)).toEqual({ copied: 1, revoked: 0, present: 0 });
    expect(await to.list()).toEqual(await from.list());
    expect(await to.project(project.id)).toEqual(project);
    expect(await copyKeys(from, to)).toEqual({ copied: 0, revoked: 0, present: 1 });
    await editKey(to, key.id, { allowedOrigins: [], monthlyQuota: null });
    await expect(copyKeys(from, to)).rejects.toThrow(`${key.id} (allowed_origins, monthly_quota)`);
    await editKey(to, key.id, { allowedOrigins: ['https://a.mn'], monthlyQuota: 7 });
    await rotateKey(from, key.id, 3600);
    await expect(copyKeys(from, to)).rejects.toThrow(`${key.id} (another secret)`);
  });

  it('leaves a key revoked that only the target has revoked', async () => {
    const [from, to] = [await openStore(temporaryDatabase()), await openStore(temporaryDatabase())];
    const { key } = await newKey(from);
    await copyKeys(from, to);
    await to.revoke(key.id, new Date(7));
    expect(await copyKeys(from, to)).toEqual({ copied: 0, revoked: 0, present: 1 });
    expect((await to.get(key.id))?.key.revokedAt).toEqual(new Date(7));
  });

  it('copies nothing when a key differs, and says which and in what', async () => {
    const [from, to] = [await openStore(temporaryDatabase()), await openStore(temporaryDatabase())];
    const { key } = await newKey(from, { rateLimit: 5 });
    const stored = (await from.get(key.id))!;
    const { key: moved } = await newKey(from);
    const secret = (await from.get(moved.id))!.hash;
    const { key: other } = await newKey(from);
    await newKey(from);
    await to.create({ key: { ...key, rateLimit: 6, name: 'x' }, hash: stored.hash, previousHash: null });
    await to.create({ key: { ...moved, id: 'key_elsewhere' }, hash: secret, previousHash: null });
    await to.create({ key: other, hash: 'another', previousHash: null });
    await expect(copyKeys(from, to)).rejects.toThrow(
      `nothing was copied: 3 keys differ from the key with the same id or secret in ${to.place}: `,
    );
    await expect(copyKeys(from, to)).rejects.toThrow(`${key.id} (name, rate_limit)`);
    await expect(copyKeys(from, to)).rejects.toThrow(`${moved.id} (it has the same secret as key_elsewhere)`);
    await expect(copyKeys(from, to)).rejects.toThrow(`${other.id} (another secret)`);
    expect(await to.list()).toHaveLength(3);
  });
});
