import { THROUGH_MS } from '../frozen/base-graph.js';
import type { RoutingData } from '../frozen/routing-data.js';
import { segmentCost_ms } from '../frozen/segment-table.js';
import { EndCosts } from '../ends/end-costs.js';
import type { HierarchySearch } from './hierarchy-search.js';
import { LowerBounds } from './lower-bounds.js';
import type { FoundPath, PathOver, RouteSearch } from './route-search.js';
import type { Candidate } from '../ends/snap.js';

/** A path, and the directed segments that it uses between its first and its last segment. */
export interface AlternativePath {
  found: FoundPath;
  driven: number[];
}

export interface AlternativesWanted {
  origins: readonly Candidate[];
  destinations: readonly Candidate[];
  count: number;
  /** Whether a directed segment must not be used by any alternative. */
  isLeftOut: (directed: number) => boolean;
}

/** An alternative may take at most this many times as long as the best route. */
const MOST_LONGER = 1.25;
/** An alternative may share at most this fraction of the best route with an earlier route. */
const MOST_SHARED = 0.6;
/**
 * On each side of the via vertex, the stretch that accounts for this share of the best route's time must
 * itself be a cheapest path.
 */
const LOCALLY_BEST = 0.25;
/** The number of candidate paths to examine, shortest first. */
const MOST_TRIED = 64;

/**
 * Finds other good routes as described in docs/routing-requests.md, 15: the cheapest paths through one
 * additional via vertex (Abraham, Delling, Goldberg and Werneck: Alternative routes in road networks, 2013).
 * Via vertices are the vertices of the cells at both ends and all vertices above those cells: every other
 * route passes through a vertex that is above both ends.
 */
export class Alternatives {
  readonly #data: RoutingData;
  readonly #hierarchy: HierarchySearch;
  readonly #search: RouteSearch;
  readonly #fromOrigins: LowerBounds;
  readonly #toDestinations: LowerBounds;
  readonly #costs: EndCosts;

  /** @param search a search that uses the same hierarchy */
  constructor(data: RoutingData, hierarchy: HierarchySearch, search: RouteSearch) {
    this.#data = data;
    this.#hierarchy = hierarchy;
    this.#search = search;
    this.#fromOrigins = new LowerBounds(data.hierarchy, hierarchy, 'in');
    this.#toDestinations = new LowerBounds(data.hierarchy, hierarchy, 'out');
    this.#costs = new EndCosts(data);
  }

  /** @param best the cheapest route; after the call, the search may hold a different path */
  to(best: AlternativePath, wanted: AlternativesWanted): AlternativePath[] {
    const { origins, destinations, count, isLeftOut } = wanted;
    const best_ms = best.found.duration_ms;
    const taken: AlternativePath[] = [];
    const pieces = this.#pieces(best);
    const before = [pieces];
    const most_ms = MOST_SHARED * sumOf(pieces.values());
    const seen = new Set<number>();
    let tried = 0;
    for (const vertex of this.#vertices(origins, destinations, MOST_LONGER * best_ms)) {
      if (seen.has(vertex)) continue;
      if (tried++ === MOST_TRIED || taken.length === count) break;
      const path = this.#search.over(origins, destinations, vertex);
      if (path === null) continue;
      for (const passed of path.vertices) seen.add(passed);
      const { found, driven } = path;
      if (found.duration_ms > MOST_LONGER * best_ms) continue;
      const own = this.#pieces(path);
      if (before.some((others) => sharedOf(own, others) > most_ms)) continue;
      if ([...own.keys()].some(isLeftOut)) continue;
      if (!this.#isLocallyBest(path, LOCALLY_BEST * best_ms)) continue;
      taken.push({ found, driven });
      before.push(own);
    }
    return taken;
  }

  /** Returns the via vertices whose path takes less than the limit, fastest path first. */
  #vertices(origins: readonly Candidate[], destinations: readonly Candidate[], limit_ms: number): number[] {
    this.#search.cheapest(origins, destinations);
    this.#fromOrigins.reset();
    this.#toDestinations.reset();
    const over_ms = new Map<number, number>();
    for (const vertex of this.#hierarchy.verticesAbove()) {
      if (over_ms.has(vertex)) continue;
      const from_ms = this.#fromOrigins.of(vertex);
      const sum_ms = from_ms > limit_ms ? from_ms : from_ms + this.#toDestinations.of(vertex);
      over_ms.set(vertex, sum_ms);
    }
    return [...over_ms]
      .filter(([, sum_ms]) => sum_ms <= limit_ms && sum_ms < THROUGH_MS)
      .sort(([a, a_ms], [b, b_ms]) => a_ms - b_ms || a - b)
      .map(([vertex]) => vertex);
  }

  /** Whether the stretch around the via vertex is the cheapest path between the two ends of the stretch. */
  #isLocallyBest({ vertices, arcs_ms, driven_ms, first, between }: PathOver, most_ms: number): boolean {
    let [begin, end] = [Math.max(first, between), Math.max(first, between)];
    for (let sum_ms = 0; begin > first && sum_ms < most_ms;) sum_ms += driven_ms[--begin];
    for (let sum_ms = 0; end < arcs_ms.length && sum_ms < most_ms;) sum_ms += driven_ms[end++];
    const own_ms = arcs_ms.slice(begin, end).reduce((sum, ms) => sum + ms, 0);
    const search = this.#hierarchy;
    search.reset();
    search.addSource(vertices[begin], 0, 0);
    search.addTarget(vertices[end], 0, 0);
    return search.run(own_ms) === Infinity;
  }

  /** Returns the time in milliseconds spent on each directed segment, without turns. */
  #pieces({ found, driven }: AlternativePath): Map<number, number> {
    const pieces = new Map<number, number>();
    if (found.kind === 'along') return pieces;
    for (const directed of driven) pieces.set(directed, segmentCost_ms(this.#data.segments, directed));
    pieces.set(found.leaving, this.#costs.leaving_ms(found.origin, found.leaving));
    pieces.set(found.arriving, this.#costs.arriving_ms(found.destination, found.arriving));
    return pieces;
  }
}

function sumOf(values: Iterable<number>): number {
  let sum = 0;
  for (const value of values) sum += value;
  return sum;
}

/** Returns how many milliseconds of a route are spent on segments that another route also uses. */
function sharedOf(own: ReadonlyMap<number, number>, others: ReadonlyMap<number, number>): number {
  let sum_ms = 0;
  for (const [directed, ms] of own) if (others.has(directed)) sum_ms += ms;
  return sum_ms;
}
