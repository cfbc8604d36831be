import { mkdtempSync, rmSync } from 'node:fs';
import { Agent } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { openPostgres } from '../../src/database/postgres/postgres-database.js';
import { SqlKeyStore } from '../../src/keys/sql-key-store.js';
import { Service } from '../e2e/workers-service.js';
import { hasPostgres, usePostgres } from '../postgres.js';
import { copySampleDataset } from '../sample/sample-dataset.js';
import { KEYS, writeManyKeys } from './many-keys.js';

/** What requests feel of a PostgreSQL with 100,000 keys that restarts: asked over HTTP all the while. */

const SEARCH = '/v1/geocode?lat=47.9188&lon=106.9176';
const CLIENTS = 8;
const RESTARTS = Number(process.env['GAZARCH_TEST_RESTARTS'] ?? 1);

describe.skipIf(!hasPostgres)(`a service with ${KEYS} keys`, () => {
  const server = usePostgres();
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'gazarch-many-keys-'));
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it.each([1, 2])(
    'answers all requests while the server restarts (%i workers)',
    async (workers) => {
      const database = server.url(await server.makeDatabase());
      const store = new SqlKeyStore(
        await openPostgres(database, { mustExist: false, warn: () => undefined }),
      );
      const tokens = await writeManyKeys(store);
      await store.close();
      const dataset = join(folder, `dataset-${workers}`);
      await copySampleDataset(dataset);
      const service = await Service.start({ dataset, database, workers });
      onTestFinished(async () => void (await service.stop()));
      const ready = async (): Promise<string> =>
        (JSON.parse((await service.ask('/health/ready')).text) as { status: string }).status;
      // On a busy machine the start does not wait for the whole list.
      await expect.poll(ready).toBe('ok');

      const took_ms = { quiet: [] as number[], restart: [] as number[] };
      let now: keyof typeof took_ms = 'quiet';
      const statuses = new Set<number>();
      let isOver = false;
      const clients = Array.from({ length: CLIENTS }, async (_, client) => {
        const agent = new Agent({ keepAlive: true, maxSockets: 1 });
        for (let i = client; !isOver; i += CLIENTS) {
          const [during, sent_ms] = [now, performance.now()];
          statuses.add((await service.ask(SEARCH, tokens[i % tokens.length], agent)).status);
          took_ms[during].push(performance.now() - sent_ms);
          await wait(10);
        }
        agent.destroy();
      });
      await wait(3_000);
      now = 'restart';
      for (let restart = 0; restart < RESTARTS; restart++) {
        await server.stop();
        await expect.poll(ready).toBe('degraded');
        await server.start();
        // Each worker says so by itself: ask as often as all of them have surely been asked.
        for (let good = 0; good < 10; await wait(20)) good = (await ready()) === 'ok' ? good + 1 : 0;
        await wait(2_000);
      }
      isOver = true;
      await Promise.all(clients);
      expect([...statuses]).toEqual([200]);
      const figures = Object.entries(took_ms).map(([when, all]) => {
        const sorted = all.sort((a, b) => a - b);
        const at = (share: number): string => sorted[Math.ceil(share * sorted.length) - 1].toFixed(0);
        return `${when}: ${all.length} requests, p99 ${at(0.99)} ms, longest ${at(1)} ms`;
      });
      process.stdout.write(`${workers} workers, ${RESTARTS} restarts. ${figures.join('; ')}\n`);
    },
    300_000,
  );
});
