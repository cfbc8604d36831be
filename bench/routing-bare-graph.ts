/**
 * The real car graph of Mongolia as a bare graph: nodes and arcs, no coordinates, no turns. It measures
 * the preparation, the memory, and random queries. A plain Dijkstra proves each answer.
 *
 *     npx tsc --noEmit false --outDir data/bench &&
 *       node data/bench/bench/routing-bare-graph.js FILE.csv.gz [QUERIES]
 *
 * Columns: u, v, dist_m, dur_uv_ds, dur_vu_ds (0.1 s; empty where a direction is closed), name, ref.
 */
import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { MinHeap } from '../src/arrays/heap.js';
import type { BuiltGraph } from '../src/routing/frozen/base-graph.js';
import { cutIntoCells } from '../src/routing/hierarchy/cells.js';
import { withClimbs } from '../src/routing/hierarchy/climbs.js';
import { contract } from '../src/routing/hierarchy/contraction.js';
import { nodeRanks, ranksByKey } from '../src/routing/hierarchy/contraction-order.js';
import { customize } from '../src/routing/hierarchy/customization.js';
import { HierarchySearch } from '../src/routing/search/hierarchy-search.js';
import { plainGraph, type PlainGraph } from '../src/routing/hierarchy/min-cut.js';
import type { PlaneGraph } from '../src/routing/hierarchy/nested-dissection.js';
import { renumber } from '../src/routing/graph/renumber.js';
import { seededRandom } from '../test/seeded-random.js';

const SEED = 20251121;
const DECISECOND_MS = 100;

const [path, queriesText = '10000'] = process.argv.slice(2);
if (path === undefined) {
  console.error('usage: node data/bench/bench/routing-bare-graph.js FILE.csv.gz [QUERIES]');
  process.exit(1);
}

/** Dijkstra from one vertex until another is settled. The oracle of this benchmark. */
class Dijkstra {
  readonly #graph: BuiltGraph;
  readonly #ms: Float64Array;
  readonly #heap = new MinHeap();

  constructor(graph: BuiltGraph) {
    this.#graph = graph;
    this.#ms = new Float64Array(graph.vertexCount);
  }

  /** @returns the cost in ms; Infinity if there is no path */
  run(source: number, target: number): number {
    const { firstArc, arcHead, arc_ms } = this.#graph;
    const ms = this.#ms.fill(Infinity);
    const heap = this.#heap;
    heap.clear();
    ms[source] = 0;
    heap.push(0, source);
    while (heap.size > 0) {
      const here_ms = heap.minKey;
      const vertex = heap.minId;
      heap.pop();
      if (vertex === target) return here_ms;
      if (here_ms > ms[vertex]) continue;
      for (let arc = firstArc[vertex]; arc < firstArc[vertex + 1]; arc++) {
        const sum_ms = here_ms + arc_ms[arc];
        if (sum_ms >= ms[arcHead[arc]]) continue;
        ms[arcHead[arc]] = sum_ms;
        heap.push(sum_ms, arcHead[arc]);
      }
    }
    return Infinity;
  }
}

/** The edges of the file. Each array has one entry for each edge; `start` and `end` are node numbers. */
interface BareGraph {
  nodeCount: number;
  start: Uint32Array;
  end: Uint32Array;
  /** Cost in this direction, in ms; -1 where it is closed. */
  forward_ms: Float64Array;
  backward_ms: Float64Array;
}

const bare = readGraph(path);
const started = performance.now();
const cpuStarted = process.cpuUsage();
const plain = plainGraph(bare.nodeCount, bare.start, bare.end);
const ranks = nodeRanks(planeOf(plain));
const ordered_ms = performance.now() - started;
const ordered = renumber(baseGraph(bare), ranksByKey(ranks));
const cut = cutIntoCells(ordered);
const ranked = renumber(ordered, cut.number);
// Each arc is its own segment. So the segments of an unpacked path tell its arcs.
const graph: BuiltGraph = { ...ranked, drivenSegment: Uint32Array.from(ranked.arcHead.keys()) };
const contraction = contract(graph);
const contracted_ms = performance.now() - started;
const hierarchy = withClimbs(customize(graph, contraction), cut);
const { user, system } = process.cpuUsage(cpuStarted);
const done_ms = performance.now() - started;
const { cells, ...lists } = hierarchy;
const bytes = [cells, lists]
  .flatMap((arrays) => Object.values<{ byteLength: number }>({ ...arrays }))
  .reduce((sum, array) => sum + array.byteLength, 0);
console.log(`${bare.nodeCount} nodes, ${bare.start.length} edges, ${graph.arcHead.length} arcs`);
console.log(
  `preparation ${(done_ms / 1000).toFixed(1)} s (order ${(ordered_ms / 1000).toFixed(1)}, ` +
    `contraction ${((contracted_ms - ordered_ms) / 1000).toFixed(1)}, ` +
    `costs ${((done_ms - contracted_ms) / 1000).toFixed(1)}), ` +
    `${((user + system) / 1e6).toFixed(1)} s of processor time`,
);
console.log(
  `hierarchy ${(bytes / 1e6).toFixed(1)} MB, ` +
    `${hierarchy.arcPlace.length} arcs, ${hierarchy.steps.length / 2} steps; ` +
    `the process peaked at ${Math.round(process.resourceUsage().maxRSS / 1024)} MB`,
);
query(Number(queriesText));

