import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import Database from 'libsql';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { makeKey, Service } from '../e2e/workers-service.js';
import { copySampleDataset } from '../sample/sample-dataset.js';
import { run } from './keys-program.js';
import { canMount, hasTerminal } from './needed-programs.js';
import { runCli, startCli } from './run-cli.js';
import { loners } from '../crews.js';
import { freePort } from '../free-port.js';
import { PATIENCE_MS } from '../patience.js';

/** What `gazarch serve` does with its first key, and with a key database that is new, empty or lost. */

const MAIN = resolve(import.meta.dirname, '../../dist/cli/main.js');
/** Ends a service that should have ended by itself. */
const KILL_AFTER_MS = PATIENCE_MS;

let folder: string;
let dataset: string;
let number = 0;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'gazarch-serve-keys-'));
  dataset = join(folder, 'dataset');
  await copySampleDataset(dataset);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** A path where no database is, in a folder that is there. */
function newDatabase(): string {
  return join(mkdtempSync(join(folder, `${++number}-`)), 'keys.sqlite');
}

async function start(database: string, workers: number, flags: string[] = []): Promise<Service> {
  const service = await Service.start({ dataset, database, workers, flags });
  onTestFinished(() => void service.child.kill('SIGKILL'));
  return service;
}

async function readiness(service: Service): Promise<unknown> {
  const { status, text } = await service.ask('/health/ready');
  const { status: state, checks } = JSON.parse(text) as { status: string; checks: { keys: string } };
  return [status, state, checks.keys];
}

