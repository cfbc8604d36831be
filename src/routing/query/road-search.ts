import type { CurrentRoads, RoadState } from '../current/current-roads.js';
import { OperatingError } from '../../errors.js';
import type { RoutingData } from '../frozen/routing-data.js';
import { ChangedArcs } from './changed-arcs.js';
import { CurrentSearch } from './current-search.js';
import { HierarchySearch } from './hierarchy-search.js';
import type { PathUnpacking } from './path-unpacking.js';
import { avoidedRoads } from './avoided-roads.js';
import { LowerBounds } from './lower-bounds.js';
import { GuidedSearch } from './guided-search.js';
import type { RouteLine } from './route-line.js';
import { RouteSearch, type ChangedEnds, type FoundPath } from './route-search.js';
import type { Candidate } from './snap.js';

/** What differs from the import, and who searches with it. */
interface Now {
  isChanged: Uint8Array;
  isFaster: boolean;
  search: RouteSearch;
  changed: ChangedEnds;
  changedArcs: ChangedArcs;
}

/** Who searches where some kinds of roads are avoided. */
interface Avoiding {
  isAvoided: Uint8Array;
  search: RouteSearch;
}

/** So many combinations of what is avoided are kept: each takes 30 MB for a country. */
const MOST_AVOIDING = 2;

function notYet(): OperatingError {
  return new OperatingError(
    'SERVICE_UNAVAILABLE',
    'Closures and dates of roads are being worked out. Try again in a moment.',
    { details: { reason: 'loading' } },
  );
}

/**
 * Finds the cheapest routes with the roads of now. The hierarchy is that of the import, where everything is
 * as open and as fast as it ever is. So its route is the best one now, too, if nothing on it has changed.
 * Only otherwise there is a second search, with the costs of now.
 */
export class RoadSearch {
  readonly #imported: RoutingData;
  readonly #hierarchy: HierarchySearch;
  readonly #first: RouteSearch;
  /** From the targets of the first search. */
  readonly #bounds: LowerBounds;
  /** What is avoided by way flags, the kind asked for last behind the others. */
  readonly #avoiding = new Map<number, Avoiding>();
  #now: Now | null = null;
  /** What has changed, as long as nobody knows the costs of now. */
  #awaited: { isFaster: boolean; isChanged: Uint8Array; changedArcs: ChangedArcs } | null = null;
  /** The data with the costs of now. */
  #data: RoutingData;
  /** Who has found the last path. */
  #last: RouteSearch;

  constructor(data: RoutingData) {
    this.#imported = this.#data = data;
    this.#hierarchy = new HierarchySearch(data.hierarchy, data.graph);
    this.#bounds = new LowerBounds(data.hierarchy, this.#hierarchy);
    this.#first = this.#last = new RouteSearch(data, this.#hierarchy);
  }

  /** What the arcs of paths are unpacked with. */
  get unpacking(): PathUnpacking {
    return this.#hierarchy.unpacking;
  }

  get data(): RoutingData {
    return this.#data;
  }

  /** The roads are like this from the next search on. */
  use(roads: RoadState): void {
    this.#avoiding.clear();
    switch (roads.kind) {
      case 'imported':
        this.#now = this.#awaited = null;
        this.#data = this.#imported;
        this.#last = this.#first;
        return;
      case 'awaited':
        this.#awaited = { ...roads.marks, changedArcs: this.#changedArcs(roads.marks.isChanged) };
        return;
      case 'current':
        this.#useCurrent(roads.roads);
    }
  }

  #changedArcs(isChanged: Uint8Array): ChangedArcs {
    return new ChangedArcs(this.unpacking, this.#imported.hierarchy.arcPlace.length, isChanged);
  }

