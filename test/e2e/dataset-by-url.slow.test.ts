import { mkdtempSync, rmSync } from 'node:fs';
import { once } from 'node:events';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { runCli, startCli } from '../cli/run-cli.js';
import { FeedServer } from '../dataset-feed/feed-server.js';
import { tinyDataset } from '../dataset-feed/tiny-datasets.js';
import { freePort } from '../free-port.js';
import { readExposition, valueOf } from '../metrics/exposition-reader.js';
import { makeKey, Service, type ServiceOptions } from './workers-service.js';
import { loners, notAlone } from '../crews.js';
import { PATIENCE_MS } from '../patience.js';

/** The built service with `--dataset https://…`: one process, and workers. */

const SECRET = 'hunter2-secret';

let folder: string;
let one: Buffer;
let two: Buffer;
let database: string;
let token: string;
let number = 0;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'gazarch-by-url-'));
  one = await tinyDataset(folder, 'Negdel');
  two = await tinyDataset(folder, 'Hoyordol');
  database = join(folder, 'keys.sqlite');
  token = await makeKey(database, 1_000_000);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function feedServer(): Promise<FeedServer> {
  const server = await FeedServer.start();
  onTestFinished(() => server.stop());
  return server;
}

interface Fed {
  service: Service;
  /** All that the service has written to stdout and stderr. */
  output: () => string;
}

function flagsOf(into: string): string[] {
  return ['--dataset-folder', into, '--dataset-poll-s', '1'];
}

async function serve(url: string, into: string, more: Partial<ServiceOptions> = {}): Promise<Fed> {
  const options = { dataset: url, database, workers: 1, flags: flagsOf(into), ...more };
  return watched(await Service.start(options));
}

function watched(service: Service): Fed {
  onTestFinished(() => void service.child.kill('SIGKILL'));
  return { service, output: () => JSON.stringify(service.log) + service.stderr + service.broken.join() };
}

const ownFolder = (): string => join(folder, `into-${++number}`);
const urlOf = (server: FeedServer): string => server.url(`reader:${SECRET}`).href;

/** The status of one request, or 0 when nobody answers. */
function statusAt(port: number, path: string): Promise<number> {
  return new Promise((tell) => {
    const headers = { authorization: `Bearer ${token}` };
    const req = request(
      { host: '127.0.0.1', port, path, headers, agent: false, timeout: PATIENCE_MS },
      (res) => {
        res.resume();
        tell(res.statusCode!);
      },
    );
    req.on('error', () => tell(0));
    req.end();
  });
}

async function servedName(service: Service): Promise<string> {
  const { text } = await service.ask('/v1/geocode?lat=47.9&lon=106.9', token);
  return (JSON.parse(text) as { results: { name: string }[] }).results[0]?.name ?? text;
}

const readiness = async (service: Service): Promise<{ code: number; status: string }> => {
  const { status, text } = await service.ask('/health/ready');
  return { code: status, status: (JSON.parse(text) as { status: string }).status };
};