function readGraph(file: string): BareGraph {
  const numbers = new Map<string, number>();
  const number = (id: string): number => {
    let n = numbers.get(id);
    if (n === undefined) numbers.set(id, (n = numbers.size));
    return n;
  };
  const milliseconds = (deciseconds: string): number =>
    deciseconds === '' ? -1 : Number(deciseconds) * DECISECOND_MS;
  const rows = gunzipSync(readFileSync(file))
    .toString('utf8')
    .trimEnd()
    .split('\n')
    .slice(1)
    .map((line) => line.split(',', 5));
  const start = Uint32Array.from(rows, ([u]) => number(u));
  const end = Uint32Array.from(rows, ([, v]) => number(v));
  return {
    nodeCount: numbers.size,
    start,
    end,
    forward_ms: Float64Array.from(rows, (row) => milliseconds(row[3])),
    backward_ms: Float64Array.from(rows, (row) => milliseconds(row[4])),
  };
}

/**
 * The graph has no coordinates. Hops from four far-apart nodes stand in for them: each axis is the
 * difference of the hops from its two ends.
 */
function planeOf(plainGraph: PlainGraph): PlaneGraph {
  const west = hops(plainGraph, farthest(hops(plainGraph, 0)));
  const east = hops(plainGraph, farthest(west));
  const south = hops(plainGraph, farthest(west.map((hop, node) => Math.min(hop, east[node]))));
  const north = hops(plainGraph, farthest(south));
  return {
    ...plainGraph,
    x: west.map((hop, node) => hop - east[node]),
    y: south.map((hop, node) => hop - north[node]),
  };
}

/** Number of edges on the shortest way from one node to every other; -1 where there is no way. */
function hops({ nodeCount, first, edges, start, end }: PlainGraph, from: number): Float64Array {
  const hop = new Float64Array(nodeCount).fill(-1);
  hop[from] = 0;
  const queue = [from];
  for (const node of queue) {
    for (let i = first[node]; i < first[node + 1]; i++) {
      const other = start[edges[i]] ^ end[edges[i]] ^ node;
      if (hop[other] !== -1) continue;
      hop[other] = hop[node] + 1;
      queue.push(other);
    }
  }
  return hop;
}

function farthest(hop: Float64Array): number {
  return hop.reduce((best, h, node) => (h > hop[best] ? node : best), 0);
}

/** One arc for each open direction, sorted by tail, head and cost. */
function baseGraph({ nodeCount, start, end, forward_ms, backward_ms }: BareGraph): BuiltGraph {
  const arcs: [tail: number, head: number, ms: number][] = [];
  for (let e = 0; e < start.length; e++) {
    if (forward_ms[e] >= 0) arcs.push([start[e], end[e], forward_ms[e]]);
    if (backward_ms[e] >= 0) arcs.push([end[e], start[e], backward_ms[e]]);
  }
  arcs.sort((a, b) => a[0] - b[0] || a[1] - b[1] || a[2] - b[2]);
  const firstArc = new Uint32Array(nodeCount + 1);
  for (const [tail] of arcs) firstArc[tail + 1]++;
  for (let node = 0; node < nodeCount; node++) firstArc[node + 1] += firstArc[node];
  const none = new Uint32Array(0);
  return {
    hasTurns: false,
    vertexCount: nodeCount,
    firstArc,
    arcHead: Uint32Array.from(arcs, ([, head]) => head),
    arc_ms: Uint32Array.from(arcs, ([, , ms]) => ms),
    drivenSegment: new Uint32Array(arcs.length),
    startVertex: none,
    firstTarget: none,
    targetVertex: none,
    target_ms: none,
  };
}

/** Times random queries, warm, and compares each answer and its path with Dijkstra. */
function query(count: number): void {
  const search = new HierarchySearch(hierarchy, graph);
  const dijkstra = new Dijkstra(graph);
  const random = seededRandom(SEED);
  const vertex = (): number => Math.floor(random() * graph.vertexCount);
  const pairs = Array.from({ length: count }, () => [vertex(), vertex()]);
  const ask = (source: number, target: number): number => {
    search.reset();
    search.addSource(source, 0, 0);
    search.addTarget(target, 0, 0);
    return search.run(Infinity);
  };
  for (const [source, target] of pairs) ask(source, target);
  const fast_us = new Float64Array(count);
  const slow_us = new Float64Array(count);
  let differences = 0;
  let connected = 0;
  pairs.forEach(([source, target], i) => {
    let since = performance.now();
    const fast_ms = ask(source, target);
    fast_us[i] = (performance.now() - since) * 1000;
    since = performance.now();
    const slow_ms = dijkstra.run(source, target);
    slow_us[i] = (performance.now() - since) * 1000;
    if (fast_ms < Infinity) connected++;
    if (fast_ms !== slow_ms || (fast_ms < Infinity && costOfPath(search) !== fast_ms)) differences++;
  });
  const mean = (times: Float64Array): number => times.reduce((sum, t) => sum + t, 0) / times.length;
  const ratio = mean(slow_us) / mean(fast_us);
  console.log(`${count} queries, ${connected} connected: hierarchy ${percentiles(fast_us)}`);
  console.log(
    `Dijkstra (stops at the target) ${percentiles(slow_us)}; ${Math.round(ratio)} times as long; ` +
      `${differences} differences`,
  );
  if (differences > 0) process.exitCode = 1;
}

/** Cost in ms of the last search's path, added up over the arcs of the graph. */
function costOfPath(search: HierarchySearch): number {
  const count = search.unpack();
  let sum_ms = 0;
  for (const arc of search.segments.subarray(0, count)) sum_ms += graph.arc_ms[arc];
  return sum_ms;
}

function percentiles(times_us: Float64Array): string {
  const sorted = times_us.slice().sort();
  return (
    `p50 ${sorted[sorted.length >> 1].toFixed(1)} µs, ` +
    `p99 ${sorted[Math.floor(sorted.length * 0.99)].toFixed(1)} µs`
  );
}
