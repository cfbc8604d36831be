import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runCli } from '../cli/run-cli.js';
import { tinyMap } from '../cli/tiny-map.js';
import { DEPLOY } from '../deploy/dockerfile.js';
import { untilAnswers } from '../deploy/program.js';
import { Load } from '../e2e/load.js';
import { makeKey, Service } from '../e2e/workers-service.js';
import { freePort } from '../free-port.js';
import { NO_REDIS, RedisServer } from '../limits/redis-server.js';
import { noteMissing } from '../run-folder.js';
import { fakeOsrm } from '../sources/fake-osrm.js';
import { FaultServer } from '../sources/fault-server.js';

/** The rules and the dashboard of `deploy/`, with promtool and a real Prometheus. It takes 30 s. */

const hasPrometheus = ['prometheus', 'promtool'].every((program) => {
  const works = spawnSync(program, ['--version']).status === 0;
  if (!works) noteMissing(`${program} does not run here`);
  return works;
});

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'gazarch-prometheus-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe.skipIf(!hasPrometheus)('the alert rules', () => {
  const text = readFileSync(resolve(DEPLOY, 'prometheus/alerts.yml'), 'utf8');
  const names = [...text.matchAll(/alert: (\w+)/g)].map(([, name]) => name);
  const test = (rules: string, interval = '1m'): { status: number | null; said: string } => {
    const copy = mkdtempSync(join(folder, 'rules-'));
    cpSync(resolve(DEPLOY, 'prometheus'), copy, { recursive: true });
    writeFileSync(join(copy, 'alerts.yml'), rules);
    const file = join(copy, 'alerts.test.yml');
    writeFileSync(file, readFileSync(file, 'utf8').replace(/(?<=^evaluation_interval: ).*/m, interval));
    const { status, stdout, stderr } = spawnSync('promtool', ['test', 'rules', file], { encoding: 'utf8' });
    return { status, said: stdout + stderr };
  };

  it('are silent, pending and firing as alerts.test.yml says', () => {
    expect(test(text).status).toBe(0);
  });

  it('are read by the configuration of deploy/', () => {
    const file = resolve(DEPLOY, 'prometheus/prometheus.yml');
    const { status, stdout } = spawnSync('promtool', ['check', 'config', file], { encoding: 'utf8' });
    expect([status, stdout]).toEqual([0, expect.stringContaining(`${names.length} rules found`)]);
  });

  it('would not pass without any one of them', () => {
    // What is absent fires at no interval.
    const { status, said } = test(text.replaceAll(/alert: \w+/g, '$&Gone'), '1h');
    expect(status).toBe(1);
    expect(names.filter((name) => !said.includes(`"${name}"`) && !said.includes(`\\"${name}\\"`))).toEqual(
      [],
    );
  });
});

interface Alert {
  labels: Record<string, string>;
  state: 'pending' | 'firing';
}

class Prometheus {
  readonly #child: ChildProcess;
  readonly url: string;

  /** Everything is asked each second, and what has to last minutes lasts two seconds. */
  static async start(ports: readonly number[]): Promise<Prometheus> {
    const rules = readFileSync(resolve(DEPLOY, 'prometheus/alerts.yml'), 'utf8');
    writeFileSync(join(folder, 'alerts.yml'), rules.replaceAll(/for: \w+/g, 'for: 2s'));
    const targets = ports.map((port) => `127.0.0.1:${port}`);
    const config = {
      global: { scrape_interval: '1s', evaluation_interval: '1s' },
      rule_files: ['alerts.yml'],
      scrape_configs: [{ job_name: 'gazarch', static_configs: [{ targets }] }],
    };
    // JSON is YAML.
    writeFileSync(join(folder, 'prometheus.yml'), JSON.stringify(config));
    const port = await freePort();
    const flags = [
      `--config.file=${join(folder, 'prometheus.yml')}`,
      `--storage.tsdb.path=${join(folder, 'tsdb')}`,
      `--web.listen-address=127.0.0.1:${port}`,
    ];
    const child = spawn('prometheus', flags, { stdio: ['ignore', 'pipe', 'pipe'] });
    await untilAnswers(`http://127.0.0.1:${port}/-/ready`, child);
    return new Prometheus(child, `http://127.0.0.1:${port}`);
  }

  private constructor(child: ChildProcess, url: string) {
    this.#child = child;
    this.url = url;
  }

  async alerts(name: string): Promise<Alert[]> {
    const { alerts } = await this.#data<{ alerts: Alert[] }>('/api/v1/alerts');
    return alerts.filter(({ labels }) => labels['alertname'] === name);
  }

