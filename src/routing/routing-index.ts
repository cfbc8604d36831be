import type { Position } from '../geo/position.js';
import { numberAt } from '../arrays/packed.js';
import type { Sections } from '../arrays/sections.js';
import type { RoadChange, RoadState, RoadZones } from './current/current-roads.js';
import type { LearnedSpeeds } from './current/learned-speeds.js';
import { LimitedWays, type SignedRoads } from './current/limited-ways.js';
import { learnedLines, type LearnedLines } from './current/learned-lines.js';
import { seasonalWays, wayLines, waysNamed, type WayLines } from './current/way-lines.js';
import type { Approach } from './ends/approach.js';
import { networkPoint, type NetworkPoint } from './ends/network-point.js';
import { RecentArcs } from './paths/recent-arcs.js';
import {
  drawPath,
  movedEnds,
  RouteDescriber,
  withEnds,
  type DescribedRoute,
  type Wanted,
} from './describe/route-description.js';
import { RouteExplainer } from './describe/route-explanation.js';
import { changesOn, type MetChange } from './describe/route-detour.js';
import type { Stretch } from './describe/route-stretches.js';
import type {
  DescribedAnswer,
  Ends,
  LegAbsent,
  RouteAbsent,
  RouteExplanation,
  RouteFound,
  SnapLimits,
} from './route-answers.js';
import { RouteLine } from './paths/route-line.js';
import { MatrixSearch, type MatrixWanted, type RoadMatrix } from './many/matrix-search.js';
import { ReachSearch } from './many/reach-search.js';
import type { ReachedRoads, ReachWanted } from './many/road-walk.js';
import { RoadSearch } from './search/road-search.js';
import type { TimeOnWay, UsedSpeeds } from './search/worked-roads.js';
import type { FoundPath } from './search/route-search.js';
import type { Trace } from './match/kept-points.js';
import { SpeedCheck, SpeedSums } from './match/speed-sums.js';
import { TraceMatcher, type MatchedTrace } from './match/trace-matcher.js';
import type { VehicleSize } from './profiles/vehicle-limits.js';
import type { LocalTime } from '../local-time.js';
import type { TravelMode } from '../travel-mode.js';
import { readRoutingData, runAt, type RoutingData } from './frozen/routing-data.js';
import { FartherEnds, nearest_m, surrounding, type FartherRoute } from './stops/farther-ends.js';
import { SNAP_DETOUR_M, Snapper, type Candidate } from './ends/snap.js';
import { SnappedPoints, type Snap } from './ends/snapped-points.js';
import { StopChooser, type StopPlaces } from './stops/stop-places.js';
import { verifyRoutingData } from './frozen/verify-routing.js';

export type {
  RoadZones,
  SignedRoads,
  DescribedRoute,
  MatchedTrace,
  MatrixWanted,
  ReachedRoads,
  ReachWanted,
  RoadMatrix,
  Snap,
  Wanted,
};

/** The number of roads to try near a point on a closed road. */
const MOST_MOVES = 64;

/** How far to search for the nearest road in order to report its distance. */
const FAR_M = 50_000;

interface Looked {
  origins: Candidate[];
  destinations: Candidate[];
  /** The route between candidates farther away, if no path connects the nearest ones. */
  farther: FartherRoute | null;
  found: FoundPath | null;
}

/**
 * The frozen road graph of one mode. Its arrays are views of the sections that the index was opened from. A
 * query's workspace is allocated once, so an index answers one query at a time (queries are synchronous).
 */
export class RoutingIndex {
  readonly #data: RoutingData;
  readonly #snapper: Snapper;
  readonly #search: RoadSearch;
  readonly #farther: FartherEnds;
  readonly #stops: StopChooser;
  readonly #line: RouteLine;
  readonly #points: SnappedPoints;
  readonly #describer: RouteDescriber;
  /** Created on demand, because most services receive only route requests. */
  #matrix: MatrixSearch | null = null;
  readonly #reach = new ReachSearch();
  #matcher: TraceMatcher | null = null;
  #limited: LimitedWays | null = null;