  #useCurrent(roads: CurrentRoads): void {
    const { isChanged, isFaster } = roads;
    const imported = this.#imported;
    const graph = { ...imported.graph, arc_ms: roads.arc_ms };
    const by = new CurrentSearch(imported.contraction, roads.arcs, graph);
    this.#awaited = null;
    const segments = { ...imported.segments, ...roads.segments };
    const data = { ...imported, segments, graph, reach: roads.reach };
    const changed: ChangedEnds = {
      isChanged,
      blockedArcs: new Set(roads.blockedArcs),
      blockedTails: new Set(roads.blockedTails),
      imported,
    };
    const search = new RouteSearch(data, by, changed);
    this.#now = { isChanged, isFaster, search, changed, changedArcs: this.#changedArcs(isChanged) };
    this.#data = data;
  }

  /** The cheapest route from any of the origins to any of the destinations; null when there is none. */
  cheapest(origins: readonly Candidate[], destinations: readonly Candidate[]): FoundPath | null {
    this.#last = this.#first;
    const found = this.#first.cheapest(origins, destinations);
    const awaited = this.#awaited;
    if (awaited !== null && (awaited.isFaster || this.#hasChanged(awaited, found))) throw notYet();
    const now = this.#now;
    if (now === null || !(now.isFaster || this.#hasChanged(now, found))) return found;
    this.#last = now.search;
    return now.search.cheapest(origins, destinations);
  }

  /**
   * The same where ways with some flags count as slower than they are, by avoided-roads.ts. The time of the
   * route is the real one. A route without such ways is also the cheapest one now.
   */
  cheapestAvoiding(
    origins: readonly Candidate[],
    destinations: readonly Candidate[],
    flags: number,
  ): FoundPath | null {
    const found = this.cheapest(origins, destinations);
    if (found === null || flags === 0) return found;
    const { isAvoided, search } = this.#avoidingOf(flags);
    const driven = found.kind === 'path' ? this.driven() : [];
    const segments = [found.origin.segment, found.destination.segment, ...driven.map((own) => own >> 1)];
    if (!segments.some((segment) => isAvoided[segment] === 1)) return found;
    if (this.#awaited !== null) throw notYet();
    const other = search.cheapest(origins, destinations);
    if (other === null) return found;
    this.#last = search;
    return { ...other, duration_ms: search.duration_ms(other, this.#data) };
  }

  #avoidingOf(flags: number): Avoiding {
    let avoiding = this.#avoiding.get(flags);
    if (avoiding === undefined) {
      const { data, isAvoided } = avoidedRoads(this.#data, flags);
      const bounds = this.#now?.isFaster === true ? null : this.#bounds;
      const search = new RouteSearch(data, new GuidedSearch(data.graph, bounds), this.#now?.changed ?? null);
      avoiding = { isAvoided, search };
    }
    this.#avoiding.delete(flags);
    this.#avoiding.set(flags, avoiding);
    if (this.#avoiding.size > MOST_AVOIDING) this.#avoiding.delete(this.#avoiding.keys().next().value!);
    return avoiding;
  }

  /** Whether one candidate is ahead of another on the same segment, in a direction that is open. */
  isAhead(origin: Candidate, destination: Candidate): boolean {
    return (this.#now?.search ?? this.#first).isAhead(origin, destination);
  }

  /** The directed segments that the path of the last search drives. */
  driven(): number[] {
    return this.#last.driven();
  }

  /** Draws the path of the last search. */
  draw(line: RouteLine): void {
    const hierarchy = this.#hierarchy;
    if (this.#last !== this.#first) line.followSegments(this.#last.driven());
    else line.follow({ arcs: hierarchy.path, count: hierarchy.arcCount, isCut: this.#first.isCut });
  }

  #hasChanged({ isChanged, changedArcs }: Pick<Now, 'isChanged' | 'changedArcs'>, found: FoundPath | null) {
    if (found === null) return false;
    for (const { segment } of [found.origin, found.destination])
      if (isChanged[2 * segment] + isChanged[2 * segment + 1] > 0) return true;
    if (found.kind === 'along') return false;
    const { path, arcCount } = this.#hierarchy;
    for (let i = 0; i < arcCount; i++) if (changedArcs.has(path[i])) return true;
    return false;
  }
}
