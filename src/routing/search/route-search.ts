import { numberAt } from '../../arrays/packed.js';
import { NO_VERTEX, THROUGH_MS } from '../frozen/base-graph.js';
import { mayPass } from '../ends/approach.js';
import { EndCosts } from '../ends/end-costs.js';
import type { PathSearch } from './path-search.js';
import type { RoutingData } from '../frozen/routing-data.js';
import { isOpen, onlyTarget, OTHER_TARGETS, segmentCost_ms, startVertex } from '../frozen/segment-table.js';
import type { Candidate } from '../ends/snap.js';

/**
 * A cheapest route between two candidates. `along`: the route runs along a segment that both candidates
 * share, in one direction. `path`: the route leaves the origin's segment, follows a path, and enters the
 * destination's segment.
 */
export type FoundPath = {
  duration_ms: number;
  /** The number of private stretches in the middle of the route that the route cuts through. */
  cutsThrough: number;
  origin: Candidate;
  destination: Candidate;
} & ({ kind: 'along'; directed: number } | { kind: 'path'; leaving: number; arriving: number });

/** The cheapest path through a via vertex, listed vertex by vertex. */
export interface PathOver {
  found: FoundPath & { kind: 'path' };
  /** The same as `RouteSearch.driven`. */
  driven: number[];
  vertices: number[];
  /**
   * Per arc between consecutive vertices: the cost of the arc in milliseconds, and the cost of the segment
   * that the arc contains.
   */
  arcs_ms: number[];
  driven_ms: number[];
  /** Indexes into `vertices`: the vertex where the route itself begins, and the via vertex. */
  first: number;
  between: number;
}

/** Tag of a source whose path contains the whole first segment, which is cut off. */
const FROM_START = 2;

/**
 * Splits a source's tag into its parts: the index of the origin, the direction in which the route leaves, and
 * whether the first segment is cut off.
 */
export function readSourceTag(tag: number): { number: number; against: number; isCut: boolean } {
  return { number: tag >> 2, against: tag & 1, isCut: (tag & FROM_START) !== 0 };
}

/** Splits a target's tag into its parts. */
export function readTargetTag(tag: number): { number: number; against: number; isCut: boolean } {
  return { number: tag >> 1, against: tag & 1, isCut: false };
}

/** How a route may leave an origin if segments have changed since the import. */
export interface ChangedEnds {
  /** Per directed segment: 1 if it has changed. */
  isChanged: Uint8Array;
  /** Arcs of the base graph that cannot be used although their segment is open. */
  blockedArcs: ReadonlySet<number>;
  /** Directed segments that cannot be entered, in a graph without turns. */
  blockedTails: ReadonlySet<number>;
  /**
   * The data with the imported costs, in which the cost of an arc minus the cost of its segment is the cost
   * of its turn.
   */
  imported: RoutingData;
}

/**
 * Searches for paths between candidates, one search at a time. The path found by a search is valid until the
 * next search.
 */
export class RouteSearch {
  readonly #data: RoutingData;
  readonly #costs: EndCosts;
  readonly #search: PathSearch;
  readonly #changed: ChangedEnds | null;

  /** @param changed null if the costs are the imported ones */
  constructor(data: RoutingData, search: PathSearch, changed: ChangedEnds | null = null) {
    this.#data = data;
    this.#costs = new EndCosts(data);
    this.#search = search;
    this.#changed = changed;
  }

