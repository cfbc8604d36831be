import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as wait } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { describe, expect, it, onTestFinished } from 'vitest';
import { openPostgres } from '../../src/database/postgres/postgres-database.js';
import { KeyMirror } from '../../src/keys/key-mirror.js';
import { SqlKeyStore } from '../../src/keys/sql-key-store.js';
import { hasPostgres, usePostgres } from '../postgres.js';
import { KEYS, writeManyKeys } from './many-keys.js';

/** 100,000 keys on PostgreSQL: what a process needs for them, and what a restart of the server does to it. */

const MOST_MB = 60;

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

describe.skipIf(!hasPostgres)(`${KEYS} keys`, () => {
  const server = usePostgres();

  it(`need at most ${MOST_MB} MB, and are known all the time while the server restarts`, async () => {
    const url = server.url(await server.makeDatabase());
    const open = async (): Promise<SqlKeyStore> =>
      new SqlKeyStore(await openPostgres(url, { mustExist: false, warn: () => undefined }));
    const store = await open();
    const tokens = await writeManyKeys(store);
    collect();
    const before = process.memoryUsage();
    const mirror = await KeyMirror.start(store);
    onTestFinished(async () => {
      await mirror.close();
      await store.close();
    });
    // On a busy machine the start does not wait for the whole list.
    await expect.poll(() => mirror.state()).toBe('ok');
    collect();
    const after = process.memoryUsage();
    const heap_MB = (after.heapUsed - before.heapUsed) / 1e6;
    expect(heap_MB).toBeLessThan(MOST_MB);

    const delay = monitorEventLoopDelay({ resolution: 5 });
    let unknown = 0;
    let isOver = false;
    const load = (async (): Promise<void> => {
      for (let at = 0; !isOver; at++) {
        const found = mirror.find(tokens[at % tokens.length]);
        if (found === null || found instanceof Promise) unknown++;
        if (found instanceof Promise) await found.catch(() => null);
        await wait(2);
      }
    })();
    await wait(1_000);
    delay.enable();
    await server.stop();
    await expect.poll(() => mirror.state()).toBe('degraded');
    await server.start();
    await expect.poll(() => mirror.state()).toBe('ok');
    await wait(2_000);
    delay.disable();
    isOver = true;
    await load;
    expect(unknown).toBe(0);
    collect();
    const again_MB = (process.memoryUsage().heapUsed - before.heapUsed) / 1e6;
    expect(again_MB).toBeLessThan(MOST_MB + 10);
    const figures = [heap_MB, again_MB, (process.memoryUsage().rss - before.rss) / 1e6, delay.max / 1e6];
    const [heap, again, resident, longest_ms] = figures.map((figure) => figure.toFixed(0));
    process.stdout.write(
      `${heap} MB of heap, ${again} MB after a restart, ${resident} MB more resident; ` +
        `the event loop stood still for ${longest_ms} ms at most\n`,
    );
  });
});
