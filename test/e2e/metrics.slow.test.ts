import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { request } from 'node:http';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { runCli } from '../cli/run-cli.js';
import { crews, loners, notAlone } from '../crews.js';
import { readExposition, sumOf, valueOf, type Family } from '../metrics/exposition-reader.js';
import { seededRandom } from '../seeded-random.js';
import { freePort } from '../free-port.js';
import { copySampleDataset } from '../sample/sample-dataset.js';
import { inOneWindow, isAlive, makeKey, Service } from './workers-service.js';
import { PATIENCE_MS } from '../patience.js';

/** The metrics of the built service: on a port of their own, summed over its workers. */

const SEARCH = '/v1/geocode?q=talbai&limit=1';
const REQUESTS = 'gazarch_http_requests_total';

let folder: string;
let dataset: string;
let database: string;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'gazarch-metrics-'));
  dataset = join(folder, 'dataset');
  database = join(folder, 'keys.sqlite');
  await copySampleDataset(dataset);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

type Metrics = ReadonlyMap<string, Family>;

interface Watched {
  service: Service;
  port: number;
  /** Each text is read strictly. */
  scrape: () => Promise<Metrics>;
  /** All requests that were answered, in whichever way they were sent. */
  asked: () => number;
  /** Notes a request that was not sent by `service.ask`. */
  noteOther: () => void;
}

async function start(workers: number): Promise<Watched> {
  const port = await freePort();
  const flags = ['--metrics-port', String(port)];
  const service = await Service.start({ dataset, database, workers, flags });
  const scrape = async (): Promise<Metrics> => {
    const response = await fetch(`http://127.0.0.1:${port}/metrics`);
    expect([response.status, response.headers.get('content-type')]).toEqual([
      200,
      'text/plain; version=0.0.4; charset=utf-8',
    ]);
    return readExposition(await response.text());
  };
  let others = 0;
  const asked = (): number => service.asked + others;
  return { service, port, scrape, asked, noteOther: () => void others++ };
}

/** Ends a service in whatever state it is. */
async function end({ service }: Watched): Promise<void> {
  const { workers } = service;
  if (service.child.exitCode === null) service.child.kill('SIGKILL');
  await service.ended();
  await service.until(() => !workers.some(isAlive), 'the end of all workers');
}

/** Workers tell once a second. */
async function untilCounted({ service, scrape }: Watched, requests: number): Promise<Metrics> {
  let metrics: Metrics = new Map();
  await service.until(async () => sumOf((metrics = await scrape()), REQUESTS) >= requests, 'the counts');
  return metrics;
}

