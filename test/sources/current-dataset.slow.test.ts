import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, it, onTestFinished } from 'vitest';
import { RecentArcs, type PositionsOfArcs } from '../../src/routing/paths/recent-arcs.js';
import { CurrentDataset } from '../../src/sources/embedded/dataset/current-dataset.js';
import { EmbeddedRouter } from '../../src/sources/embedded/embedded-router.js';
import { runCli } from '../cli/run-cli.js';

const SAMPLE = resolve(import.meta.dirname, '../../sample/ulaanbaatar.osm');

async function importInto(folder: string, map = SAMPLE): Promise<void> {
  const { status, stderr } = await runCli(['import', map, '--dataset', folder]);
  expect(status, stderr).toBe(0);
}

it('lets go of a dataset that was replaced, also when nobody asks for a route any more', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'gazarch-current-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const readers: WeakRef<PositionsOfArcs>[] = [];
  // The objects that read lines from the data, held weakly. A mock would hold them
  // itself, so this notes them by hand.
  const readFrom = Reflect.get(RecentArcs.prototype, 'readFrom');
  RecentArcs.prototype.readFrom = function (positions): void {
    readers.push(new WeakRef(positions));
    readFrom.call(this, positions);
  };
  onTestFinished(() => void (RecentArcs.prototype.readFrom = readFrom));
  await importInto(folder);
  const current = new CurrentDataset(folder);
  await current.refresh();
  const router = new EmbeddedRouter(current, { snapLimit_m: 1000 });
  for (const mode of ['driving', 'walking'] as const)
    expect(
      await router.route({ origin: [106.9176, 47.9188], destination: [106.8832, 47.9065], mode }),
    ).toMatchObject({ kind: 'route' });
  expect(readers.length).toBeGreaterThanOrEqual(2);
  // A copy by another name makes a dataset of other bytes. The same bytes would not be taken again.
  const copy = join(folder, 'copy.osm');
  copyFileSync(SAMPLE, copy);
  await importInto(folder, copy);
  await current.refresh();
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  for (let tries = 0; tries < 20 && readers.some((reader) => reader.deref() !== undefined); tries++) {
    await setTimeout(20);
    collect();
  }
  expect(readers.map((reader) => reader.deref() === undefined)).toEqual(readers.map(() => true));
});
