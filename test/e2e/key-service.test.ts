import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { openSqliteUsage } from '../../src/database/sqlite/sqlite-usage.js';
import { editProject } from '../../src/keys/change-project.js';
import { openSqliteKeyStore } from '../keys/temporary-database.js';
import { Calendar } from '../../src/usage/calendar.js';
import { SqlUsageStore } from '../../src/usage/sql/sql-usage-store.js';
import { runCli } from '../cli/run-cli.js';
import { loners } from '../crews.js';
import { isAlive, Service } from './workers-service.js';
import { copySampleDataset } from '../sample/sample-dataset.js';

/** The built service: rules, rotation, quotas and errors of keys, in one process and in several. */

const GEOCODE = '/v1/geocode?q=talbai&limit=1';
const WITHIN = { interval: 100 };

let folder: string;
let dataset: string;
let database: string;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'gazarch-gate-'));
  [dataset, database] = [join(folder, 'dataset'), join(folder, 'keys.sqlite')];
  await copySampleDataset(dataset);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function keys(...args: string[]): Promise<{ id: string; key: string }> {
  const { status, stdout, stderr } = await runCli(['keys', ...args, '--database', database, '--json']);
  expect(status, stderr).toBe(0);
  return JSON.parse(stdout) as { id: string; key: string };
}

const make = (...args: string[]): ReturnType<typeof keys> =>
  keys('create', '--name', 'n', '--endpoints', 'geocode', '--rate-limit', '100000', ...args);

it.each(loners())('is as the commands say, with %i workers', async (workers) => {
  const quotaKey = await make('--monthly-quota', '5', '--quota-refuses');
  const mailKey = await make('--monthly-quota', '1');
  const here = await make('--address', '127.0.0.1');
  const elsewhere = await make('--address', '203.0.113.0/24');
  const rotated = await make();
  const service = await Service.start({
    ...{ dataset, database, workers },
    flags: ['--trust-proxy', '127.0.0.2', '--trust-proxy', '10.0.0.0/8'],
  });
  const { workers: pids } = service;
  onTestFinished(async () => {
    if (service.child.exitCode === null) service.child.kill('SIGKILL');
    await service.ended();
    await service.until(() => !pids.some(isAlive), 'the end of all workers');
  });
  const status = async (token: string): Promise<number> => (await service.ask(GEOCODE, token)).status;

  expect([await status(here.key), await status(elsewhere.key)]).toEqual([200, 401]);
  await keys('edit', elsewhere.id, '--address', '127.0.0.0/8');
  await expect.poll(() => status(elsewhere.key), WITHIN).toBe(200);

  const second = await keys('rotate', rotated.id, '--grace', '20s');
  expect(await status(second.key)).toBe(200);
  expect(await status(rotated.key)).toBe(200);
  await expect.poll(() => status(rotated.key), { interval: 1000 }).toBe(401);
  expect(await status(second.key)).toBe(200);

  for (let i = 0; i < 5; i++) expect(await status(quotaKey.key)).toBe(200);
  await expect.poll(() => status(quotaKey.key), WITHIN).toBe(429);
  const refused = await service.ask(GEOCODE, quotaKey.key);
  expect(JSON.parse(refused.text)).toMatchObject({ error: { details: { reason: 'monthly_quota' } } });
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
  for (let i = 0; i < 3; i++) expect(await status(mailKey.key)).toBe(200);
  await keys('edit', quotaKey.id, '--monthly-quota', '100000');
  await expect.poll(() => status(quotaKey.key), WITHIN).toBe(200);

  const bad = (await service.ask('/v1/geocode?q=', mailKey.key)).headers['x-request-id'] as string;
  const store = await openSqliteKeyStore(database);
  await editProject(store, 'default', { monthlyQuota: 1, quotaRefuses: true });
  await expect.poll(() => status(here.key), WITHIN).toBe(429);
  await editProject(store, 'default', { monthlyQuota: null });
  await expect.poll(() => status(mailKey.key), WITHIN).toBe(200);
  await editProject(store, 'default', { rateLimit: 7 });
  await expect
    .poll(async () => (await service.ask(GEOCODE, here.key)).headers['x-ratelimit-limit'], WITHIN)
    .toBe('7');
  await editProject(store, 'default', { rateLimit: null });
  await store.close();

  service.child.kill('SIGTERM');
  await service.ended();
  const usage = new SqlUsageStore(openSqliteUsage(`${database}-usage`, true), new Calendar('UTC'));
  onTestFinished(() => usage.close());
  expect(await usage.errors({ requestId: bad, limit: 9 })).toMatchObject([
    { keyId: mailKey.id, endpoint: 'geocode', status: 400, code: 'INVALID_REQUEST', field: 'q' },
  ]);
  const shown = await runCli(['keys', 'errors', '--request', bad, '--database', database]);
  expect(shown.stdout).toMatch(new RegExp(`Z  ${bad} +${mailKey.id} +geocode +400 +INVALID_REQUEST`));
  const none = await runCli(['keys', 'errors', '--key', rotated.id, '--database', database, '--json']);
  expect(JSON.parse(none.stdout)).toMatchObject([{ code: 'INVALID_API_KEY', reason: 'expired' }]);
  const ofQuota = await usage.errors({ keyIds: [quotaKey.id], limit: 100 });
  expect(ofQuota.some(({ status: code, reason }) => code === 429 && reason === 'monthly_quota')).toBe(true);
});