  /**
   * Returns the cheapest route from any of the origins to any of the destinations, or null if there is none.
   */
  cheapest(origins: readonly Candidate[], destinations: readonly Candidate[]): FoundPath | null {
    const along = this.#cheapestAlong(origins, destinations);
    const limit_ms = along?.duration_ms ?? Infinity;
    if (limit_ms === 0) return along;
    const search = this.#search;
    search.reset();
    for (let i = 0; i < origins.length; i++) this.#addOrigin(origins[i], i, destinations);
    for (let i = 0; i < destinations.length; i++) this.#addDestination(destinations[i], i);
    const cost_ms = search.run(limit_ms);
    if (cost_ms >= limit_ms) return along;
    const origin = origins[search.sourceTag >> 2];
    const destination = destinations[search.targetTag >> 1];
    const leaving = origin.segment * 2 + (search.sourceTag & 1);
    const arriving = destination.segment * 2 + (search.targetTag & 1);
    const cutsThrough =
      cost_ms < THROUGH_MS
        ? 0
        : this.#cutsThrough(
            cost_ms -
              this.#costs.leaving_ms(origin, leaving) -
              this.#costs.arriving_ms(destination, arriving),
          );
    const duration_ms = cost_ms - cutsThrough * THROUGH_MS;
    return { kind: 'path', duration_ms, cutsThrough, origin, destination, leaving, arriving };
  }

  /**
   * Returns the cheapest path from any of the origins to any of the destinations through a given vertex.
   * Returns null if there is no such path, or if it begins and ends on the same segment.
   */
  over(origins: readonly Candidate[], destinations: readonly Candidate[], vertex: number): PathOver | null {
    const search = this.#search;
    search.reset();
    for (let i = 0; i < origins.length; i++) this.#addOrigin(origins[i], i, destinations);
    search.addTarget(vertex, 0, 0);
    const to_ms = search.run(Infinity);
    if (to_ms === Infinity) return null;
    const { sourceTag } = search;
    const all = Array.from(search.segments.subarray(0, search.unpack()));
    const between = all.length;
    search.reset();
    search.addSource(vertex, 0, 0);
    for (let i = 0; i < destinations.length; i++) this.#addDestination(destinations[i], i);
    const from_ms = search.run(Infinity);
    if (from_ms === Infinity) return null;
    all.push(...search.segments.subarray(0, search.unpack()));
    const origin = origins[sourceTag >> 2];
    const destination = destinations[search.targetTag >> 1];
    if (origin.segment === destination.segment) return null;
    const leaving = origin.segment * 2 + (sourceTag & 1);
    const arriving = destination.segment * 2 + (search.targetTag & 1);
    // The part of the first segment before the origin is not part of the route.
    const first = (sourceTag & FROM_START) === 0 ? 0 : 1;
    const duration_ms = to_ms + from_ms;
    return {
      found: { kind: 'path', duration_ms, cutsThrough: 0, origin, destination, leaving, arriving },
      driven: all.slice(first),
      ...this.#verticesOf([...all, arriving], leaving, first === 1),
      driven_ms: all.map((directed) => segmentCost_ms(this.#data.segments, directed)),
      first,
      between,
    };
  }

  /**
   * Returns the vertices of a path and the costs of the arcs between them. The arc to follow at each vertex
   * is determined by the next segment.
   * @param driven the directed segments of the path, up to the route's last segment
   * @param isCut whether the first segment is the segment of the origin
   */
  #verticesOf(
    driven: readonly number[],
    leaving: number,
    isCut: boolean,
  ): { vertices: number[]; arcs_ms: number[] } {
    const { graph, segments } = this.#data;
    const { hasTurns, firstArc, arcHead, arc_ms, drivenSegment } = graph;
    const arcTo = (tail: number, next: number): number => {
      let best = -1;
      for (let arc = firstArc[tail]; arc < firstArc[tail + 1]; arc++) {
        const own = drivenSegment[hasTurns ? arcHead[arc] : arc];
        if (own === next && (best === -1 || arc_ms[arc] < arc_ms[best])) best = arc;
      }
      return best;
    };
    const start = startVertex(segments, leaving);
    const vertices = [hasTurns && !isCut ? arcHead[arcTo(start, driven[0])] : start];
    const arcs_ms: number[] = [];
    for (let i = 0; i + 1 < driven.length; i++) {
      const arc = arcTo(vertices[i], driven[hasTurns ? i + 1 : i]);
      vertices.push(arcHead[arc]);
      arcs_ms.push(arc_ms[arc]);
    }
    return { vertices, arcs_ms };
  }

  /**
   * Returns the duration of the latest path at other costs for the same roads.
   * @param found the result of `cheapest`
   */
  duration_ms(found: FoundPath, data: RoutingData): number {
    const costs = new EndCosts(data);
    const { origin, destination } = found;
    if (found.kind === 'along') return costs.between_ms(origin, destination, found.directed);
    const { leaving, arriving } = found;
    const own_ms = this.#costs.leaving_ms(origin, leaving) + this.#costs.arriving_ms(destination, arriving);
    const ends_ms = costs.leaving_ms(origin, leaving) + costs.arriving_ms(destination, arriving);
    return this.driven().reduce(
      (sum_ms, directed) =>
        sum_ms - segmentCost_ms(this.#data.segments, directed) + segmentCost_ms(data.segments, directed),
      found.duration_ms - own_ms + ends_ms,
    );
  }

  /**
   * Returns how many times THROUGH_MS is included in the cost of the latest path. The total of all turns and
   * delays is far smaller than THROUGH_MS.
   */
  #cutsThrough(path_ms: number): number {
    const { segments } = this.#data;
    const driven_ms = this.driven().reduce((sum, directed) => sum + segmentCost_ms(segments, directed), 0);
    return Math.floor((path_ms - driven_ms) / THROUGH_MS);
  }

  /** Whether one candidate is ahead of another on the same segment, in a direction that is open. */
  isAhead(origin: Candidate, destination: Candidate): boolean {
    return this.#cheapestAlong([origin], [destination]) !== null;
  }

  /**
   * Whether the path of the latest search begins with the whole first segment. The segment is then cut off,
   * because the route begins inside it.
   */
  get isCut(): boolean {
    return (this.#search.sourceTag & FROM_START) !== 0;
  }

  /** Returns the directed segments of the path. */
  driven(): number[] {
    const end = this.#search.unpack();
    return Array.from(this.#search.segments.subarray(this.isCut ? 1 : 0, end));
  }

  #cheapestAlong(origins: readonly Candidate[], destinations: readonly Candidate[]): FoundPath | null {
    let best: FoundPath | null = null;
    for (const origin of origins) {
      for (const destination of destinations) {
        if (origin.segment !== destination.segment) continue;
        for (let directed = 2 * origin.segment; directed < 2 * origin.segment + 2; directed++) {
          if (!isOpen(this.#data.segments, directed)) continue;
          if (!mayPass(origin, directed) || !mayPass(destination, directed)) continue;
          const duration_ms = this.#costs.between_ms(origin, destination, directed);
          if (duration_ms < (best?.duration_ms ?? Infinity))
            best = { kind: 'along', duration_ms, cutsThrough: 0, origin, destination, directed };
        }
      }
    }
    return best;
  }

  /**
   * Adds origins for searches other than `cheapest`.
   * @param destinations the destinations that may be on the same segments
   */
  addOrigins(origins: readonly Candidate[], destinations: readonly Candidate[] = []): void {
    origins.forEach((origin, number) => this.#addOrigin(origin, number, destinations));
  }

  /** Adds destinations for searches other than `cheapest`. */
  addDestinations(destinations: readonly Candidate[]): void {
    destinations.forEach((destination, number) => this.#addDestination(destination, number));
  }

  /**
   * Adds the sources of an origin. The tag is the candidate's index * 4, plus FROM_START for a whole first
   * segment, plus 1 for travel against the segment.
   *
   * With turns, a route begins with the arcs that start at the first segment's start vertex, minus the cost
   * of the part of the segment behind the candidate. The start vertex itself can therefore be the only
   * source. This would be wrong for a route that may end on the same segment, because it could then reach its
   * end without using any arc.
   */
  #addOrigin(origin: Candidate, number: number, destinations: readonly Candidate[]): void {
    const { graph, segments } = this.#data;
    const mayEndHere = graph.hasTurns && destinations.some(({ segment }) => segment === origin.segment);
    for (let against = 0; against < 2; against++) {
      const directed = 2 * origin.segment + against;
      const start = startVertex(segments, directed);
      if (start === NO_VERTEX || !isOpen(segments, directed) || !mayPass(origin, directed)) continue;
      const leaving_ms = this.#costs.leaving_ms(origin, directed);
      if (leaving_ms === Infinity) continue;
      if (!graph.hasTurns) {
        this.#search.addSource(start, leaving_ms, 4 * number + against);
        continue;
      }
      if (this.#changed !== null && this.#changed.isChanged[directed] === 1) {
        this.#addArcsOfChanged(this.#changed, start, leaving_ms, 4 * number + against);
        continue;
      }
      const rest_ms = leaving_ms - segmentCost_ms(segments, directed);
      if (!mayEndHere) {
        this.#search.addSource(start, rest_ms, 4 * number + FROM_START + against);
        continue;
      }
      for (let arc = graph.firstArc[start]; arc < graph.firstArc[start + 1]; arc++) {
        this.#search.addSource(graph.arcHead[arc], graph.arc_ms[arc] + rest_ms, 4 * number + against);
      }
    }
  }

  /**
   * Adds the arcs one by one, because the part of the segment behind the candidate may currently be closed.
   * Therefore, only the turns at the end of the segment count.
   */
  #addArcsOfChanged(
    { imported, blockedArcs }: ChangedEnds,
    start: number,
    leaving_ms: number,
    tag: number,
  ): void {
    const { firstArc, arcHead, arc_ms, drivenSegment } = imported.graph;
    const driven_ms = segmentCost_ms(imported.segments, drivenSegment[start]);
    for (let arc = firstArc[start]; arc < firstArc[start + 1]; arc++)
      if (!blockedArcs.has(arc))
        this.#search.addSource(arcHead[arc], leaving_ms + arc_ms[arc] - driven_ms, tag);
  }

  /**
   * Adds the targets of a destination. The tag is the candidate's index * 2, plus 1 for travel against the
   * segment.
   */
  #addDestination(destination: Candidate, number: number): void {
    const { targets, segments } = this.#data;
    for (let against = 0; against < 2; against++) {
      const directed = 2 * destination.segment + against;
      if (!isOpen(segments, directed) || !mayPass(destination, directed)) continue;
      if (this.#changed?.blockedTails.has(directed) === true) continue;
      const arriving_ms = this.#costs.arriving_ms(destination, directed);
      if (arriving_ms === Infinity) continue;
      const target = onlyTarget(segments, directed);
      if (target !== OTHER_TARGETS) {
        this.#search.addTarget(target, arriving_ms, 2 * number + against);
        continue;
      }
      const end = numberAt(targets.first, directed + 1);
      for (let i = numberAt(targets.first, directed); i < end; i++) {
        const ms = arriving_ms + numberAt(targets.ms, i);
        this.#search.addTarget(numberAt(targets.vertex, i), ms, 2 * number + against);
      }
    }
  }
}