describe.each(loners())('gazarch serve with %i workers', (workers) => {
  it('warns that it made a database, and is degraded until there is a key', async () => {
    const database = newDatabase();
    const service = await start(database, workers);
    const warnings = service.log.filter(
      ({ level, msg }) => level === 40 && msg.includes('a new one without keys'),
    );
    expect(warnings.map(({ msg }) => msg)).toEqual([
      `there was no key database ${database}, so a new one without keys was created. This is expected ` +
        'on a first start. If there was one before, stop the service, mount its volume, and start with ' +
        '--database-must-exist, which ' +
        'never creates one',
    ]);
    await service.until(() => service.log.some(({ msg }) => msg.startsWith('there is no API key')));
    expect(await readiness(service)).toEqual([200, 'degraded', 'fail']);
    const key = await makeKey(database, 1000);
    expect((await service.ask('/v1/geocode?q=zah', key)).status).toBe(200);
    let inRow = 0;
    await service.until(async () => {
      inRow = String(await readiness(service)) === '200,ok,ok' ? inRow + 1 : 0;
      return inRow >= 4;
    }, 'readiness ok');
    expect(await service.stop()).toBe(0);
    const again = await start(database, workers, ['--database-must-exist']);
    expect(again.log.filter(({ level }) => level >= 40)).toEqual([]);
    expect(await again.stop()).toBe(0);
  });

  it.each(['missing', 'empty'])('refuses to start when the database must exist and is %s', async (what) => {
    const database = newDatabase();
    if (what === 'empty') writeFileSync(database, '');
    const args = ['serve', '--workers', String(workers), '--dataset', dataset, '--port', '0'];
    const env = { GAZARCH_DATABASE_MUST_EXIST: 'true', GAZARCH_DATABASE: database };
    const { status, stdout, stderr } = await runCli(args, { env, killAfter_ms: KILL_AFTER_MS });
    const reason = what === 'empty' ? 'is empty (0 bytes), so it contains no keys' : 'yet';
    const subject = what === 'empty' ? 'the key database' : 'there is no key database';
    expect(stderr).toBe(
      `gazarch: ${subject} ${database} ${reason}; mount its volume or put a backup there, ` +
        'or make a new one with `gazarch keys create --no-database-must-exist`\n',
    );
    expect([status, messagesOf(stdout)]).toEqual([1, ['starting']]);
    expect(existsSync(database)).toBe(what === 'empty');
  });

  it('serves its known keys on when the database is lost, and says so once', async () => {
    const database = newDatabase();
    const key = await makeKey(database, 100_000);
    const service = await start(database, workers);
    const troubles = (): number =>
      service.entries('the key database is failing; known keys still work').length;
    renameSync(database, `${database}.away`);
    await service.until(() => troubles() === workers, 'a line of each process about a missing file');
    // Longer than it takes until times of last use could not be written three times.
    for (let i = 0; i < 20; i++) expect((await service.ask('/v1/geocode?q=zah', key)).status).toBe(200);
    expect(await readiness(service)).toEqual([200, 'degraded', 'fail']);
    writeFileSync(database, '');
    await new Promise((wait) => setTimeout(wait, 1500));
    for (let i = 0; i < 4; i++) expect((await service.ask('/v1/geocode?q=zah', key)).status).toBe(200);
    expect(await readiness(service)).toEqual([200, 'degraded', 'fail']);
    expect(troubles()).toBe(workers);
    renameSync(`${database}.away`, database);
    await service.until(() => service.entries('key database answers again').length === workers, 'recovery');
    expect(await readiness(service)).toEqual([200, 'ok', 'ok']);
    expect(await service.stop()).toBe(0);
  });

  it('backs up its keys while it serves', async () => {
    const database = newDatabase();
    const key = await makeKey(database, 100_000);
    const service = await start(database, workers);
    const copy = `${database}.backup`;
    const asking = Promise.all(Array.from({ length: 30 }, () => service.ask('/v1/geocode?q=zah', key)));
    const { status, stdout } = await runCli(['keys', 'backup', copy, '--database', database]);
    expect([status, stdout]).toEqual([0, `1 key is in ${copy}\n`]);
    expect(new Set((await asking).map((answer) => answer.status))).toEqual(new Set([200]));
    await service.stop();
    const restored = await start(copy, workers, ['--database-must-exist']);
    expect((await restored.ask('/v1/geocode?q=zah', key)).status).toBe(200);
    expect(await restored.stop()).toBe(0);
  });

  it('writes the first key into a file that only its owner reads, and makes no second one', async () => {
    const database = newDatabase();
    const file = join(database, '..', 'first-key.txt');
    writeFileSync(file, 'of an earlier database\n', { mode: 0o600 });
    const output = await firstStart(database, workers);
    expect(output).not.toContain('geo_');
    expect(readFileSync(file, 'utf8')).toBe('of an earlier database\n');
    const [, other] = /the first key is in (\S*first-key-key_\w+\.txt); move it/.exec(output)!;
    expect((statSync(other).mode & 0o777).toString(8)).toBe('600');
    expect(readFileSync(other, 'utf8')).toMatch(/^geo_[0-9A-Za-z]{36}\n$/);
    const again = await firstStart(database, workers);
    expect(again).not.toContain('first key');
  });

  it('says that it starts until the first key is known, and then that all is well', async () => {
    const port = await freePort();
    const args = ['serve', '--workers', String(workers), '--dataset', dataset, '--port', String(port)];
    const child = startCli([...args, '--database', newDatabase()]);
    onTestFinished(() => void child.kill('SIGKILL'));
    let output = '';
    child.stderr!.on('data', (chunk: Buffer) => (output += chunk.toString()));
    const seen = new Set<string>();
    const look = async (): Promise<void> => {
      const answer = await fetch(`http://127.0.0.1:${port}/health/ready`).catch(() => null);
      const { status, checks } = ((await answer?.json()) ?? {}) as {
        status?: string;
        checks?: Record<string, string>;
      };
      if (checks?.['starting'] === undefined && status !== undefined) seen.add(status);
    };
    await expect.poll(async () => look().then(() => output)).toContain('All of Mongolia');
    for (let i = 0; i < 20; i++) await look();
    expect([...seen]).toEqual(['ok']);
    child.kill('SIGTERM');
    await once(child, 'exit');
  });

  it.skipIf(!hasTerminal)('shows the first key on a terminal', async () => {
    const database = newDatabase();
    const output = await firstStart(database, workers, true);
    // By itself, in three requests to paste, and in the link to the map.
    expect(output.match(/geo_[0-9A-Za-z]{36}/g)?.length).toBe(5);
    expect(output).toMatch(/^Map: +http:\S+\/#key=geo_[0-9A-Za-z]{36}\s*$/m);
    expect(existsSync(join(database, '..', 'first-key.txt'))).toBe(false);
  });
});

describe.each(loners())('gazarch serve with %i workers ends in one line', (workers) => {
  const serveArgs = (database: string): string[] => [
    ...['serve', '--workers', String(workers), '--dataset', dataset, '--port', '0', '--database', database],
  ];

  it.each<[string, (path: string) => unknown, RegExp]>([
    ['cut off', (path) => truncateSync(path, 10_000), /is damaged .*; replace it with a backup/],
    [
      'something else',
      (path) => writeFileSync(path, Buffer.alloc(8192, 7)),
      /is not a database; specify another/,
    ],
    ['a folder', (path) => [rmSync(path), mkdirSync(path)], /is a folder; specify a file/],
  ])('when its key database is %s', async (_what, spoil, message) => {
    const database = newDatabase();
    await makeKey(database, 10);
    spoil(database);
    const { status, stdout, stderr } = await runCli(serveArgs(database), { killAfter_ms: KILL_AFTER_MS });
    expect(stderr).toMatch(/^gazarch: the key database [^\n]+\n$/);
    expect(stderr).toMatch(message);
    expect([status, messagesOf(stdout)]).toEqual([1, ['starting']]);
  });

  it('when its key database is locked', async () => {
    const database = newDatabase();
    // By a process of its own: this one would keep the file open until libsql collects its garbage.
    const create = ['keys', 'create', '--name', 'n', '--endpoints', 'route', '--database', database];
    await runCli(create, { isAnew: true });
    const other = new Database(database);
    // Other writers alone do not keep a service from reading.
    other.exec('pragma locking_mode = exclusive; begin exclusive');
    const { status, stderr } = await runCli(serveArgs(database), { killAfter_ms: KILL_AFTER_MS });
    other.close();
    expect(stderr).toBe(
      `gazarch: the key database ${database} is locked by another process; try again, or end that process\n`,
    );
    expect(status).toBe(1);
  });

  it.skipIf(!canMount).each([
    ['full', 'size=256k', 'dd if=/dev/zero of=disk/fill', 'cannot grow: the disk is full; free some space'],
    [
      'read-only',
      'size=1m',
      'mount -o remount,ro disk',
      'is on a read-only file system; remount it read-write, or specify another file',
    ],
  ])('when the disk of its key database is %s', async (_what, size, spoil, message) => {
    const database = newDatabase();
    await makeKey(database, 10);
    const script =
      `mkdir disk && mount -t tmpfs -o ${size} tmpfs disk && cp keys.sqlite disk && ` +
      `{ ${spoil}; } 2>/dev/null; exec "$0" "$@"`;
    const command = [process.execPath, MAIN, ...serveArgs('disk/keys.sqlite')];
    const result = await run(join(database, '..'), 'unshare', ['-Urm', 'sh', '-c', script, ...command]);
    expect(result.stderr).toBe(`gazarch: the key database disk/keys.sqlite ${message}\n`);
    expect([result.status, messagesOf(result.stdout)]).toEqual([1, ['starting']]);
  });
});

/** Starts a service, waits for its greeting and stops it. @returns what it printed */
async function firstStart(database: string, workers: number, onTerminal = false): Promise<string> {
  const args = [
    'serve',
    '--workers',
    String(workers),
    '--dataset',
    dataset,
    '--port',
    '0',
    '--database',
    database,
  ];
  const child: ChildProcess = onTerminal
    ? spawn('script', ['-qec', [process.execPath, MAIN, ...args].join(' '), '/dev/null'], {
        env: { PATH: process.env['PATH'] },
      })
    : startCli(args);
  onTestFinished(() => void child.kill('SIGKILL'));
  let output = '';
  child.stdout!.on('data', (chunk: Buffer) => (output += chunk.toString()));
  child.stderr!.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const ended = once(child, 'exit');
  await expect.poll(() => output).toContain('All of Mongolia');
  // On a terminal, Ctrl-C.
  if (onTerminal) child.stdin!.write('\u0003');
  else child.kill('SIGTERM');
  await ended;
  return output;
}

/** Messages of the log. */
function messagesOf(log: string): unknown[] {
  const lines = log.split('\n').filter((line) => line !== '');
  return lines.map((line) => (JSON.parse(line) as { msg: unknown }).msg);
}
