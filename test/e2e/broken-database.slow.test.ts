import { copyFileSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { runCli } from '../cli/run-cli.js';
import { copySampleDataset } from '../sample/sample-dataset.js';
import { createdKey, Service, withKeys } from './workers-service.js';

/** Workers that die while the key database is broken: their successors serve what was known. */

let folder: string;
let dataset: string;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'gazarch-broken-'));
  dataset = join(folder, 'dataset');
  await copySampleDataset(dataset);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const SEARCH = '/v1/geocode?q=talbai&limit=1';
const ROUTE = '/v1/route?origin=106.9176,47.9188&destination=106.8832,47.9065';

it('start, know all keys and closures, and take over what is in the database put back', async () => {
  const database = join(folder, 'keys.sqlite');
  const known = await createdKey(database, 1_000);
  const gone = await createdKey(database, 1_000);
  await withKeys(database, (store) => store.revoke(gone.key.id, new Date()));
  const area = {
    type: 'Polygon',
    coordinates: [
      [
        [106, 47],
        [108, 47],
        [108, 49],
        [106, 49],
        [106, 47],
      ],
    ],
  };
  writeFileSync(join(folder, 'all.geojson'), JSON.stringify(area));
  const closed = await runCli([
    'closures',
    'add',
    '--area',
    join(folder, 'all.geojson'),
    '--database',
    database,
  ]);
  expect(closed.status, closed.stderr).toBe(0);
  const service = await Service.start({ dataset, database, workers: 2 });
  onTestFinished(() => void service.child.kill('SIGKILL'));
  const answers = async (): Promise<number[]> => [
    (await service.ask(SEARCH, known.token)).status,
    (await service.ask(SEARCH, gone.token)).status,
    (await service.ask(ROUTE, known.token)).status,
    (await service.ask(SEARCH, 'geo_nothing')).status,
  ];
  await service.until(async () => (await answers()).join() === '200,403,404,401', 'the closure');

  const before = service.workers;
  for (const suffix of ['', '-wal', '-shm']) {
    copyIfThere(database + suffix, `${database}.good${suffix}`);
    rmSync(database + suffix, { force: true });
  }
  writeFileSync(database, 'no database at all, but a text that is longer than its head'.repeat(100));
  for (const pid of before) process.kill(pid, 'SIGKILL');
  await service.until(
    () => service.workers.length === 2 && service.workers.every((pid) => !before.includes(pid)),
    'new workers',
  );
  for (let i = 0; i < 6; i++) expect(await answers()).toEqual([200, 403, 404, 401]);
  const ready = JSON.parse((await service.ask('/health/ready')).text) as { status: string };
  expect(ready.status).toBe('degraded');

  for (const suffix of ['-wal', '-shm']) copyIfThere(`${database}.good${suffix}`, database + suffix);
  renameSync(`${database}.good`, database);
  const late = await createdKey(database, 1_000);
  await service.until(async () => {
    const all = [1, 2, 3, 4].map(async () => (await service.ask(SEARCH, late.token)).status);
    return (await Promise.all(all)).every((status) => status === 200);
  }, 'a key that was made afterwards');
  expect(await service.stop()).toBe(0);
});

function copyIfThere(from: string, to: string): void {
  try {
    copyFileSync(from, to);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
}
