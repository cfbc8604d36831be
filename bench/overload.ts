/**
 * Latencies at half and at more than what one worker can answer, for each endpoint, by an open loop: requests come at a rate, whatever becomes of those before.
 *
 *     bench/overload.js [--dataset DIR] [--connections 1000] [--connections-below 100] [--seconds 3] [--rounds 5] [--times 0.5,1.5,2] [--only forward,forward-new,reverse,route] [--json FILE]
 *
 * Below the capacity, rounds in which the machine held the generator itself up are made anew (`disturbed`). The capacity is measured before each round, by a closed loop over 32 connections, so that it is what the server gets beside everything else that runs just then. At half of
 * it a bare node:http server that sends a fixed body of the same size is asked in turn (`bare_p99_ms`): what it takes longer than a millisecond for is the machine and the generator. Medians of the
 * rounds are shown, and of the worst percentile the range. Above the capacity the generator needs most of a core of its own; how late it was itself is shown (`own_lag_p99_ms`) and is in every
 * latency. Meanwhile, above the capacity, a health probe asks every 20 ms. The first second of a round does not count: bursts are answered late rather than refused, so the first quarter of a second of an overload is late.
 *
 * What is measured is a service that has been up for a while: all kinds are asked at half of the capacity for some seconds beforehand, as with few requests in a turn of the event loop other code is hot than with
 * many, and until V8 has compiled it, compiling takes the answering thread's core. Connections are opened anew for each round; below the capacity a hundred, which nearly always is more than are in use, as a
 * thousand leave 8 MB to the garbage collector each time, and what is measured would be that.
 */
import { Agent, request } from 'node:http';
import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import type { Load } from './http-load.js';
import { ASKED_BEFORE, REQUEST_KINDS, SEED, type RequestKind } from './http-targets.js';
import { keepTargets } from './keep-targets.js';
import { LoadGenerator } from './load-generator.js';
import type { OpenLoad, OpenLoadResult } from './open-load.js';
import { median, startServer, stopServer, type ServerProcess } from './server-process.js';

const PROBE_MS = 20;
const LEAD_IN_MS = 1_000;
/**
 * The generator never sleeps, so what it is late by is what the machine took its core away for, which others share. Below the capacity, where that is not its own doing, a round of which it is true for one request in
 * a hundred says more of them than of the server: it is made anew, so many times as often as there are rounds.
 */
const DISTURBED_MS = 0.2;
const MOST_DISTURBED = 3;
const CAPACITY_MS = 1_000;
const WARM_UP_MS = 3_000;
const COMPILED_MS = 20_000;
const agent = new Agent({ keepAlive: true });

const { values: flags } = parseArgs({
  options: {
    dataset: { type: 'string' },
    connections: { type: 'string', default: '1000' },
    'connections-below': { type: 'string', default: '100' },
    seconds: { type: 'string', default: '3' },
    rounds: { type: 'string', default: '5' },
    times: { type: 'string', default: '0.5,1.5,2' },
    only: { type: 'string', default: REQUEST_KINDS.join(',') },
    json: { type: 'string' },
  },
});

const dataset = flags.dataset ?? null;
const duration_ms = Number(flags.seconds) * 1000;
const rounds = Number(flags.rounds);
const kinds = flags.only.split(',') as RequestKind[];
const server = await startServer('gazarch', { dataset });
const generator = new LoadGenerator();
const sizes = await keepTargets(generator, kinds, server, dataset);
const rows: object[] = [];
/** Of each list the request that comes next. */
const next = Object.fromEntries(REQUEST_KINDS.map((kind) => [kind, 0])) as Record<RequestKind, number>;
for (const kind of kinds) await warmUp(kind);
for (const kind of kinds) {
  const bare = await startServer('node', { size: sizes.get(kind)! });
  await generator.closed(kind, { port: bare.port, connections: 32, duration_ms: WARM_UP_MS });
  for (const times of flags.times.split(',').map(Number)) rows.push(await measure({ kind, times, bare }));
  await stopServer(bare);
}
await generator.stop();
agent.destroy();
await stopServer(server);
console.table(rows);
if (flags.json !== undefined)
  writeFileSync(flags.json, JSON.stringify({ seed: SEED, node: process.version, flags, rows }, null, 2));

/** By a closed loop. @returns requests a second */
async function askAtOnce(kind: RequestKind, load: Pick<Load, 'duration_ms' | 'most'>): Promise<number> {
  const { done, elapsed_ms } = await generator.closed(kind, {
    port: server.port,
    first: next[kind],
    connections: 32,
    ...load,
  });
  next[kind] += done;
  return (done * 1000) / elapsed_ms;
}

