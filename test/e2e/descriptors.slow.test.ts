import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { runCli } from '../cli/run-cli.js';
import { tinyMap } from '../cli/tiny-map.js';
import { hasPrlimit } from '../linux-tools.js';
import { Service } from './workers-service.js';

/** What happens when the system gives no more file descriptors. */

const main = resolve(import.meta.dirname, '../../dist/cli/main.js');
/** No line of the first start is lost: the process has more than these open already. */
const NO_MORE = 4;

let folder: string;
let maps: string[];
let datasets: string[];

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'gazarch-descriptors-'));
  maps = ['one', 'two'].map((name) => join(folder, `${name}.osm`));
  datasets = await Promise.all(
    maps.map(async (map) => {
      const out = `${map}.dataset`;
      writeFileSync(map, tinyMap(map));
      const { status, stderr } = await runCli(['import', map], { env: { GAZARCH_DATASET: out } });
      expect(status, stderr).toBe(0);
      return join(
        out,
        readdirSync(out).find((file) => file.endsWith('.gazarch'))!,
      );
    }),
  );
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** A folder with a copy of the first dataset. */
function ownFolder(name: string): string {
  const own = join(folder, name);
  mkdirSync(own);
  copyFileSync(datasets[0], join(own, 'dataset.gazarch'));
  return own;
}

async function limited(limit: number, args: readonly string[]): Promise<{ status: unknown; stderr: string }> {
  const shell = ['-c', `ulimit -n ${limit}; exec "$@"`, 'sh', process.execPath, main, ...args];
  // Not the variables of the tests: the program would warn of them.
  const child = spawn('sh', shell, { env: { PATH: process.env['PATH'] } });
  onTestFinished(() => void child.kill('SIGKILL'));
  let stderr = '';
  child.stderr.on('data', (chunk: Buffer) => (stderr += chunk.toString()));
  child.stdout.resume();
  const [status] = (await once(child, 'close')) as unknown[];
  return { status, stderr };
}

// Below 20, Node itself does not start. At 50 it does, but cannot load all files of the service.
// An import needs fewer.
describe.each([24, 36, 50])('with a limit of %i open files', (limit) => {
  const LINE = /^gazarch: too few file descriptors; raise the limit of open files .*\n$/;

  it.each([1, 2])('serve with %i workers ends in one line', async (workers) => {
    const own = ownFolder(`serve-${limit}-${workers}`);
    const flags = ['--dataset', own, '--port', '0', '--workers', String(workers), '--no-first-key'];
    const { status, stderr } = await limited(limit, ['serve', ...flags, '--database', join(own, 'keys')]);
    expect(stderr).toMatch(LINE);
    expect(status).toBe(1);
  });

  if (limit < 50)
    it('import ends in one line, and what was served still is', async () => {
      const own = ownFolder(`import-${limit}`);
      const { status, stderr } = await limited(limit, ['import', maps[1], '--dataset', own]);
      expect(stderr).toMatch(LINE);
      expect(status).toBe(1);
      expect((await runCli(['verify', own])).status).toBe(0);
    });
});

describe.each([1, 2])('a service with %i workers', (workers) => {
  it.skipIf(!hasPrlimit)('takes a new dataset once it has file descriptors again', async () => {
    const own = ownFolder(`later-${workers}`);
    const service = await Service.start({ dataset: own, database: join(own, 'keys'), workers });
    onTestFinished(async () => void (await service.stop()));
    const pids = workers === 1 ? [service.pid] : service.workers;
    const allow = (limit: number): void =>
      pids.forEach((pid) => execFileSync('prlimit', ['--pid', String(pid), `--nofile=${limit}:`]));
    allow(NO_MORE);
    copyFileSync(datasets[1], join(own, 'new'));
    renameSync(join(own, 'new'), join(own, 'dataset.gazarch'));
    await service.until(
      () => service.log.filter(({ msg }) => /refused/.test(msg)).length >= workers,
      'a refusal in each worker',
    );
    allow(1024);
    await service.until(
      () => service.entries('dataset swapped').length === workers,
      'the new dataset in each worker',
    );
    const { text } = await service.ask('/health/ready');
    expect(JSON.parse(text)).toMatchObject({ checks: { geocoding: 'ok', routing: 'ok' } });
    expect(service.entries('worker ended, another takes its place')).toEqual([]);
  });
});
