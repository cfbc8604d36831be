import { describe, expect, it } from 'vitest';
import type { BuiltGraph } from '../../src/routing/frozen/base-graph.js';
import type { Contraction } from '../../src/routing/frozen/contraction.js';
import { contract } from '../../src/routing/hierarchy/contraction.js';
import { cutIntoCells, type CutGraph } from '../../src/routing/hierarchy/cells.js';
import { withClimbs } from '../../src/routing/hierarchy/climbs.js';
import { customize } from '../../src/routing/hierarchy/customization.js';
import { HierarchySearch } from '../../src/routing/search/hierarchy-search.js';
import { renumber } from '../../src/routing/graph/renumber.js';
import { seededRandom } from '../seeded-random.js';
import { seedsOf } from '../random-cases.js';

const NO_ARRAY = new Uint32Array(0);
/** The cost of a closed arc: NO_WAY in the source. */
const CLOSED_MS = 0xffffffff;

/** A graph with only what a search needs. Arcs are [tail, head, ms]. */
function graphOf(vertexCount: number, arcs: [number, number, number][]): BuiltGraph {
  const sorted = arcs.toSorted((a, b) => a[0] - b[0]);
  const firstArc = new Uint32Array(vertexCount + 1);
  for (const [tail] of sorted) firstArc[tail + 1]++;
  for (let v = 0; v < vertexCount; v++) firstArc[v + 1] += firstArc[v];
  return {
    hasTurns: false,
    vertexCount,
    firstArc,
    arcHead: Uint32Array.from(sorted, ([, head]) => head),
    arc_ms: Uint32Array.from(sorted, ([, , ms]) => ms),
    // The segment of an arc is its own number, so the arcs of a path can be read from its segments.
    drivenSegment: Uint32Array.from(sorted.keys()),
    startVertex: NO_ARRAY,
    firstTarget: NO_ARRAY,
    targetVertex: NO_ARRAY,
    target_ms: NO_ARRAY,
  };
}

/**
 * A graph with few arcs or many, with long costs or with short ones (also 0) and many ties, with loops
 * and parallel arcs.
 */
function randomGraph(random: () => number): BuiltGraph {
  const vertexCount = 1 + Math.floor(random() * 30);
  const arcCount = Math.floor(random() * vertexCount * (random() < 0.5 ? 1.5 : 4));
  const most_ms = random() < 0.3 ? 4 : random() < 0.5 ? 1000 : 200_000_000;
  const vertex = (): number => Math.floor(random() * vertexCount);
  return graphOf(
    vertexCount,
    Array.from({ length: arcCount }, () => [vertex(), vertex(), Math.floor(random() * most_ms)]),
  );
}

interface Prepared {
  graph: BuiltGraph;
  cut: CutGraph;
  contraction: Contraction;
}

/** Cuts the graph into cells of at most `cellVertices` vertices, and contracts it. */
function prepared(graph: BuiltGraph, cellVertices: number): Prepared {
  const cut = cutIntoCells(graph, cellVertices);
  const renumbered = renumber(graph, cut.number);
  const inCells = { ...renumbered, drivenSegment: Uint32Array.from(renumbered.arcHead.keys()) };
  return { graph: inCells, cut, contraction: contract(inCells) };
}

function searchOn({ graph, cut, contraction }: Prepared): HierarchySearch {
  return new HierarchySearch(withClimbs(customize(graph, contraction), cut), graph);
}

/** All costs between all vertices, by Floyd-Warshall. */
function allCosts({ vertexCount, firstArc, arcHead, arc_ms }: BuiltGraph): number[][] {
  const cost = Array.from({ length: vertexCount }, (_, a) =>
    Array.from({ length: vertexCount }, (__, b) => (a === b ? 0 : Infinity)),
  );
  for (let a = 0; a < vertexCount; a++)
    for (let arc = firstArc[a]; arc < firstArc[a + 1]; arc++)
      cost[a][arcHead[arc]] = Math.min(cost[a][arcHead[arc]], arc_ms[arc]);
  for (let over = 0; over < vertexCount; over++) {
    for (const row of cost)
      for (let b = 0; b < vertexCount; b++) row[b] = Math.min(row[b], row[over] + cost[over][b]);
  }
  return cost;
}

interface End {
  vertex: number;
  ms: number;
}

/**
 * The cost that the search finds between any of the sources and any of the targets. Fails when the path
 * does not add up to it.
 */
function ask(
  search: HierarchySearch,
  graph: BuiltGraph,
  sources: End[],
  targets: End[],
  where: string,
): number {
  search.reset();
  sources.forEach(({ vertex, ms }, tag) => search.addSource(vertex, ms, tag));
  targets.forEach(({ vertex, ms }, tag) => search.addTarget(vertex, ms, tag));
  const found = search.run(Infinity);
  if (found === Infinity) return found;
  const [source, target] = [sources[search.sourceTag], targets[search.targetTag]];
  let at = source.vertex;
  let sum = source.ms + target.ms;
  const count = search.unpack();
  for (const arc of search.segments.subarray(0, count)) {
    expect(
      arc >= graph.firstArc[at] && arc < graph.firstArc[at + 1],
      `${where}: arc ${arc} leaves ${at}`,
    ).toBe(true);
    at = graph.arcHead[arc];
    sum += graph.arc_ms[arc];
  }
  expect([at, sum], where).toEqual([target.vertex, found]);
  return found;
}

