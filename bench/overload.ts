/**
 * Latencies at half and at more than what one worker can answer, for each endpoint. The loop is open:
 * requests come at a rate, whatever becomes of the earlier ones.
 *
 *     bench/overload.js [--dataset DIR] [--connections 1000] [--connections-below 100]
 *       [--seconds 3] [--rounds 5] [--times 0.5,1.5,2]
 *       [--only forward,forward-new,reverse,route] [--json FILE]
 *
 * Capacity: it is measured before each round, by a closed loop over 32 connections. So it is what the
 * server gets beside everything else that runs at that time.
 *
 * Below the capacity, a bare node:http server gets the same load in turn, with a fixed body of the same
 * size (`bare_p99_ms`). Where it needs more than a millisecond, the cause is the machine and the
 * generator. A round in which the machine held up the generator itself is repeated (`disturbed`).
 *
 * Above the capacity, the generator needs most of a core of its own. `own_lag_p99_ms` shows how late it
 * was; every latency includes that. Meanwhile a health probe asks every 20 ms.
 *
 * The first second of a round does not count: bursts are answered late rather than refused, so the first
 * quarter of a second of an overload is late. Medians of the rounds are shown, and for the 99th percentile
 * also the range.
 *
 * What is measured is a service that has been up for a while. So all kinds are first asked at half of the
 * capacity for some seconds. With few requests in a turn of the event loop, other code is hot than with
 * many. Until V8 has compiled it, compiling takes the answering thread's core.
 *
 * Connections are opened anew for each round. Below the capacity there are a hundred, nearly
 * always more than are in use. A thousand would leave 8 MB to the garbage collector each time, and
 * the benchmark would measure that.
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
/** Requests due in this time after the start of a round do not count. */
const LEAD_IN_MS = 1_000;
/**
 * A round below the capacity is disturbed if the generator was later than this for one request in
 * a hundred. The generator never sleeps, so its delay means that others took its core. Such a
 * round says more about the others than about the server, so it is repeated. Above the capacity
 * the delay is the generator's own doing.
 */
const DISTURBED_MS = 0.2;
/** Most repeated rounds, as a multiple of the rounds. */
const MOST_DISTURBED = 3;
/** Time of one measurement of the capacity. */
const CAPACITY_MS = 1_000;
const WARM_UP_MS = 3_000;
/** Time at half of the capacity after which V8 has compiled what is hot. */
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
/** For each list, the index of the next request. */
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

/**
 * Sends requests in a closed loop.
 * @returns requests a second
 */
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

/** Asks until V8 has compiled what is hot at half of the capacity. */
async function warmUp(kind: RequestKind): Promise<void> {
  const load = { connections: Number(flags['connections-below']), leadIn_ms: 0, seed: SEED - 1 };
  const before = ASKED_BEFORE[kind];
  if (before === undefined) {
    const perSecond = (await askAtOnce(kind, { duration_ms: WARM_UP_MS })) / 2;
    await askInTurn(kind, { ...load, server, perSecond, duration_ms: COMPILED_MS });
    return;
  }
  const perSecond = (await askAtOnce(kind, { duration_ms: Infinity, most: before })) / 2;
  // Repeat the same requests: the measurement must begin after exactly `before` different ones.
  const duration_ms = (before * 1000) / perSecond;
  for (let spent_ms = 0; spent_ms < COMPILED_MS; spent_ms += duration_ms)
    await generator.open(kind, { ...load, port: server.port, perSecond, duration_ms });
}

/** Sends requests in an open loop. */
async function askInTurn(
  kind: RequestKind,
  { server: asked, ...load }: Omit<OpenLoad, 'port' | 'first'> & { server: ServerProcess },
): Promise<OpenLoadResult> {
  const result = await generator.open(kind, { ...load, port: asked.port, first: next[kind] });
  // Continue in the list: answers to what was just asked are remembered.
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
  /**
   * The p99 of all rounds, disturbed ones too. A thread of the server itself may
   * also hold up the generator.
   */
  const p99s_ms: number[] = [];
  let disturbed = 0;
  while (results.length < rounds) {
    // Measure the capacity for each round: a machine that others share is not as
    // fast now as it was a minute ago.
    const perSecond = times * (await askAtOnce(kind, { duration_ms: CAPACITY_MS }));
    const load = {
      connections,
      perSecond,
      duration_ms: LEAD_IN_MS + duration_ms,
      leadIn_ms: LEAD_IN_MS,
      seed: SEED + results.length,
    };
    // No probes below the capacity. They would take part of the server's core. So would the garbage
    // collection of this process, which is large.
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

/**
 * Time of one health probe, over a connection that is kept open, as a load balancer's is.
 * Infinity if there is no answer.
 */
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
