/**
 * Ten keys of ten projects ask for what is dearest, as much as their 100 requests a minute allow, while
 * others look up 200 points a second and ask for small matrices. Does the service of two workers still
 * answer the others in time, how long is the longest turn of a worker's event loop, and is memory given back?
 * It runs the built service. Linux only; `koffi` must be there.
 *
 *     node data/bench/bench/greedy.js --dataset DIR [--build .] [--seconds 60] [--warm 60] [--rest 120]
 *       [--seed 1] [--only isochrone,avoid,matrix,text] [--profile DIR]
 *
 * The dataset is one of Mongolia. Before anything is measured, the others ask some thousand ordinary
 * questions of each kind: what a service keeps of those is not for the greedy to give back. `--warm`: the
 * keys ask for so long before anything counts. `--rest`: after so long without requests memory is looked at
 * once more. `--profile` keeps turns and a profile of each worker in a folder. Turns are in processor time,
 * latencies are not: those need an idle machine.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { seededRandom } from '../test/seeded-random.js';
import { processesOf, startBuilt, stopBuilt } from './built-service.js';
import { LatencyLog } from './latencies.js';

const KEYS = 10;
const A_MINUTE = 100;
const OTHERS_A_SECOND = 200;
const MATRICES_A_SECOND = 5;
const LONG_MS = 25;
/** Ordinary questions of each kind before. */
const ORDINARY = 1_000;
/** V8 collects what they left. */
const SETTLED_MS = 15_000;
/** Of so many texts the worst are taken. */
const TRIED_TEXTS = 400;
const WORST_TEXTS = 20;

const KINDS = ['isochrone', 'avoid', 'matrix', 'text'] as const;
type Kind = (typeof KINDS)[number];

const { values: flags } = parseArgs({
  options: {
    dataset: { type: 'string' },
    build: { type: 'string', default: '.' },
    seconds: { type: 'string', default: '60' },
    warm: { type: 'string', default: '60' },
    rest: { type: 'string', default: '120' },
    seed: { type: 'string', default: '1' },
    only: { type: 'string', default: KINDS.join(',') },
    profile: { type: 'string' },
  },
});
if (flags.dataset === undefined) throw new Error('--dataset DIR is needed');
const random = seededRandom(Number(flags.seed));
const kinds = flags.only.split(',') as Kind[];
const folder = mkdtempSync(join(tmpdir(), 'gazarch-greedy-'));
const turnsFolder = resolve(flags.profile ?? folder);
mkdirSync(turnsFolder, { recursive: true });
const build = resolve(flags.build);
process.env['TURNS_FOLDER'] = turnsFolder;
process.env['TURNS_PROFILE'] = flags.profile === undefined ? '0' : '1';
process.env['NODE_OPTIONS'] = `--import=${new URL('./turn-watch.js', import.meta.url).href}`;

const service = await startBuilt(build, resolve(flags.dataset), folder, ['--workers', '2']);
const workers = processesOf(service).slice(1);
try {
  await measure();
} finally {
  await stopBuilt(service);
  rmSync(folder, { recursive: true, force: true });
}

async function measure(): Promise<void> {
  const database = join(folder, 'keys.sqlite');
  const greedy = Array.from({ length: KEYS }, (_, i) => newKey(database, `greedy ${i}`, A_MINUTE));
  const other = newKey(database, 'other', 1_000_000);
  const texts = kinds.includes('text') ? await worstTexts(other) : [];
  const started_MB = ownMemory_MB();
  await askOrdinarily(other);
  const before_MB = ownMemory_MB();
  const start_ms = performance.now();
  const from_ms = start_ms + Number(flags.warm) * 1_000;
  const end_ms = from_ms + Number(flags.seconds) * 1_000;
  const statuses: Record<string, number> = {};
  const asking = greedy.map((key) => askGreedily(key, texts, end_ms, statuses));
  await setTimeout(from_ms - performance.now());
  const from_us = Number(process.hrtime.bigint() / 1_000n);
  const [reverse, matrices] = await Promise.all([
    askSteadily(OTHERS_A_SECOND, end_ms, other, () => `/v1/geocode?lat=${latitude()}&lon=${longitude()}`),
    askSteadily(MATRICES_A_SECOND, end_ms, other, () => matrix(2)),
  ]);
  await Promise.all(asking);
  const to_us = Number(process.hrtime.bigint() / 1_000n);
  if (flags.profile !== undefined) for (const pid of workers) process.kill(pid, 'SIGUSR2');
  const after_MB = ownMemory_MB();
  await setTimeout(Number(flags.rest) * 1_000);
  const turns = longTurns_ms(from_us, to_us);
  const result = {
    flags,
    greedy: statuses,
    reverse,
    matrices,
    turns: {
      above_25_ms: turns.filter((turn) => turn > LONG_MS).length,
      longest_ms: turns.slice(0, 12),
    },
    own_MB: { started: started_MB, before: before_MB, after: after_MB, rested: ownMemory_MB() },
    restarts: processesOf(service).slice(1).join() === workers.join() ? 0 : 'a worker was ended',
  };
  console.log(JSON.stringify(result, null, 2));
}

