import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { runCli } from '../cli/run-cli.js';
import { tinyMap } from '../cli/tiny-map.js';
import { Load } from '../e2e/load.js';
import { makeKey, Service } from '../e2e/workers-service.js';
import { hasPostgres, PostgresServer } from '../postgres.js';

/** Two real servers, one of which follows the other, and the built service under load. It takes 40 s. */

const SEARCH = '/v1/geocode?q=zaisan';

let folder: string;
let dataset: string;
let primary: PostgresServer;
let standby: PostgresServer;
let name: string;
let token: string;
let service: Service | null = null;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'gazarch-failover-'));
  dataset = join(folder, 'dataset');
  const map = join(folder, 'map.osm');
  writeFileSync(map, tinyMap('Зайсан'));
  expect((await runCli(['import', map, '--dataset', dataset])).status).toBe(0);
  primary = new PostgresServer();
  await primary.create();
  name = await primary.makeDatabase();
  token = await makeKey(primary.url(name), 1_000_000);
  standby = new PostgresServer();
  await standby.follow(primary);
  // What is confirmed is on both.
  await primary.run(`alter system set synchronous_standby_names = '*'`);
  await primary.run('select pg_reload_conf()');
});
afterEach(async () => {
  await service?.stop();
  service = null;
  await standby.remove();
  await primary.remove();
  rmSync(folder, { recursive: true, force: true });
});

async function start(database: string): Promise<Service> {
  service = await Service.start({ dataset, database, workers: 2 });
  return service;
}

/** Both servers in one URL, with the parameters behind. */
function both(parameters = ''): string {
  return primary.url(name).replace(/@([^/]+)/, `@$1,127.0.0.1:${standby.port}`) + parameters;
}

async function readiness(): Promise<unknown[]> {
  const { status, text } = await service!.ask('/health/ready');
  const { checks } = JSON.parse(text) as { checks: { keys: string } };
  return [status, checks.keys];
}

async function written(server: PostgresServer): Promise<number> {
  const [{ sum }] = await server.run('select sum(requests) as sum from gazarch.usage_months', name);
  return Number(sum);
}

describe.skipIf(!hasPostgres)('PostgreSQL on two servers', () => {
  it('loses no key and no usage when the standby takes over', async () => {
    await start(both());
    expect(await readiness()).toEqual([200, 'ok']);
    const load = new Load({ port: service!.port, token, targets: [SEARCH] });
    await service!.until(async () => (await written(primary)) > 0, 'the first usage');
    await primary.stop();
    await expect.poll(readiness).toEqual([200, 'fail']);
    await standby.promote();
    await expect.poll(readiness).toEqual([200, 'ok']);
    const later = await makeKey(both(), 10);
    await expect.poll(async () => (await service!.ask(SEARCH, later)).status).toBe(200);
    await load.stop();
    expect(load.statuses()).toEqual(['200']);
    await service!.stop();
    // With those of the new key.
    expect(await written(standby)).toBeGreaterThanOrEqual(load.asked + 1);
    const [{ sum }] = await standby.run(
      `select sum(requests) as sum from gazarch.usage_months where key_id =
        (select key_id from gazarch.usage_months order by requests desc limit 1)`,
      name,
    );
    expect(Number(sum)).toBe(load.asked);
  });

  it('serves from a standby alone, says that, and keeps usage until it can be written', async () => {
    await start(standby.url(name));
    await expect.poll(readiness).toEqual([200, 'fail']);
    const load = new Load({ port: service!.port, token, targets: [SEARCH] });
    await service!.until(
      () => service!.entries('usage cannot be written and is kept in memory').length > 0,
      'the log',
    );
    expect(service!.entries('the key database is failing; known keys still work')).not.toEqual([]);
    await standby.promote();
    await expect.poll(readiness).toEqual([200, 'ok']);
    await load.stop();
    await service!.stop();
    expect([load.statuses(), await written(standby)]).toEqual([['200'], load.asked]);
  });

  it('does not start on servers of which none can be written, unless it may', async () => {
    const url = `${standby.url(name).replace(/@([^/]+)/, '@$1,$1')}`;
    const refused = await runCli(['serve', '--dataset', dataset, '--database', url, '--port', '0']);
    expect(refused.status).toBe(1);
    expect(refused.stderr).toMatch(/postgres:\/\/\*\*\*@.* is read-only; specify the primary server/);
    await start(`${url}?target_session_attrs=any`);
    await expect.poll(readiness).toEqual([200, 'fail']);
  });
});
