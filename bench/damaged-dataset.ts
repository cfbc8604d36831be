/**
 * How long requests fail when the file of a mapped dataset is made shorter under a service with several
 * workers, which have an older dataset to go to. Linux only.
 *
 *     bench/damaged-dataset.js --dataset DIR [--build DIR] [--workers 4] [--rounds 3]
 */
import {
  chmodSync,
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { servedPath } from '../src/dataset/dataset-folder.js';
import { askAnew, startBuilt, stopBuilt } from './built-service.js';

const CLIENTS = 8;
/** So long is looked on after the last failure. */
const QUIET_MS = 5_000;
const TARGET = '/v1/route?origin=106.9175,47.9181&destination=106.832271,47.905813';

const { values: flags } = parseArgs({
  options: {
    dataset: { type: 'string' },
    build: { type: 'string', default: '.' },
    workers: { type: 'string', default: '4' },
    rounds: { type: 'string', default: '3' },
  },
});
if (flags.dataset === undefined) throw new Error('--dataset DIR is needed');
const file = servedPath(flags.dataset);
for (let round = 0; round < Number(flags.rounds); round++) await damage();

async function damage(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'gazarch-damaged-'));
  const dataset = join(folder, 'dataset');
  mkdirSync(dataset);
  for (const name of ['dataset-0001.gazarch', 'dataset-0002.gazarch'])
    copyFileSync(file, join(dataset, name));
  const served = join(dataset, 'dataset-0002.gazarch');
  writeFileSync(join(dataset, 'current'), 'dataset-0002.gazarch\n');
  chmodSync(served, 0o644);
  const service = await startBuilt(flags.build, dataset, folder, ['--workers', flags.workers]);
  const asked = { good: 0, failed: 0 };
  let last_ms = 0;
  let isOver = false;
  const client = async (): Promise<void> => {
    while (!isOver) {
      const status = await askAnew(service, [TARGET]).then(
        ([answer]) => answer.status,
        () => 0,
      );
      if (status === 200) asked.good++;
      else asked.failed++;
      if (status !== 200) last_ms = performance.now();
    }
  };
  const clients = Promise.all(Array.from({ length: CLIENTS }, client));
  await new Promise((wait) => setTimeout(wait, 2_000));
  const damaged_ms = performance.now();
  truncateSync(served, 0);
  do await new Promise((wait) => setTimeout(wait, 500));
  while (performance.now() - Math.max(last_ms, damaged_ms) < QUIET_MS);
  isOver = true;
  await clients;
  await stopBuilt(service);
  rmSync(folder, { recursive: true, force: true });
  const failing_s = Math.max(0, last_ms - damaged_ms) / 1000;
  console.log(
    `failed ${asked.failed} of ${asked.good + asked.failed}, the last ${failing_s.toFixed(2)} s after`,
  );
}
