import { spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { runCli, startCli, type CliOptions } from './run-cli.js';
import { freePort } from '../free-port.js';
import { copySampleDataset } from '../sample/sample-dataset.js';
import { PATIENCE_MS } from '../patience.js';

/** `gazarch serve` when its log cannot be written: a full disk, a reader that stalls. */

/** By worker: more lines of a long path than wait in its memory and in a pipe together. */
const MANY = 4_000;
const LONG_PATH = `/${'x'.repeat(190)}`;

let folder: string;
let dataset: string;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'gazarch-full-log-'));
  dataset = join(folder, 'dataset');
  await copySampleDataset(dataset);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

interface Started {
  child: ChildProcess;
  port: number;
  stderr: () => string;
  ended: Promise<unknown>;
}

async function start(workers: number, options: CliOptions & { flags?: string[] } = {}): Promise<Started> {
  const { flags = [], ...cli } = options;
  const port = await freePort();
  const database = join(folder, `keys-${port}.sqlite`);
  const child = startCli(
    [
      ...['serve', '--workers', String(workers), '--dataset', dataset, '--database', database],
      ...['--port', String(port), '--max-wait-ms', '0', '--no-first-key', ...flags],
    ],
    cli,
  );
  onTestFinished(() => void child.kill('SIGKILL'));
  let stderr = '';
  child.stderr!.on('data', (chunk: Buffer) => (stderr += chunk.toString()));
  const ended = once(child, 'exit');
  const started = { child, port, stderr: () => stderr, ended };
  for (let tries = 0; (await statusOf(port, '/health/ready')) !== 200; tries++) {
    if (child.exitCode !== null || tries > 600) expect.fail(`serve does not come up: ${stderr}`);
    await new Promise((wait) => setTimeout(wait, 50));
  }
  return started;
}

/** The status of one request; 0: there was no answer within ten seconds. */
function statusOf(port: number, path: string, agent: Agent | false = false): Promise<number> {
  return new Promise((tell) => {
    const req = request({ host: '127.0.0.1', port, path, agent, timeout: PATIENCE_MS }, (res) => {
      res.resume().on('end', () => tell(res.statusCode!));
      res.on('error', () => tell(0));
    });
    req.on('timeout', () => req.destroy());
    req.on('error', () => tell(0));
    req.end();
  });
}

/** Sends requests that each have a long line in the log. @returns how many had each status */
async function ask(port: number, count: number): Promise<Record<number, number>> {
  const agent = new Agent({ keepAlive: true, maxSockets: 16 });
  const statuses: Record<number, number> = {};
  await Promise.all(
    Array.from({ length: count }, async () => {
      const status = await statusOf(port, LONG_PATH, agent);
      statuses[status] = (statuses[status] ?? 0) + 1;
    }),
  );
  agent.destroy();
  return statuses;
}

interface Line {
  msg: string;
  path?: string;
  dropped?: number;
}

/** The lines of a log that are whole, and how many are not. */
function linesOf(text: string): { lines: Line[]; broken: number } {
  const lines: Line[] = [];
  let broken = 0;
  for (const line of text.split('\n').filter((some) => some.startsWith('{'))) {
    try {
      lines.push(JSON.parse(line) as Line);
    } catch {
      broken++;
    }
  }
  return { lines, broken };
}

const written = (lines: Line[]): number => lines.filter(({ path }) => path === LONG_PATH).length;
const dropped = (lines: Line[]): number =>
  lines.filter(({ msg }) => msg === 'log lines dropped').reduce((sum, line) => sum + line.dropped!, 0);

const hasNamespaces = spawnSync('unshare', ['-Urm', 'true']).status === 0;
const tmpfsTest = it.skipIf(!hasNamespaces);
const why = hasNamespaces ? '' : ' (skipped: this machine does not allow user namespaces, `unshare -Urm`)';

