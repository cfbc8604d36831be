/**
 * Latencies at half and at twice of what one worker can answer, for each endpoint, by an open loop: requests come at a rate, whatever becomes of those before.
 *
 *     bench/overload.js [--dataset DIR] [--connections 1000] [--seconds 5] [--only forward,forward-new,reverse,route] [--json FILE]
 *
 * The capacity is measured first, by a closed loop over 32 connections on the same machine in the same minute, so that it is what the server gets beside everything else that runs. At twice
 * the capacity the generator needs most of a core of its own; how late it was itself is shown (`own_lag_p99_ms`) and is in every latency. Meanwhile a health probe asks every 20 ms. The first second
 * does not count: bursts are answered late rather than refused, so the first quarter of a second of an overload is late.
 */
import { Agent, request } from 'node:http';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { DATASET_FILE } from '../src/dataset/format.js';
import { runLoad } from './http-load.js';
import { ASKED_BEFORE, REQUEST_KINDS, SEED, targetsOf, type RequestKind } from './http-targets.js';
import { runOpenLoad } from './open-load.js';
import { answeredTargets, requestsOf, startServer, stopServer } from './server-process.js';

const PROBE_MS = 20;
const LEAD_IN_MS = 1_000;
const agent = new Agent({ keepAlive: true });

const { values: flags } = parseArgs({
  options: {
    dataset: { type: 'string' },
    connections: { type: 'string', default: '1000' },
    seconds: { type: 'string', default: '5' },
    only: { type: 'string', default: REQUEST_KINDS.join(',') },
    json: { type: 'string' },
  },
});

const dataset = flags.dataset ?? null;
const duration_ms = Number(flags.seconds) * 1000;
const targets = await targetsOf(dataset === null ? null : join(dataset, DATASET_FILE));
const server = await startServer('gazarch', { dataset });
const rows: object[] = [];
for (const kind of flags.only.split(',') as RequestKind[]) {
  const { answered } = await answeredTargets(targets[kind], server);
  const requests = requestsOf(answered, server);
  const { capacity, asked } = await capacityOf(requests, ASKED_BEFORE[kind] ?? 0);
  for (const times of [0.5, 2]) rows.push({ request: kind, ...(await measure(from(requests, asked), capacity, times)) });
}
agent.destroy();
await stopServer(server);
console.table(rows);
if (flags.json !== undefined) writeFileSync(flags.json, JSON.stringify({ seed: SEED, node: process.version, flags, rows }, null, 2));

/** Requests a second, after so many that were asked before; and how many were asked in all. */
async function capacityOf(requests: readonly Buffer[], before: number): Promise<{ capacity: number; asked: number }> {
  let asked = 0;
  const ask = async (duration_ms: number, most = Infinity): Promise<number> => {
    const { done, elapsed_ms } = await runLoad({ port: server.port, requests, first: asked, connections: 32, duration_ms, most });
    asked += done;
    return (done * 1000) / elapsed_ms;
  };
  if (before > 0) await ask(Infinity, before);
  else await ask(1_000);
  const capacity = await ask(duration_ms);
  return { capacity, asked };
}

/** What was just asked is not asked again at once: its answers are remembered. */
function from(requests: readonly Buffer[], asked: number): Buffer[] {
  const start = asked % requests.length;
  return [...requests.slice(start), ...requests.slice(0, start)];
}

async function measure(requests: readonly Buffer[], capacity: number, times: number): Promise<object> {
  const probes: Promise<number>[] = [];
  const probing = setInterval(() => probes.push(probe_ms(server.port)), PROBE_MS);
  const load = { port: server.port, requests, connections: Number(flags.connections), perSecond: capacity * times, duration_ms: LEAD_IN_MS + duration_ms, leadIn_ms: LEAD_IN_MS, seed: SEED };
  const { due, answered, refused, other, lost, ownLag_p99_ms } = await runOpenLoad(load);
  clearInterval(probing);
  const probes_ms = await Promise.all(probes);
  const round = (value: number): number => Number(value.toFixed(1));
  return {
    times,
    per_second: Math.round(load.perSecond),
    answered: `${round((100 * answered.count) / due)} %`,
    answered_p50_ms: round(answered.p50_ms),
    answered_p99_ms: round(answered.p99_ms),
    refused_p50_ms: round(refused.p50_ms),
    refused_p99_ms: round(refused.p99_ms),
    refused_longest_ms: round(refused.longest_ms),
    other_or_lost: other + lost,
    probe_longest_ms: round(Math.max(0, ...probes_ms)),
    own_lag_p99_ms: round(ownLag_p99_ms),
  };
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
