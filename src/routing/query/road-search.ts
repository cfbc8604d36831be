import { applyChanges, type CurrentArcs } from '../current/current-arcs.js';
import type { CurrentRoads, RoadCosts, RoadMarks } from '../current/current-roads.js';
import { OperatingError } from '../../errors.js';
import type { BaseGraph } from '../frozen/base-graph.js';
import type { RoutingData } from '../frozen/routing-data.js';
import { ChangedArcs } from './changed-arcs.js';
import { CurrentSearch } from './current-search.js';
import { HierarchySearch } from './hierarchy-search.js';
import type { PathSearch } from './path-search.js';
import type { PathUnpacking } from './path-unpacking.js';
import { PlainSearch } from './plain-search.js';
import type { RouteLine } from './route-line.js';
import { RouteSearch, type FoundPath } from './route-search.js';
import type { Candidate } from './snap.js';

/** What differs from the import, and who searches with it. */
interface Now {
  isChanged: Uint8Array;
  isFaster: boolean;
  search: RouteSearch;
  changedArcs: ChangedArcs;
}

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
  #arcs: CurrentArcs | null = null;
  #current: CurrentSearch | null = null;
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
    this.#first = this.#last = new RouteSearch(data, this.#hierarchy);
  }

  /** What the arcs of paths are unpacked with. */
  get unpacking(): PathUnpacking {
    return this.#hierarchy.unpacking;
  }

  get data(): RoutingData {
    return this.#data;
  }

  /**
   * These roads are not those of the import, and `useRoads` will come later. Until then a route that has to
   * do with them is refused.
   */
  expectRoads({ isChanged, isFaster }: RoadMarks): void {
    const changedArcs = this.#changedArcs(isChanged);
    this.#awaited = { isFaster, isChanged, changedArcs };
  }

  /** All roads are those of the import again. Frees what was kept for changes. */
  useImported(): void {
    this.#arcs = this.#current = this.#now = this.#awaited = null;
    this.#data = this.#imported;
    this.#last = this.#first;
  }

  #changedArcs(isChanged: Uint8Array): ChangedArcs {
    return new ChangedArcs(this.unpacking, this.#imported.hierarchy.arcPlace.length, isChanged);
  }

  /** From now on roads may change. */
  useArcs(arcs: CurrentArcs): void {
    this.#arcs = arcs;
    this.#current = null;
  }

  /**
   * The roads are like this from the next search on.
   * @throws Error before `useArcs`
   */
  useRoads(roads: CurrentRoads): void {
    if (this.#arcs === null) throw new Error('roads change, but their arcs are not known');
    applyChanges(this.#arcs, roads.arcs);
    const graph = this.#graphOf(roads);
    this.#current ??= new CurrentSearch(this.#arcs, graph);
    this.#current.useGraph(graph);
    this.#use(roads, graph, this.#current);
  }

  /**
   * The same, before anybody knows the arcs. Until `useRoads`, a route over changed roads takes long to find.
   * Where some are faster, that would be every route; then it is not done.
   */
  useCosts(roads: RoadCosts): void {
    if (roads.isFaster) return;
    const graph = this.#graphOf(roads);
    this.#use(roads, graph, new PlainSearch(graph));
  }

  #graphOf({ arc_ms }: RoadCosts): BaseGraph {
    return { ...this.#imported.graph, arc_ms };
  }

  #use(roads: RoadCosts, graph: BaseGraph, by: PathSearch): void {
    const { isChanged, isFaster } = roads;
    const imported = this.#imported;
    this.#awaited = null;
    if (!isChanged.includes(1)) {
      this.#now = null;
      this.#data = imported;
      return;
    }
    const segments = { ...imported.segments, ...roads.segments };
    const data = { ...imported, segments, graph, reach: roads.reach };
    const search = new RouteSearch(data, by, {
      isChanged,
      blockedArcs: new Set(roads.blockedArcs),
      blockedTails: new Set(roads.blockedTails),
      imported,
    });
    this.#now = { isChanged, isFaster, search, changedArcs: this.#changedArcs(isChanged) };
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
