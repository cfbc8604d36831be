/**
 * The routes that bench/http.js asks for, but without HTTP. It measures:
 * - the search, with one request over and over
 * - the search, with a thousand requests in turn
 * - the same after other memory was touched. In the service the rest of a request
 *   pushes the graph out of the caches.
 * - the writing of the body
 *
 *     npm run compile-bench && node data/bench/bench/routing-requests.js DIR
 */
import { routeBody } from '../src/http/route/route-body.js';
import { JsonWriter } from '../src/wire/json-writer.js';
import { Slab } from '../src/wire/slab.js';
import { EmbeddedRouter } from '../src/sources/embedded/embedded-router.js';
import { servedPath } from '../src/dataset/dataset-folder.js';
import { CurrentDataset } from '../src/sources/embedded/dataset/current-dataset.js';
import type { FoundRoute, RouteRequest } from '../src/sources/router.js';
import { targetsOf } from './http-targets.js';

const ROUNDS = 9;
const SNAP_LIMIT_M = 1000;
/**
 * Generous estimate of the other memory that a request touches: twice the second-level cache
 * of the machine it was made on.
 */
const OTHER_BYTES = 2 ** 21;
/** Repetitions of one request, so that it finds everything in the caches. */
const REPEATED = 20;

const [folder] = process.argv.slice(2);
if (folder === undefined) {
  console.error('usage: node data/bench/bench/routing-requests.js DIR');
  process.exit(1);
}

const dataset = new CurrentDataset(folder);
await dataset.refresh();
const router = new EmbeddedRouter(dataset, { snapLimit_m: SNAP_LIMIT_M });
const slab = new Slab();
const json = new JsonWriter(slab);
const requests = (await targetsOf(servedPath(folder))).route.map(requestOf);
const other = new Float64Array(OTHER_BYTES / 8);

/**
 * Microseconds of each request: the shortest of all rounds, because other processes share the processor.
 * In the two `body` lists, a request without a route stays Infinity.
 */
const best_us = {
  repeated: never(),
  'in turn': never(),
  'after other memory': never(),
  body: never(),
  'body after other memory': never(),
};
let [routes, positions, bytes] = [0, 0, 0];
for (let round = 0; round < ROUNDS; round++) {
  requests.forEach((request, i) => {
    for (let k = 0; k < REPEATED; k++) note(best_us.repeated, i, () => void router.route(request));
  });
  requests.forEach((request, i) => note(best_us['in turn'], i, () => void router.route(request)));
  requests.forEach((request, i) => {
    touchOther();
    note(best_us['after other memory'], i, () => void router.route(request));
  });
  [routes, positions, bytes] = [0, 0, 0];
  requests.forEach((request, i) => {
    const found = router.route(request);
    if (found instanceof Promise || found.kind !== 'route') return;
    routes++;
    positions += found.coordinates.length / 2;
    for (let k = 0; k < REPEATED; k++) note(best_us.body, i, () => write(request, found));
    touchOther();
    bytes += note(best_us['body after other memory'], i, () => write(request, found));
  });
}
console.log(
  `${requests.length} requests, ${routes} routes of ${Math.round(positions / routes)} positions, ` +
    `${Math.round(bytes / routes)} bytes`,
);
for (const [name, times_us] of Object.entries(best_us)) {
  const sorted = times_us.filter((us) => us < Infinity).sort();
  const mean = sorted.reduce((sum, us) => sum + us, 0) / sorted.length;
  console.log(
    `  ${name.padEnd(24)} mean ${mean.toFixed(1)} µs, p50 ${sorted[sorted.length >> 1].toFixed(1)}, ` +
      `p99 ${sorted[Math.floor(sorted.length * 0.99)].toFixed(1)}`,
  );
}

function never(): Float64Array {
  return new Float64Array(requests.length).fill(Infinity);
}

function requestOf(target: string): RouteRequest {
  const query = new URL(target, 'http://localhost').searchParams;
  const point = (name: string): [number, number] => {
    const [longitude, latitude] = query.get(name)!.split(',').map(Number);
    return [longitude, latitude];
  };
  return { origin: point('origin'), destination: point('destination'), mode: 'driving' };
}

/** Runs `call` and notes its time for request `i` if it is the shortest so far. */
function note<T>(times_us: Float64Array, i: number, call: () => T): T {
  const started = performance.now();
  const value = call();
  times_us[i] = Math.min(times_us[i], (performance.now() - started) * 1000);
  return value;
}

function write(request: RouteRequest, found: FoundRoute): number {
  const body = routeBody(json, request, found);
  slab.giveBack(body);
  return body.length;
}

/** Writes to one number of each cache line (64 bytes). */
function touchOther(): void {
  for (let i = 0; i < other.length; i += 8) other[i]++;
}
