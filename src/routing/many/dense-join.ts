import type { CurrentArcs } from '../current/current-arcs.js';
import type { Candidate } from '../ends/snap.js';
import type { UpwardArcs } from '../frozen/contraction.js';
import { NO_WAY } from '../frozen/hierarchy.js';
import { CollectedEnds } from '../search/collected-ends.js';
import type { WorkedRoads } from '../search/road-search.js';
import { RouteSearch } from '../search/route-search.js';

/** What lies above one end of many routes: vertices from the lowest to the highest, and the costs there. */
export interface DenseClimb {
  candidates: readonly Candidate[];
  chain: Uint32Array;
  /** Milliseconds by place in the chain; Infinity where nothing leads. */
  ms: Float64Array;
}

/**
 * Costs between many points on roads that are not those of the import: each point climbs the elimination tree
 * once, over all arcs of the contraction, as CurrentSearch does for one pair. A pair is then the lowest sum
 * over the vertices above both. One climb is spread over an array by vertex, so a join looks at the chain of
 * the other one only.
 */
export class DenseJoin {
  readonly #roads: Pick<WorkedRoads, 'data' | 'ends'>;
  readonly #arcs: CurrentArcs;
  /** By vertex: the cost of the climb that is spread; Infinity elsewhere. */
  readonly #spread_ms: Float64Array;
  readonly #place: Uint32Array;

  constructor(roads: Pick<WorkedRoads, 'data' | 'ends'>, arcs: CurrentArcs) {
    this.#roads = roads;
    this.#arcs = arcs;
    this.#spread_ms = new Float64Array(roads.data.graph.vertexCount).fill(Infinity);
    this.#place = new Uint32Array(roads.data.graph.vertexCount);
  }

  climb(candidates: readonly Candidate[], direction: 'out' | 'in'): DenseClimb {
    const { data, ends } = this.#roads;
    const begin = new CollectedEnds();
    const search = new RouteSearch(data, begin, ends);
    if (direction === 'out') search.addOrigins(candidates);
    else search.addDestinations(candidates);
    const { contraction } = data;
    const chain = chainAbove(begin, contraction.parent);
    const ms = new Float64Array(chain.length).fill(Infinity);
    const place = this.#place;
    chain.forEach((vertex, k) => (place[vertex] = k));
    for (const { vertex, ms: own_ms } of begin.found)
      if (own_ms < ms[place[vertex]]) ms[place[vertex]] = own_ms;
    const isOut = direction === 'out';
    const arcs = isOut ? contraction.out : contraction.in;
    this.#relax(chain, ms, arcs, isOut ? 0 : contraction.out.neighbour.length);
    return { candidates, chain, ms };
  }

  /** @param start number of the first arc of the direction in the row of all */
  #relax(chain: Uint32Array, ms: Float64Array, { first, neighbour }: UpwardArcs, start: number): void {
    const costs_ms = this.#arcs.ms;
    const place = this.#place;
    for (let k = 0; k < chain.length; k++) {
      const here_ms = ms[k];
      if (here_ms === Infinity) continue;
      for (let i = first[chain[k]]; i < first[chain[k] + 1]; i++) {
        const arc_ms = costs_ms[start + i];
        if (arc_ms === NO_WAY) continue;
        const next = place[neighbour[i]];
        if (here_ms + arc_ms < ms[next]) ms[next] = here_ms + arc_ms;
      }
    }
  }

  /** The lowest sums with each of some climbs of the other direction; Infinity where nothing connects. */
  sums(one: DenseClimb, others: readonly (DenseClimb | null)[], take: (i: number, ms: number) => void): void {
    const spread_ms = this.#spread_ms;
    one.chain.forEach((vertex, k) => (spread_ms[vertex] = one.ms[k]));
    others.forEach((other, i) => {
      if (other === null) return;
      const { chain, ms } = other;
      let least_ms = Infinity;
      for (let k = 0; k < chain.length; k++) {
        const sum_ms = spread_ms[chain[k]] + ms[k];
        if (sum_ms < least_ms) least_ms = sum_ms;
      }
      take(i, least_ms);
    });
    for (const vertex of one.chain) spread_ms[vertex] = Infinity;
  }
}

/** All vertices on the way up from where a search begins, ascending. */
function chainAbove({ found }: CollectedEnds, parent: Uint32Array): Uint32Array {
  const above = new Set<number>();
  for (const { vertex } of found) for (let v = vertex; !above.has(v); v = parent[v]) above.add(v);
  return Uint32Array.from(above).sort();
}
