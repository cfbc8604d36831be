import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { Agent } from 'node:http';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { NO_REDIS, RedisServer } from '../limits/redis-server.js';
import { copySampleDataset } from '../sample/sample-dataset.js';
import { makeKey, Service } from './workers-service.js';

/** Real minutes of two built services of two workers, on a host that is busy with other work. */

const MINUTES = Number(process.env['GAZARCH_TEST_MINUTES'] || 2);
const LIMITS = [1, 10, 100, 1_000];
const CLIENTS = 240;
const PAUSE_MS = 150;
const MINUTE_MS = 60_000;
/** Longer than any request waits. The end of the first minute and the fall of Redis lie in such a stretch. */
const BUSY_MS = 4_000;
const SEARCH = '/v1/geocode?q=Darkhan';

describe.skipIf(NO_REDIS)('limits on a busy host', () => {
  let redis: RedisServer;
  let folder: string;
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'gazarch-busy-'));
    await copySampleDataset(join(folder, 'dataset'));
    redis = await RedisServer.start();
  });
  afterAll(async () => {
    await redis.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  async function start(): Promise<Service> {
    const service = await Service.start({
      dataset: join(folder, 'dataset'),
      database: join(folder, 'keys.sqlite'),
      workers: 2,
      // The wait is the one that everybody has.
      flags: ['--limits', `redis://127.0.0.1:${redis.port}`, '--usage', 'off'],
    });
    onTestFinished(async () => {
      service.child.kill('SIGKILL');
      await service.ended();
    });
    return service;
  }

  /** Every core has something else to do, in every other stretch of some seconds. */
  function occupyCores(): void {
    const work = `setInterval(() => {
      for (const end_ms = performance.now() + ${BUSY_MS}; performance.now() < end_ms;);
    }, ${2 * BUSY_MS})`;
    for (let core = 0; core < availableParallelism(); core++) {
      const child = spawn(process.execPath, ['-e', work], { stdio: 'ignore' });
      onTestFinished(() => void child.kill('SIGKILL'));
    }
  }

  it(
    `are exact for ${CLIENTS} clients in ${MINUTES} minutes, in every second one of which Redis loses all`,
    async () => {
      const services = [await start(), await start()];
      const tokens: string[] = [];
      for (const limit of LIMITS) tokens.push(await makeKey(join(folder, 'keys.sqlite'), limit));
      await expect
        .poll(async () => Promise.all(services.map(async (one) => (await one.ask('/health/ready')).status)))
        .toEqual([200, 200]);
      /** By limit, and by the end of the minute. */
      const passed = LIMITS.map(() => new Map<string, number>());
      const refused = LIMITS.map(() => new Set<string>());
      const others = new Set<number>();
      let isOver = false;
      const client = async (number: number): Promise<void> => {
        const key = number % LIMITS.length;
        const service = services[Math.floor(number / LIMITS.length) % services.length];
        const agent = new Agent({ keepAlive: true, maxSockets: 1 });
        while (!isOver) {
          const { status, headers } = await service.ask(SEARCH, tokens[key], agent);
          const end_s = String(headers['x-ratelimit-reset']);
          if (status === 200) passed[key].set(end_s, (passed[key].get(end_s) ?? 0) + 1);
          else if (status === 429) refused[key].add(end_s);
          else others.add(status);
          await wait(PAUSE_MS);
        }
        agent.destroy();
      };
      const clients = Array.from({ length: CLIENTS }, (_, number) => client(number));
      const left_ms = MINUTE_MS - (Date.now() % MINUTE_MS);
      // Begins with a minute that nobody has missed the beginning of.
      await wait(left_ms);
      occupyCores();
      const first_s = Math.floor(Date.now() / MINUTE_MS) * 60 + 60;
      for (let minute = 0; minute < MINUTES; minute++) {
        await wait(MINUTE_MS / 2 - (Date.now() % MINUTE_MS));
        if (minute % 2 === 1) {
          await redis.kill();
          await redis.run();
        }
        await wait(MINUTE_MS - (Date.now() % MINUTE_MS) + 20);
      }
      isOver = true;
      await Promise.all(clients);
      expect([...others]).toEqual([]);
      const falls = services.map((one) =>
        one
          .entries('Redis is unavailable; this service counts requests on its own')
          .map(({ reason }) => reason),
      );
      const counts = LIMITS.map((_, key) =>
        Array.from({ length: MINUTES }, (__, minute) => passed[key].get(String(first_s + 60 * minute))),
      );
      process.stdout.write(`${JSON.stringify({ counts, falls })}\n`);
      LIMITS.forEach((limit, key) => {
        expect(counts[key]).toEqual(Array.from({ length: MINUTES }, () => limit));
        for (let minute = 0; minute < MINUTES; minute++)
          expect(refused[key]).toContain(String(first_s + 60 * minute));
      });
    },
    (MINUTES + 4) * MINUTE_MS,
  );
});
