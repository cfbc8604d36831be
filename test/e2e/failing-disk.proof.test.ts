import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { whyNotMapped } from '../../src/dataset/map-file.js';
import { servedPath } from '../../src/dataset/dataset-folder.js';
import { copySampleDataset } from '../sample/sample-dataset.js';
import { FailingDisk, mayMount } from './failing-disk.js';
import { makeKey, Service } from './workers-service.js';

const LEFT = 'a mapped dataset cannot be read; all workers stop using it';
const ROUTE = '/v1/route?origin=106.9176,47.9188&destination=106.8832,47.9065';

/** A folder with two datasets. The second, which is served, lies on a disk that will fail. */
async function twoDatasets(): Promise<{ folder: string; own: string; disk: FailingDisk }> {
  const folder = mkdtempSync(join(tmpdir(), 'gazarch-failing-disk-'));
  const own = join(folder, 'dataset');
  await copySampleDataset(own);
  const good = servedPath(own);
  mkdirSync(join(folder, 'disk'));
  const name = 'dataset-0002.gazarch';
  const disk = await FailingDisk.mount(good, join(folder, 'disk'), name);
  onTestFinished(async () => {
    await disk.unmount();
    rmSync(folder, { recursive: true, force: true });
  });
  symlinkSync(join(folder, 'disk', name), join(own, name));
  writeFileSync(join(own, 'current'), `${name}\n`);
  return { folder, own, disk };
}

async function start(
  folder: string,
  own: string,
  workers: number,
): Promise<{ service: Service; statuses: () => Promise<number[]> }> {
  const database = join(folder, 'keys.sqlite');
  const token = await makeKey(database, 1_000_000);
  const service = await Service.start({ dataset: own, database, workers });
  onTestFinished(async () => void (await service.stop()));
  const status = async (): Promise<number> =>
    (await service.ask(ROUTE, token).catch(() => ({ status: 0 }))).status;
  return { service, statuses: () => Promise.all(Array.from({ length: 8 }, status)) };
}

async function readiness(service: Service): Promise<string> {
  return (JSON.parse((await service.ask('/health/ready')).text) as { status: string }).status;
}

describe.skipIf(!mayMount || whyNotMapped() !== null)('a dataset on a disk that fails', () => {
  it('is left by all workers for the one before', async () => {
    const { folder, own, disk } = await twoDatasets();
    const { service, statuses } = await start(folder, own, 2);
    expect(await readiness(service)).toBe('ok');
    expect(await statuses()).toEqual(Array(8).fill(200));
    await disk.fail();
    await service.until(async () => {
      await statuses();
      return service.entries(LEFT).length > 0;
    }, 'the death of a worker');
    await service.until(async () => {
      const isBack = service.workers.length === 2 && (await statuses()).every((status) => status === 200);
      return isBack && (await readiness(service)) === 'degraded';
    }, 'the dataset before');
    for (let i = 0; i < 20; i++) expect(await statuses()).toEqual(Array(8).fill(200));
    expect(service.entries('worker ended, another takes its place')[0].reason).toBe('signal SIGBUS');
  });

  it('ends a single process, whose next start takes the one before', async () => {
    const { folder, own, disk } = await twoDatasets();
    const { service, statuses } = await start(folder, own, 1);
    await disk.fail();
    expect(await statuses()).toEqual(Array(8).fill(0));
    expect(await service.ended()).toBe('SIGBUS');
    const again = await start(folder, own, 1);
    expect(again.service.entries('dataset refused; an older one is served')[0].reason).toMatch(/EIO/);
    expect(await again.statuses()).toEqual(Array(8).fill(200));
  });
});
