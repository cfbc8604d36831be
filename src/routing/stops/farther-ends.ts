import type { Position } from '../../geo/position.js';
import { numberAt, type Packed } from '../../arrays/packed.js';
import { distanceM } from '../../geo/distance.js';
import { isPairOpen } from '../current/pair-costs.js';
import { comesBack, connection, SEVERAL } from '../frozen/reach.js';
import type { RoadSearch } from '../search/road-search.js';
import type { FoundPath } from '../search/route-search.js';
import { TIE_M, type Candidate, type SegmentClasses, type Snapper } from '../ends/snap.js';

/**
 * The ends of a route that does not use the nearest candidates, and the cheapest route between these ends.
 */
export interface FartherRoute {
  origins: Candidate[];
  destinations: Candidate[];
  found: FoundPath;
}

/** A requested point, and the maximum distance of its candidates. */
export interface Surrounding {
  point: Position;
  /** The distance from the point to its nearest candidate. */
  nearest_m: number;
  /** The maximum distance between the point and a candidate. */
  limit_m: number;
  /**
   * The candidates found around the point, cached by reach and by distance. A matrix combines each point with
   * many other points, and the point is always at the same end of the route.
   */
  ofEach: Map<number, Candidate[]>;
  asFar: Map<number, Candidate[]>;
}

interface Pair {
  origin: Candidate;
  destination: Candidate;
  /** The sum of the two candidates' distances from their points. */
  sum_m: number;
}

/**
 * The search radius starts small and grows until no candidate beyond it can be better. In a city, there are
 * thousands of candidates within a kilometer, but the next street is usually enough.
 */
export const FIRST_REACH_M = 60;
export const REACH_GROWTH = 4;

/**
 * Finds the ends of a route if no path connects the nearest candidates, as described in
 * docs/routing-model.md, 9: the connected pair of candidates with the smallest sum of distances. Only the
 * nearest candidate of each segment class (frozen/reach.ts) is tried, and a search runs only if the classes
 * are inconclusive.
 */
export class FartherEnds {
  readonly #search: RoadSearch;
  readonly #snapper: Snapper;

  constructor(search: RoadSearch, snapper: Snapper) {
    this.#search = search;
    this.#snapper = snapper;
  }

  /**
   * @param detour_m how much farther away than the nearest candidate another candidate may be; see
   * `mostMove_m`
   * @returns null if no path connects any two candidates. The route's path is the path of the latest search
   */
  find(from: Surrounding, to: Surrounding, detour_m: number): FartherRoute | null {
    const farthest_m = mostMove_m(from.point, [to.point], detour_m);
    if (farthest_m < 0) return null;
    const pair = this.#nearestPair(from, to, farthest_m, true);
    if (pair === null) return null;
    const route = this.#routeOf(pair, from, to, farthest_m);
    if (route !== null) return route;
    // According to the segment classes, a path connects the two candidates, but its duration is too long for
    // a search to represent.
    const other = this.#nearestPair(from, to, farthest_m, false);
    return other && this.#routeOf(other, from, to, farthest_m);
  }

