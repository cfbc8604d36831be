/**
 * Where the memory of a service with several workers is: ready, and after many mixed requests. It prints the
 * proportional share (PSS) of all processes together and of each, by what is mapped. Linux only.
 *
 *     bench/memory-by-kind.js --dataset DIR [--build DIR] [--workers 4] [--requests 32000]
 *       [--mix city|town|country]
 *
 * `city`: as `town`, with all routes and reverse lookups in Ulaanbaatar.
 * `town`: 60 % routes of a town's length, 20 % searches and 20 % reverse lookups. `country`: half routes, of
 * both modes and up to 1,500 km, a quarter each of the others, places evenly from the whole map.
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { servedPath } from '../src/dataset/dataset-folder.js';
import { answerTargets } from './answer-targets.js';
import { targetsOf } from './http-targets.js';
import { askAnew, processesOf, startBuilt, stopBuilt, type BuiltService } from './built-service.js';
import { KINDS, sharesOf, type Shares } from './process-memory.js';

const AT_ONCE = 8;
/** Requests on one connection: the leader hands connections out, so workers get about as many each. */
const ON_A_CONNECTION = 50;

const { values: flags } = parseArgs({
  options: {
    dataset: { type: 'string' },
    build: { type: 'string', default: '.' },
    workers: { type: 'string', default: '4' },
    requests: { type: 'string', default: '32000' },
    mix: { type: 'string', default: 'town' },
  },
});
if (flags.dataset === undefined) throw new Error('--dataset DIR is needed');

const folder = mkdtempSync(join(tmpdir(), 'gazarch-memory-'));
const path = servedPath(flags.dataset);
const targets = flags.mix === 'country' ? answerTargets(path) : await townTargets(path);
const service = await startBuilt(flags.build, flags.dataset, folder, ['--workers', flags.workers]);
try {
  await new Promise((wait) => setTimeout(wait, 2_000));
  print('ready');
  const pids = processesOf(service);
  const before_ms = pids.map(processorTime_ms);
  await askMany(service, Number(flags.requests));
  const spent_us = pids.map(
    (pid, i) => ((processorTime_ms(pid) - before_ms[i]) / Number(flags.requests)) * 1000,
  );
  const each_us = spent_us.reduce((sum, own) => sum + own, 0);
  print(
    `after ${flags.requests} requests (${each_us.toFixed(0)} us of processor time each, ` +
      `of it ${spent_us[0].toFixed(1)} in the first process)`,
  );
} finally {
  await stopBuilt(service);
  rmSync(folder, { recursive: true });
}

async function townTargets(file: string): Promise<string[]> {
  const { route, forward, reverse } = await targetsOf(file);
  if (flags.mix === 'city') for (const kind of [route, reverse]) keepIf(kind, isInCity);
  const turns = [route, forward, route, reverse, route];
  return Array.from({ length: Number(flags.requests) }, (_, i) => {
    const kind = turns[i % turns.length];
    return kind[i % kind.length];
  });
}

function keepIf(targets: string[], isKept: (target: string) => boolean): void {
  targets.splice(0, Infinity, ...targets.filter(isKept));
}

/** Whether what is asked about is within some 15 km of the square of Ulaanbaatar. */
function isInCity(target: string): boolean {
  const numbers = target.match(/\d+\.\d+/g)!.map(Number);
  return numbers.every((degrees) =>
    degrees > 90 ? Math.abs(degrees - 106.917) < 0.2 : Math.abs(degrees - 47.919) < 0.14,
  );
}

async function askMany(to: BuiltService, total: number): Promise<void> {
  let next = 0;
  const askOn = async (): Promise<void> => {
    while (next < total) {
      const some = Array.from({ length: ON_A_CONNECTION }, () => targets[next++ % targets.length]);
      await askAnew(to, some);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, askOn));
}

function print(when: string): void {
  const each = processesOf(service).map((pid) => sharesOf(pid));
  const sum = (shares: Shares): number => KINDS.reduce((total, kind) => total + shares[kind], 0);
  const all = KINDS.map((kind) => each.reduce((total, shares) => total + shares[kind], 0));
  const total = all.reduce((a, b) => a + b, 0);
  console.log(
    `${when}: ${total.toFixed(0)} MB, each ${each.map((shares) => sum(shares).toFixed(0)).join(' ')}`,
  );
  console.log(`  ${KINDS.map((kind, i) => `${kind} ${all[i].toFixed(0)}`).join(', ')}`);
  const worker = each.at(-1)!;
  console.log(`  one worker: ${KINDS.map((kind) => `${kind} ${worker[kind].toFixed(1)}`).join(', ')}`);
}

/** Of a process, its threads included. The kernel counts in hundredths of a second. */
function processorTime_ms(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1].split(' ');
  return (Number(fields[11]) + Number(fields[12])) * 10;
}