function newKey(database: string, name: string, limit: number): string {
  const main = join(build, 'dist/cli/main.js');
  const run = (...args: string[]): { key: string; id: string } =>
    JSON.parse(
      execFileSync(process.execPath, [main, ...args, '--database', database, '--json'], {
        encoding: 'utf8',
        env: { ...process.env, NODE_OPTIONS: '' },
      }),
    ) as { key: string; id: string };
  const { id } = run('projects', 'create', '--name', name);
  const endpoints = 'geocode,route,matrix,isochrone';
  return run(
    ...['keys', 'create', '--name', name, '--project', id],
    ...['--endpoints', endpoints, '--rate-limit', String(limit)],
  ).key;
}

/** One after the other, so that what is counted is spread over the minute. */
async function askGreedily(
  key: string,
  texts: readonly string[],
  end_ms: number,
  statuses: Record<string, number>,
): Promise<void> {
  const agent = new Agent({ keepAlive: true });
  const pending: Promise<void>[] = [];
  await setTimeout(random() * 2_000);
  const used = new Map(kinds.map((kind) => [kind, random()]));
  while (performance.now() < end_ms) {
    // Each kind gets the same share of the minute.
    const [kind, before] = [...used].sort((a, b) => a[1] - b[1])[0];
    const { target, cost } = greedyTarget(kind, texts);
    used.set(kind, before + cost);
    // It does not wait for the answer: who is greedy does not.
    const one = ask(agent, key, target).then((status) => {
      const name = `${kind} ${status}`;
      statuses[name] = (statuses[name] ?? 0) + 1;
    });
    pending.push(one);
    await setTimeout(Math.min((cost * 60_000) / A_MINUTE, Math.max(end_ms - performance.now(), 0)));
  }
  await Promise.all(pending);
  agent.destroy();
}

function greedyTarget(kind: Kind, texts: readonly string[]): { target: string; cost: number } {
  if (kind === 'text')
    return { target: `/v1/geocode?q=${texts[Math.floor(random() * texts.length)]}`, cost: 1 };
  if (kind === 'matrix') return { target: matrix(30), cost: 9 };
  if (kind === 'isochrone') {
    const isOfLines = random() < 0.3;
    const steps = isOfLines ? 'meters=10000,11000,12000,13000,14000,15000' : 'minutes=10,11,12,13,14,15';
    return {
      target: `/v1/isochrone?point=${longitude()},${latitude()}&${steps}${isOfLines ? '&format=lines' : ''}`,
      cost: isOfLines ? 6 : 12,
    };
  }
  const avoid = ['unpaved', 'ford', 'ferry', 'toll'].filter(() => random() < 0.5);
  const day = 1 + Math.floor(random() * 28);
  const hour = Math.floor(random() * 24);
  const two = (n: number): string => String(n).padStart(2, '0');
  const when = `depart_at=2026-12-${two(day)}T${two(hour)}:30`;
  const avoided = avoid.length === 0 ? '' : `&avoid=${avoid.join(',')}`;
  // Within the 100 km that a route may have by default.
  const far = `${longitude() + 1 + random() * 0.1},${latitude() - random() * 0.2}`;
  const target = `/v1/route?origin=${longitude()},${latitude()}&destination=${far}&notes=true`;
  return { target: `${target}&${when}${avoided}`, cost: 1 };
}

function matrix(size: number): string {
  const points = (): string => Array.from({ length: size }, () => `${longitude()},${latitude()}`).join(';');
  return `/v1/matrix?origins=${points()}&destinations=${points()}`;
}

function longitude(): number {
  return Number((106.8 + random() * 0.22).toFixed(5));
}

function latitude(): number {
  return Number((47.88 + random() * 0.08).toFixed(5));
}

