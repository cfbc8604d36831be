/**
 * What usage and metrics cost a request: the built service with both and with neither, in alternating rounds.
 * The first is also asked for its metrics, as Prometheus does. Linux only (`taskset`, `/proc`).
 *
 *     bench/counting.js [--rounds 10] [--requests 40000] [--only reverse,forward]
 *
 * Shown is the processor time of a whole request (all threads of the service), the mean of the differences,
 * and its 95 % interval (Student's t).
 */
import { execFileSync, spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { LoadGenerator } from './load-generator.js';
import { median, requestsOf } from './server-process.js';

const MAIN = resolve('dist/cli/main.js');
const CONNECTIONS = 32;
const WARM_UP_REQUESTS = 100_000;
/** Prometheus asks every 15 s by default. */
const SCRAPE_MS = 5_000;
/** Quantiles 0.975 of Student's t, by degrees of freedom from 1 on. */
const T = [12.71, 4.3, 3.18, 2.78, 2.57, 2.45, 2.36, 2.31, 2.26, 2.23, 2.2, 2.18, 2.16, 2.14, 2.13];
const TARGETS = {
  reverse: '/v1/geocode?lat=47.918841&lon=106.917583',
  forward: '/v1/geocode?q=%D1%81%D2%AF%D1%85%D0%B1%D0%B0%D0%B0%D1%82%D0%B0%D1%80&limit=5',
};

const { values: flags } = parseArgs({
  options: {
    rounds: { type: 'string', default: '10' },
    requests: { type: 'string', default: '40000' },
    only: { type: 'string', default: Object.keys(TARGETS).join() },
  },
});
const rounds = Number(flags.rounds);
const folder = mkdtempSync(join(tmpdir(), 'gazarch-counting-'));
const database = join(folder, 'keys.sqlite');
const generator = new LoadGenerator();
const children: ChildProcess[] = [];
try {
  const { key } = JSON.parse(
    execFileSync(
      process.execPath,
      [
        MAIN,
        'keys',
        'create',
        '--name',
        'bench',
        '--endpoints',
        'geocode',
        '--rate-limit',
        '1000000',
        '--json',
      ].concat('--database', database),
      { encoding: 'utf8' },
    ),
  ) as { key: string };
  pin(generator.pid, 1);
  const metricsPort = await freePort();
  const without = await start(['--usage', 'off']);
  const counting = await start(['--usage', 'on', '--metrics-port', String(metricsPort)]);
  const scraping = setInterval(
    () => void fetch(`http://127.0.0.1:${metricsPort}/metrics`).then((answer) => answer.text()),
    SCRAPE_MS,
  );
  for (const [name, target] of Object.entries(TARGETS)) {
    if (!flags.only.split(',').includes(name)) continue;
    await generator.keep(name, requestsOf([target], { port: 0, tokens: [key] }));
    for (const server of [without, counting]) await load(server, name, WARM_UP_REQUESTS);
    const pairs: [number, number][] = [];
    for (let round = 0; round < rounds; round++) {
      const order = round % 2 === 0 ? [without, counting] : [counting, without];
      const costs = new Map<Server, number>();
      for (const server of order) costs.set(server, await cost_us(server, name));
      pairs.push([costs.get(without)!, costs.get(counting)!]);
    }
    report(name, pairs);
  }
  clearInterval(scraping);
} finally {
  for (const child of children) {
    child.kill('SIGTERM');
    await once(child, 'exit');
  }
  await generator.stop();
  rmSync(folder, { recursive: true, force: true });
}

interface Server {
  port: number;
  pid: number;
}

async function start(args: readonly string[]): Promise<Server> {
  const port = await freePort();
  const child = spawn(
    process.execPath,
    [MAIN, 'serve', '--sample', '--workers', '1', '--port', String(port), '--log-level', 'warn'].concat(
      '--drain-s',
      '0',
      '--database',
      database,
      ...args,
    ),
    { stdio: 'ignore' },
  );
  children.push(child);
  while (!(await isReady(port))) await pause(50);
  pin(child.pid!, 0);
  return { port, pid: child.pid! };
}

async function isReady(port: number): Promise<boolean> {
  return fetch(`http://127.0.0.1:${port}/health/ready`).then(
    ({ status }) => status === 200,
    () => false,
  );
}

async function cost_us(server: Server, name: string): Promise<number> {
  const before_ns = cpuOf_ns(server);
  const done = await load(server, name, Number(flags.requests));
  // What was counted is written behind: that belongs to the cost.
  await pause(100);
  return (cpuOf_ns(server) - before_ns) / done / 1000;
}

async function load({ port }: Server, name: string, most: number): Promise<number> {
  const options = { port, first: 0, connections: CONNECTIONS, duration_ms: Infinity, most };
  const { done, failed } = await generator.closed(name, options);
  if (failed > 0) throw new Error(`${failed} of ${done} answers were not 200`);
  return done;
}

/** Processor time of all threads, in nanoseconds. */
function cpuOf_ns({ pid }: Server): number {
  const tasks = `/proc/${pid}/task`;
  return readdirSync(tasks).reduce(
    (sum, task) => sum + Number(readFileSync(join(tasks, task, 'schedstat'), 'utf8').split(' ')[0]),
    0,
  );
}

function report(name: string, pairs: readonly [number, number][]): void {
  const differences = pairs.map(([without, counting]) => counting - without);
  const mean = differences.reduce((sum, value) => sum + value) / rounds;
  const variance = differences.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (rounds - 1);
  const half = (T[rounds - 2] ?? 2.05) * Math.sqrt(variance / rounds);
  const whole = median(pairs.map(([without]) => without)).toFixed(1);
  console.log(
    `${name}: ${whole} µs without, usage and metrics ${mean.toFixed(2)} µs more, ` +
      `95 % from ${(mean - half).toFixed(2)} to ${(mean + half).toFixed(2)}, ` +
      `median ${median(differences).toFixed(2)}`,
  );
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  return port;
}

function pin(pid: number, core: number): void {
  spawnSync('taskset', ['-a', '-cp', String(core), String(pid)]);
}
