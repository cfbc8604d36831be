import type { Position } from '../../geo/position.js';
import type { RoadChange, RoadZones } from '../current/current-roads.js';
import type { RoutingData } from '../frozen/routing-data.js';
import type { LocalTime } from '../../local-time.js';
import type { AlternativePath } from '../search/alternatives.js';
import type { RoadSearch } from '../search/road-search.js';
import type { RouteLine } from '../paths/route-line.js';
import { routeNotes, type RouteNote } from './route-notes.js';
import type { FoundPath } from '../search/route-search.js';
import type { RouteStep } from './route-step.js';
import { RouteSteps } from './route-steps.js';
import { RouteStretches, type Stretch } from './route-stretches.js';
import { RouteSurfaces, sumsOf, type RouteSurface } from './route-surfaces.js';
import { passageOf, RecentPassages, type Passage } from './passages.js';
import { TIE_M, type Candidate } from '../ends/snap.js';
import type { Snap, SnappedPoints } from '../ends/snapped-points.js';
import type { Approaches } from '../stops/stop-places.js';

/** Specifies the requested parts of a route and the options for its search. */
export interface Wanted {
  /** Whether to return all positions of the line instead of only its two ends. */
  line: boolean;
  notes: boolean;
  steps: boolean;
  /** The way flags of roads to avoid (search/avoided-roads.ts); none by default. */
  avoided?: number;
  /** The language of road names; Mongolian by default. */
  namesIn?: 'mn' | 'en';
  /** The directions in which to leave and reach each point; by default any direction. */
  approaches?: Approaches;
  /** The time that determines which time-dependent roads are open; defaults to now. */
  departAt?: LocalTime;
  /**
   * The number of alternative routes to look for; applies only to routes between two points. None by default.
   */
  alternatives?: number;
  /** Zones with additional road changes; none by default. */
  zones?: RoadZones;
  /**
   * The road changes whose effect on the route is reported: the zones' changes if there are zones, otherwise
   * the changes that apply to all requests. None by default.
   */
  changes?: readonly RoadChange[];
}

/** The route between two consecutive points of a request. */
interface RouteLeg {
  distance_m: number;
  duration_s: number;
  /** Empty if steps are not requested. */
  steps: RouteStep[];
}

/** An alternative route between the same two points. */
interface AlternativeRoute {
  distance_m: number;
  duration_s: number;
  coordinates: Int32Array;
  legs: RouteLeg[];
}

/** A route through two or more points, with its requested parts. */
export interface DescribedRoute {
  kind: 'route';
  distance_m: number;
  duration_s: number;
  /** The same as `RouteFound.coordinates`; only the two ends if the line is not requested. */
  coordinates: Int32Array;
  /** One entry for each requested point. */
  stops: Snap[];
  legs: RouteLeg[];
  notes: RouteNote[];
  /** Present only with `notes`. */
  surfaces: RouteSurface[];
  /** The same surfaces as separate stretches, in order along the route. */
  surfaceStretches: RouteSurface[];
  /** Present only with `notes`. */
  stretches: readonly Stretch[];
  /** The route's directed segments, if speeds were learned; otherwise empty. */
  driven: readonly number[];
  /** The alternatives that were found, quickest first. */
  alternatives: AlternativeRoute[];
}

/**
 * A requested point at which the route does not start or end on the nearest road, because no path reaches
 * that road.
 */
export interface MovedEnd {
  /** The point's index; 0 is the origin. */
  stop: number;
  /** How many meters farther from the point than the nearest road the route starts or ends. */
  moved_m: number;
}

/** @param nearest the nearest candidates of each point @param taken the candidates that the route uses */
export function movedEnds(
  nearest: readonly (readonly Candidate[])[],
  taken: readonly { distance_m: number }[],
): MovedEnd[] {
  return taken.flatMap(({ distance_m }, stop) => {
    const moved_m = distance_m - Math.min(...nearest[stop].map((own) => own.distance_m));
    return moved_m > TIE_M ? [{ stop, moved_m }] : [];
  });
}

/** Searches for routes between the chosen candidates and describes the routes that it finds. */
export class RouteDescriber {
  readonly #search: RoadSearch;
  readonly #line: RouteLine;
  readonly #points: SnappedPoints;
  #data: RoutingData;
  #stretches: RouteStretches;
  #steps: RouteSteps;
  readonly #recent: RecentPassages;
  readonly #surfaces: RouteSurfaces;

