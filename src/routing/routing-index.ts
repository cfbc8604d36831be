import type { Sections } from '../arrays/sections.js';
import { RecentArcs } from './query/recent-arcs.js';
import { RouteExplainer, type ExplainedCandidate, type ExplainedStretch } from './query/route-explanation.js';
import { RouteLine } from './query/route-line.js';
import { RouteSearch, type FoundPath } from './query/route-search.js';
import { readRoutingData, runAt, type RoutingData } from './frozen/routing-data.js';
import { segmentFlags, segmentName, SEVERAL_NAMES, TINY_FROM, TINY_TO } from './frozen/segment-table.js';
import { ISLAND_DETOUR_M, Snapper, type Candidate } from './query/snap.js';
import { verifyRoutingData } from './frozen/verify-routing.js';

/** The point on the network where a route starts or ends. */
export interface Snap {
  /** Whole 1e-7 degrees. */
  lon7: number;
  lat7: number;
  /** Metres from the point that was sent. */
  distance_m: number;
  /** Display name of the road, else its ref, else null. */
  name: string | null;
}

/** A route that was found. */
export interface RouteFound {
  kind: 'route';
  distance_m: number;
  duration_s: number;
  /**
   * lon7, lat7 pairs in driving order: at least two positions, no consecutive duplicates unless the
   * route is a point. They are lent: the next route of this index overwrites them.
   */
  coordinates: Int32Array;
  origin: Snap;
  destination: Snap;
}

/** Why there is no route: an end is too far from the network, or nothing connects the two. */
export interface RouteAbsent {
  kind: 'origin_not_on_network' | 'destination_not_on_network' | 'no_path';
}

/**
 * A candidate in the terms of the imported network: a share of the pair from `ways[way].nodes[place]`
 * to the next node.
 */
export interface NetworkPoint {
  way: number;
  place: number;
  share: number;
  lon7: number;
  lat7: number;
  distance_m: number;
}

/** Why a route is what it is, for `gazarch explain route`. */
export interface RouteExplanation {
  answer: RouteFound | RouteAbsent;
  /**
   * The nearest candidates, then the alternatives that were tried because the nearest were on tiny islands.
   */
  origins: ExplainedCandidate[];
  destinations: ExplainedCandidate[];
  stretches: ExplainedStretch[];
}

interface Looked {
  origins: Candidate[];
  destinations: Candidate[];
  otherOrigins: Candidate[] | null;
  otherDestinations: Candidate[] | null;
  found: FoundPath | null;
}

/**
 * The frozen road graph of one mode. Its arrays are views on the sections that it was made from. The
 * workspace of a query is allocated once, so an index answers one query at a time (queries are synchronous).
 */
export class RoutingIndex {
  readonly #data: RoutingData;
  readonly #snapper: Snapper;
  readonly #search: RouteSearch;
  readonly #line: RouteLine;
  readonly #names = new Map<number, string>();

  private constructor(data: RoutingData, recentArcs: RecentArcs) {
    this.#data = data;
    this.#snapper = new Snapper(data.segments, data.tree);
    this.#search = new RouteSearch(data);
    this.#line = new RouteLine(data, recentArcs);
  }

  /**
   * Opens the sections of one mode.
   * @param recentArcs may be those of an earlier index; their memory is then used again
   * @throws Error naming a section that is missing or of another type, or when the version differs
   */
  static from(sections: Sections, recentArcs = new RecentArcs()): RoutingIndex {
    return new RoutingIndex(readRoutingData(sections), recentArcs);
  }

  /**
   * Checks that every number in the sections points to where it should.
   * @throws Error naming the first that does not
   */
  verify(): void {
    verifyRoutingData(this.#data);
  }

  /**
   * The cheapest legal route between two points in degrees, by docs/routing-model.md and the candidate
   * rule of query/snap.ts. Its coordinates are valid until the next call.
   */
  route(
    originLon: number,
    originLat: number,
    destinationLon: number,
    destinationLat: number,
    options: { snapLimit_m: number },
  ): RouteFound | RouteAbsent {
    return this.#answer(
      this.#look(originLon, originLat, destinationLon, destinationLat, options.snapLimit_m),
    );
  }

