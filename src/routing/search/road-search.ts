import { atOnce, type Steps } from '../../arrays/steps.js';
import type { CurrentArcs } from '../current/current-arcs.js';
import type { CurrentCosts, RoadMarks, RoadState, RoadZones } from '../current/current-roads.js';
import type { LearnedSpeeds } from '../current/learned-speeds.js';
import type { RoutingData } from '../frozen/routing-data.js';
import type { LocalTime } from '../../local-time.js';
import { Alternatives, type AlternativePath } from './alternatives.js';
import { ChangedArcs } from './changed-arcs.js';
import { CurrentSearch } from './current-search.js';
import { HierarchySearch } from './hierarchy-search.js';
import type { PathUnpacking } from '../paths/path-unpacking.js';
import { ClimbPaths, isChangedSegment, keptClimb, type PointClimbs } from './point-climbs.js';
import { avoidableFlags, avoidedRoads, isAvoidedSegment } from './avoided-roads.js';
import { KeptByBytes } from './kept-by-bytes.js';
import { LowerBounds } from './lower-bounds.js';
import { OnDemandSearch, Unprepared, type Preparation } from './on-demand-search.js';
import { RoadsAtTimes } from './roads-at-times.js';
import { Preparing, RoadsInSteps } from './roads-in-steps.js';
import type { ArcPath, RouteLine } from '../paths/route-line.js';
import { RouteSearch, type ChangedEnds, type FoundPath } from './route-search.js';
import { bytesOf, type Marks, type TimeOnWay, type UsedSpeeds, type WorkedRoads } from './worked-roads.js';
import type { Candidate } from '../ends/snap.js';

/**
 * For each mode, up to this many bytes of roads at other times and roads with avoided kinds are cached. The
 * least recently requested roads are dropped first. For a country, each entry takes 20 MB, or 60 MB with its
 * contraction.
 */
const MOST_BYTES = 128 * 2 ** 20;

/**
 * Finds the cheapest routes on the roads as they are now or at another time. In the imported hierarchy, every
 * road is as open and as fast as it ever is, so the route found there is still the best one if no road on it
 * has changed. Otherwise a second search runs with the current costs.
 */
