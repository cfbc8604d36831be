import type { Sections } from '../arrays/sections.js';
import { assert } from '../errors.js';
import { NO_VERTEX } from './base-graph.js';
import { EndCosts } from './ends.js';
import { HierarchySearch } from './hierarchy-search.js';
import { RouteLine } from './route-line.js';
import { lastNotAbove, readRoutingData, segmentAccess, segmentCost_ms, type RoutingData } from './routing-data.js';
import { ISLAND_DETOUR_M, Snapper, TINY_FROM, TINY_TO, type Candidate } from './snap.js';
import { ACCESS_NONE } from './usable-pairs.js';
import { verifyRoutingData } from './verify-routing.js';

/** The point on the network where a route starts or ends. */
export interface Snap {
  /** Whole 1e-7 degrees. */
  lon7: number;
  lat7: number;
  /** From the point that was sent. */
  distance_m: number;
  /** Display name of the road, else its ref, else null. */
  name: string | null;
}

export interface RouteFound {
  kind: 'route';
  distance_m: number;
  duration_s: number;
  /** lon7, lat7 pairs in driving order: at least two positions, no consecutive duplicates unless the route is a point. */
  coordinates: Int32Array;
  origin: Snap;
  destination: Snap;
}

export interface RouteAbsent {
  kind: 'origin_not_on_network' | 'destination_not_on_network' | 'no_path';
}

/** A candidate in the terms of the network that was imported: a share of `ways[way].nodes[place]` and the next one. */
export interface NetworkPoint {
  way: number;
  place: number;
  share: number;
  lon7: number;
  lat7: number;
  distance_m: number;
}

type Found = { duration_ms: number; origin: Candidate; destination: Candidate } & ({ kind: 'along'; directed: number } | { kind: 'path' });

/**
 * The road graph of one mode, frozen. Its arrays are views on the sections it was made from; the workspace of a query is allocated once, so one
 * index answers one query at a time (they are synchronous).
 */
export class RoutingIndex {
  readonly #data: RoutingData;
  readonly #snapper: Snapper;
  readonly #costs: EndCosts;
  readonly #search: HierarchySearch;
  readonly #line: RouteLine;

  private constructor(data: RoutingData) {
    this.#data = data;
    this.#snapper = new Snapper(data.segments, data.tree);
    this.#costs = new EndCosts(data);
    this.#search = new HierarchySearch(data.hierarchy);
    this.#line = new RouteLine(data.segments);
  }

  /** @throws Error naming a section that is missing or of another version */
  static from(sections: Sections): RoutingIndex {
    return new RoutingIndex(readRoutingData(sections));
  }