  /** The same answer as `route`, with its reasons. */
  explain(
    originLon: number,
    originLat: number,
    destinationLon: number,
    destinationLat: number,
    options: { snapLimit_m: number },
  ): RouteExplanation {
    const looked = this.#look(originLon, originLat, destinationLon, destinationLat, options.snapLimit_m);
    const explainer = new RouteExplainer(this.#data);
    const driven = looked.found?.kind === 'path' ? this.#search.driven() : [];
    const { origins, otherOrigins, otherDestinations, found } = looked;
    // Without an origin the search does not look for a destination, but an explanation shows it.
    const destinations =
      origins.length > 0
        ? looked.destinations
        : this.#snapper.nearest(destinationLon, destinationLat, options.snapLimit_m);
    return {
      answer: this.#answer(looked),
      origins: [...origins, ...(otherOrigins ?? [])].map((candidate) =>
        explainer.candidate(candidate, 'origin', candidate === found?.origin),
      ),
      destinations: [...destinations, ...(otherDestinations ?? [])].map((candidate) =>
        explainer.candidate(candidate, 'destination', candidate === found?.destination),
      ),
      stretches: found === null ? [] : explainer.stretches(found, driven),
    };
  }

  /**
   * The nearest candidates and their alternative, as ways and nodes of the network, by the rule of
   * query/snap.ts. `instead` is null when no alternative is needed or none exists.
   */
  candidates(
    lon: number,
    lat: number,
    side: 'origin' | 'destination',
    options: { snapLimit_m: number },
  ): { nearest: NetworkPoint[]; instead: NetworkPoint[] | null } {
    const limit_m = options.snapLimit_m;
    const nearest = this.#snapper.nearest(lon, lat, limit_m);
    const instead = this.#instead(nearest, {
      lon,
      lat,
      limit_m,
      avoid: side === 'origin' ? TINY_FROM : TINY_TO,
    });
    const asPoints = (candidates: Candidate[]): NetworkPoint[] =>
      candidates.map((candidate) => this.#networkPoint(candidate));
    return { nearest: asPoints(nearest), instead: instead === null ? null : asPoints(instead) };
  }

  /**
   * Snaps and searches: first between the nearest candidates, then with the alternatives of those
   * on tiny islands.
   */
  #look(
    originLon: number,
    originLat: number,
    destinationLon: number,
    destinationLat: number,
    limit_m: number,
  ): Looked {
    const looked: Looked = {
      origins: this.#snapper.nearest(originLon, originLat, limit_m),
      destinations: [],
      otherOrigins: null,
      otherDestinations: null,
      found: null,
    };
    if (looked.origins.length === 0) return looked;
    looked.destinations = this.#snapper.nearest(destinationLon, destinationLat, limit_m);
    if (looked.destinations.length === 0) return looked;
    looked.found = this.#search.cheapest(looked.origins, looked.destinations);
    if (looked.found !== null) return looked;
    looked.otherOrigins = this.#instead(looked.origins, {
      lon: originLon,
      lat: originLat,
      limit_m,
      avoid: TINY_FROM,
    });
    looked.otherDestinations = this.#instead(looked.destinations, {
      lon: destinationLon,
      lat: destinationLat,
      limit_m,
      avoid: TINY_TO,
    });
    if (looked.otherOrigins !== null || looked.otherDestinations !== null) {
      looked.found = this.#search.cheapest(
        looked.otherOrigins ?? looked.origins,
        looked.otherDestinations ?? looked.destinations,
      );
    }
    return looked;
  }

  #instead(
    nearest: Candidate[],
    at: { lon: number; lat: number; limit_m: number; avoid: number },
  ): Candidate[] | null {
    const { segments } = this.#data;
    if (
      nearest.length === 0 ||
      nearest.some(({ segment }) => (segmentFlags(segments, segment) & at.avoid) === 0)
    )
      return null;
    const limit_m = Math.min(at.limit_m, nearest[0].distance_m + ISLAND_DETOUR_M);
    const others = this.#snapper.nearest(at.lon, at.lat, limit_m, at.avoid);
    return others.length === 0 ? null : others;
  }

  #answer({ origins, destinations, found }: Looked): RouteFound | RouteAbsent {
    if (origins.length === 0) return { kind: 'origin_not_on_network' };
    if (destinations.length === 0) return { kind: 'destination_not_on_network' };
    if (found === null) return { kind: 'no_path' };
    const line = this.#line;
    line.start(found.origin);
    if (found.kind === 'along') line.keepTo(found.origin, found.destination, found.directed);
    else {
      line.leave(found.origin, found.leaving);
      line.follow(this.#search.path());
      line.arrive(found.destination, found.arriving);
    }
    return {
      kind: 'route',
      distance_m: line.distance_m,
      duration_s: found.duration_ms / 1000,
      coordinates: line.coordinates(),
      origin: this.#snap(found.origin),
      destination: this.#snap(found.destination),
    };
  }

  #snap({ segment, position, lon7, lat7, distance_m }: Candidate): Snap {
    const { ways, segments } = this.#data;
    let name = segmentName(segments, segment);
    if (name === SEVERAL_NAMES) name = ways.name[segments.runWay[runAt(segments, segment, position)] >> 1];
    return { lon7, lat7, distance_m, name: this.#name(name) };
  }

  /** Names are decoded once: a city has some thousands, and most routes end on streets where others ended. */
  #name(string: number): string | null {
    if (string === 0) return null;
    let name = this.#names.get(string);
    if (name === undefined) this.#names.set(string, (name = this.#data.ways.strings.get(string)));
    return name;
  }

  #networkPoint({ segment, position, share, lon7, lat7, distance_m }: Candidate): NetworkPoint {
    const { ways, segments } = this.#data;
    const run = runAt(segments, segment, position);
    const against = (segments.runWay[run] & 1) === 1;
    const offset = position - segments.runPosition[run];
    const place = segments.runPlace[run] + (against ? -offset : offset);
    return {
      way: ways.number[segments.runWay[run] >> 1],
      place,
      share: against ? 1 - share : share,
      lon7,
      lat7,
      distance_m,
    };
  }
}