describe.each(loners())('a service of %i process(es) that follows a URL', (workers) => {
  it('waits with an empty folder for a server that is away, and then serves', async () => {
    const [port, feedPort] = [await freePort(), await freePort()];
    const url = `http://reader:${SECRET}@127.0.0.1:${feedPort}/m.json`;
    const metricsPort = await freePort();
    const flags = [...flagsOf(ownFolder()), '--metrics-port', String(metricsPort)];
    const options = { dataset: url, database, workers, port, flags };
    const refusals = async (): Promise<number | undefined> => {
      const metrics = readExposition(await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text());
      return valueOf(metrics, 'gazarch_dataset_refusals_total');
    };
    const started = Service.start(options);
    await expect.poll(() => statusAt(port, '/health')).toBe(200);
    expect(await statusAt(port, '/health/ready')).toBe(503);
    expect(await statusAt(port, '/v1/geocode?lat=47.9&lon=106.9')).toBe(503);
    const server = await FeedServer.start(feedPort);
    onTestFinished(() => server.stop());
    server.publish(one, 1);
    const { service, output } = watched(await started);
    expect(await servedName(service)).toBe('Negdel');
    expect((await readiness(service)).status).toBe('ok');
    // That there was none yet was no refusal. The next is one.
    expect(await refusals()).toBe(0);
    server.publish(two, 2, { sha256: 'a'.repeat(64) });
    await service.until(async () => (await refusals()) === 1, 'the refusal');
    expect(service.entries('dataset server is unavailable; the served dataset stays in use')).toMatchObject([
      { reason: `cannot reach 127.0.0.1:${feedPort}: the connection was refused` },
    ]);
    expect(await service.stop()).toBe(0);
    expect(output()).not.toContain(SECRET);
  });

  it('swaps to new editions, is degraded while one is refused, and stays ok without the server', async () => {
    const server = await feedServer();
    server.publish(one, 1);
    const { service, output } = await serve(urlOf(server), ownFolder(), { workers });
    expect(await servedName(service)).toBe('Negdel');
    server.publish(two, 2, { sha256: 'a'.repeat(64) });
    await service.until(async () => (await readiness(service)).status === 'degraded', 'degraded');
    expect((await readiness(service)).code).toBe(200);
    expect(await servedName(service)).toBe('Negdel');
    const refusals = (): number => service.entries('published dataset refused, nothing changes').length;
    // The log comes by another way than the answers.
    await service.until(() => refusals() > 0, 'the line of the log');
    expect(refusals()).toBe(1);
    server.publish(two, 3, { packed: true });
    await service.until(async () => (await servedName(service)) === 'Hoyordol', 'the swap');
    await service.until(async () => (await readiness(service)).status === 'ok', 'ok again');
    await server.stop();
    await service.until(
      () => service.entries('dataset server is unavailable; the served dataset stays in use').length === 1,
      'away',
    );
    expect((await readiness(service)).status).toBe('ok');
    expect(await servedName(service)).toBe('Hoyordol');
    expect(await service.stop()).toBe(0);
    expect(output()).not.toContain(SECRET);
  });

  it('serves the data of an earlier run at once, and asks at once on SIGHUP', async () => {
    const server = await feedServer();
    server.publish(one, 1);
    const into = ownFolder();
    const first = await serve(urlOf(server), into, { workers });
    expect(await first.service.stop()).toBe(0);
    const { files } = server;
    const saved = new Map(files);
    files.clear();
    const flags = ['--dataset-folder', into, '--dataset-poll-s', '3600'];
    const { service } = await serve(urlOf(server), into, { workers, flags });
    expect(await servedName(service)).toBe('Negdel');
    expect(
      service.entries('the dataset from the previous run is served while the URL is checked'),
    ).toMatchObject([{ edition: 1 }]);
    // The first question comes by itself within five seconds. The next only in an hour.
    await service.until(
      () => service.entries('dataset server is unavailable; the served dataset stays in use').length === 1,
    );
    saved.forEach((bytes, path) => files.set(path, bytes));
    server.publish(two, 2);
    service.child.kill('SIGHUP');
    await service.until(async () => (await servedName(service)) === 'Hoyordol', 'the swap');
    expect(await service.stop()).toBe(0);
  });

  it('stops in good order while it waits for its first dataset', async () => {
    const port = await freePort();
    const dataset = `http://127.0.0.1:${await freePort()}/m.json`;
    const settings = ['--database', database, '--workers', String(workers), '--port', String(port)];
    const child = startCli(['serve', '--dataset', dataset, ...settings, ...flagsOf(ownFolder())]);
    onTestFinished(() => void child.kill('SIGKILL'));
    child.stdout!.resume();
    await expect.poll(() => statusAt(port, '/health')).toBe(200);
    const ended = once(child, 'exit');
    child.kill('SIGTERM');
    expect(await ended).toEqual([0, null]);
  });
});

notAlone(() =>
  describe('the URL as a setting', () => {
    it('is listed by gazarch datasets without its password, with the editions', async () => {
      const server = await feedServer();
      server.publish(one, 7);
      const into = ownFolder();
      const { service } = await serve(urlOf(server), into);
      await service.stop();
      const listed = await runCli(['datasets', '--dataset', urlOf(server), '--dataset-folder', into]);
      expect(listed.stdout).toMatch(
        /^number +imported +bytes +served +edition +sources\n1 .* served +7 +Negdel/,
      );
      expect(listed.stdout).toContain(`editions of http://***@127.0.0.1:${server.port}/m.json`);
      const json = await runCli(['datasets', '--json', '--dataset', into]);
      expect(JSON.parse(json.stdout)).toMatchObject([{ number: 1, edition: 7, is_served: true }]);
      expect(listed.stdout + json.stdout).not.toContain(SECRET);
    });

    it('shows no password in the error of a variable', async () => {
      const { status, stderr } = await runCli(['serve'], {
        env: { GAZARCH_DATASET: `https://u:${SECRET}@` },
      });
      expect(status).toBe(1);
      expect(stderr).toMatch(
        /^gazarch: GAZARCH_DATASET is "https:\/\/\*\*\*@"; it must be a path, or the URL of/,
      );
      expect(stderr).not.toContain(SECRET);
    });

    const bad: [string[], RegExp][] = [
      [
        ['serve', '--dataset', `https://u:${SECRET}@/m.json`],
        /^gazarch: --dataset is "https:\/\/\*\*\*@\/m\.json"/,
      ],
      [
        ['serve', '--dataset', `https://u:1/${SECRET}@host/m.json`],
        /is "https:\/\/\*\*\*@host\/m\.json"; it must/,
      ],
      [
        ['serve', '--dataset', `ftp://u:${SECRET}@host/m.json`],
        /is "ftp:\/\/\*\*\*@host\/m\.json"; it must be a path/,
      ],
      [
        ['serve', '--sample', '--dataset', `https://u:${SECRET}@host/m.json?sig=${SECRET}`],
        /--sample needs a folder/,
      ],
      [
        ['import', 'x.osm', '--dataset', `https://u:${SECRET}@host/m.json?s=${SECRET}`],
        /URL https:\/\/\*\*\*@host\/m\.json\?s=\*\*\*; an/,
      ],
      [['verify', `https://u:${SECRET}@host/m.json`], /there is no such file|no dataset/],
      [
        ['publish', '--to', 'x', '--dataset', `https://u:${SECRET}@host/m.json`],
        /there is no dataset in data\/datasets\//,
      ],
    ];
    it.each(bad)('shows no password in the error of %j', async (args, line) => {
      const { status, stdout, stderr } = await runCli(args);
      expect(status).toBe(1);
      expect(stderr).toMatch(line);
      expect(stdout + stderr).not.toContain(SECRET);
    });
  }),
);
