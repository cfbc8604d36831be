import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { copySampleDataset } from '../sample/sample-dataset.js';
import { isAlive, Service } from './workers-service.js';

/** A worker that neither answers nor ends: stopped, or in an endless loop. */

let folder: string;
let dataset: string;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'gazarch-hanging-'));
  dataset = join(folder, 'dataset');
  await copySampleDataset(dataset);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** A process that gets this signal, which otherwise means nothing, never comes out of its loop. */
const LOOPS = 'process.on("SIGWINCH",()=>{for(;;);})';

async function start(workers: number): Promise<Service> {
  const env = { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(LOOPS)}` };
  const service = await Service.start({ dataset, database: join(folder, 'keys.sqlite'), workers, env });
  const { workers: pids } = service;
  onTestFinished(async () => {
    if (service.child.exitCode === null) service.child.kill('SIGKILL');
    await service.ended();
    await service.until(() => !pids.some(isAlive), 'the end of all workers');
  });
  return service;
}

it.each(['SIGSTOP', 'SIGWINCH'] as const)(
  'is ended and replaced (%s), and costs no request',
  async (signal) => {
    const service = await start(3);
    const [victim] = service.workers;
    process.kill(victim, signal);
    // Until it hangs. A connection that it took before is lost with it.
    await setTimeout(300);
    // Some of these connections are sent to the one that hangs.
    const answers = Promise.all(Array.from({ length: 12 }, () => service.ask('/health')));
    const isReplaced = (): boolean => service.workers.length === 3 && !service.workers.includes(victim);
    await service.until(isReplaced, 'a new worker');
    expect((await answers).map(({ status }) => status)).toEqual(Array(12).fill(200));
    expect(service.entries('worker is not responding and is being killed').map(({ pid }) => pid)).toEqual([
      victim,
    ]);
    expect(await service.stop()).toBe(0);
  },
);

it('is not seen where the leading process itself was stopped for longer', async () => {
  const service = await start(2);
  const { workers } = service;
  process.kill(service.pid, 'SIGSTOP');
  await setTimeout(10_000);
  process.kill(service.pid, 'SIGCONT');
  // A few questions, so that a wrong alarm could show.
  await setTimeout(3_000);
  expect((await service.ask('/health')).status).toBe(200);
  expect(service.workers).toEqual(workers);
  expect(await service.stop()).toBe(0);
});
