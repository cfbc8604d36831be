import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import type { ApiKey } from '../../src/keys/api-key.js';
import { silence } from '../keys/silence.js';
import { hasPostgres, usePostgres } from '../postgres.js';
import { Load } from './load.js';
import { expectCounted, requestLines, requestsCounted, secondWrite } from './usage-lines.js';
import { createdKey, Service, withKeys } from './workers-service.js';
import { copySampleDataset } from '../sample/sample-dataset.js';

/**
 * Two replicas on PostgreSQL, one of them with two workers, while the server is away and after it came back.
 * The whole proof is a minute: GAZARCH_TEST_AWAY_S=60.
 */
const AWAY_S = Number(process.env['GAZARCH_TEST_AWAY_S'] ?? 3);
const WORKERS = [1, 2];

const SEARCH = '/v1/geocode?q=talbai&limit=1';

interface Made {
  key: ApiKey;
  token: string;
}

/** Replicas that share a database, each asked with a key of its own. */
interface Shared {
  name: string;
  database: string;
  services: Service[];
  keys: Made[];
  loads: Load[];
}

describe.skipIf(!hasPostgres)('two replicas whose PostgreSQL is away', () => {
  const postgres = usePostgres();
  let folder: string;
  let dataset: string;
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'gazarch-away-'));
    dataset = join(folder, 'dataset');
    await copySampleDataset(dataset);
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  async function start(name: string, hears: boolean): Promise<Shared> {
    const base = await postgres.makeDatabase();
    const database = postgres.url(base);
    const keys: Made[] = [];
    while (keys.length < WORKERS.length) keys.push(await createdKey(database, 1_000_000));
    if (!hears) await silence(postgres, base);
    const services = await Promise.all(
      WORKERS.map(async (workers) => {
        const service = await Service.start({ dataset, database, workers });
        onTestFinished(() => void service.child.kill('SIGKILL'));
        return service;
      }),
    );
    const loads = services.map(
      ({ port }, i) => new Load({ port, token: keys[i].token, targets: [SEARCH], clients: 2, pause_ms: 250 }),
    );
    onTestFinished(() => Promise.all(loads.map((load) => load.stop())).then(() => undefined));
    return { name, database, services, keys, loads };
  }

  /** Makes a change and measures how long it takes until all processes of all replicas answer so. */
  async function hold(
    { name, services }: Shared,
    what: string,
    { token, answer }: { token: string; answer: string },
    change: () => Promise<unknown>,
  ): Promise<void> {
    await change();
    const changed_ms = performance.now();
    const answers = async (service: Service): Promise<boolean> => {
      // On connections of their own, which go to the workers in turn.
      const all = await Promise.all(Array.from({ length: 6 }, () => service.ask(SEARCH, token)));
      // A refused key has no limit of its own.
      return all.every(
        ({ status, headers }) =>
          (status === 200 ? `200 ${String(headers['x-ratelimit-limit'])}` : `${status}`) === answer,
      );
    };
    await Promise.all(services.map((service) => service.until(() => answers(service), `${name}: ${what}`)));
    const took_ms = Math.round(performance.now() - changed_ms);
    process.stdout.write(`${name}: ${what} took hold everywhere after ${took_ms} ms\n`);
  }

  async function changeAndSee(shared: Shared, old: Made): Promise<void> {
    const { database } = shared;
    const other = await createdKey(database, 50);
    await hold(shared, 'a new key', { token: other.token, answer: '200 50' }, () => Promise.resolve());
    await hold(shared, 'a changed key', { token: old.token, answer: '200 77000' }, () =>
      postgres.run(
        `update gazarch.api_keys set rate_limit = 77000 where id = '${old.key.id}'`,
        new URL(database).pathname.slice(1),
      ),
    );
    await hold(shared, 'a revoked key', { token: old.token, answer: '403' }, () =>
      withKeys(database, (store) => store.revoke(old.key.id, new Date())),
    );
  }

  it(`serve known keys for ${AWAY_S} s, and afterwards take over changes and lose no usage`, async () => {
    const all = await Promise.all([start('notifications on', true), start('notifications lost', false)]);
    const old = await Promise.all(all.map(({ database }) => createdKey(database, 1_000)));
    const unknown = await createdKey(join(folder, 'other.sqlite'), 1_000);
    const everyone = all.flatMap(({ services }) => services);
    for (const [i, { services }] of all.entries())
      for (const service of services) expect((await service.ask(SEARCH, old[i].token)).status).toBe(200);

    await postgres.stop();
    const stopped_ms = performance.now();
    const before = all.map(({ loads }) => loads.map((load) => load.asked));
    const checkOfKeys = async (service: Service): Promise<string> => {
      const { status, text } = await service.ask('/health/ready');
      const { status: state, checks } = JSON.parse(text) as { status: string; checks: { keys: string } };
      return `${status} ${state} ${checks.keys}`;
    };
    for (const service of everyone) {
      await service.until(async () => (await checkOfKeys(service)) === '200 degraded fail', 'degraded');
      expect((await service.ask(SEARCH, unknown.token)).status).toBe(401);
    }
    const rest_ms = AWAY_S * 1_000 - (performance.now() - stopped_ms);
    if (rest_ms > 0) await new Promise((wait) => setTimeout(wait, rest_ms));
    for (const [i, { loads }] of all.entries())
      for (const [j, load] of loads.entries()) expect(load.asked).toBeGreaterThan(before[i][j]);
    await postgres.start();
    await Promise.all(all.map((shared, i) => changeAndSee(shared, old[i])));
    for (const service of everyone)
      await service.until(async () => (await checkOfKeys(service)) === '200 ok ok', 'ok again');

    // What was asked meanwhile is in usage, up to the last seconds before a kill.
    await Promise.all(
      all.map(async ({ name, database, services: [victim, other], keys, loads }) => {
        const id = keys[0].key.id;
        const sure_ms = await secondWrite(victim, database, id);
        await victim.crash();
        expect(loads.map(({ ends }) => ends['200'])).not.toContain(undefined);
        await Promise.all(loads.map((load) => load.stop()));
        expect(loads[1].statuses(), 'known keys').toEqual(['200']);
        expect(await other.stop()).toBe(0);
        await expectCounted(name, { database, victim, keyId: id, sure_ms, asked: loads[0].asked });
        const own = requestLines(other).filter(({ key_id }) => key_id === keys[1].key.id);
        expect(await requestsCounted(database, keys[1].key.id)).toBe(own.length);
        expect(own.length).toBe(loads[1].asked);
      }),
    );
  });
});