/** A service whose log lies on a file system of 8 MB, which nobody else sees. */
async function startOnSmallDisk(workers: number): Promise<Started & { disk: string }> {
  const mount = mkdtempSync(join(folder, 'small-'));
  const script = `mount -t tmpfs -o size=8m tmpfs ${mount} && exec "$@" >> ${mount}/log`;
  const started = await start(workers, { through: ['unshare', '-Urm', 'sh', '-c', script, 'sh'] });
  return { ...started, disk: `/proc/${started.child.pid}/root${mount}` };
}

/** Leaves no byte free. */
function fill(disk: string): void {
  const file = openSync(join(disk, 'filler'), 'w');
  try {
    for (;;) writeSync(file, Buffer.alloc(4096));
  } catch (error) {
    expect((error as NodeJS.ErrnoException).code).toBe('ENOSPC');
  } finally {
    closeSync(file);
  }
}

describe.each([1, 2])('a log that cannot be written, %i worker(s)', (workers) => {
  const many = MANY * workers;
  it('ends the start with one line, before a key is made that nobody would see', async () => {
    const full = openSync('/dev/full', 'w');
    onTestFinished(() => closeSync(full));
    const database = join(folder, `full-${workers}.sqlite`);
    for (const level of ['info', 'error']) {
      const { status, stderr } = await runCli(
        [
          ...['serve', '--workers', String(workers), '--dataset', dataset, '--database', database],
          ...['--port', '0', '--log-level', level],
        ],
        { stdout: full, killAfter_ms: PATIENCE_MS },
      );
      expect(stderr).toMatch(/^gazarch: cannot write the log to standard output: .*no space left.*\n$/);
      expect(status).toBe(1);
    }
    const { stdout } = await runCli(['keys', 'list', '--database', database, '--json']);
    expect(stdout).not.toContain('key_');
  });

  tmpfsTest(`is left out and counted while its disk is full, and goes on with room${why}`, async () => {
    const { child, port, disk, ended, stderr } = await startOnSmallDisk(workers);
    fill(disk);
    expect(await ask(port, many)).toEqual({ 404: many });
    expect(await statusOf(port, '/health')).toBe(200);
    rmSync(join(disk, 'filler'));
    const log = (): string => readFileSync(join(disk, 'log'), 'utf8');
    const isWhole = (): boolean => {
      const { lines } = linesOf(log());
      return dropped(lines) > 0 && written(lines) + dropped(lines) >= many;
    };
    await expect.poll(isWhole).toBe(true);
    expect(written(linesOf(log()).lines)).toBeGreaterThan(0);
    child.kill('SIGTERM');
    expect(await ended).toEqual([0, null]);
    expect(stderr()).not.toMatch(/error|warning/i);
  });

  tmpfsTest(`neither keeps a service from its end nor costs its status${why}`, async () => {
    const { child, port, disk, ended, stderr } = await startOnSmallDisk(workers);
    fill(disk);
    expect(await ask(port, 100)).toEqual({ 404: 100 });
    child.kill('SIGTERM');
    expect(await ended).toEqual([0, null]);
    expect(stderr()).not.toMatch(/error|warning/i);
  });

  it('as its reader stalls, is left out and counted, and whole when the reader goes on', async () => {
    const { child, port, ended, stderr } = await start(workers);
    expect(await ask(port, many)).toEqual({ 404: many });
    expect(await statusOf(port, '/health')).toBe(200);
    let text = '';
    child.stdout!.on('data', (chunk: Buffer) => (text += chunk.toString()));
    const isWhole = (): boolean => {
      const { lines } = linesOf(text);
      return dropped(lines) > 0 && written(lines) + dropped(lines) >= many;
    };
    await expect.poll(isWhole).toBe(true);
    child.kill('SIGTERM');
    expect(await ended).toEqual([0, null]);
    expect(linesOf(text).broken).toBe(0);
    expect(stderr()).not.toMatch(/error|warning/i);
  });

  it('and whose reader stalls for good does not keep a service from its end', async () => {
    const { child, port, ended } = await start(workers);
    expect(await ask(port, many)).toEqual({ 404: many });
    child.kill('SIGTERM');
    expect(await ended).toEqual([0, null]);
  });
});
