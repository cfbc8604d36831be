import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { PATIENCE_MS } from '../patience.js';
import { partOfDay } from '../random-cases.js';
import { runCli, startCli } from './run-cli.js';
import { tinyMap } from './tiny-map.js';

/** A service that is killed, at any moment of its children's lives, leaves none of them behind. */

/** More of them: GAZARCH_TEST_MOMENTS=40. All are asked in three days, or with GAZARCH_TEST_PARTS=all. */
const MOMENTS = Number(process.env['GAZARCH_TEST_MOMENTS'] ?? 20);
const DAYS = 3;
const LAST_MS = 400;
const WAITS_MS = partOfDay(
  Array.from({ length: MOMENTS }, (_, i) => Math.round((i * LAST_MS) / (MOMENTS - 1))),
  DAYS,
);

let folder: string;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'gazarch-orphans-'));
  writeFileSync(join(folder, 'map.osm'), tinyMap('Баянзүрх'));
  const { status, stderr } = await runCli([
    'import',
    join(folder, 'map.osm'),
    '--dataset',
    join(folder, 'd'),
  ]);
  expect(status, stderr).toBe(0);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** Processes whose environment has the marker, by what they are. @param pids all processes when absent */
function ours(
  marker: string,
  pids: readonly string[] = readdirSync('/proc'),
): { pid: number; isConsole: boolean; isWorker: boolean }[] {
  return pids.flatMap((pid) => {
    if (!/^\d+$/.test(pid)) return [];
    try {
      if (!readFileSync(`/proc/${pid}/environ`, 'latin1').includes(marker)) return [];
      const line = readFileSync(`/proc/${pid}/cmdline`, 'latin1');
      return [
        {
          pid: Number(pid),
          isConsole: line.includes('\0console\0'),
          isWorker: line.includes('worker-entry'),
        },
      ];
    } catch {
      return [];
    }
  });
}

/** Asked every few milliseconds: to look at all processes of the machine takes longer. */
const childrenOf = (pid: number): string[] =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean);

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

it.each(['isConsole', 'isWorker'] as const)('leaves nobody: %s', { timeout: 1_800_000 }, async (kind) => {
  const [port, consolePort] = [await freePort(), await freePort()];
  const args = ['serve', '--console', '--workers', '2', '--dataset', join(folder, 'd')];
  args.push(
    '--database',
    join(folder, 'keys.sqlite'),
    '--port',
    `${port}`,
    '--console-port',
    `${consolePort}`,
  );
  for (const wait_ms of WAITS_MS) {
    const marker = `orphans-${kind}-${wait_ms}`;
    const child = startCli(args, { env: { GAZARCH_TEST_MARKER: marker } });
    const deadline_ms = performance.now() + PATIENCE_MS;
    while (!ours(marker, childrenOf(child.pid!)).some((one) => one[kind])) {
      expect(performance.now()).toBeLessThan(deadline_ms);
      await pause(5);
    }
    await pause(wait_ms);
    child.kill('SIGKILL');
    const end_ms = performance.now() + PATIENCE_MS;
    while (ours(marker).length > 0 && performance.now() < end_ms) await pause(50);
    const left = ours(marker);
    left.forEach(({ pid }) => process.kill(pid, 'SIGKILL'));
    expect(left, `killed ${wait_ms} ms after the start`).toEqual([]);
  }
  // All ports are free for the next one.
  const child = startCli(args);
  try {
    for (const url of [`http://127.0.0.1:${port}/health`, `http://127.0.0.1:${consolePort}/`]) {
      const deadline_ms = performance.now() + PATIENCE_MS;
      while (
        !(await fetch(url).then(
          ({ ok }) => ok,
          () => false,
        ))
      ) {
        expect(performance.now(), url).toBeLessThan(deadline_ms);
        await pause(100);
      }
    }
  } finally {
    child.kill('SIGTERM');
    await new Promise((resolve) => child.once('exit', resolve));
  }
});