// One service for all: each test counts from where the one before has left off.
describe.each(crews())('with %i workers', (workers) => {
  let watched: Watched;
  beforeAll(async () => {
    watched = await start(workers);
  });
  afterAll(() => end(watched));

  it('counts what was asked, by endpoint, method and status', async () => {
    const { service, port } = watched;
    const [token, small] = [await makeKey(database, 1_000), await makeKey(database, 3)];
    // The keys are known within two seconds.
    await service.until(async () => (await service.ask(SEARCH, small)).status === 200, 'the key');
    const before = service.asked;
    expect(sumOf(await untilCounted(watched, before), REQUESTS)).toBe(before);
    const asked = async (times: number, path: string, key: string | null = null): Promise<void> => {
      for (let i = 0; i < times; i++) await service.ask(path, key);
    };
    await asked(40, SEARCH, token);
    await asked(7, '/v1/route', token);
    await asked(5, SEARCH);
    await asked(6, '/nothing/here');
    await asked(4, '/health');
    await asked(3, '/v1/geocode?q=qzwrtkxy', token);
    await asked(2, '/v1/route?origin=20,20&destination=20,20.001', token);
    const metrics = await untilCounted(watched, before + 67);
    const of = (labels: Record<string, string>): number => sumOf(metrics, REQUESTS, labels);
    expect(sumOf(metrics, REQUESTS)).toBe(service.asked);
    expect(of({ endpoint: '/v1/route', status: '400' })).toBe(7);
    expect(of({ endpoint: 'unknown', status: '404', method: 'GET' })).toBe(6);
    expect(of({ endpoint: '/health' })).toBe(4);
    expect(of({ endpoint: '/v1/geocode', status: '200' })).toBeGreaterThanOrEqual(40);
    expect(sumOf(metrics, 'gazarch_key_refusals_total', { code: 'INVALID_API_KEY' })).toBe(
      of({ status: '401' }),
    );
    expect(of({ status: '401' })).toBeGreaterThanOrEqual(5);
    expect(sumOf(metrics, 'gazarch_http_request_duration_seconds_count')).toBe(service.asked);
    expect(sumOf(metrics, 'gazarch_http_request_duration_seconds_sum')).toBeGreaterThan(0);
    expect(sumOf(metrics, 'gazarch_answers_total', { answer: 'empty' })).toBe(3);
    expect(sumOf(metrics, 'gazarch_answers_total')).toBe(of({ endpoint: '/v1/geocode', status: '200' }));
    const notFound = { endpoint: '/v1/route', reason: 'origin_not_on_network' };
    expect(sumOf(metrics, 'gazarch_not_found_total', notFound)).toBe(2);
    expect(valueOf(metrics, 'gazarch_ready')).toBe(1);
    expect(valueOf(metrics, 'gazarch_workers')).toBe(workers);
    for (const check of ['keys', 'rate_limits', 'geocoding', 'routing'])
      expect(valueOf(metrics, 'gazarch_readiness_check', { check }), check).toBe(1);
    const slots = metrics.get('gazarch_worker_resident_memory_bytes')!.samples;
    expect(slots.map(({ labels }) => labels['worker'])).toEqual(workers === 1 ? ['1'] : ['leader', '1', '2']);
    expect(slots.every(({ value }) => value > 10_000_000)).toBe(true);
    // Used up: the rest of its limit passes, then none.
    await inOneWindow(20_000);
    await asked(6, SEARCH, small);
    const later = await untilCounted(watched, before + 73);
    expect(valueOf(later, 'gazarch_rate_limit_refusals_total')).toBe(
      sumOf(later, REQUESTS, { status: '429' }),
    );
    expect(valueOf(later, 'gazarch_rate_limit_refusals_total')).toBeGreaterThanOrEqual(3);
    // Nothing else is there, and the other port has none of it.
    for (const path of ['/', '/metrics/', '/health', '/v1/geocode'])
      expect((await fetch(`http://127.0.0.1:${port}${path}`)).status, path).toBe(404);
    expect((await fetch(`http://127.0.0.1:${port}/metrics`, { method: 'POST', body: 'x' })).status).toBe(404);
    expect((await service.ask('/metrics')).status).toBe(404);
  });

  notAlone(() => {
    it('has no label that grows with what clients send', async () => {
      const { service } = watched;
      const series = (metrics: Metrics): string[] =>
        [...metrics.values()]
          .flatMap(({ samples }) => samples)
          .map(({ name, labels }) => `${name} ${JSON.stringify(labels)}`)
          .sort();
      const seed = 7;
      const random = seededRandom(seed);
      const word = (): string => Math.floor(random() * 1e15).toString(36);
      const methods = ['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS', 'PROPFIND', 'MKCOL'];
      const paths = ['/v1/', '/v1/geocode/', '/docs/', '/', '/health'];
      const ask = (): Promise<number> =>
        new Promise((resolve, reject) => {
          const req = request({
            ...{ host: '127.0.0.1', port: service.port, agent: false },
            method: methods[Math.floor(random() * methods.length)],
            path: `${paths[Math.floor(random() * paths.length)]}${word()}?${word()}=${word()}`,
            headers: { authorization: `Bearer geo_${word()}`, 'x-request-id': word(), 'user-agent': word() },
          });
          req.on('response', (res) => resolve(res.resume().statusCode!)).on('error', reject);
          req.end();
        });
      const askMany = async (times: number): Promise<void> => {
        for (let i = 0; i < times; i += 20) await Promise.all(Array.from({ length: 20 }, ask));
        for (let i = 0; i < times; i++) watched.noteOther();
      };
      // All methods and endpoints have come once with the first of them.
      await askMany(200);
      const some = series(await untilCounted(watched, watched.asked()));
      await askMany(400);
      const many = series(await untilCounted(watched, watched.asked()));
      expect(many, `seed ${seed}`).toEqual(some);
      expect(many.length).toBeLessThan(500);
    });

    it('never counts down when workers are killed, and counts them', async () => {
      const { service, scrape } = watched;
      const counters = (metrics: Metrics): Map<string, number> =>
        new Map(
          [...metrics.values()]
            .filter(({ type }) => type !== 'gauge')
            .flatMap(({ samples }) => samples)
            .map(({ name, labels, value }) => [`${name} ${JSON.stringify(labels)}`, value]),
        );
      for (let i = 0; i < 30; i++) await service.ask('/health');
      let before = counters(await untilCounted(watched, watched.asked()));
      const look = async (): Promise<Metrics> => {
        const metrics = await scrape();
        const now = counters(metrics);
        for (const [name, value] of before) expect(now.get(name) ?? -1, name).toBeGreaterThanOrEqual(value);
        before = now;
        // One that takes the place of another is told of when it is open.
        expect(valueOf(metrics, 'gazarch_ready')).toBe(1);
        return metrics;
      };
      for (let killed = 1; killed <= 2; killed++) {
        process.kill(service.workers[0], 'SIGKILL');
        await service.until(
          async () => valueOf(await look(), 'gazarch_worker_restarts_total') === killed,
          'restart',
        );
        await service.until(async () => valueOf(await look(), 'gazarch_workers') === 2, 'the new worker');
      }
      for (let i = 0; i < 10; i++) await service.ask('/health');
      await service.until(async () => sumOf(await look(), REQUESTS) === watched.asked(), 'the sum');
      const metrics = await look();
      expect(valueOf(metrics, 'gazarch_worker_kills_total')).toBe(0);
      const { samples } = metrics.get('gazarch_worker_heap_used_bytes')!;
      expect(samples.map(({ labels }) => labels['worker'])).toEqual(['leader', '1', '2']);
    });

    it('is answered while a worker hangs, with what is known of it', async () => {
      const { service, scrape } = watched;
      for (let i = 0; i < 10; i++) await service.ask('/health');
      await untilCounted(watched, watched.asked());
      process.kill(service.workers[0], 'SIGSTOP');
      for (let i = 0; i < 5; i++) {
        const metrics = await scrape();
        expect([sumOf(metrics, REQUESTS), valueOf(metrics, 'gazarch_workers')]).toEqual([watched.asked(), 2]);
        await setTimeout(300);
      }
      await service.until(
        async () => valueOf(await scrape(), 'gazarch_worker_kills_total') === 1,
        'the kill',
      );
      expect(sumOf(await scrape(), REQUESTS)).toBeGreaterThanOrEqual(watched.asked());
      await service.until(async () => valueOf(await scrape(), 'gazarch_workers') === 2, 'the new worker');
    });
  });

  it('ends in good order', async () => {
    expect(await watched.service.stop()).toBe(0);
  });
});

