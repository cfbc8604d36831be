import { mkdtempSync, rmSync } from 'node:fs';
import { Agent } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { runCli } from '../cli/run-cli.js';
import { crews, notAlone } from '../crews.js';
import { NO_REDIS, RedisServer } from '../limits/redis-server.js';
import { inOneWindow, isAlive, makeKey, Service, type Answer } from './workers-service.js';
import { copySampleDataset } from '../sample/sample-dataset.js';
import { PATIENCE_MS } from '../patience.js';

/** `gazarch serve --limits redis://…` as real processes, with a real Redis. */

const SEARCH = '/v1/geocode?q=talbai&limit=1';
const PASSWORD = 's3cret-of-redis';
/** Of each service. The full proof is GAZARCH_TEST_REQUESTS=5000. */
const [REQUESTS, CONNECTIONS] = [Number(process.env['GAZARCH_TEST_REQUESTS'] ?? 500), 64];

/**
 * The long proof is GAZARCH_TEST_MINUTES=10: edges of real minutes, with 20,000 requests over each. With the
 * default wait it needs cores to spare: a service that stands still takes Redis for away.
 */
const MINUTES = Number(process.env['GAZARCH_TEST_MINUTES'] ?? 0);
/** How long before the edge the first half is sent. The second half is sent just before it. */
const [EARLY_MS, LATE_MS] = [3_000, 100];

