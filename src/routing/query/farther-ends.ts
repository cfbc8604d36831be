import { SEVERAL } from '../current/current-roads.js';
import type { RoadSearch } from './road-search.js';
import type { FoundPath } from './route-search.js';
import { TIE_M, type Candidate } from './snap.js';

/** The ends of a route that are not the nearest ones, and the cheapest route between them. */
export interface FartherRoute {
  origins: Candidate[];
  destinations: Candidate[];
  found: FoundPath;
}

interface Pair {
  origin: Candidate | null;
  destination: Candidate | null;
  /** Of their distances. */
  sum_m: number;
}

/**
 * The reach begins small and grows until nothing beyond it can be better. Within a kilometre of a place in a
 * city there are thousands of candidates, and mostly the next street will do.
 */
const FIRST_REACH_M = 60;
const REACH_GROWTH = 4;

/**
 * Finds the ends of a route when no path connects the nearest ones, by docs/routing-model.md, 9: the pair
 * with the smallest sum of distances that a path connects. Of each class of segments (graph/reach-classes.ts)
 * only the nearest is tried. So it takes a handful of searches, however many roads are near.
 */
export class FartherEnds {
  readonly #search: RoadSearch;

  constructor(search: RoadSearch) {
    this.#search = search;
  }

  /**
   * @param origins the candidates within reach, the nearest first, when the reach is so many metres beyond
   *   the nearest; likewise `destinations`
   * @param farthest_m the largest reach
   * @returns null when no path connects any two of them. Its path is the last one of the search.
   */
  find(
    origins: (beyond_m: number) => readonly Candidate[],
    destinations: (beyond_m: number) => readonly Candidate[],
    farthest_m: number,
  ): FartherRoute | null {
    for (let beyond_m = FIRST_REACH_M; ; beyond_m *= REACH_GROWTH) {
      const isLast = beyond_m >= farthest_m;
      // With the centimetre, all that are as far away as the best pair are there.
      const reach_m = isLast ? farthest_m : Math.min(beyond_m + TIE_M, farthest_m);
      const [from, to] = [origins(reach_m), destinations(reach_m)];
      const best = this.#best(from, to);
      // Pairs with an end beyond the reach have a larger sum than this.
      const rest_m = from[0].distance_m + to[0].distance_m + beyond_m;
      if (!isLast && best.sum_m > rest_m) continue;
      if (best.origin === null || best.destination === null) return null;
      const chosen = { origins: asFarAs(best.origin, from), destinations: asFarAs(best.destination, to) };
      return { ...chosen, found: this.#search.cheapest(chosen.origins, chosen.destinations)! };
    }
  }

  /** The connected pair with the smallest sum; the sum is Infinity when there is none. */
  #best(origins: readonly Candidate[], destinations: readonly Candidate[]): Pair {
    const { reach } = this.#search.data;
    const best = this.#nearestOnOneSegment(origins, destinations);
    const targets = nearestOfEachClass(destinations, reach.to);
    for (const origin of nearestOfEachClass(origins, reach.from)) {
      const within = targets.filter(({ distance_m }) => origin.distance_m + distance_m < best.sum_m);
      if (within.length === 0) break;
      const destination = this.#nearestConnected(origin, within);
      if (destination === null) continue;
      best.origin = origin;
      best.destination = destination;
      best.sum_m = origin.distance_m + destination.distance_m;
    }
    return best;
  }

  /** The first of the targets that a path from the origin leads to; null for none. */
  #nearestConnected(origin: Candidate, targets: readonly Candidate[]): Candidate | null {
    const isConnected = (count: number): boolean =>
      this.#search.cheapest([origin], targets.slice(0, count)) !== null;
    if (!isConnected(targets.length)) return null;
    let [low, high] = [1, targets.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (isConnected(middle)) high = middle;
      else low = middle + 1;
    }
    return targets[low - 1];
  }

  /**
   * Two candidates on one segment may be connected although nothing leads out of it and back: on a one-way
   * street with nothing behind it, from one end to the other.
   */
  #nearestOnOneSegment(origins: readonly Candidate[], destinations: readonly Candidate[]): Pair {
    const bySegment = new Map<number, Candidate[]>();
    for (const destination of destinations) {
      const here = bySegment.get(destination.segment);
      if (here === undefined) bySegment.set(destination.segment, [destination]);
      else here.push(destination);
    }
    const best: Pair = { origin: null, destination: null, sum_m: Infinity };
    for (const origin of origins) {
      for (const destination of bySegment.get(origin.segment) ?? []) {
        const sum_m = origin.distance_m + destination.distance_m;
        if (sum_m >= best.sum_m) break;
        if (!this.#search.isAhead(origin, destination)) continue;
        [best.origin, best.destination, best.sum_m] = [origin, destination, sum_m];
      }
    }
    return best;
  }
}

function nearestOfEachClass(candidates: readonly Candidate[], classes: Uint32Array): Candidate[] {
  const seen = new Set<number>();
  return candidates.filter(({ segment }) => {
    if (classes[segment] === SEVERAL) return true;
    if (seen.has(classes[segment])) return false;
    seen.add(classes[segment]);
    return true;
  });
}

/** All candidates as far away as one of them, or at most TIE_M farther. */
function asFarAs({ distance_m }: Candidate, candidates: readonly Candidate[]): Candidate[] {
  return candidates.filter(
    (other) => other.distance_m >= distance_m && other.distance_m <= distance_m + TIE_M,
  );
}
