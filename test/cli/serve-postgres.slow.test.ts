import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
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
          .filter(({ msg }) => /^trouble with the key database|^key database answers again/.test(msg))
          .map(({ msg }) => (msg.startsWith('trouble') ? 'trouble' : 'again')),
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

  it('makes the tables with a warning, and writes the first key into the data folder', async () => {
    const database = server.url(await server.makeDatabase());
    const refused = await runCli(
      ['serve', '--dataset', dataset, '--database', database, '--database-must-exist', '--port', '0'],
      {
        killAfter_ms: PATIENCE_MS,
      },
    );
    expect(refused.status).toBe(1);
    expect(refused.stderr).toMatch(/^gazarch: there are no keys of gazarch in the database [^\n]+\n$/);
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
    await expect.poll(() => output).toContain('Requests to paste');
    const made = `there was no key database ${maskUrl(database)}, so a new one without keys was made`;
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
