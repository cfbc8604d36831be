import { mkdtempSync, rmSync } from 'node:fs';
import { Agent } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { loners } from '../crews.js';
import { isAlive, makeKey, Service } from './workers-service.js';
import { copySampleDataset } from '../sample/sample-dataset.js';

/** What a balancer and its clients see between a stop signal and the end. */

const SEARCH = '/v1/geocode?q=talbai&limit=1';
const LEAVING = 'stopping: not ready, still answering requests';
const CLOSING = 'stopping: finishing requests in flight';

let folder: string;
let dataset: string;
let database: string;
let token: string;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'gazarch-draining-'));
  dataset = join(folder, 'dataset');
  database = join(folder, 'keys.sqlite');
  await copySampleDataset(dataset);
  token = await makeKey(database, 1_000_000);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function start(workers: number, drain_s: number): Promise<Service> {
  const flags = ['--drain-s', String(drain_s)];
  const service = await Service.start({ dataset, database, workers, flags });
  const { workers: pids } = service;
  onTestFinished(async () => {
    if (service.child.exitCode === null) service.child.kill('SIGKILL');
    await service.ended();
    await service.until(() => !pids.some(isAlive), 'the end of all workers');
  });
  return service;
}

const isUnready = async (service: Service): Promise<boolean> =>
  (await service.ask('/health/ready')).status === 503;

describe.each(loners())('a stop with %i worker(s)', (workers) => {
  it('answers everybody for a while but is not ready, and tells connections to go elsewhere', async () => {
    // Half of this passes before connections are told to go elsewhere; a busy machine may see the 503 late.
    const service = await start(workers, 12);
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    onTestFinished(() => agent.destroy());
    const kept = (): ReturnType<Service['ask']> => service.ask(SEARCH, token, agent);
    expect((await kept()).headers.connection).toBe('keep-alive');
    service.child.kill('SIGTERM');
    await service.until(() => isUnready(service), 'a 503 of readiness');
    expect((await service.ask('/health')).status).toBe(200);
    const seen = new Set<string>();
    let isOpen = true;
    while (isOpen) {
      await pause(100);
      for (const ask of [kept, () => service.ask(SEARCH, token), () => service.ask('/health')]) {
        await ask().then(
          ({ status, headers }) => seen.add(`${status} ${ask === kept ? headers.connection : ''}`),
          (error: NodeJS.ErrnoException) => {
            expect(error.code).toMatch(/ECONNREFUSED|ECONNRESET/);
            isOpen = false;
          },
        );
      }
    }
    seen.delete('503 ');
    seen.delete('503 close');
    expect([...seen].sort()).toEqual(['200 ', '200 close', '200 keep-alive']);
    expect(await service.ended()).toBe(0);
    expect([service.entries(LEAVING).length, service.entries(CLOSING).length]).toEqual([1, 1]);
    expect(service.entries('request').length).toBe(service.asked);
  });

  it('skips the rest of that at a second signal, and stops in good order', async () => {
    const service = await start(workers, 600);
    service.child.kill('SIGTERM');
    await service.until(() => isUnready(service), 'a 503 of readiness');
    service.child.kill('SIGINT');
    expect(await service.ended()).toBe(0);
    expect(service.entries(CLOSING).length).toBe(1);
  });
});

it('ends the workers when the leading process dies meanwhile', async () => {
  const service = await start(2, 600);
  const { workers } = service;
  service.child.kill('SIGTERM');
  await service.until(() => isUnready(service), 'a 503 of readiness');
  service.child.kill('SIGKILL');
  await service.until(() => !workers.some(isAlive), 'the end of the workers');
});

it('has a worker that comes to the crew meanwhile answer, but not be ready', async () => {
  const service = await start(2, 600);
  service.child.kill('SIGTERM');
  await service.until(() => isUnready(service), 'a 503 of readiness');
  const [victim] = service.workers;
  process.kill(victim, 'SIGKILL');
  const isReplaced = (): boolean => service.workers.length === 2 && !service.workers.includes(victim);
  await service.until(isReplaced, 'a new worker');
  for (let i = 0; i < 6; i++) expect(await isUnready(service)).toBe(true);
  expect((await service.ask(SEARCH, token)).status).toBe(200);
  service.child.kill('SIGTERM');
  expect(await service.ended()).toBe(0);
});