function expectAllRight(on: Prepared, random: () => number, where: string): void {
  const { graph } = on;
  const search = searchOn(on);
  const costs = allCosts(graph);
  for (let a = 0; a < graph.vertexCount; a++) {
    for (let b = 0; b < graph.vertexCount; b++) {
      expect(
        ask(search, graph, [{ vertex: a, ms: 0 }], [{ vertex: b, ms: 0 }], where),
        `${where}, ${a} to ${b}`,
      ).toBe(costs[a][b]);
    }
  }
  const ends = (): End[] =>
    Array.from({ length: 1 + Math.floor(random() * 5) }, () => ({
      vertex: Math.floor(random() * graph.vertexCount),
      ms: Math.floor(random() * 500) - 200,
    }));
  for (let i = 0; i < 20; i++) {
    const [sources, targets] = [ends(), ends()];
    const best = Math.min(
      ...sources.flatMap((s) => targets.map((t) => s.ms + costs[s.vertex][t.vertex] + t.ms)),
    );
    expect(
      ask(search, graph, sources, targets, where),
      `${where}, ${JSON.stringify([sources, targets])}`,
    ).toBe(best);
  }
}

function expectClosable(on: Prepared, where: string): void {
  const { graph } = on;
  const open: [number, number, number][] = [];
  for (let tail = 0; tail < graph.vertexCount; tail++) {
    for (let arc = graph.firstArc[tail]; arc < graph.firstArc[tail + 1]; arc++) {
      if (graph.arc_ms[arc] !== CLOSED_MS) open.push([tail, graph.arcHead[arc], graph.arc_ms[arc]]);
    }
  }
  const search = searchOn(on);
  const costs = allCosts(graphOf(graph.vertexCount, open));
  for (let a = 0; a < graph.vertexCount; a++) {
    for (let b = 0; b < graph.vertexCount; b++) {
      expect(
        ask(search, graph, [{ vertex: a, ms: 0 }], [{ vertex: b, ms: 0 }], where),
        `${where}, ${a} to ${b}`,
      ).toBe(costs[a][b]);
    }
  }
}

describe('a contraction hierarchy', () => {
  it('finds what Floyd-Warshall finds on random graphs, in any order and cells of any size', () => {
    for (const seed of seedsOf(300)) {
      const random = seededRandom(seed);
      const graph = randomGraph(random);
      const cellVertices = [1, 2, 3, 5, 100][seed % 5];
      expectAllRight(prepared(graph, cellVertices), random, `seed ${seed}, cells of ${cellVertices}`);
    }
  });

  it('takes new costs in the same shape and cells, also closed arcs and opened ones', () => {
    for (const seed of seedsOf(40, 1001)) {
      const random = seededRandom(seed);
      const on = prepared(randomGraph(random), 1 + (seed % 4));
      const shape = structuredClone(on);
      for (let change = 0; change < 3; change++) {
        const arc_ms = on.graph.arc_ms.map((ms) =>
          random() < 0.2 ? CLOSED_MS : random() < 0.5 ? ms : Math.floor(random() * 1000),
        );
        expectClosable({ ...on, graph: { ...on.graph, arc_ms } }, `seed ${seed}, change ${change}`);
      }
      expect(on).toEqual(shape);
    }
  });

  it('leaves nothing behind from one search to the next, also from one that finds nothing', () => {
    // 0 -> 1 -> 2, and 3 apart from them
    const on = prepared(
      graphOf(4, [
        [0, 1, 5],
        [1, 2, 7],
      ]),
      1,
    );
    const search = searchOn(on);
    const end = (vertex: number): End[] => [{ vertex: on.cut.number[vertex], ms: 0 }];
    for (let round = 0; round < 3; round++) {
      expect(ask(search, on.graph, end(2), end(0), 'against the arcs')).toBe(Infinity);
      expect(ask(search, on.graph, end(3), end(2), 'from elsewhere')).toBe(Infinity);
      expect(ask(search, on.graph, end(0), end(2), 'along')).toBe(12);
    }
  });

  it('finds nothing that is not cheaper than the limit', () => {
    const on = prepared(graphOf(2, [[0, 1, 5]]), 1);
    const search = searchOn(on);
    const within = (limit_ms: number): number => {
      search.reset();
      search.addSource(on.cut.number[0], 10, 0);
      search.addTarget(on.cut.number[1], 0, 0);
      return search.run(limit_ms);
    };
    expect([within(15), within(16), within(1)]).toEqual([Infinity, 15, Infinity]);
  });

  it('begins below nothing where a source has cost less than nothing', () => {
    const on = prepared(
      graphOf(3, [
        [0, 1, 50],
        [1, 2, 7],
      ]),
      1,
    );
    expect(
      ask(
        searchOn(on),
        on.graph,
        [{ vertex: on.cut.number[0], ms: -40 }],
        [{ vertex: on.cut.number[2], ms: 3 }],
        'below',
      ),
    ).toBe(20);
  });
});