  /** Checks that every number in the sections points to where it should. @throws Error naming the first that does not */
  verify(): void {
    verifyRoutingData(this.#data);
  }

  /** The cheapest legal route between two points in degrees, by docs/routing-model.md and the candidate rule of snap.ts. */
  route(originLon: number, originLat: number, destinationLon: number, destinationLat: number, options: { snapLimit_m: number }): RouteFound | RouteAbsent {
    const limit_m = options.snapLimit_m;
    const origins = this.#snapper.nearest(originLon, originLat, limit_m);
    if (origins.length === 0) return { kind: 'origin_not_on_network' };
    const destinations = this.#snapper.nearest(destinationLon, destinationLat, limit_m);
    if (destinations.length === 0) return { kind: 'destination_not_on_network' };
    let found = this.#cheapest(origins, destinations);
    if (found === null) {
      const others = this.#instead(origins, { lon: originLon, lat: originLat, limit_m, avoid: TINY_FROM });
      const otherEnds = this.#instead(destinations, { lon: destinationLon, lat: destinationLat, limit_m, avoid: TINY_TO });
      if (others !== null || otherEnds !== null) found = this.#cheapest(others ?? origins, otherEnds ?? destinations);
    }
    return found === null ? { kind: 'no_path' } : this.#answer(found);
  }

  /** The nearest candidates and their alternative (null when there is no need or no other), as the network's ways and nodes, by the rule of snap.ts. */
  candidates(lon: number, lat: number, side: 'origin' | 'destination', options: { snapLimit_m: number }): { nearest: NetworkPoint[]; instead: NetworkPoint[] | null } {
    const limit_m = options.snapLimit_m;
    const nearest = this.#snapper.nearest(lon, lat, limit_m);
    const instead = this.#instead(nearest, { lon, lat, limit_m, avoid: side === 'origin' ? TINY_FROM : TINY_TO });
    const asPoints = (candidates: Candidate[]): NetworkPoint[] => candidates.map((candidate) => this.#networkPoint(candidate));
    return { nearest: asPoints(nearest), instead: instead === null ? null : asPoints(instead) };
  }

  #instead(nearest: Candidate[], at: { lon: number; lat: number; limit_m: number; avoid: number }): Candidate[] | null {
    const { flags } = this.#data.segments;
    if (nearest.length === 0 || nearest.some(({ segment }) => (flags[segment] & at.avoid) === 0)) return null;
    const limit_m = Math.min(at.limit_m, nearest[0].distance_m + ISLAND_DETOUR_M);
    const others = this.#snapper.nearest(at.lon, at.lat, limit_m, at.avoid);
    return others.length === 0 ? null : others;
  }

  #cheapest(origins: Candidate[], destinations: Candidate[]): Found | null {
    let best: Found | null = null;
    let best_ms = Infinity;
    for (const origin of origins) {
      for (const destination of destinations) {
        if (origin.segment !== destination.segment) continue;
        for (const directed of this.#directions(origin)) {
          const duration_ms = this.#costs.between_ms(origin, destination, directed);
          if (duration_ms >= best_ms) continue;
          best_ms = duration_ms;
          best = { kind: 'along', duration_ms, origin, destination, directed };
        }
      }
    }
    const search = this.#search;
    search.reset();
    origins.forEach((origin, i) => { for (const directed of this.#directions(origin)) this.#addSources(origin, directed, i * 2 + (directed & 1)); });
    destinations.forEach((destination, i) => { for (const directed of this.#directions(destination)) this.#addTargets(destination, directed, i * 2 + (directed & 1)); });
    const duration_ms = search.run(best_ms);
    if (duration_ms >= best_ms) return best;
    return { kind: 'path', duration_ms, origin: origins[search.sourceTag >> 1], destination: destinations[search.targetTag >> 1] };
  }

  #directions(candidate: Candidate): number[] {
    const forward = candidate.segment * 2;
    return [forward, forward + 1].filter((directed) => segmentAccess(this.#data.segments, directed) !== ACCESS_NONE);
  }

  #addSources(origin: Candidate, directed: number, tag: number): void {
    const { graph, segments } = this.#data;
    const start = graph.startVertex[directed];
    if (start === NO_VERTEX) return;
    const leaving_ms = this.#costs.leaving_ms(origin, directed);
    if (!graph.hasTurns) {
      this.#search.addSource(start, leaving_ms, tag);
      return;
    }
    const rest_ms = leaving_ms - segmentCost_ms(segments, directed);
    for (let arc = graph.firstArc[start]; arc < graph.firstArc[start + 1]; arc++) {
      this.#search.addSource(graph.arcHead[arc], graph.arc_ms[arc] + rest_ms, tag);
    }
  }

  #addTargets(destination: Candidate, directed: number, tag: number): void {
    const { graph } = this.#data;
    const arriving_ms = this.#costs.arriving_ms(destination, directed);
    for (let i = graph.firstTarget[directed]; i < graph.firstTarget[directed + 1]; i++) {
      this.#search.addTarget(graph.targetVertex[i], arriving_ms + graph.target_ms[i], tag);
    }
  }

  #answer(found: Found): RouteFound {
    const { origin, destination } = found;
    const line = this.#line;
    line.start(origin);
    if (found.kind === 'along') line.keepTo(origin, destination, found.directed);
    else this.#followPath(origin, destination);
    return {
      kind: 'route',
      distance_m: line.distance_m,
      duration_s: found.duration_ms / 1000,
      coordinates: line.coordinates(),
      origin: this.#snap(origin),
      destination: this.#snap(destination),
    };
  }

  #followPath(origin: Candidate, destination: Candidate): void {
    const { graph } = this.#data;
    const { sourceTag, targetTag } = this.#search;
    this.#line.leave(origin, origin.segment * 2 + (sourceTag & 1));
    let last = NO_VERTEX;
    this.#search.path((vertex) => {
      // The last vertex stands for the destination's segment, which is not driven to its end.
      if (last !== NO_VERTEX) this.#line.follow(graph.hasTurns ? graph.drivenSegment[last] : this.#drivenBetween(last, vertex));
      last = vertex;
    });
    this.#line.arrive(destination, destination.segment * 2 + (targetTag & 1));
  }

  /** The directed segment of the cheapest arc between two vertices; of equal ones the first. */
  #drivenBetween(tail: number, head: number): number {
    const { firstArc, arcHead, arc_ms, drivenSegment } = this.#data.graph;
    let best = -1;
    for (let arc = firstArc[tail]; arc < firstArc[tail + 1]; arc++) {
      if (arcHead[arc] === head && (best === -1 || arc_ms[arc] < arc_ms[best])) best = arc;
    }
    assert(best !== -1, `no arc from ${tail} to ${head}`);
    return drivenSegment[best];
  }

  #snap({ position, lon7, lat7, distance_m }: Candidate): Snap {
    const { ways, segments } = this.#data;
    const run = lastNotAbove(segments.runPosition, position);
    const name = ways.name[segments.runWay[run] >> 1];
    return { lon7, lat7, distance_m, name: name === 0 ? null : ways.strings.get(name) };
  }

  #networkPoint({ position, share, lon7, lat7, distance_m }: Candidate): NetworkPoint {
    const { ways, segments } = this.#data;
    const run = lastNotAbove(segments.runPosition, position);
    const against = (segments.runWay[run] & 1) === 1;
    const offset = position - segments.runPosition[run];
    const place = segments.runPlace[run] + (against ? -offset : offset);
    return { way: ways.number[segments.runWay[run] >> 1], place, share: against ? 1 - share : share, lon7, lat7, distance_m };
  }
}
