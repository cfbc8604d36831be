import type { Position } from '../../geo/position.js';
import { numberAt, type Packed } from '../../arrays/packed.js';
import { distanceM } from '../../geo/distance.js';
import { isPairOpen } from '../current/pair-costs.js';
import { comesBack, connection, SEVERAL } from '../frozen/reach.js';
import type { RoadSearch } from '../search/road-search.js';
import type { FoundPath } from '../search/route-search.js';
import { TIE_M, type Candidate, type SegmentClasses, type Snapper } from '../ends/snap.js';

/** The ends of a route that are not the nearest ones, and the cheapest route between them. */
export interface FartherRoute {
  origins: Candidate[];
  destinations: Candidate[];
  found: FoundPath;
}

/** A point that was sent, and how far away its candidates may be. */
export interface Surrounding {
  point: Position;
  /** Distance of its nearest candidate. */
  nearest_m: number;
  /** No candidate is farther away than this. */
  limit_m: number;
  /**
   * By reach and by distance: the candidates found around it. A matrix asks about a point with many others,
   * always at the same end of a route.
   */
  ofEach: Map<number, Candidate[]>;
  asFar: Map<number, Candidate[]>;
}

interface Pair {
  origin: Candidate;
  destination: Candidate;
  /** The sum of their distances. */
  sum_m: number;
}

/**
 * The reach begins small and grows until nothing beyond it can be better. Within a kilometer of a place in a
 * city there are thousands of candidates, and usually the next street is enough.
 */
export const FIRST_REACH_M = 60;
export const REACH_GROWTH = 4;

/**
 * Finds the ends of a route if no path connects the nearest ones, by docs/routing-model.md, 9: the connected
 * pair with the smallest sum of distances. It tries only the nearest candidate of each class of segments
 * (frozen/reach.ts), and searches only if the classes do not decide.
 */
export class FartherEnds {
  readonly #search: RoadSearch;
  readonly #snapper: Snapper;

  constructor(search: RoadSearch, snapper: Snapper) {
    this.#search = search;
    this.#snapper = snapper;
  }

  /**
   * @param detour_m how much farther away than the nearest candidate another may be; see `mostMove_m`
   * @returns null if no path connects any two of them. Its path is the last one of the search
   */
  find(from: Surrounding, to: Surrounding, detour_m: number): FartherRoute | null {
    const farthest_m = mostMove_m(from.point, [to.point], detour_m);
    if (farthest_m < 0) return null;
    const pair = this.#nearestPair(from, to, farthest_m, true);
    if (pair === null) return null;
    const route = this.#routeOf(pair, from, to, farthest_m);
    if (route !== null) return route;
    // The classes say that a path connects them, but its time is longer than a search can count.
    const other = this.#nearestPair(from, to, farthest_m, false);
    return other && this.#routeOf(other, from, to, farthest_m);
  }

  /** @param trusts whether to believe the classes without a search if they say that a path exists */
  #nearestPair(from: Surrounding, to: Surrounding, farthest_m: number, trusts: boolean): Pair | null {
    for (let beyond_m = FIRST_REACH_M; ; beyond_m *= REACH_GROWTH) {
      // Skip a last step that is hardly larger.
      const isLast = 2 * beyond_m >= farthest_m;
      const reach_m = isLast ? farthest_m : beyond_m;
      const origins = this.#nearestOfEach(from, reach_m, this.#classes('from'));
      const destinations = this.#nearestOfEach(to, reach_m, this.#classes('to'));
      const best = this.#best(origins, destinations, trusts);
      // Pairs with an end beyond the reach have a larger sum than this.
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
      // Two candidates on one segment may be connected although no path leads out of it and back.
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

  /** All candidates as far away as one of them, or at most TIE_M farther. */
  #asFarAs({ distance_m }: Candidate, around: Surrounding, farthest_m: number): Candidate[] {
    let found = around.asFar.get(distance_m);
    if (found === undefined) {
      found = this.#snapper.within(around.point, Math.min(distance_m + TIE_M, around.limit_m), distance_m);
      around.asFar.set(distance_m, found);
    }
    const limit_m = most_m(around, farthest_m);
    return found.filter((other) => other.distance_m <= limit_m);
  }

  /** The connected pair with the smallest sum; null if there is none. */
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

  /** The first of the targets that a path from the origin reaches; null if there is none. */
  #nearestConnected(origin: Candidate, targets: readonly Candidate[], trusts: boolean): Candidate | null {
    const { reach } = this.#search.data;
    const known = targets.map(({ segment }) =>
      connection(reach, numberAt(reach.from, origin.segment), numberAt(reach.to, segment)),
    );
    const sure = trusts ? known.indexOf('yes') : -1;
    const unknown = targets.filter((_, i) => known[i] !== 'no' && (sure === -1 || i < sure));
    return this.#nearestFound(origin, unknown) ?? targets[sure] ?? null;
  }

  /** Does the same with searches only. */
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
   * Two candidates on one segment may be connected although no path leads out of it and back: on a one-way
   * street with nothing behind it, from one end to the other.
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
 * Whether a candidate is open at present. In a closed area, searches from each closed one would be in vain.
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

/** The surroundings of an end. @param nearest its nearest candidates */
export function surrounding(point: Position, nearest: readonly Candidate[], limit_m: number): Surrounding {
  return { point, nearest_m: nearest_m(nearest), limit_m, ofEach: new Map(), asFar: new Map() };
}

/**
 * How much farther than the nearest road an end may be moved: at most `detour_m`, and less than half of the
 * way to each point before and behind it (to a centimeter). A larger move would cross a barrier such as a
 * river. Below 0 if it may not be moved at all. A point at the same place moves with this one.
 */
export function mostMove_m(point: Position, others: readonly Position[], detour_m: number): number {
  const apart_m = others.map((other) => distanceM(point[0], point[1], other[0], other[1]));
  return Math.min(detour_m, ...apart_m.filter((own_m) => own_m > 0).map((own_m) => own_m / 2 - TIE_M));
}

export function nearest_m(candidates: readonly Candidate[]): number {
  return candidates.reduce((least, { distance_m }) => Math.min(least, distance_m), Infinity);
}
