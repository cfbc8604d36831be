/**
 * What counting for the metrics costs: the end of a request with and without a tally, in alternating rounds,
 * and the figures that a worker tells once a second.
 *
 *     bench/metrics.js [--rounds 10]
 */
import { parseArgs } from 'node:util';
import { ProcessWatch } from '../src/metrics/process-figures.js';
import { RequestTally } from '../src/metrics/request-tally.js';
import { traceIdOf } from '../src/wire/trace-parent.js';
import { median } from './server-process.js';

const { values: flags } = parseArgs({ options: { rounds: { type: 'string', default: '10' } } });
const REQUESTS = 1_000_000;
const PATHS = ['/v1/geocode', '/v1/route', '/health', '/health/ready', '/docs', '/redoc', '/openapi.json'];

/** The end of so many requests, as `Exchange` has it. @returns processor time of one, in nanoseconds */
function round_ns(tally: RequestTally | null): number {
  const start = process.cpuUsage();
  let clock_ms = performance.now();
  for (let i = 0; i < REQUESTS; i++) {
    const now_ms = performance.now();
    tally?.count(PATHS[i & 1], 'GET', i % 16 === 0 ? 429 : 200, (now_ms - clock_ms) * (i & 255));
    clock_ms = now_ms;
  }
  const { user, system } = process.cpuUsage(start);
  return ((user + system) * 1000) / REQUESTS;
}

function cost_ns(times: number, run: () => void): number {
  const start = process.cpuUsage();
  for (let i = 0; i < times; i++) run();
  const { user, system } = process.cpuUsage(start);
  return ((user + system) * 1000) / times;
}

const tally = new RequestTally();
tally.expect(PATHS);
const watch = new ProcessWatch();
round_ns(tally);
round_ns(null);
const pairs = Array.from({ length: Number(flags.rounds) }, (_, i) => {
  if (i % 2 === 0) return [round_ns(null), round_ns(tally)];
  return [round_ns(tally), round_ns(null)].reverse();
});
const differences = pairs.map(([without, counted]) => counted - without).sort((a, b) => a - b);
const [least, most] = [differences[0], differences.at(-1)!];
console.log(`end of a request without: ${median(pairs.map(([without]) => without)).toFixed(0)} ns`);
console.log(`counting it: ${median(differences).toFixed(0)} ns (${least.toFixed(0)} to ${most.toFixed(0)})`);

const headers: Record<string, string> = { host: 'localhost', authorization: 'Bearer geo_1' };
const traceparent = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01';
const absent_ns = cost_ns(REQUESTS, () => void traceIdOf(headers['traceparent']));
const present_ns = cost_ns(REQUESTS, () => void traceIdOf(traceparent));
console.log(`traceparent: absent ${absent_ns.toFixed(0)} ns, read ${present_ns.toFixed(0)} ns`);

const figures_ns = cost_ns(2_000, () => void JSON.stringify([tally.counts(), watch.figures()]));
console.log(`figures of a worker, once a second: ${(figures_ns / 1000).toFixed(0)} µs`);
watch.close();