export class RoadSearch {
  /** The routing data with the imported costs. */
  readonly imported: RoutingData;
  readonly #hierarchy: HierarchySearch;
  readonly #first: RouteSearch;
  /** Lower bounds on the cost to the targets of the first search. */
  readonly #bounds: LowerBounds;
  readonly #alternatives: Alternatives;
  /** The only cache of the roads computed here, keyed by time, zones, and the way flags to avoid. */
  readonly #store = new KeptByBytes<WorkedRoads>(MOST_BYTES);
  readonly #atTimes: RoadsAtTimes<WorkedRoads>;
  readonly #asImported: WorkedRoads;
  /** All flags that occur on any way. Avoiding other flags has no effect. */
  readonly #flagsOfWays: number;
  #now: WorkedRoads;
  /** The current differences and the time, until their costs are computed. */
  #awaited: { marks: Marks; time: LocalTime } | null = null;
  /** The roads to search, or null for the current roads. */
  #given: WorkedRoads | null = null;
  /** The search that found the latest path. */
  #last: RouteSearch;
  /** The number of times the roads have changed. */
  version = 0;
  /**
   * The number of times the imported route was not the best one, because the roads differ from the import.
   */
  otherRoutes = 0;
  /** The time for which the current roads are valid, or null if they are the same as the imported roads. */
  #time: LocalTime | null = null;
  readonly #preparing = new Preparing((done) => {
    const roads = this.#owners.get(done);
    if (roads !== undefined) this.#store.get(roads.key, () => roads);
  });
  readonly #owners = new WeakMap<Preparation, WorkedRoads>();

  constructor(data: RoutingData) {
    this.imported = data;
    this.#hierarchy = new HierarchySearch(data.hierarchy, data.graph);
    this.#bounds = new LowerBounds(data.hierarchy, this.#hierarchy);
    this.#first = this.#last = new RouteSearch(data, this.#hierarchy);
    this.#alternatives = new Alternatives(data, this.#hierarchy, this.#first);
    this.#atTimes = new RoadsAtTimes(
      data,
      (key, steps) => this.#kept(key, steps),
      (costs, key) => (costs === null ? { ...this.#asImported, key } : this.#roadsOf(costs, key)),
    );
    this.#now = this.#asImported = {
      ...{ data, marks: null, ends: null, search: this.#first },
      ...{ arcs: () => null, key: 'imported', bytes: 0 },
    };
    this.#flagsOfWays = avoidableFlags(data);
  }

  /** Unpacks the arcs of paths. */
  get unpacking(): PathUnpacking {
    return this.#hierarchy.unpacking;
  }

  /** The routing data with the costs of the roads to search. */
  get data(): RoutingData {
    return (this.#given ?? this.#now).data;
  }

  /** Sets the roads for all following searches. */
  use(roads: RoadState): void {
    this.version++;
    this.#preparing.giveUp();
    this.#store.clear();
    this.#atTimes.use(roads.kind === 'imported' ? [] : (roads.changes ?? []));
    this.#time = roads.now ?? null;
    this.#awaited = roads.kind === 'awaited' ? { marks: this.#marks(roads.marks), time: roads.now } : null;
    this.#now =
      roads.kind === 'current' ? this.#roadsOf(roads.roads, 'now', roads.roads.arcs) : this.#asImported;
    this.#given = null;
    this.#last = this.#first;
  }

  /**
   * Called between requests. Drops roads that no request has needed since the previous call. The current
   * roads stay.
   * @returns whether it dropped anything
   */
  letGoUnused(): boolean {
    this.#last = this.#first;
    this.#preparing.letGoUnused();
    return this.#store.letGoUnused();
  }

  /**
   * Sets the time whose roads subsequent searches use; null means the current roads. @param zones zones that
   * also change the roads
   */
  lookAt(time: LocalTime | null, zones: RoadZones | null = null): void {
    this.#given = time === null && zones === null ? null : this.roadsAt(time, zones);
  }

  /** Returns the roads at a time; null for the current ones. @param zones zones that also change the roads */
  roadsAt(time: LocalTime | null, zones: RoadZones | null = null): WorkedRoads {
    if (zones !== null) return this.#atTimes.within(zones, time ?? this.#time);
    const isNow = time === null || (this.#time !== null && this.#atTimes.areSame(time, this.#time));
    return isNow ? this.#settled() : (this.#atTimes.at(time) ?? this.#asImported);
  }

  /**
   * Returns the week slot at a time, and the share of the given segments whose speeds were learned for it.
   * @param time null for now @param driven null if unknown @param onWay null if no trip starts
   * @returns null if there are no slots
   */
  speedsAt(
    time: LocalTime | null,
    driven: readonly number[] | null,
    onWay: TimeOnWay | null,
  ): UsedSpeeds | null {
    const moment = time ?? this.#time;
    const week = moment === null ? null : this.#atTimes.week;
    const slot = week?.slotAt(moment!);
    if (!slot) return null;
    const next = onWay && week!.next(moment!, onWay);
    return { slot, coverage: driven && week!.coverage(moment!, driven), ...(next !== null && { next }) };
  }

  /** Whether any speeds were learned. */
  get hasLearned(): boolean {
    return this.#atTimes.hasLearned;
  }

  /**
   * Sets the learned speeds for all following searches; null if there are none. `use` sets the current roads.
   */
  useSpeeds(learned: LearnedSpeeds | null): void {
    this.#atTimes.useSpeeds(learned);
    this.#store.clear();
  }

  /** Returns cached roads. If they are not cached, computes them or leaves that to `inSlices`. */
  #kept(key: string, steps: () => Steps<WorkedRoads>): WorkedRoads {
    return this.#store.get(key, () => {
      if (this.#preparing.looks.isBounded) throw new Unprepared(new RoadsInSteps(this.#store, key, steps()));
      return atOnce(steps());
    });
  }

  /**
   * Returns the roads at a time without the changes set by `use`, so only dates affect them.
   * @param time null for now
   * @returns null if the roads are currently the same as the imported roads
   */
  withoutChanges(time: LocalTime | null): WorkedRoads | null {
    const moment = time ?? this.#time;
    return moment === null ? null : (this.#atTimes.at(moment, []) ?? this.#asImported);
  }

  /** Whether a directed segment of the roads to search on differs from the import. */
  hasChangeOn(directed: number): boolean {
    return this.#roads.marks?.isChanged[directed] === 1;
  }

  /** Does the work immediately or in short steps; see Preparing.inSlices(). */
  inSlices<T>(work: () => T): Generator<void, T> {
    return this.#preparing.inSlices(work);
  }

  /** Runs `work` so that all its searches use the given roads. */
  on<T>(roads: WorkedRoads, work: () => T): T {
    const before = this.#given;
    this.#given = roads;
    try {
      return work();
    } finally {
      this.#given = before;
    }
  }

  /**
   * Returns the current roads. While another request computes the current roads, returns the same roads
   * without the costs of the contraction. For a country, computing these costs takes a few tenths of a
   * second, once; searches are slower until the computation is done.
   */
  #settled(): WorkedRoads {
    if (this.#awaited !== null) this.#now = this.#atTimes.at(this.#awaited.time) ?? this.#asImported;
    this.#awaited = null;
    return this.#now;
  }

  /** The roads for a search that cannot rely on the path found in the imported data. */
  get #roads(): WorkedRoads {
    return this.#given ?? this.#settled();
  }

  #marks({ isChanged, isFaster }: Pick<RoadMarks, 'isChanged' | 'isFaster'>): Marks {
    const arcCount = this.imported.hierarchy.arcPlace.length;
    return { isChanged, isFaster, changedArcs: new ChangedArcs(this.unpacking, arcCount, isChanged) };
  }

  /** @param known the costs of the contraction's arcs; if absent, searches start without preparation */
  #roadsOf(costs: CurrentCosts, key: string, known?: CurrentArcs): WorkedRoads {
    const imported = this.imported;
    const { isChanged, arc_ms, reach } = costs;
    const data: RoutingData = {
      ...imported,
      segments: { ...imported.segments, ...costs.segments },
      graph: { ...imported.graph, arc_ms },
      reach,
    };
    const ends: ChangedEnds = {
      isChanged,
      blockedArcs: new Set(costs.blockedArcs),
      blockedTails: new Set(costs.blockedTails),
      imported,
    };
    return this.#searchable(data, { key, marks: this.#marks(costs), ends }, known);
  }

  #searchable(
    data: RoutingData,
    { key, marks, ends }: Pick<WorkedRoads, 'key' | 'marks' | 'ends'>,
    known?: CurrentArcs,
  ): WorkedRoads {
    const bounds = marks?.isFaster === true ? null : this.#bounds;
    const onDemand = known === undefined ? new OnDemandSearch(data, bounds, this.#preparing.looks) : null;
    const search = onDemand ?? new CurrentSearch(this.imported.contraction, known!, data.graph);
    const roads: WorkedRoads = {
      ...{ data, key, marks, ends },
      search: new RouteSearch(data, search, ends),
      arcs: () => known ?? onDemand?.arcs ?? null,
      get bytes() {
        return bytesOf(data) + (onDemand?.bytes ?? 0);
      },
    };
    if (onDemand !== null) this.#owners.set(onDemand, roads);
    return roads;
  }

  /**
   * Returns the cheapest route from any of the origins to any of the destinations, or null if there is none.
   */
  cheapest(origins: readonly Candidate[], destinations: readonly Candidate[]): FoundPath | null {
    this.#last = this.#first;
    const found = this.#first.cheapest(origins, destinations);
    const awaited = this.#given === null ? this.#awaited : null;
    // The differences whose costs have not been computed yet do not affect this route.
    if (awaited !== null && found !== null && !this.#isOther(awaited.marks, found)) return found;
    const { marks, search } = this.#roads;
    if (marks === null || !this.#isOther(marks, found)) return found;
    this.otherRoutes++;
    this.#last = search;
    return search.cheapest(origins, destinations);
  }

  /** Whether the route found in the imported data might not be the best one. */
  #isOther(marks: Marks, found: FoundPath | null): boolean {
    return marks.isFaster || this.#hasChanged(marks, found);
  }

  /**
   * Returns the cheapest route when ways with certain flags are treated as slower than they are, as described
   * in avoided-roads.ts. The returned duration is the real duration. If the current cheapest route does not
   * use any way with these flags, that route is returned.
   */
  cheapestAvoiding(
    origins: readonly Candidate[],
    destinations: readonly Candidate[],
    kinds: number,
  ): FoundPath | null {
    const found = this.cheapest(origins, destinations);
    const flags = kinds & this.#flagsOfWays;
    if (found === null || flags === 0) return found;
    const driven = found.kind === 'path' ? this.driven() : [];
    const segments = [found.origin.segment, found.destination.segment, ...driven.map((own) => own >> 1)];
    if (!segments.some((segment) => isAvoidedSegment(this.data, segment, flags))) return found;
    const roads = this.#roads;
    const { search } = this.avoiding(roads, flags);
    const other = search.cheapest(origins, destinations);
    if (other === null) return found;
    this.#last = search;
    return { ...other, duration_ms: search.duration_ms(other, roads.data) };
  }

  /** Returns the same roads with higher costs for ways that have certain flags. */
  avoiding(roads: WorkedRoads, kinds: number): WorkedRoads {
    const flags = kinds & this.#flagsOfWays;
    if (flags === 0) return roads;
    const { marks, ends } = roads;
    const key = `${flags} ${roads.key}`;
    return this.#kept(key, () => this.#inSteps(avoidedRoads(roads.data, flags), { key, marks, ends }));
  }

  *#inSteps(steps: Steps<RoutingData>, how: Pick<WorkedRoads, 'key' | 'marks' | 'ends'>): Steps<WorkedRoads> {
    return this.#searchable(yield* steps, how);
  }

  /**
   * Returns alternatives to the best route between the same candidates, as described in
   * docs/routing-requests.md, 15. The alternatives do not use any roads that have changed since the import or
   * that are to be avoided.
   */
  alternativesTo(
    best: AlternativePath,
    { origins, destinations }: { origins: readonly Candidate[]; destinations: readonly Candidate[] },
    { count, avoided }: { count: number; avoided: number },
  ): AlternativePath[] {
    if (best.found.kind === 'along') return [];
    const isChanged = this.#roads.marks?.isChanged;
    const isLeftOut = (directed: number): boolean =>
      isChanged?.[directed] === 1 || (avoided !== 0 && isAvoidedSegment(this.data, directed >> 1, avoided));
    return this.#alternatives.to(best, { origins, destinations, count, isLeftOut });
  }

  /** Returns the climbs of one end of many routes, with the imported costs. */
  climbsOf(candidates: readonly Candidate[], direction: 'out' | 'in'): PointClimbs {
    const search = this.#hierarchy;
    search.reset();
    if (direction === 'out') this.#first.addOrigins(candidates);
    else this.#first.addDestinations(candidates);
    const { climbs, least_ms } = search.climbsOf(direction);
    return {
      candidates,
      climbs: climbs.map((climb) => keptClimb(climb, this.imported.hierarchy.cells)),
      least_ms,
    };
  }

  /** Returns the object that measures climbs in meters. @param line measures parts of segments */
  climbPaths(line: RouteLine): ClimbPaths {
    const { hierarchy, segments } = this.imported;
    return new ClimbPaths(hierarchy, this.#hierarchy, { segments, line });
  }

  /** Whether the destination is ahead of the origin on the same segment, in a direction that is open. */
  isAhead(origin: Candidate, destination: Candidate): boolean {
    return this.#roads.search.isAhead(origin, destination);
  }

  /** Returns the directed segments on the path of the latest search. */
  driven(): number[] {
    return this.#last.driven();
  }

  /**
   * Returns the path of the latest search, if it consists of arcs of the hierarchy, with the imported costs.
   */
  arcs(): ArcPath | null {
    const { path, arcCount } = this.#hierarchy;
    return this.#last === this.#first ? { arcs: path, count: arcCount, isCut: this.#first.isCut } : null;
  }

  /** Adds the path of the latest search to a line. */
  draw(line: RouteLine): void {
    const path = this.arcs();
    if (path === null) line.followSegments(this.#last.driven());
    else line.follow(path);
  }

  #hasChanged(marks: Marks, found: FoundPath | null): boolean {
    if (found === null) return false;
    const { changedArcs } = marks;
    for (const { segment } of [found.origin, found.destination])
      if (isChangedSegment(marks, segment)) return true;
    if (found.kind === 'along') return false;
    const { path, arcCount } = this.#hierarchy;
    for (let i = 0; i < arcCount; i++) if (changedArcs.has(path[i])) return true;
    return false;
  }
}