  async ask(expression: string): Promise<unknown[]> {
    return (await this.#data<{ result: unknown[] }>(`/api/v1/query?query=${encodeURIComponent(expression)}`))
      .result;
  }

  async #data<T>(path: string): Promise<T> {
    const answer = (await (await fetch(this.url + path)).json()) as { data: T; error?: string };
    expect(answer.error).toBeUndefined();
    return answer.data;
  }

  async stop(): Promise<void> {
    const ended = once(this.#child, 'exit');
    this.#child.kill('SIGTERM');
    await ended;
  }
}

describe.skipIf(!hasPrometheus || NO_REDIS)('a real Prometheus', () => {
  let engine: FaultServer;
  let redis: RedisServer;
  let prometheus: Prometheus;
  let load: Load;
  const services: Service[] = [];
  const ports: number[] = [];
  beforeAll(async () => {
    const map = join(folder, 'map.osm');
    const dataset = join(folder, 'dataset');
    const database = join(folder, 'keys.sqlite');
    writeFileSync(map, tinyMap('Зайсан'));
    expect((await runCli(['import', map, '--dataset', dataset])).status).toBe(0);
    engine = await FaultServer.start(fakeOsrm);
    redis = await RedisServer.start();
    const token = await makeKey(database, 1_000_000);
    for (let i = 0; i < 2; i++) {
      ports.push(await freePort());
      const flags = [
        ...['--metrics-port', String(ports[i])],
        ...['--router', `osrm+http://127.0.0.1:${engine.port}`],
        ...['--limits', `redis://127.0.0.1:${redis.port}`],
      ];
      services.push(await Service.start({ dataset, database, workers: 2, flags }));
    }
    prometheus = await Prometheus.start(ports);
    const targets = ['/v1/geocode?q=zaisan', '/v1/route?origin=106.9,47.9&destination=106.91,47.91'];
    load = new Load({ port: services[0].port, token, targets });
    expect((await services[0].ask('/v1/places?id=osm:node:42', token)).status).toBe(404);
  });
  afterAll(async () => {
    await load.stop();
    await prometheus.stop();
    for (const service of services) if (service.child.exitCode === null) await service.stop();
    await redis.stop();
    await engine.stop();
  });

  it('has data for each panel of the dashboard', async () => {
    interface Panel {
      title: string;
      targets?: { expr: string }[];
    }
    const { panels } = JSON.parse(readFileSync(resolve(DEPLOY, 'grafana/gazarch.json'), 'utf8')) as {
      panels: Panel[];
    };
    // Nothing here has a certificate or learned speeds, and the tiny map has no time.
    const absent = /feed_certificate|sources_timestamp|speeds_written/;
    for (const { title, targets = [] } of panels)
      for (const { expr } of targets) {
        if (absent.test(expr)) continue;
        const text = expr
          .replaceAll('$__rate_interval', '10s')
          .replaceAll('$job', 'gazarch')
          .replaceAll('$instance', '.*');
        await expect.poll(() => prometheus.ask(text), { message: `${title}: ${text}` }).not.toEqual([]);
      }
  });

  it('is silent while all is well', async () => {
    expect((await prometheus.ask('ALERTS')).filter((one) => !/DatasetOld/.test(JSON.stringify(one)))).toEqual(
      [],
    );
  });

  const FAULTS: readonly [name: string, fault: () => Promise<unknown>, label: string, value: string][] = [
    ['GazarchEngineAway', () => engine.stop(), 'engine', 'osrm driving at'],
    ['GazarchCheckFails', () => redis.stop(), 'check', 'rate_limits'],
    [
      'GazarchReplicaDown',
      async () => Promise.resolve(services[1].child.kill('SIGKILL')),
      'instance',
      '127.0.0.1',
    ],
  ];

  it.each(FAULTS)('fires %s', async (name, fault, label, value) => {
    const states = async (): Promise<string[]> =>
      (await prometheus.alerts(name))
        .filter(({ labels }) => labels[label].startsWith(value))
        .map(({ state }) => state);
    // On a busy machine a check may have failed for a moment.
    await expect.poll(states, { interval: 100 }).toEqual([]);
    await fault();
    const seen = new Set<string>();
    const look = async (): Promise<string[]> => {
      for (const state of await states()) seen.add(state);
      return [...seen];
    };
    await expect.poll(look, { interval: 100 }).toEqual(['pending', 'firing']);
  });

  it.each(['GazarchErrors', 'GazarchAnswersBurnFast'])(
    'fires %s for routes without an engine',
    async (name) => {
      const states = async (): Promise<string[]> => (await prometheus.alerts(name)).map(({ state }) => state);
      await expect.poll(states, { interval: 100 }).toContain('firing');
    },
  );
});