  private constructor(data: RoutingData, recentArcs: RecentArcs) {
    this.#data = data;
    this.#snapper = new Snapper(data.segments, data.tree);
    this.#search = new RoadSearch(data);
    this.#farther = new FartherEnds(this.#search, this.#snapper);
    this.#stops = new StopChooser(this.#search, this.#snapper);
    this.#line = new RouteLine(data.segments, this.#search.unpacking, recentArcs);
    this.#points = new SnappedPoints(data);
    this.#describer = new RouteDescriber(this.#search, this.#line, this.#points);
  }

  /**
   * Opens an index from the sections of one mode.
   * @param recentArcs may come from an earlier index, so that its memory is reused
   * @throws Error that names a missing section or one of the wrong type, or if the version differs
   */
  static from(sections: Sections, recentArcs = new RecentArcs()): RoutingIndex {
    return new RoutingIndex(readRoutingData(sections), recentArcs);
  }

  /**
   * Checks that every number in the sections is valid.
   * @throws Error that names the first invalid number
   */
  verify(): void {
    verifyRoutingData(this.#data);
  }

  /** Sets the current state of the roads for all subsequent requests. */
  use(roads: RoadState): void {
    this.#search.use(roads);
  }

  /**
   * Returns the cheapest legal route between two points in degrees, as described in docs/routing-model.md,
   * with candidates chosen by the rule in ends/snap.ts. Its coordinates are valid until the next call.
   */
  route(ends: Ends, limits: SnapLimits): RouteFound | RouteAbsent {
    const looked = this.#look(ends, limits);
    return looked.found === null ? this.#absent(looked, ends) : this.#found(looked.found, looked);
  }

  /** Sets the learned speeds, or removes them if the argument is null. Current speeds are set by `use`. */
  useSpeeds(learned: LearnedSpeeds | null): void {
    this.#search.useSpeeds(learned);
  }

  /** Drops all data that no request has needed since the previous call; see RoadSearch.letGoUnused(). */
  letGoUnused(): boolean {
    const hasLetGo = this.#search.letGoUnused();
    this.#describer.letGoUnused();
    return hasLetGo;
  }

  /** Returns the speeds on the given directed segments at a given time. See RoadSearch.speedsAt(). */
  speedsAt(
    time: LocalTime | null,
    driven: readonly number[] | null = null,
    onWay: TimeOnWay | null = null,
  ): UsedSpeeds | null {
    return this.#search.speedsAt(time, driven, onWay);
  }

  /** Runs work that requests routes, either immediately or in slices; see RoadSearch.inSlices(). */
  inSlices<T>(work: () => T): Generator<void, T> {
    return this.#search.inSlices(work);
  }

  /**
   * Returns a route through two or more points in the given order, with the requested parts. The vehicle may
   * turn back at an intermediate point. StopChooser chooses the ends of all legs together. For two points,
   * the result is the same as that of `route`.
   */
  describe(points: readonly Position[], limits: SnapLimits, wanted: Wanted): DescribedAnswer | LegAbsent {
    const { departAt = null, zones = null } = wanted;
    if (departAt === null && zones === null) return this.#withDetour(points, limits, wanted);
    try {
      this.#search.lookAt(departAt, zones);
      return this.#withDetour(points, limits, wanted);
    } finally {
      this.#search.lookAt(null);
    }
  }

  /** Repeats the search without the road changes, but only if current differences affect the route. */
  #withDetour(points: readonly Position[], limits: SnapLimits, wanted: Wanted): DescribedAnswer | LegAbsent {
    const { changes = [], departAt = null, zones, approaches } = wanted;
    const before = this.#search.otherRoutes;
    const found = this.#describe(points, limits, wanted);
    if (changes.length === 0 || this.#search.otherRoutes === before) return found;
    const search = this.#search;
    const roads = zones === undefined ? search.withoutChanges(departAt) : search.roadsAt(departAt);
    if (roads === null) return found;
    // The second search would overwrite the coordinates of the first route, so they are copied.
    const own = found.kind === 'route' ? { ...found, coordinates: found.coordinates.slice() } : found;
    const whole = { line: false, notes: true, steps: false, ...(approaches !== undefined && { approaches }) };
    const free = this.#search.on(roads, () => this.#describe(points, limits, whole));
    if (free.kind !== 'route') return own;
    const changed = free.stretches.filter(({ directed }) => this.#search.hasChangeOn(directed));
    const met = changesOn(this.#data, changed, changes, wanted.namesIn);
    if (met.length === 0) return own;
    if (own.kind !== 'route') return { ...own, changes: met };
    const [distance_m, duration_s] = [own.distance_m - free.distance_m, own.duration_s - free.duration_s];
    return duration_s > 0 ? { ...own, detour: { distance_m, duration_s, changes: met } } : own;
  }

  #describe(points: readonly Position[], limits: SnapLimits, wanted: Wanted): DescribedAnswer | LegAbsent {
    const { snapLimit_m, snapDetour_m = SNAP_DETOUR_M } = limits;
    // For modes without turns, the direction of travel at a stop does not matter, because a pedestrian can
    // turn around and cross the road.
    const approaches = this.#data.graph.hasTurns ? wanted.approaches : undefined;
    const nearest: Candidate[][] = [];
    for (const [stop, point] of points.entries()) {
      const approach = approaches?.[stop] ?? null;
      nearest.push(this.#snapper.nearest(point, snapLimit_m, approach));
      if (nearest[stop].length > 0) continue;
      const end = stop === 0 ? 'origin' : 'destination';
      return { ...this.#offNetwork(end, point, approach), leg: Math.max(0, stop - 1) };
    }
    const isOneLeg = points.length === 2;
    const over = (places: StopPlaces): DescribedAnswer | LegAbsent => {
      if (!Array.isArray(places)) return { kind: 'no_path', leg: places.leg };
      const found = this.#describer.over(places, points, wanted);
      return found.kind === 'route' ? { ...found, moved: movedEnds(nearest, found.stops) } : found;
    };
    const first = over(isOneLeg ? nearest : this.#stops.cheapest(nearest));
    if (first.kind === 'route') return first;
    if (!isOneLeg || approaches !== undefined)
      return over(this.#stops.farther(points, nearest, { snapLimit_m, snapDetour_m }, approaches));
    const [from, to] = points.map((point, stop) => surrounding(point, nearest[stop], snapLimit_m));
    const farther = this.#farther.find(from, to, snapDetour_m);
    return farther === null ? first : over([farther.origins, farther.destinations]);
  }

  /** Returns the same answer as `route`, together with the reasons for it. */
  explain(ends: Ends, limits: SnapLimits): RouteExplanation {
    const looked = this.#look(ends, limits);
    const explainer = new RouteExplainer(this.#search.data);
    const { origins, farther, found } = looked;
    // If the origin cannot be snapped, the search does not snap the destination, but an explanation still
    // shows it.
    const destinations =
      origins.length > 0 ? looked.destinations : this.#snapper.nearest(ends.destination, limits.snapLimit_m);
    return {
      answer: found === null ? this.#absent(looked, ends) : this.#found(found, looked),
      origins: [...origins, ...(farther?.origins ?? [])].map((candidate) =>
        explainer.candidate(candidate, candidate === found?.origin),
      ),
      destinations: [...destinations, ...(farther?.destinations ?? [])].map((candidate) =>
        explainer.candidate(candidate, candidate === found?.destination),
      ),
      stretches: found === null ? [] : explainer.stretches(this.#describer.stretchesOf(found)),
    };
  }

  /** Returns routes between many points; see MatrixSearch. */
  matrix(
    wanted: MatrixWanted,
    { snapLimit_m, snapDetour_m = SNAP_DETOUR_M }: SnapLimits,
  ): Generator<void, RoadMatrix> {
    this.#matrix ??= new MatrixSearch({
      search: this.#search,
      snapper: this.#snapper,
      farther: this.#farther,
      line: this.#line,
      paths: this.#search.climbPaths(this.#line),
      points: this.#points,
      cells: this.#data.hierarchy.cells,
    });
    return this.#matrix.run(wanted, { snapLimit_m, snapDetour_m });
  }

  /**
   * For each limit, yields the roads that can be reached from a point, or from which the point can be
   * reached.
   */
  *reach(
    point: Position,
    wanted: ReachWanted,
    { snapLimit_m, snapDetour_m = SNAP_DETOUR_M }: SnapLimits,
  ): Generator<void, { reached: ReachedRoads[]; point: Snap } | RouteAbsent> {
    const nearest = this.#snapper.nearest(point, snapLimit_m);
    if (nearest.length === 0)
      return this.#offNetwork(wanted.direction === 'from' ? 'origin' : 'destination', point);
    const search = this.#search;
    const roads = yield* search.inSlices(() =>
      search.avoiding(search.roadsAt(wanted.departAt ?? null, wanted.zones), wanted.avoided ?? 0),
    );
    const reached = yield* this.#reach.run(roads, nearest, wanted);
    if (!isEmpty(reached)) return { reached, point: this.#points.of(nearest[0]) };
    // On a closed road, the search starts from the nearest open road, just as routes do.
    const reach_m = Math.min(snapLimit_m, nearest_m(nearest) + snapDetour_m);
    const segments = new Set<number>();
    for (const candidate of this.#snapper.within(point, reach_m)) {
      if (segments.size >= MOST_MOVES || segments.has(candidate.segment)) continue;
      segments.add(candidate.segment);
      const other = yield* this.#reach.run(roads, [candidate], wanted);
      if (!isEmpty(other)) return { reached: other, point: this.#points.of(candidate) };
    }
    return { kind: 'no_path' };
  }

  /** Matches a trace to roads; see TraceMatcher. @param mode this index's mode */
  match(trace: Trace, mode: TravelMode): Generator<void, MatchedTrace> {
    this.#matcher ??= new TraceMatcher(this.#data, mode, { snapper: this.#snapper, line: this.#line });
    return this.#matcher.run(trace);
  }

  /** Creates an object that sums up the times of matched drives. */
  speedSums(): SpeedSums {
    return new SpeedSums(this.#data);
  }

  /** Creates an object that compares matched drives with the learned speeds. */
  speedCheck(learned: LearnedSpeeds): SpeedCheck {
    return new SpeedCheck(this.#data, learned);
  }

  /**
   * Returns the lines of roads with learned speeds in a week slot, and how far these speeds fall below the
   * imported speeds.
   */
  learnedLines(learned: LearnedSpeeds, slot: number): Generator<void, LearnedLines[]> {
    return learnedLines(this.#data, learned, slot);
  }

  /**
   * Returns the roads nearest to a point, nearest first, with each segment included only once. The list is
   * empty if no road is within the limit.
   * @param number the maximum number of roads
   */
  nearest(
    point: Position,
    { number, approach }: { number: number; approach: Approach | null },
    { snapLimit_m }: SnapLimits,
  ): Snap[] {
    const own = this.#data.graph.hasTurns ? approach : null;
    let found = this.#snapper.nearest(point, snapLimit_m, own);
    // Searches within a growing radius until enough roads are found, because a town has thousands of roads
    // within the limit.
    for (let reach_m = 2 * nearest_m(found) + 50; found.length > 0 && number > 1; reach_m *= 2) {
      found = this.#snapper.within(point, Math.min(reach_m, snapLimit_m), 0, own);
      if (reach_m >= snapLimit_m || new Set(found.map(({ segment }) => segment)).size >= number) break;
    }
    const seen = new Set<number>();
    return found
      .sort((a, b) => a.distance_m - b.distance_m)
      .filter(({ segment }) => !seen.has(segment) && seen.add(segment))
      .slice(0, number)
      .map((candidate) => this.#points.of(candidate));
  }

  /** Returns the roads that are closed to a vehicle of the given size at the given time. */
  closedTo(size: VehicleSize, time: LocalTime): readonly SignedRoads[] {
    this.#limited ??= new LimitedWays(this.#data.limits);
    return this.#limited.closedTo(size, time);
  }

  /** Returns the changes that affect the given stretches. */
  changesOn(stretches: readonly Stretch[], changes: readonly RoadChange[]): MetChange[] {
    return changesOn(this.#data, stretches, changes);
  }

  /** Returns the OSM way ids of the roads nearest to a point. */
  waysAt(point: Position, { snapLimit_m }: SnapLimits): number[] {
    const { ways, segments } = this.#data;
    return this.#snapper.nearest(point, snapLimit_m).map(({ segment, position }) => {
      const way = numberAt(segments.runWay, runAt(segments, segment, position));
      return ways.id[way >> 1];
    });
  }

  /** Returns the OSM ids of the ways that are open or passable only at certain times. */
  seasonalWays(): number[] {
    return seasonalWays(this.#data);
  }

  /** Returns the OSM ids of the ways whose display name (or ref, if there is no display name) is wanted. */
  waysNamed(isWanted: (name: string) => boolean): number[] {
    return waysNamed(this.#data, isWanted);
  }

  /**
   * Returns the lines of the given ways, and whether the ways are currently open. Omits ways that the mode
   * cannot use.
   */
  wayLines(ids: readonly number[]): WayLines[] {
    return wayLines(this.#search.data, ids);
  }

  /**
   * Returns a point's candidates as ways and nodes of the network, chosen by the rule in ends/snap.ts: first
   * the nearest candidates, then all candidates within reach, nearest first.
   */
  candidates(
    point: Position,
    { snapLimit_m, snapDetour_m = SNAP_DETOUR_M }: SnapLimits,
  ): { nearest: NetworkPoint[]; within: NetworkPoint[] } {
    const nearest = this.#snapper.nearest(point, snapLimit_m);
    const reach_m = Math.min(snapLimit_m, nearest_m(nearest) + snapDetour_m);
    const within = nearest.length === 0 ? [] : this.#snapper.within(point, reach_m);
    return {
      nearest: nearest.map((candidate) => networkPoint(this.#data, candidate)),
      within: within.map((candidate) => networkPoint(this.#data, candidate)),
    };
  }

  /**
   * Snaps both points and searches for a path: first between the nearest candidates, then between candidates
   * farther away.
   */
  #look({ origin, destination }: Ends, { snapLimit_m, snapDetour_m = SNAP_DETOUR_M }: SnapLimits): Looked {
    const origins = this.#snapper.nearest(origin, snapLimit_m);
    // If the origin cannot be snapped, the destination is not needed.
    const destinations = origins.length === 0 ? [] : this.#snapper.nearest(destination, snapLimit_m);
    if (destinations.length === 0) return { origins, destinations, farther: null, found: null };
    const found = this.#search.cheapest(origins, destinations);
    if (found !== null) return { origins, destinations, farther: null, found };
    const farther = this.#farther.find(
      surrounding(origin, origins, snapLimit_m),
      surrounding(destination, destinations, snapLimit_m),
      snapDetour_m,
    );
    return { origins, destinations, farther, found: farther?.found ?? null };
  }

  #absent({ origins, destinations }: Looked, ends: Ends): RouteAbsent {
    if (origins.length === 0) return this.#offNetwork('origin', ends.origin);
    if (destinations.length === 0) return this.#offNetwork('destination', ends.destination);
    return { kind: 'no_path' };
  }

  #offNetwork(end: keyof Ends, point: Position, approach: Approach | null = null): RouteAbsent {
    const nearestRoad_m = this.#snapper.nearest(point, FAR_M, approach)[0]?.distance_m ?? null;
    return { kind: `${end}_not_on_network`, nearestRoad_m };
  }

  #found(found: FoundPath, { origins, destinations, farther }: Looked): RouteFound {
    this.#line.start(found.origin);
    drawPath(this.#line, found, () => this.#search.draw(this.#line));
    return {
      kind: 'route',
      distance_m: this.#line.distance_m,
      duration_s: found.duration_ms / 1000,
      coordinates: this.#line.coordinates(),
      origin: this.#points.of(found.origin),
      destination: this.#points.of(found.destination),
      cutsThrough: found.cutsThrough,
      moved: farther === null ? [] : movedEnds([origins, destinations], [found.origin, found.destination]),
      driven: this.#search.hasLearned ? withEnds(found, this.#describer.drivenOf(found)) : [],
    };
  }
}

/** Whether nothing was reached, which means that no line has two or more positions. */
function isEmpty(reached: readonly ReachedRoads[]): boolean {
  for (const { lines } of reached) for (const line of lines) if (line.length > 2) return false;
  return true;
}
