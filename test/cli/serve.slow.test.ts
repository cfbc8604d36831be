import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { datasetName, servedPath } from '../../src/dataset/dataset-folder.js';
import { freePort } from '../free-port.js';
import { copySampleDataset } from '../sample/sample-dataset.js';
import { runCli, startCli, type CliResult } from './run-cli.js';

/** How `gazarch serve` ends when it cannot start, and that it goes on when nobody reads what it prints. */

let folder: string;
let dataset: string;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'gazarch-serve-'));
  dataset = join(folder, 'dataset');
  await copySampleDataset(dataset);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function serve(
  workers: number,
  options: { dataset?: string; port?: number; database?: string; args?: string[] } = {},
): Promise<CliResult> {
  const {
    dataset: from = dataset,
    port = 0,
    database = join(folder, `keys-${workers}.sqlite`),
    args = [],
  } = options;
  return runCli([
    'serve',
    '--workers',
    String(workers),
    '--dataset',
    from,
    '--port',
    String(port),
    '--database',
    database,
    ...args,
  ]);
}

/** A port that something listens on until the end of the test. */
async function takenPort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  return (server.address() as AddressInfo).port;
}

describe.each([1, 3])('gazarch serve with %i workers', (workers) => {
  it('ends in one clear line when its port is taken, and shows no key that is then lost', async () => {
    const port = await takenPort();
    const database = join(folder, `port-${workers}.sqlite`);
    const { status, stdout, stderr } = await serve(workers, { port, database });
    expect(stderr).toBe(
      `gazarch: cannot listen on 127.0.0.1:${port}: another program listens there; ` +
        `choose another with --port\n`,
    );
    expect(status).toBe(1);
    expect(stdout).not.toContain('geo_');
    expect((await runCli(['keys', 'list', '--database', database, '--json'])).stdout.trim()).not.toContain(
      'key_',
    );
  });

  it('ends in one clear line when its dataset is broken', async () => {
    const broken = join(folder, `broken-${workers}`);
    mkdirSync(broken);
    const bytes = readFileSync(servedPath(dataset));
    bytes[bytes.length - 1] ^= 1;
    writeFileSync(join(broken, datasetName(1)), bytes);
    const { status, stderr } = await serve(workers, { dataset: broken });
    expect(stderr).toMatch(
      /^gazarch: .*dataset-0001\.gazarch is not a usable dataset: .*wrong checksum.*\n$/,
    );
    expect(status).toBe(1);
  });

  it('ends in one clear line when its key database is none', async () => {
    const database = join(folder, `text-${workers}.sqlite`);
    writeFileSync(
      database,
      'this is no database, it is only text that is long enough to be looked at as if it were one\n'.repeat(
        20,
      ),
    );
    const { status, stderr } = await serve(workers, { database });
    expect(stderr).toMatch(/^gazarch: the key database .* is not a database.*\n$/);
    expect(status).toBe(1);
  });

  it('serves on when nobody reads what it prints', async () => {
    const port = await freePort();
    const args = [
      'serve',
      '--workers',
      String(workers),
      '--dataset',
      dataset,
      '--port',
      String(port),
      '--database',
      join(folder, `pipe-${workers}.sqlite`),
    ];
    // The variable causes a warning, the first text on stderr. The welcome is the first text on stdout.
    const child = startCli(args, { env: { GAZARCH_TYPO: '1' } });
    child.stdout!.destroy();
    child.stderr!.destroy();
    const ended = once(child, 'exit');
    const isReady = (): Promise<boolean> =>
      fetch(`http://127.0.0.1:${port}/health/ready`).then(
        ({ status }) => status === 200,
        () => false,
      );
    while (!(await isReady())) {
      expect(child.exitCode).toBeNull();
      await new Promise((wait) => setTimeout(wait, 50));
    }
    // The welcome comes after the service is ready. Wait, so that a failure could show.
    await new Promise((wait) => setTimeout(wait, 500));
    for (let i = 0; i < 5; i++) expect(await isReady()).toBe(true);
    child.kill('SIGTERM');
    expect(await ended).toEqual([0, null]);
  });

  it('does nothing but a log line on signals that mean nothing here, and stops on SIGQUIT', async () => {
    const port = await freePort();
    const database = join(folder, `signals-${workers}.sqlite`);
    const settings = ['--dataset', dataset, '--port', String(port), '--database', database];
    const child = startCli(['serve', '--workers', String(workers), ...settings]);
    onTestFinished(() => void child.kill('SIGKILL'));
    let [stdout, stderr] = ['', ''];
    child.stdout!.on('data', (chunk: Buffer) => (stdout += chunk.toString()));
    child.stderr!.on('data', (chunk: Buffer) => (stderr += chunk.toString()));
    const ended = once(child, 'exit');
    await expect.poll(() => stderr).toContain('API documentation');
    for (const line of stdout.trim().split('\n')) expect(() => JSON.parse(line) as unknown).not.toThrow();
    const children = readFileSync(`/proc/${child.pid}/task/${child.pid}/children`, 'utf8').trim();
    const pids = [
      child.pid!,
      ...children
        .split(' ')
        .filter((pid) => pid !== '')
        .map(Number),
    ];
    expect(pids.length).toBe(workers === 1 ? 1 : workers + 1);
    for (const signal of ['SIGUSR1', 'SIGUSR2', 'SIGALRM'] as const) {
      for (const pid of pids) process.kill(pid, signal);
      await expect.poll(() => stdout).toContain(`"signal":"${signal}"`);
      expect((await fetch(`http://127.0.0.1:${port}/health/ready`)).status).toBe(200);
    }
    expect(stderr).not.toContain('Debugger');
    child.kill('SIGQUIT');
    expect(await ended).toEqual([0, null]);
  });
});
