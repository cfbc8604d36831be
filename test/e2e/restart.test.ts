import { mkdtempSync, rmSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { runCli } from '../cli/run-cli.js';
import { seededRandom } from '../seeded-random.js';
import { freePort } from './free-port.js';
import { SmallProxy } from './small-proxy.js';
import { makeKey, Service } from './workers-service.js';

/** Two replicas behind a balancer are restarted in turn under load. The whole proof is 20 restarts. */
const RESTARTS = Number(process.env['GAZARCH_TEST_RESTARTS'] ?? 4);
const CLIENTS = 8;
/** Longer than the proxy needs to see a 503 on a busy machine: it asks every second. */
const DRAIN_S = 3;
/** One replica is one process, the other one has workers. */
const WORKERS = [1, 2];

let folder: string;
let dataset: string;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'gazarch-restart-'));
  dataset = join(folder, 'dataset');
  const sample = resolve(import.meta.dirname, '../../sample/ulaanbaatar.osm');
  const { status, stderr } = await runCli(['import', sample, '--dataset', dataset]);
  expect(status, stderr).toBe(0);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const TARGETS = [
  '/v1/geocode?q=talbai&limit=1',
  '/v1/geocode?lat=47.9188&lon=106.9176',
  '/v1/route?origin=106.9176,47.9188&destination=106.9144,47.9151',
  '/health',
];

/** The status of one request, or what went wrong. */
function ask(port: number, target: string, token: string, agent: Agent): Promise<string> {
  return new Promise((tell) => {
    const headers = { authorization: `Bearer ${token}` };
    const req = request({ host: '127.0.0.1', port, path: target, headers, agent, timeout: 20_000 }, (res) => {
      let text = '';
      res.on('data', (chunk: Buffer) => (text += chunk.toString()));
      res.on('end', () => tell(res.statusCode === 200 ? '200' : `${res.statusCode} ${text}`));
      res.on('error', (error) => tell(error.message));
    });
    req.on('timeout', () => req.destroy(new Error('no answer')));
    req.on('error', (error) => tell(error.message));
    req.end();
  });
}

it(`loses no request in ${RESTARTS} restarts of replicas behind a proxy that never tries again`, async () => {
  const seed = 18;
  const database = join(folder, 'keys.sqlite');
  const token = await makeKey(database, 1_000_000);
  const ports = [await freePort(), await freePort()];
  const flags = ['--drain-s', String(DRAIN_S)];
  const start = (i: number): Promise<Service> =>
    Service.start({ dataset, database, workers: WORKERS[i], port: ports[i], flags });
  const services: Service[] = [];
  onTestFinished(() => services.forEach(({ child }) => void child.kill('SIGKILL')));
  for (const i of ports.keys()) services.push(await start(i));
  const proxy = await SmallProxy.start(ports);
  onTestFinished(() => proxy.stop());
  const areReady = (): boolean => ports.every((port) => proxy.isReady(port));
  await expect.poll(areReady, { timeout: 20_000 }).toBe(true);

  let isOver = false;
  const statuses: Record<string, number> = {};
  const clients = Array.from({ length: CLIENTS }, async (_, i) => {
    const random = seededRandom(seed + i);
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    while (!isOver) {
      const target = TARGETS[Math.floor(random() * TARGETS.length)];
      const status = await ask(proxy.port, target, token, agent);
      statuses[status] = (statuses[status] ?? 0) + 1;
      // Now and then a pause, so that connections lie idle and new ones are opened.
      if (random() < 0.05) await new Promise((wait) => setTimeout(wait, 300 * random()));
    }
    agent.destroy();
  });
  for (let restart = 0; restart < RESTARTS; restart++) {
    const i = restart % ports.length;
    expect(await services[i].stop(), services[i].stderr).toBe(0);
    services[i] = await start(i);
    const before = proxy.answeredBy(ports[i]);
    await expect.poll(() => proxy.answeredBy(ports[i]) - before, { timeout: 20_000 }).toBeGreaterThan(20);
  }
  isOver = true;
  await Promise.all(clients);
  process.stdout.write(`${RESTARTS} restarts, answers by status: ${JSON.stringify(statuses)}\n`);
  expect(proxy.failures, `seed ${seed}`).toEqual([]);
  expect(Object.keys(statuses), `seed ${seed}`).toEqual(['200']);
  expect(statuses['200']).toBeGreaterThan(100 * RESTARTS);
  for (const service of services) expect(await service.stop()).toBe(0);
});