it('is off by default', async () => {
  const service = await Service.start({ dataset, database, workers: 1 });
  onTestFinished(() => void service.child.kill('SIGKILL'));
  expect(service.entries('metrics are being served')).toEqual([]);
  expect((await service.ask('/metrics')).status).toBe(404);
  expect(await service.stop()).toBe(0);
});

describe.each(loners())('a port that is taken, with %i workers', (workers) => {
  const serve = (port: number, metricsPort: number): ReturnType<typeof runCli> => {
    const ports = ['--port', String(port), '--metrics-port', String(metricsPort)];
    const flags = ['--dataset', dataset, '--database', database, '--no-first-key', '--log-level', 'warn'];
    return runCli(['serve', ...flags, ...ports, '--workers', String(workers)], { killAfter_ms: PATIENCE_MS });
  };

  it('is one line at the start', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    onTestFinished(() => void other.close());
    const { port } = other.address() as { port: number };
    expect(await serve(0, port)).toMatchObject({
      status: 1,
      stderr:
        `gazarch: cannot listen on 127.0.0.1:${port}: another program listens there; ` +
        'choose another with --metrics-port\n',
    });
  });

  it('is one line, too, where it is that of the interface', async () => {
    const port = await freePort();
    expect(await serve(port, port)).toMatchObject({
      status: 1,
      stderr: `gazarch: --port and --metrics-port are both ${port}; choose another port for one of them\n`,
    });
  });
});
