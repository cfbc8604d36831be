import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { AuditedKeyStore } from '../../src/cli/terminal/audited-key-store.js';
import { openDatabase } from '../../src/database/open-database.js';
import { editKey, rotateKey } from '../../src/keys/change-key.js';
import { createKey } from '../../src/keys/create-key.js';

it('notes what commands do to keys, by whom, with values before and after, and no secret', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'gazarch-audit-'));
  const options = { mustExist: false, warn: () => undefined };
  const database = await openDatabase(join(folder, 'keys.sqlite'), options);
  const store = new AuditedKeyStore(database);
  onTestFinished(async () => {
    await store.close();
    rmSync(folder, { recursive: true });
  });
  const { key, token } = await createKey(store, {
    name: 'one',
    endpoints: ['geocode'],
    rateLimit: 10,
    expiresAt: null,
  });
  await editKey(store, key.id, { rateLimit: 20 });
  const rotated = await rotateKey(store, key.id, 60);
  await store.revoke(key.id, new Date());
  await store.revoke(key.id, new Date());
  const rows = await database.db.selectFrom('audit_log').selectAll().orderBy('id').execute();
  expect(rows.map(({ action }) => action)).toEqual([
    'key.created',
    'key.changed',
    'key.rotated',
    'key.revoked',
  ]);
  for (const { actor, account_id, target_id } of rows)
    expect([/^shell:./.test(actor ?? ''), account_id, target_id]).toEqual([true, null, key.id]);
  expect(JSON.parse(rows[1].details)).toEqual({ rate_limit: 20, rate_limit_before: 10 });
  for (const secret of [token, rotated!.token]) expect(JSON.stringify(rows)).not.toContain(secret.slice(8));
});
