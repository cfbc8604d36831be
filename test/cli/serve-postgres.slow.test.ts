import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { maskUrl } from '../../src/masked-url.js';
import { makeKey, Service } from '../e2e/workers-service.js';
import { hasPostgres, usePostgres } from '../postgres.js';
import { copySampleDataset } from '../sample/sample-dataset.js';
import { runCli, startCli } from './run-cli.js';
import { PATIENCE_MS } from '../patience.js';

/** `gazarch serve` with its keys on PostgreSQL, as an operator meets it. */

let folder: string;
let dataset: string;
let server: ReturnType<typeof usePostgres>;

async function readiness(service: Service): Promise<unknown> {
  const { status, text } = await service.ask('/health/ready');
  const { status: state, checks } = JSON.parse(text) as { status: string; checks: { keys: string } };
  return [status, state, checks.keys];
}

/** One of the rows that a command lists. */
async function runJson(args: string[], row: number): Promise<{ id: string }> {
  return (JSON.parse((await runCli(args)).stdout) as { id: string }[])[row];
}

describe.skipIf(!hasPostgres)('gazarch serve on PostgreSQL', () => {
  server = usePostgres();
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'gazarch-serve-postgres-'));
    dataset = join(folder, 'dataset');
    await copySampleDataset(dataset);
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it.each([1, 2])('serves on while PostgreSQL restarts, with %i workers, one line each', async (workers) => {
    const database = server.url(await server.makeDatabase());
    const key = await makeKey(database, 1000);
    const service = await Service.start({ dataset, database, workers, flags: ['--database-must-exist'] });
    onTestFinished(() => void service.child.kill('SIGKILL'));
    const ask = async (): Promise<number> => (await service.ask('/v1/geocode?q=zah', key)).status;
    expect(await ask()).toBe(200);
    await expect.poll(() => readiness(service)).toEqual([200, 'ok', 'ok']);
    await server.stop();
    // A busy machine may make trouble of its own before: what is told of each worker takes turns then.
    const told = (): string[][] =>
      Array.from({ length: workers }, (_, i) =>
        service.log
          .filter(({ worker }) => worker === (workers === 1 ? undefined : i + 1))
          .filter(({ msg }) => /^the key database is failing|^key database answers again/.test(msg))
          .map(({ msg }) => (msg.startsWith('the key database') ? 'trouble' : 'again')),
      );
    const all = (last: string): boolean => told().every((lines) => lines.at(-1) === last);
    await service.until(() => all('trouble'), 'trouble');
    await expect.poll(() => readiness(service)).toEqual([200, 'degraded', 'fail']);
    for (let i = 0; i < 8; i++) expect(await ask()).toBe(200);
    await server.start();
    await service.until(() => all('again'), 'keys again');
    await expect.poll(() => readiness(service)).toEqual([200, 'ok', 'ok']);
    const later = await makeKey(database, 1000);
    await service.until(
      async () => (await service.ask('/v1/geocode?q=zah', later)).status === 200,
      'a new key',
    );
    for (const lines of told())
      expect(lines).toEqual(lines.map((_, i) => (i % 2 === 0 ? 'trouble' : 'again')));
    expect(await service.stop()).toBe(0);
    expect(JSON.stringify(service.log) + service.stderr).not.toContain('a-secret-word');
    expect(JSON.stringify(service.log)).toContain('***');
  });

  it.each([1, 2])('starts while PostgreSQL is away, with %i workers', async (workers) => {
    const database = server.url(await server.makeDatabase());
    const [key, revoked] = [await makeKey(database, 1000), await makeKey(database, 1000)];
    const closing = ['closures', 'add', '--way', '1', '--reason', 'bridge', '--database', database];
    expect((await runCli(closing)).status).toBe(0);
    const own = join(folder, `cold-${workers}`);
    await copySampleDataset(join(own, 'dataset'));
    const options = { dataset: join(own, 'dataset'), database, workers, flags: ['--database-must-exist'] };
    const copy = join(own, 'known-keys.jsonl');
    const first = await Service.start(options);
    onTestFinished(() => void first.child.kill('SIGKILL'));
    await first.until(() => existsSync(copy), 'a copy');
    const { id } = await runJson(['keys', 'list', '--database', database, '--json'], 1);
    expect((await runCli(['keys', 'revoke', id, '--database', database])).status).toBe(0);
    expect(await first.stop()).toBe(0);
    // What changed last is written at the end. No secret is in it, and nobody else reads it.
    expect(statSync(copy).mode & 0o777).toBe(0o600);
    expect(readFileSync(copy, 'utf8')).not.toContain(key);
    const unseen = await makeKey(database, 1000);
    await server.stop();
    const cold = await Service.start(options);
    onTestFinished(() => void cold.child.kill('SIGKILL'));
    const ask = async (token: string): Promise<number> => (await cold.ask('/v1/geocode?q=zah', token)).status;
    expect(await readiness(cold)).toEqual([200, 'degraded', 'fail']);
    for (let i = 0; i < 2 * workers; i++)
      expect([await ask(key), await ask(revoked), await ask(unseen)]).toEqual([200, 403, 401]);
    expect(cold.log.some(({ msg }) => msg.startsWith('the key database is unavailable at startup'))).toBe(
      true,
    );
    await server.start();
    await cold.until(async () => (await ask(unseen)) === 200, 'the key that was made meanwhile');
    await expect.poll(() => readiness(cold)).toEqual([200, 'ok', 'ok']);
    expect(await cold.stop()).toBe(0);
    // A copy that is too old, or of another database, is none: the same for any number of workers.
    if (workers > 1) return;
    await server.stop();
    const head = readFileSync(copy, 'utf8').replace(/"read_ms":\d+/, '"read_ms":1700000000000');
    writeFileSync(copy, head);
    const args = ['serve', '--dataset', options.dataset, '--database', database, '--port', '0'];
    const old = await runCli(args, { killAfter_ms: PATIENCE_MS });
    expect(old.stderr).toMatch(/^gazarch: the key database [^\n]+ is not used: the copy is \d+ hours old\n$/);
    await server.start();
  });

  it('makes the tables with a warning, and writes the first key into the data folder', async () => {
    const database = server.url(await server.makeDatabase());
    const refused = await runCli(
      ['serve', '--dataset', dataset, '--database', database, '--database-must-exist', '--port', '0'],
      {
        killAfter_ms: PATIENCE_MS,
      },
    );
    expect(refused.status).toBe(1);
    expect(refused.stderr).toMatch(/^gazarch: the database [^\n]+ contains no gazarch keys yet; [^\n]+\n$/);
    const child = startCli([
      'serve',
      '--dataset',
      dataset,
      '--database',
      database,
      '--port',
      '0',
      '--workers',
      '1',
    ]);
    onTestFinished(() => void child.kill('SIGKILL'));
    let output = '';
    for (const stream of [child.stdout!, child.stderr!])
      stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
    await expect.poll(() => output).toContain('Requests to try');
    const made = `there was no key database ${maskUrl(database)}, so a new one without keys was created`;
    expect(output).toContain(made);
    expect(readFileSync(join(folder, 'first-key.txt'), 'utf8')).toMatch(/^geo_[0-9A-Za-z]{36}\n$/);
    expect(output).not.toContain('a-secret-word');
  });

  it('refuses to start without PostgreSQL, in one line', async () => {
    const database = `postgres://keeper:a-secret-word@127.0.0.1:1/keys`;
    const { status, stderr, stdout } = await runCli(
      ['serve', '--dataset', dataset, '--database', database, '--port', '0'],
      { killAfter_ms: PATIENCE_MS },
    );
    expect(status).toBe(1);
    expect(stderr).toMatch(/^gazarch: the key database postgres:\/\/\*\*\*@127.0.0.1:1\/keys [^\n]+\n$/);
    expect(stdout + stderr).not.toContain('a-secret-word');
  });
});