  constructor(search: RoadSearch, line: RouteLine, points: SnappedPoints) {
    this.#search = search;
    this.#line = line;
    this.#points = points;
    this.#data = search.data;
    this.#stretches = new RouteStretches(this.#data, search.imported);
    const steps = new RouteSteps(this.#data, this.#stretches);
    this.#steps = steps;
    this.#recent = new RecentPassages(search.unpacking, this.#stretches, (all) => steps.join(all));
    this.#surfaces = new RouteSurfaces(this.#data);
  }

  /**
   * Searches for the route and draws it leg by leg.
   * @param places the candidates of each point
   */
  over(
    places: readonly Candidate[][],
    points: readonly Position[],
    wanted: Wanted,
  ): DescribedRoute | { kind: 'no_path'; leg: number } {
    this.#follow();
    const [stops, legs, all]: [Snap[], RouteLeg[], Stretch[]] = [[], [], []];
    const allDriven: number[] = [];
    const line = this.#line;
    let [duration_ms, cutsThrough, best]: [number, number, AlternativePath | null] = [0, 0, null];
    for (let leg = 0; leg + 1 < places.length; leg++) {
      const found = this.#search.cheapestAvoiding(places[leg], places[leg + 1], wanted.avoided ?? 0);
      if (found === null) return { kind: 'no_path', leg };
      // The search may have switched to newly computed current roads.
      this.#follow();
      if (leg === 0) {
        line.start(found.origin, wanted.line);
        stops.push(this.#points.of(found.origin, wanted.namesIn));
      }
      const before_m = line.distance_m;
      drawPath(line, found, () => this.#search.draw(line));
      stops.push(this.#points.of(found.destination, wanted.namesIn));
      duration_ms += found.duration_ms;
      cutsThrough += found.cutsThrough;
      const { hasLearned } = this.#search;
      const driven =
        wanted.notes || wanted.alternatives !== undefined || hasLearned ? this.drivenOf(found) : [];
      if (hasLearned) allDriven.push(...withEnds(found, driven));
      if (wanted.notes) all.push(...this.#stretches.of(found, driven));
      const steps = wanted.steps
        ? this.#stepsOf(found, this.#passagesOf(found), points[leg + 1], wanted)
        : [];
      legs.push({ distance_m: line.distance_m - before_m, duration_s: found.duration_ms / 1000, steps });
      best = { found, driven };
    }
    const { distance_m } = line;
    const surfaceStretches = wanted.notes ? this.#surfaces.along(all) : [];
    // The alternative routes reuse the same line object.
    const coordinates = wanted.alternatives === undefined ? line.coordinates() : line.coordinates().slice();
    return {
      kind: 'route',
      distance_m,
      duration_s: duration_ms / 1000,
      coordinates,
      stops,
      legs,
      notes: wanted.notes ? routeNotes(this.#data, all, cutsThrough) : [],
      surfaces: sumsOf(surfaceStretches),
      surfaceStretches,
      stretches: all,
      driven: allDriven,
      alternatives:
        wanted.alternatives === undefined || best === null
          ? []
          : this.#alternativesTo(best, places, points[1], wanted),
    };
  }

  /** Returns the stretches of the path found by the latest search. */
  stretchesOf(found: FoundPath): Stretch[] {
    this.#follow();
    return this.#stretches.of(found, this.drivenOf(found));
  }

  drivenOf(found: FoundPath): number[] {
    return found.kind === 'path' ? this.#search.driven() : [];
  }

  /** Releases the road data of the latest route, unless the search still uses it. */
  letGoUnused(): void {
    this.#follow();
  }

  /** Switches to the durations of the roads that the search currently uses. */
  #follow(): void {
    const { data } = this.#search;
    if (data === this.#data) return;
    this.#data = data;
    this.#stretches = new RouteStretches(data, this.#search.imported);
    this.#steps = new RouteSteps(data, this.#stretches);
  }

  #alternativesTo(
    best: AlternativePath,
    [origins, destinations]: readonly Candidate[][],
    point: Position,
    wanted: Wanted,
  ): AlternativeRoute[] {
    const { alternatives: count = 0, avoided = 0 } = wanted;
    const paths = this.#search.alternativesTo(best, { origins, destinations }, { count, avoided });
    return paths.map(({ found, driven }) => {
      const line = this.#line;
      line.start(found.origin, wanted.line);
      drawPath(line, found, () => line.followSegments(driven));
      const passages = wanted.steps ? this.#stretches.of(found, driven).map(passageOf) : [];
      const steps = wanted.steps ? this.#stepsOf(found, passages, point, wanted) : [];
      const { distance_m } = line;
      const duration_s = found.duration_ms / 1000;
      const coordinates = line.coordinates().slice();
      return { distance_m, duration_s, coordinates, legs: [{ distance_m, duration_s, steps }] };
    });
  }

  /** Returns the passages of the path found by the latest search. */
  #passagesOf(found: FoundPath): Passage[] {
    const path = found.kind === 'path' ? this.#search.arcs() : null;
    if (found.kind === 'path' && path !== null) return this.#recent.of(found, path);
    return this.#stretches.of(found, this.drivenOf(found)).map(passageOf);
  }

  #stepsOf(found: FoundPath, passages: Passage[], point: Position, { namesIn = 'mn' }: Wanted): RouteStep[] {
    return this.#steps.of(passages, { ...found, point, namesIn });
  }
}

/**
 * Returns all directed segments of a path, including those at its two ends. @param driven the segments
 * between the ends
 */
export function withEnds(found: FoundPath, driven: readonly number[]): number[] {
  return found.kind === 'along' ? [found.directed] : [found.leaving, ...driven, found.arriving];
}

/**
 * Draws a path on a line that has reached the path's origin. @param between draws the part between the two
 * ends
 */
export function drawPath(line: RouteLine, found: FoundPath, between: () => void): void {
  if (found.kind === 'along') {
    line.keepTo(found.origin, found.destination, found.directed);
    return;
  }
  line.leave(found.origin, found.leaving);
  between();
  line.arrive(found.destination, found.arriving);
}
