/**
 * Routing without HTTP: preparation, size, and the times of whole answers and of the search alone. With
 * `--prove` it also compares that many pairs for each mode with the oracle Dijkstra.
 *
 *     npx tsc --noEmit false --outDir data/bench && node data/bench/bench/routing.js [--prove PAIRS] FILE...
 *
 * FILE: .osm.pbf, .osm or .osm.gz.
 */
import { basename } from 'node:path';
import { parseArgs } from 'node:util';
import { distanceM } from '../src/geo/distance.js';
import { collectNetwork } from '../test/collect.js';
import { buildRouting } from '../src/routing/build-routing.js';
import { HierarchySearch } from '../src/routing/search/hierarchy-search.js';
import { TRAVEL_MODES, type TravelMode } from '../src/travel-mode.js';
import type { RoadNetwork } from '../src/routing/network/network.js';
import { PROFILES } from '../src/routing/profiles/profiles.js';
import { readRoutingData, type RoutingData } from '../src/routing/frozen/routing-data.js';
import { RoutingIndex } from '../src/routing/routing-index.js';
import type { Ends } from '../src/routing/route-answers.js';
import { proveRoutes, randomPoint } from '../test/routing/prove-routes.js';
import { seededRandom } from '../test/seeded-random.js';

const QUERIES = 20_000;
const ROUNDS = 3;
const SEED = 20251121;
/** Default limit of the service for the distance between the two points. */
const NEAR_M = 100_000;
/** Routes from one origin in a proof. The oracle finds them all at once. */
const DESTINATIONS_EACH = 100;

const { values, positionals } = parseArgs({ options: { prove: { type: 'string' } }, allowPositionals: true });
if (positionals.length === 0) {
  console.error('usage: bench/routing.js [--prove PAIRS] FILE...');
  process.exitCode = 2;
}
for (const path of positionals) {
  const network = await collectNetwork(path);
  for (const mode of TRAVEL_MODES) measure(network, mode, basename(path));
}

function measure(network: RoadNetwork, mode: TravelMode, name: string): void {
  const phases = new Map<string, number>();
  let [phase, since] = ['', performance.now()];
  const started = process.cpuUsage();
  const { sections, report } = buildRouting(network, PROFILES[mode], {
    onProgress: (next) => {
      phases.set(phase, (phases.get(phase) ?? 0) + performance.now() - since);
      [phase, since] = [next, performance.now()];
    },
  });
  const cpu = process.cpuUsage(started);
  phases.delete('');
  const megabytes = Object.values(sections).reduce((sum, array) => sum + array.byteLength, 0) / 1e6;
  console.log(
    `${name} ${mode}: ${((cpu.user + cpu.system) / 1e6).toFixed(1)} s of processor time, ` +
      `${megabytes.toFixed(1)} MB`,
  );
  console.log(`  ${[...phases].map(([key, ms]) => `${key} ${(ms / 1000).toFixed(1)} s`).join(', ')}`);
  const { segments, junctions, vertices, arcs, shape_arcs, hierarchy_arcs, steps } = report;
  console.log(
    `  ${JSON.stringify({ segments, junctions, vertices, arcs, shape_arcs, hierarchy_arcs, steps })}`,
  );
  const index = RoutingIndex.from(sections);
  timeRoutes(index, network, 'up to 100 km', NEAR_M);
  timeRoutes(index, network, 'any pair', Infinity);
  timeSearches(readRoutingData(sections));
  if (values.prove !== undefined) prove(index, network, mode, Number(values.prove));
}

function timeRoutes(index: RoutingIndex, network: RoadNetwork, name: string, within_m: number): void {
  const random = seededRandom(SEED);
  const pairs: Ends[] = [];
  while (pairs.length < QUERIES) {
    const [a, b] = [randomPoint(network, random), randomPoint(network, random)];
    if (distanceM(...a, ...b) <= within_m) pairs.push({ origin: a, destination: b });
  }
  const kinds: Record<string, number> = {};
  let positions = 0;
  const times_us = timed(pairs, (pair, isLast) => {
    const answer = index.route(pair, { snapLimit_m: 1000 });
    if (!isLast) return;
    kinds[answer.kind] = (kinds[answer.kind] ?? 0) + 1;
    if (answer.kind === 'route') positions += answer.coordinates.length / 2;
  });
  console.log(
    `  whole answers, ${name}: ${percentiles(times_us)}; ` +
      `${JSON.stringify(kinds)}, ${Math.round(positions / (kinds['route'] ?? 1))} positions a route`,
  );
}

/** Times searches between two random vertices, without snapping and without geometry. */
function timeSearches({ hierarchy, graph }: RoutingData): void {
  const search = new HierarchySearch(hierarchy, graph);
  const random = seededRandom(SEED);
  const vertex = (): number => Math.floor(random() * hierarchy.cells.ofVertex.length);
  const pairs = Array.from({ length: QUERIES }, (): [number, number] => [vertex(), vertex()]);
  let found = 0;
  const times_us = timed(pairs, ([source, target], isLast) => {
    search.reset();
    search.addSource(source, 0, 0);
    search.addTarget(target, 0, 0);
    if (search.run(Infinity) < Infinity && isLast) found++;
  });
  console.log(
    `  the search alone, any pair: ${percentiles(times_us)}; ` +
      `${Math.round((100 * found) / times_us.length)} % connected`,
  );
}

/**
 * Microseconds of each call, sorted. It is the shortest of several rounds: other
 * processes share the processor.
 */
function timed<T>(items: readonly T[], call: (item: T, isLast: boolean) => void): Float64Array {
  const best_us = new Float64Array(items.length).fill(Infinity);
  for (let round = 1; round <= ROUNDS; round++) {
    items.forEach((item, i) => {
      const started = performance.now();
      call(item, round === ROUNDS);
      best_us[i] = Math.min(best_us[i], (performance.now() - started) * 1000);
    });
  }
  return best_us.sort();
}

function percentiles(sorted_us: Float64Array): string {
  const at = (share: number): string =>
    sorted_us[Math.min(sorted_us.length - 1, Math.floor(share * sorted_us.length))].toFixed(1);
  return `p50 ${at(0.5)} µs, p90 ${at(0.9)}, p99 ${at(0.99)}, longest ${at(1)}`;
}

function prove(index: RoutingIndex, network: RoadNetwork, mode: TravelMode, pairs: number): void {
  const started = performance.now();
  const { differences, ...counts } = proveRoutes({
    network,
    mode,
    index,
    seed: SEED,
    origins: Math.ceil(pairs / DESTINATIONS_EACH),
    destinations: DESTINATIONS_EACH,
    snapLimit_m: 1000,
  });
  console.log(
    `  proof: ${JSON.stringify(counts)}, ${differences.length} differences, ` +
      `${((performance.now() - started) / 1000).toFixed(0)} s`,
  );
  for (const difference of differences.slice(0, 10)) console.log(`    ${difference}`);
  if (differences.length > 0) process.exitCode = 1;
}
