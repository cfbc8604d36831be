import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runCli } from '../cli/run-cli.js';
import { tinyMap } from '../cli/tiny-map.js';
import { FeedServer } from '../dataset-feed/feed-server.js';
import { geodata } from '../geodata.js';
import { NO_REDIS, RedisServer } from '../limits/redis-server.js';
import { hasPostgres, usePostgres } from '../postgres.js';
import { Deployment } from './deployment.js';
import { TARGETS, type Load } from './load.js';
import { counted, requestLines, tally } from './usage-lines.js';
import { makeKey, type Service } from './workers-service.js';

/**
 * A deployment as an operator of two machines has it: two replicas behind a balancer, keys and usage on
 * PostgreSQL, limits on Redis, the dataset by URL. All of it is real and on this machine. The replicas are
 * restarted in turn and take new datasets while clients ask without end.
 *
 * The whole proof is GAZARCH_TEST_RESTARTS=20 GAZARCH_TEST_SWAPS=20, which also asks as fast as it can. With
 * GAZARCH_TEST_SWAP_MAP=mongolia-mix.osm.pbf the datasets are those of a real extract.
 */
const RESTARTS = Number(process.env['GAZARCH_TEST_RESTARTS'] ?? 2);
const SWAPS = Number(process.env['GAZARCH_TEST_SWAPS'] ?? 2);
const SWAP_MAP = process.env['GAZARCH_TEST_SWAP_MAP'];
const LOAD = { clients: 8, pause_ms: RESTARTS >= 20 ? 0 : 20 };

/** Longer than the balancer needs to see a 503 on a busy machine. */
const DRAIN_S = 2;
/** One replica is one process, the other one has workers. */
const WORKERS = [1, 2];
/** Of a key whose clients ask more than that. */
const LIMIT = 100;
/** A name that no real place has, before the number of the dataset. */
const MARK = 'Zzyzxmark';
const MARKED = `/v1/geocode?q=${MARK}&limit=1`;

describe.skipIf(NO_REDIS || !hasPostgres)('two replicas on PostgreSQL and Redis behind a balancer', () => {
  const postgres = usePostgres();
  const folder = mkdtempSync(join(tmpdir(), 'gazarch-replicas-'));
  const [published, ...datasets] = ['published', 'one', 'two'].map((name) => join(folder, name));
  let redis: RedisServer;
  let feed: FeedServer;
  let database: string;
  let busy: string;
  let deployment: Deployment;

  beforeAll(async () => {
    redis = await RedisServer.start();
    feed = await FeedServer.start();
    feed.root = published;
    database = postgres.url(await postgres.makeDatabase());
    busy = await makeKey(database, 1_000_000);
    const sample = resolve(import.meta.dirname, '../../sample/ulaanbaatar.osm');
    const map = SWAP_MAP === undefined ? sample : geodata(SWAP_MAP);
    for (const [i, dataset] of datasets.entries()) {
      const mark = join(folder, `mark-${i}.osm`);
      writeFileSync(mark, tinyMap(`${MARK} ${i}`));
      await run('import', map, mark, '--dataset', dataset);
    }
    await publish(0);
    const limits = `redis://127.0.0.1:${redis.port}/0?wait_ms=250`;
    deployment = await Deployment.start(
      WORKERS.map((workers) => {
        const own = ['--dataset-folder', join(folder, `of-${workers}`), '--dataset-poll-s', '1'];
        const flags = ['--limits', limits, '--drain-s', String(DRAIN_S), ...own];
        return { dataset: feed.url().href, database, workers, flags };
      }),
    );
  });
  afterAll(async () => {
    (deployment as Deployment | undefined)?.kill();
    await feed.stop();
    await redis.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  /** Makes one of the two datasets the newest edition, every other time packed, too. */
  async function publish(i: number): Promise<void> {
    const packed = i === 0 && SWAP_MAP === undefined ? ['--gzip'] : [];
    await run('publish', '--dataset', datasets[i], '--to', published, '--name', 'm', ...packed);
  }

  /** Asks through the balancer while something happens. @returns the clients, when all have their answers */
  async function underLoad(work: () => Promise<void>): Promise<Load> {
    const load = deployment.load({ ...LOAD, token: busy, targets: [...TARGETS, MARKED] });
    await work().finally(() => load.stop());
    return load;
  }

  function expectNoFailure({ ends }: Load, what: string): void {
    process.stdout.write(`${what}, answers by status: ${JSON.stringify(ends)}\n`);
    expect(deployment.failures).toEqual([]);
    expect(Object.keys(ends)).toEqual(['200']);
  }

  it(`lose no request in ${RESTARTS} restarts in turn, and keep to the limit of a key`, async () => {
    const token = await makeKey(database, LIMIT);
    const limited = deployment.load({ clients: 2, token, targets: TARGETS.slice(0, 1) });
    const load = await underLoad(async () => {
      for (let restart = 0; restart < RESTARTS; restart++)
        expect(await deployment.restart(restart % WORKERS.length)).toBe(0);
    });
    await limited.stop();
    expectNoFailure(load, `${RESTARTS} restarts`);
    expect(load.asked).toBeGreaterThan(100 * RESTARTS);
    expect(limited.statuses()).toEqual(['200', '429']);
    process.stdout.write(
      `passed of a limit of ${LIMIT}, by window: ${[...limited.windows.values()].join(' ')}\n`,
    );
    // A machine that is busy beyond measure takes Redis for away, and each replica counts alone for a while.
    const wasAway = deployment.all.some((service) => service.entries(AWAY).length > 0);
    if (!wasAway) for (const passed of limited.windows.values()) expect(passed).toBeLessThanOrEqual(LIMIT);
  });

  it(`lose no request in ${SWAPS} swaps to what is published`, async () => {
    const swapped = (service: Service): number => service.entries('dataset swapped').length;
    const load = await underLoad(async () => {
      for (let i = 1; i <= SWAPS; i++) {
        const before = deployment.services.map(swapped);
        await publish(i % 2);
        for (const [r, service] of deployment.services.entries()) {
          await service.until(
            () => swapped(service) === before[r] + WORKERS[r],
            `swap ${i} of all processes`,
          );
          const { text } = await service.ask(MARKED, busy);
          const [{ name }] = (JSON.parse(text) as { results: { name: string }[] }).results;
          expect(name).toBe(`${MARK} ${i % 2}`);
        }
      }
    });
    expectNoFailure(load, `${SWAPS} swaps`);
  });

  it('stop in good order, and have counted every line of all their logs', async () => {
    expect(await deployment.stop()).toEqual([0, 0]);
    const lines = deployment.all.flatMap(requestLines);
    process.stdout.write(
      `${deployment.all.length} runs of replicas, ${lines.length} requests in their logs\n`,
    );
    for (const span of ['minute', 'hour', 'day'] as const)
      expect(await counted(database, span), span).toEqual(tally(lines));
  });
});

const AWAY = 'Redis is unavailable; this service counts requests on its own';

async function run(...args: string[]): Promise<void> {
  const { status, stderr } = await runCli(args);
  expect(status, stderr).toBe(0);
}
