/**
 * A flood of clients that misbehave: mixed, half-closed, pipelined, slow, never reading, sending garbage or
 * nothing. Does the memory of the service stay bounded, does it answer probes of health in time, and is a
 * good client served throughout? It runs the built service with the bundled sample and one worker.
 *
 *     npm run flood -- [--seconds 60] [--seed 1]
 *
 * Linux only. Exit status 1: probes of health took more than 50 ms (99th percentile), a good client was not
 * served each time, or the service took more than 400 MB.
 */
import { execFileSync, fork, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import type { GoodClientResult } from './flood-good-clients.js';
import { median } from './server-process.js';

const HEALTH_P99_MS = 50;
const MEMORY_MB = 400;

const { values: flags } = parseArgs({
  options: { seconds: { type: 'string', default: '60' }, seed: { type: 'string', default: '1' } },
});
const main = resolve('dist/cli/main.js');
const folder = mkdtempSync(join(tmpdir(), 'gazarch-flood-'));
const [dataset, database] = [join(folder, 'dataset'), join(folder, 'keys.sqlite')];
try {
  process.exitCode = (await flood()) ? 0 : 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}

async function flood(): Promise<boolean> {
  run('import', 'sample/ulaanbaatar.osm', '--dataset', dataset);
  const made = run(
    ...['keys', 'create', '--name', 'flood', '--endpoints', 'geocode,route', '--rate-limit', '1000000'],
    ...['--database', database, '--json'],
  );
  const { key } = JSON.parse(made) as { key: string };
  const { child, port } = await startService();
  const samples_MB: number[] = [];
  const sampling = setInterval(() => samples_MB.push(residentOf_MB(child.pid!)), 500);
  const clients = helper('flood-clients.js', [String(port), key, flags.seconds, flags.seed]);
  const good = helper('flood-good-clients.js', [String(port), key, flags.seconds]);
  const [[opened], [{ health, search }]] = (await Promise.all([
    once(clients, 'message'),
    once(good, 'message'),
  ])) as [[Record<string, number>], [{ health: GoodClientResult; search: GoodClientResult }]];
  clearInterval(sampling);
  await setTimeout(3_000);
  const after_MB = residentOf_MB(child.pid!);
  child.kill('SIGTERM');
  const [status] = (await once(child, 'exit')) as [number | null];
  const fifth = (i: number): number =>
    median(samples_MB.slice((samples_MB.length * i) / 5, (samples_MB.length * (i + 1)) / 5));
  const result = {
    seconds: Number(flags.seconds),
    seed: Number(flags.seed),
    opened,
    health: summary(health),
    search: summary(search),
    memory_MB: {
      first: round(samples_MB[0]),
      third: round(fifth(2)),
      last: round(fifth(4)),
      highest: round(Math.max(...samples_MB)),
      after: round(after_MB),
    },
    status,
  };
  console.log(JSON.stringify(result, null, 2));
  const isServed = Object.keys({ ...health.statuses, ...search.statuses }).every((one) => one === '200');
  return (
    isServed && result.health.p99_ms < HEALTH_P99_MS && result.memory_MB.highest < MEMORY_MB && status === 0
  );
}

function summary({ times_ms, statuses, worst }: GoodClientResult): {
  worst: string;
  statuses: Record<number, number>;
  p50_ms: number;
  p99_ms: number;
  highest_ms: number;
} {
  const sorted = [...times_ms].sort((a, b) => a - b);
  const at = (share: number): number => round(sorted[Math.floor((sorted.length - 1) * share)]);
  return {
    worst: JSON.stringify(worst.slice(0, 40)),
    statuses,
    p50_ms: at(0.5),
    p99_ms: at(0.99),
    highest_ms: at(1),
  };
}

function round(value: number): number {
  return Number(value.toFixed(1));
}

function run(...args: string[]): string {
  return execFileSync(process.execPath, [main, ...args], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  });
}

function helper(name: string, args: readonly string[]): ChildProcess {
  return fork(fileURLToPath(new URL(`./${name}`, import.meta.url)), args);
}

async function startService(): Promise<{ child: ChildProcess; port: number }> {
  const args = ['serve', '--workers', '1', '--dataset', dataset, '--database', database, '--port', '0'];
  const child = spawn(process.execPath, [main, ...args, '--no-first-key'], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()));
  child.stdout.on('data', (chunk: Buffer) => {
    if (output.length < 10_000) output += chunk.toString();
  });
  for (;;) {
    const port = /http:\/\/127\.0\.0\.1:(\d+)/.exec(output)?.[1];
    if (port !== undefined) return { child, port: Number(port) };
    if (child.exitCode !== null) throw new Error(`serve ended with status ${child.exitCode}: ${output}`);
    await setTimeout(50);
  }
}

function residentOf_MB(pid: number): number {
  return (Number(readFileSync(`/proc/${pid}/statm`, 'utf8').split(' ')[1]) * 4096) / 1e6;
}