/** Of made texts those that take longest, asked one after the other. */
async function worstTexts(key: string): Promise<string[]> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const parts = [
    '&',
    'x',
    'х',
    'баруун',
    'talbai',
    'гудамж',
    'байр',
    'хороо',
    'bair',
    'зүүн',
    'тал',
    'дэлгүүр',
  ];
  const more = [
    'хажууд',
    'сургууль',
    'street',
    '5-р',
    '12',
    '3/2',
    'o',
    'ё',
    'Улаанбаатар',
    'park',
    'ард',
    'энхтайван',
  ];
  const all = [...parts, ...more];
  const timed: { text: string; took_ms: number }[] = [];
  for (let i = 0; i < TRIED_TEXTS; i++) {
    let text = '';
    while (text.length < 185) text += `${all[Math.floor(random() * all.length)]}${random() < 0.8 ? ' ' : ''}`;
    text = encodeURIComponent(text.slice(0, 190).trim());
    const from_ms = performance.now();
    await ask(agent, key, `/v1/geocode?q=${text}`);
    timed.push({ text, took_ms: performance.now() - from_ms });
  }
  agent.destroy();
  timed.sort((a, b) => b.took_ms - a.took_ms);
  return timed.slice(0, WORST_TEXTS).map(({ text }) => text);
}

/** Points, routes, small matrices and isochrones of one step, a few at a time. */
async function askOrdinarily(key: string): Promise<void> {
  const agent = new Agent({ keepAlive: true, maxSockets: 8 });
  const point = (): string => `${longitude()},${latitude()}`;
  for (let i = 0; i < ORDINARY; i += 4) {
    const some = Array.from({ length: 4 }, () => [
      `/v1/geocode?lat=${latitude()}&lon=${longitude()}`,
      `/v1/route?origin=${point()}&destination=${point()}&steps=true&notes=true`,
      matrix(2),
      `/v1/isochrone?point=${point()}&minutes=5`,
    ]);
    await Promise.all(some.flat().map((target) => ask(agent, key, target)));
  }
  await setTimeout(SETTLED_MS);
  agent.destroy();
}

/** Requests at a rate whatever becomes of the earlier ones; a latency counts from when it was due. */
async function askSteadily(
  aSecond: number,
  end_ms: number,
  key: string,
  target: () => string,
): Promise<object> {
  const agent = new Agent({ keepAlive: true, maxSockets: 64 });
  const log = new LatencyLog();
  const pending: Promise<void>[] = [];
  let answered = 0;
  for (let due_ms = performance.now(); due_ms < end_ms; due_ms += 1_000 / aSecond) {
    const early_ms = due_ms - performance.now();
    if (early_ms > 0) await setTimeout(early_ms);
    const since_ms = due_ms;
    const one = ask(agent, key, target()).then((status) => {
      if (status === 200 || status === 404) answered++;
      log.add(performance.now() - since_ms);
    });
    pending.push(one);
  }
  await Promise.all(pending);
  agent.destroy();
  return { sent: pending.length, answered, ...log.summary() };
}

function ask(agent: Agent, key: string, path: string): Promise<number> {
  return new Promise((done) => {
    const headers = { authorization: `Bearer ${key}` };
    request({ host: '127.0.0.1', port: service.port, path, headers, agent }, (response) => {
      response.resume().on('close', () => done(response.statusCode ?? 0));
    })
      .on('error', () => done(0))
      .end();
  });
}

/** Turns that ended between two moments, the longest first. */
function longTurns_ms(from_us: number, to_us: number): number[] {
  return readdirSync(turnsFolder)
    .filter((name) => workers.some((pid) => name === `${pid}.turns`))
    .flatMap((name) => readFileSync(join(turnsFolder, name), 'utf8').trim().split('\n'))
    .map((line) => line.split(' ').map(Number))
    .filter(([end_us]) => end_us > from_us && end_us < to_us)
    .map(([, turn_us]) => Math.round(turn_us / 100) / 10)
    .sort((a, b) => b - a);
}

/** By worker, without what it has read of the dataset: the system takes that back when it needs room. */
function ownMemory_MB(): number[] {
  return processesOf(service)
    .slice(1)
    .map((pid) => {
      const rollup = readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8');
      return Math.round((Number(/^Pss_Anon:\s+(\d+)/m.exec(rollup)?.[1]) * 1_024) / 1e6);
    });
}