/** Until V8 has compiled what is hot at half of the capacity. */
async function warmUp(kind: RequestKind): Promise<void> {
  const load = { connections: Number(flags['connections-below']), leadIn_ms: 0, seed: SEED - 1 };
  const before = ASKED_BEFORE[kind];
  if (before === undefined) {
    const perSecond = (await askAtOnce(kind, { duration_ms: WARM_UP_MS })) / 2;
    await askInTurn(kind, { ...load, server, perSecond, duration_ms: COMPILED_MS });
    return;
  }
  const perSecond = (await askAtOnce(kind, { duration_ms: Infinity, most: before })) / 2;
  // The same again and again: what is measured begins after exactly so many different ones.
  const duration_ms = (before * 1000) / perSecond;
  for (let spent_ms = 0; spent_ms < COMPILED_MS; spent_ms += duration_ms)
    await generator.open(kind, { ...load, port: server.port, perSecond, duration_ms });
}

/** By an open loop. */
async function askInTurn(
  kind: RequestKind,
  { server: asked, ...load }: Omit<OpenLoad, 'port' | 'first'> & { server: ServerProcess },
): Promise<OpenLoadResult> {
  const result = await generator.open(kind, { ...load, port: asked.port, first: next[kind] });
  // What was just asked is not asked again at once: its answers are remembered.
  if (asked === server) next[kind] += Math.round((load.perSecond * load.duration_ms) / 1000);
  return result;
}

interface Measuring {
  kind: RequestKind;
  times: number;
  bare: ServerProcess;
}

async function measure({ kind, times, bare }: Measuring): Promise<object> {
  const probes: Promise<number>[] = [];
  const results: OpenLoadResult[] = [];
  const bares: OpenLoadResult[] = [];
  const connections = Number(times < 1 ? flags['connections-below'] : flags.connections);
  const rates: number[] = [];
  /** Of all rounds: what holds the generator up may also be a thread of the server's own. */
  const p99s_ms: number[] = [];
  let disturbed = 0;
  while (results.length < rounds) {
    // Each time anew: a machine that others share is not as fast now as it was a minute ago.
    const perSecond = times * (await askAtOnce(kind, { duration_ms: CAPACITY_MS }));
    const load = {
      connections,
      perSecond,
      duration_ms: LEAD_IN_MS + duration_ms,
      leadIn_ms: LEAD_IN_MS,
      seed: SEED + results.length,
    };
    // Not below it, where it would take part of the server's core, and collecting the garbage of this process, which is large, as well.
    const probing = times < 1 ? undefined : setInterval(() => probes.push(probe_ms(server.port)), PROBE_MS);
    const result = await askInTurn(kind, { ...load, server });
    clearInterval(probing);
    p99s_ms.push(result.answered.p99_ms);
    const bareResult = times < 1 ? await askInTurn(kind, { ...load, server: bare }) : null;
    if (
      bareResult !== null &&
      Math.max(result.ownLag_p99_ms, bareResult.ownLag_p99_ms) > DISTURBED_MS &&
      disturbed < MOST_DISTURBED * rounds
    ) {
      disturbed++;
      continue;
    }
    rates.push(perSecond);
    results.push(result);
    if (bareResult !== null) bares.push(bareResult);
  }
  const probes_ms = await Promise.all(probes);
  const all = (value: (result: OpenLoadResult) => number): number => round_1(median(results.map(value)));
  const range = (values: readonly number[]): string =>
    `${round_1(median(values))} (${round_1(Math.min(...values))} to ${round_1(Math.max(...values))})`;
  return {
    request: kind,
    times,
    per_second: Math.round(median(rates)),
    answered: `${all(({ answered, due }) => (100 * answered.count) / due)} %`,
    p50_ms: all(({ answered }) => answered.p50_ms),
    p99_ms: range(results.map(({ answered }) => answered.p99_ms)),
    bare_p99_ms: bares.length === 0 ? '' : range(bares.map(({ answered }) => answered.p99_ms)),
    refused_p50_ms: all(({ refused }) => refused.p50_ms),
    refused_p99_ms: range(results.map(({ refused }) => refused.p99_ms)),
    other_or_lost: results.reduce((sum, { other, lost }) => sum + other + lost, 0),
    probe_longest_ms: probes_ms.length === 0 ? '' : round_1(Math.max(...probes_ms)),
    disturbed,
    p99_with_disturbed_ms: range(p99s_ms),
    own_lag_p99_ms: all(({ ownLag_p99_ms }) => ownLag_p99_ms),
  };
}

function round_1(value: number): number {
  return Number(value.toFixed(1));
}

/** How long a probe takes, on a connection that is kept as a balancer's; forever when it gets no answer. */
function probe_ms(port: number): Promise<number> {
  const started = performance.now();
  return new Promise((resolve) => {
    const probe = request({ host: '127.0.0.1', port, path: '/health', agent }, (answer) => {
      answer.resume();
      answer.on('end', () => resolve(answer.statusCode === 200 ? performance.now() - started : Infinity));
    });
    probe.on('error', () => resolve(Infinity));
    probe.end();
  });
}