  /** @param trusts whether to rely on the segment classes, without a search, if they indicate a path */
  #nearestPair(from: Surrounding, to: Surrounding, farthest_m: number, trusts: boolean): Pair | null {
    for (let beyond_m = FIRST_REACH_M; ; beyond_m *= REACH_GROWTH) {
      // Skips to the final radius if it would be only slightly larger than this one.
      const isLast = 2 * beyond_m >= farthest_m;
      const reach_m = isLast ? farthest_m : beyond_m;
      const origins = this.#nearestOfEach(from, reach_m, this.#classes('from'));
      const destinations = this.#nearestOfEach(to, reach_m, this.#classes('to'));
      const best = this.#best(origins, destinations, trusts);
      // The sum of distances is larger than this for any pair with an end beyond the radius.
      const rest_m = from.nearest_m + to.nearest_m + beyond_m;
      if (!isLast && (best === null || best.sum_m > rest_m)) continue;
      return best;
    }
  }

  #routeOf(pair: Pair, from: Surrounding, to: Surrounding, farthest_m: number): FartherRoute | null {
    const origins = this.#asFarAs(pair.origin, from, farthest_m);
    const destinations = this.#asFarAs(pair.destination, to, farthest_m);
    const found = this.#search.cheapest(origins, destinations);
    return found === null ? null : { origins, destinations, found };
  }

  #classes(side: 'from' | 'to'): SegmentClasses {
    const { reach } = this.#search.data;
    return {
      classOf: reach[side],
      count: (side === 'from' ? reach.fromHub : reach.toHub).length,
      // Two candidates on the same segment may be connected even if no path leaves the segment and returns to
      // it.
      isWhole: (segment) => !comesBack(reach, segment),
    };
  }

  #nearestOfEach(around: Surrounding, beyond_m: number, classes: SegmentClasses): Candidate[] {
    let found = around.ofEach.get(beyond_m);
    if (found === undefined) {
      found = this.#snapper
        .nearestOfEach(around.point, most_m(around, beyond_m), classes)
        .filter((candidate) => mayEndAt(candidate, this.#search));
      around.ofEach.set(beyond_m, found);
    }
    return found;
  }

  /** Returns all candidates at the same distance as the given one, or at most TIE_M farther away. */
  #asFarAs({ distance_m }: Candidate, around: Surrounding, farthest_m: number): Candidate[] {
    let found = around.asFar.get(distance_m);
    if (found === undefined) {
      found = this.#snapper.within(around.point, Math.min(distance_m + TIE_M, around.limit_m), distance_m);
      around.asFar.set(distance_m, found);
    }
    const limit_m = most_m(around, farthest_m);
    return found.filter((other) => other.distance_m <= limit_m);
  }

  /** Returns the connected pair with the smallest sum of distances, or null if no pair is connected. */
  #best(origins: readonly Candidate[], destinations: readonly Candidate[], trusts: boolean): Pair | null {
    const { reach } = this.#search.data;
    let best = this.#nearestOnOneSegment(origins, destinations);
    const targets = nearestOfEachClass(destinations, reach.to);
    for (const origin of nearestOfEachClass(origins, reach.from)) {
      const most_m = (best?.sum_m ?? Infinity) - origin.distance_m;
      const within = targets.filter(({ distance_m }) => distance_m < most_m);
      if (within.length === 0) break;
      const destination = this.#nearestConnected(origin, within, trusts);
      if (destination !== null) best = pairOf(origin, destination);
    }
    return best;
  }

  /** Returns the first target that can be reached from the origin, or null if no target can be reached. */
  #nearestConnected(origin: Candidate, targets: readonly Candidate[], trusts: boolean): Candidate | null {
    const { reach } = this.#search.data;
    const known = targets.map(({ segment }) =>
      connection(reach, numberAt(reach.from, origin.segment), numberAt(reach.to, segment)),
    );
    const sure = trusts ? known.indexOf('yes') : -1;
    const unknown = targets.filter((_, i) => known[i] !== 'no' && (sure === -1 || i < sure));
    return this.#nearestFound(origin, unknown) ?? targets[sure] ?? null;
  }

  /** Works like `#nearestConnected`, but relies only on searches. */
  #nearestFound(origin: Candidate, targets: readonly Candidate[]): Candidate | null {
    const isConnected = (count: number): boolean =>
      this.#search.cheapest([origin], targets.slice(0, count)) !== null;
    if (targets.length === 0 || !isConnected(targets.length)) return null;
    let [low, high] = [1, targets.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (isConnected(middle)) high = middle;
      else low = middle + 1;
    }
    return targets[low - 1];
  }

  /**
   * Two candidates on the same segment may be connected even if no path leaves the segment and returns to it:
   * for example, the two ends of a one-way street with no road beyond it.
   */
  #nearestOnOneSegment(origins: readonly Candidate[], destinations: readonly Candidate[]): Pair | null {
    const bySegment = new Map<number, Candidate[]>();
    for (const destination of destinations) {
      const here = bySegment.get(destination.segment);
      if (here === undefined) bySegment.set(destination.segment, [destination]);
      else here.push(destination);
    }
    let best: Pair | null = null;
    for (const origin of origins) {
      for (const destination of bySegment.get(origin.segment) ?? []) {
        const pair = pairOf(origin, destination);
        if (best !== null && pair.sum_m >= best.sum_m) break;
        if (this.#search.isAhead(origin, destination)) best = pair;
      }
    }
    return best;
  }
}

/**
 * Whether a candidate is currently open. In a closed area, a search from each closed candidate would be a
 * waste of time.
 */
export function mayEndAt(candidate: Candidate, search: RoadSearch): boolean {
  const isOpen = isPairOpen(search.data.segments, candidate);
  if (!isOpen) search.otherRoutes++;
  return isOpen;
}

function pairOf(origin: Candidate, destination: Candidate): Pair {
  return { origin, destination, sum_m: origin.distance_m + destination.distance_m };
}

function most_m({ nearest_m, limit_m }: Surrounding, beyond_m: number): number {
  return Math.min(limit_m, nearest_m + beyond_m);
}

function nearestOfEachClass(candidates: readonly Candidate[], classes: Packed): Candidate[] {
  const seen = new Set<number>();
  return candidates.filter(({ segment }) => {
    const own = numberAt(classes, segment);
    if (own === SEVERAL) return true;
    if (seen.has(own)) return false;
    seen.add(own);
    return true;
  });
}

/** Returns the surroundings of one end of a route. @param nearest the candidates nearest to that end */
export function surrounding(point: Position, nearest: readonly Candidate[], limit_m: number): Surrounding {
  return { point, nearest_m: nearest_m(nearest), limit_m, ofEach: new Map(), asFar: new Map() };
}

/**
 * Returns how much farther away than the nearest road an end of a route may be moved: at most `detour_m`, and
 * less than half of the distance to the previous point and to the next point (to within a centimeter). A
 * longer move would cross a barrier such as a river. The result is negative if the end may not be moved at
 * all. Points at the same position are ignored, because they move together with this end.
 */
export function mostMove_m(point: Position, others: readonly Position[], detour_m: number): number {
  const apart_m = others.map((other) => distanceM(point[0], point[1], other[0], other[1]));
  return Math.min(detour_m, ...apart_m.filter((own_m) => own_m > 0).map((own_m) => own_m / 2 - TIE_M));
}

export function nearest_m(candidates: readonly Candidate[]): number {
  return candidates.reduce((least, { distance_m }) => Math.min(least, distance_m), Infinity);
}
