import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { runCli } from '../cli/run-cli.js';
import { tinyMap } from '../cli/tiny-map.js';
import { fakeOsrm } from '../sources/fake-osrm.js';
import { FaultServer } from '../sources/fault-server.js';
import { freePort } from '../free-port.js';
import { makeKey, Service } from './workers-service.js';

/** The built service in front of another engine, without any dataset. */

const NEXT = 'routes come from the next router: the earlier ones are unavailable';
const ROUTE = '/v1/route?origin=106.9,47.9&destination=106.91,47.91';

let folder: string;
let database: string;
let engine: FaultServer;
let service: Service | null = null;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'gazarch-engines-'));
  database = join(folder, 'keys.sqlite');
  engine = await FaultServer.start(fakeOsrm);
});
afterEach(async () => {
  await service?.stop();
  service = null;
  await engine.stop();
  rmSync(folder, { recursive: true, force: true });
});

async function start(workers: number, ...flags: string[]): Promise<Service> {
  service = await Service.start({ dataset: join(folder, 'none'), database, workers, flags });
  return service;
}

interface Body {
  status: string;
  checks: Record<string, string>;
  error: { code: string; details: unknown };
  route: { distance_meters: number };
  waypoints: { name: string }[];
}

async function ask(path: string, token: string | null): Promise<{ status: number; body: Body }> {
  const { status, text } = await service!.ask(path, token);
  return { status, body: JSON.parse(text) as Body };
}

it.each([1, 2])('answers routes with %i workers and no dataset, and says what is away', async (workers) => {
  const token = await makeKey(database, 10_000);
  const metricsPort = await freePort();
  const { port } = engine;
  await start(
    workers,
    ...['--router', `osrm+http://me:se%2Fcret@127.0.0.1:${port}`, '--geocoder', 'none'],
    ...['--metrics-port', String(metricsPort)],
  );
  // Each worker asks the engine by itself, and either may answer.
  await expect
    .poll(async () => (await ask('/health/ready', null)).body)
    .toMatchObject({ status: 'ok', checks: { geocoding: 'not_configured', routing: 'ok' } });
  const { status, body } = await ask(ROUTE, token);
  expect([status, body.waypoints[0].name]).toEqual([200, 'Зам']);
  expect(body.route.distance_meters).toBeGreaterThan(1_300);
  expect(engine.lastHeaders.authorization).toMatch(/^Basic /);
  const walking = await ask(`${ROUTE}&mode=walking`, token);
  expect([walking.status, walking.body.error.details]).toEqual([
    400,
    { field: 'mode', reason: 'not_supported' },
  ]);
  const search = await ask('/v1/geocode?q=talbai', token);
  expect([search.status, search.body.error.details]).toEqual([503, { reason: 'not_configured' }]);
  await engine.stop();
  await service!.until(async () => (await service!.ask('/health/ready')).status === 503, 'the engine away');
  const away = await ask(ROUTE, token);
  expect([away.status, away.body.error.code]).toEqual([502, 'UPSTREAM_ERROR']);
  engine = await FaultServer.start(fakeOsrm, port);
  await service!.until(async () => (await ask(ROUTE, token)).status === 200, 'the engine back');
  expect(service!.entries('router answers').length).toBeGreaterThanOrEqual(workers);
  await service!.until(() => service!.entries('router does not answer').length > 0, 'the log');
  expect(service!.entries('router does not answer')[0].reason).toContain('the connection was refused');
  expect(JSON.stringify(service!.log) + service!.stderr).not.toMatch(/cret/);
  await service!.until(async () => {
    const text = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text();
    const count = (outcome: string): number =>
      Number(
        new RegExp(
          `gazarch_upstream_calls_total{source="osrm driving",outcome="${outcome}",engine="[^"]+"} (\\d+)`,
        ).exec(text)?.[1],
      );
    return count('ok') >= 2 && count('failed') >= 1;
  }, 'the calls in the metrics');
});

it('is not ready when nothing is configured', async () => {
  await start(1, '--router', 'none', '--geocoder', 'none');
  const { status, body } = await ask('/health/ready', null);
  expect([status, body.status]).toEqual([503, 'unavailable']);
  expect(body.checks).toMatchObject({ geocoding: 'not_configured', routing: 'not_configured' });
});

it('refuses a router that it does not know, without the password', async () => {
  const refused = await runCli(['serve', '--router', 'google+http://me:secret@maps.example.mn']);
  expect(refused.status).toBe(1);
  expect(refused.stderr).toContain(
    '--router is "google+http://***@maps.example.mn"; it must be embedded, none',
  );
  expect(refused.stderr).not.toContain('secret');
});

it('answers from the dataset while the engine is away, and says so', async () => {
  const token = await makeKey(database, 10_000);
  const map = join(folder, 'map.osm');
  writeFileSync(map, tinyMap('Төв'));
  const dataset = join(folder, 'dataset');
  const { status, stderr } = await runCli(['import', map, '--dataset', dataset]);
  expect(status, stderr).toBe(0);
  const { port } = engine;
  const flags = ['--router', `osrm+http://127.0.0.1:${port},embedded`];
  service = await Service.start({ dataset, database, workers: 1, flags });
  await service.until(async () => (await ask('/health/ready', null)).body.status === 'ok', 'readiness');
  expect((await ask(ROUTE, token)).body.waypoints[0].name).toBe('Зам');
  await engine.stop();
  const fallback = await ask(ROUTE, token);
  // Nothing on the tiny map has a name.
  expect([fallback.status, fallback.body.waypoints[0].name]).toEqual([200, null]);
  await service.until(async () => (await ask('/health/ready', null)).body.status === 'degraded', 'degraded');
  expect((await ask('/health/ready', null)).status).toBe(200);
  await service.until(() => service!.entries(NEXT).length === 1, 'the log');
  engine = await FaultServer.start(fakeOsrm, port);
  await service.until(
    async () => (await ask(ROUTE, token)).body.waypoints[0].name === 'Зам',
    'the engine back',
  );
  await service.until(async () => (await ask('/health/ready', null)).body.status === 'ok', 'readiness again');
});

it('needs a dataset where one half comes from it', async () => {
  const args = ['--router', `osrm+${engine.url.origin}`, '--dataset', join(folder, 'none')];
  const refused = await runCli(['serve', ...args, '--database', database]);
  expect([refused.status, refused.stderr]).toEqual([1, expect.stringContaining('there is no dataset in')]);
});