describe.skipIf(NO_REDIS)('services that count in one Redis', () => {
  let folder: string;
  let dataset: string;
  let database: string;
  let redis: RedisServer;
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'gazarch-redis-limits-'));
    dataset = join(folder, 'dataset');
    database = join(folder, 'keys.sqlite');
    await copySampleDataset(dataset);
    // A service without any key is degraded.
    await makeKey(database, 100);
    redis = await RedisServer.start('--requirepass', PASSWORD);
  });
  afterAll(async () => {
    await redis.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  /** A busy machine must not decide whether a count is exact, so requests may wait long here. */
  const address = (password = PASSWORD, host = '127.0.0.1'): string =>
    `redis://:${password}@${host}:${redis.port}/0?prefix=e2e:&wait_ms=250`;

  async function start(workers: number, limits = address()): Promise<Service> {
    const service = await Service.start({ dataset, database, workers, flags: ['--limits', limits] });
    onTestFinished(async () => {
      const pids = service.workers;
      if (service.child.exitCode === null) service.child.kill('SIGKILL');
      await service.ended();
      await service.until(() => !pids.some(isAlive), 'the end of all workers');
    });
    return service;
  }

  /** Answers by the end of the window that they counted in, in seconds. */
  function byWindow(answers: readonly Answer[]): Map<number, Answer[]> {
    const windows = new Map<number, Answer[]>();
    for (const answer of answers) {
      const end_s = Number(answer.headers['x-ratelimit-reset']);
      const inWindow = windows.get(end_s) ?? [];
      windows.set(end_s, inWindow);
      inWindow.push(answer);
    }
    return windows;
  }

  async function flood(service: Service, token: string, requests: number): Promise<Answer[]> {
    const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });
    try {
      return await Promise.all(Array.from({ length: requests }, () => service.ask(SEARCH, token, agent)));
    } finally {
      agent.destroy();
    }
  }

  /** The log comes by another way than the answers. */
  const logsArrived = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 1_000));

  /**
   * On a busy machine a worker may take its leader for away, and a service Redis, while this process or that
   * one stands still. Then they count for themselves, and say so. Then nothing is proved, and another key is
   * tried.
   */
  async function untilCountedTogether(
    services: readonly Service[],
    ask: (token: string) => Promise<() => void>,
  ): Promise<void> {
    const said = [
      'shared request counts are unavailable; this worker counts on its own',
      'Redis is unavailable; this service counts requests on its own',
    ];
    const forThemselves = (): number =>
      services.flatMap((one) => said.flatMap((line) => one.entries(line))).length;
    for (let before = -1; before !== forThemselves();) {
      before = forThemselves();
      const check = await ask(await makeKey(database, 100));
      await logsArrived();
      if (before === forThemselves()) check();
    }
  }

  const health = async (service: Service): Promise<unknown> => {
    const { status, text } = await service.ask('/health/ready');
    const { status: state, checks } = JSON.parse(text) as { status: string; checks: { rate_limits: string } };
    return [status, state, checks.rate_limits];
  };

  notAlone(() =>
    it(`let exactly 100 of ${2 * REQUESTS} concurrent requests through, in two services`, async () => {
      const services = await Promise.all([start(2), start(2)]);
      await untilCountedTogether(services, async (token) => {
        await inOneWindow(25_000);
        const answers = (await Promise.all(services.map((one) => flood(one, token, REQUESTS)))).flat();
        return () => expectHundredAWindow(answers);
      });
    }),
  );

  function expectHundredAWindow(answers: readonly Answer[]): void {
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 429]));
    // On a busy machine the flood may last over the end of a minute. Each window has its own hundred.
    const windows = byWindow(answers);
    const all = Array.from({ length: 100 }, (_, i) => i);
    const last = Math.max(...windows.keys());
    for (const [end_s, inWindow] of windows) {
      const good = inWindow.filter(({ status }) => status === 200);
      const remaining = good
        .map(({ headers }) => Number(headers['x-ratelimit-remaining']))
        .sort((a, b) => a - b);
      // The flood may end before the last window is used up: then it has the first of its hundred.
      const isWhole = end_s < last || good.length < inWindow.length;
      expect(remaining).toEqual(isWhole ? all : all.slice(100 - good.length));
    }
  }

  /** Sends half of the requests some seconds before the next minute, and half when it all but begins. */
  async function floodOverEdge(services: readonly Service[], token: string): Promise<Answer[]> {
    const left_ms = 60_000 - (Date.now() % 60_000);
    const edge_ms = Date.now() + left_ms + (left_ms < 2 * EARLY_MS ? 60_000 : 0);
    const floods = [EARLY_MS, LATE_MS].map(async (before_ms) => {
      await new Promise((wait) => setTimeout(wait, edge_ms - before_ms - Date.now()));
      return Promise.all(services.map((one) => flood(one, token, REQUESTS)));
    });
    return (await Promise.all(floods)).flat(2);
  }

  const waits = [
    ['the default wait', ''],
    ['a longer wait', '&wait_ms=250'],
  ];
  it.each(MINUTES === 0 ? [] : waits)(
    `let exactly 100 through in each minute, over ${MINUTES} edges of real minutes, with %s`,
    async (_, wait) => {
      const limits = `redis://:${PASSWORD}@127.0.0.1:${redis.port}/0?prefix=edges${wait.length}:${wait}`;
      const services = await Promise.all([start(2, limits), start(2, limits)]);
      const token = await makeKey(database, 100);
      const [passed, refused] = [new Map<string, number>(), new Set<string>()];
      for (let minute = 0; minute < MINUTES; minute++) {
        for (const { status, headers } of await floodOverEdge(services, token)) {
          const end_s = String(headers['x-ratelimit-reset']);
          if (status === 200) passed.set(end_s, (passed.get(end_s) ?? 0) + 1);
          else expect(status).toBe(429);
          if (status === 429) refused.add(end_s);
        }
      }
      const away = services.map(
        (one) => one.entries('Redis is unavailable; this service counts requests on its own').length,
      );
      process.stdout.write(
        `passed by minute: ${[...passed.values()].join(' ')}; Redis taken for away: ${away.join(' and ')}\n`,
      );
      expect(refused.size).toBe(MINUTES + 1);
      for (const end_s of refused) expect(passed.get(end_s), `minute until ${end_s}`).toBe(100);
    },
    (MINUTES + 2) * 60_000,
  );

  notAlone(() =>
    it('and with one worker each, one of them killed: never more', async () => {
      const two = await start(1);
      const services = [two];
      const passed = (answers: readonly Answer[]): number =>
        answers.filter(({ status }) => status === 200).length;
      await untilCountedTogether(services, async (token) => {
        const one = await start(1);
        services.push(one);
        await inOneWindow(15_000);
        expect(passed(await flood(one, token, 60))).toBe(60);
        // A killed service can no longer say that it counted for itself.
        await logsArrived();
        one.child.kill('SIGKILL');
        const rest = await flood(two, token, 500);
        return () => expect(passed(rest)).toBe(40);
      });
    }),
  );

  it.each(crews())('stay up without it, say so, and recover (%i workers)', async (workers) => {
    const service = await start(workers);
    await expect.poll(() => health(service)).toEqual([200, 'ok', 'ok']);
    await redis.kill();
    const isState = async (state: string): Promise<boolean> =>
      JSON.stringify(await health(service)).includes(state);
    await service.until(() => isState('degraded'), 'degraded');
    await expect.poll(() => health(service)).toEqual([200, 'degraded', 'fail']);
    await untilCountedTogether([service], async (token) => {
      await inOneWindow(15_000);
      const alone = await flood(service, token, 300);
      return () => expect(alone.filter(({ status }) => status === 200).length).toBe(100);
    });
    await redis.run();
    await service.until(async () => !(await isState('degraded')), 'the return of Redis');
    await service.stop();
    expect(
      service.entries('Redis is unavailable; this service counts requests on its own').length,
    ).toBeGreaterThan(0);
    expect(service.entries('Redis answers again; requests are counted together').length).toBeGreaterThan(0);
    expect(JSON.stringify(service.log) + service.stderr + service.broken.join()).not.toContain(PASSWORD);
  });

  it.each(crews())(
    'refuse to start with a wrong password, and do not show it (%i workers)',
    async (workers) => {
      const flags = [
        '--dataset',
        dataset,
        '--database',
        database,
        '--port',
        '0',
        '--workers',
        String(workers),
      ];
      const { status, stdout, stderr } = await runCli(['serve', ...flags], {
        env: { GAZARCH_LIMITS: address('wr0ng-one') },
        killAfter_ms: PATIENCE_MS,
      });
      expect(status).toBe(1);
      expect(stderr).toBe(
        `gazarch: Redis at redis://***@127.0.0.1:${redis.port}/0?prefix=e2e:&wait_ms=250 refuses: ` +
          'WRONGPASS invalid username-password pair or user is disabled.; ' +
          'correct --limits (GAZARCH_LIMITS)\n',
      );
      expect(stdout + stderr).not.toContain('wr0ng');
    },
  );

  it('start without it, and say in the log that it is away', async () => {
    await redis.kill();
    const service = await start(1);
    await expect.poll(() => health(service)).toEqual([200, 'degraded', 'fail']);
    const [{ reason }] = service.entries('Redis is unavailable; this service counts requests on its own');
    expect(reason).toContain('ECONNREFUSED');
    await redis.run();
    await service.until(async () => JSON.stringify(await health(service)).includes('ok'), 'Redis');
  });
});
