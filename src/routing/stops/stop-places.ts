import type { Position } from '../../geo/position.js';
import { numberAt } from '../../arrays/packed.js';
import { THROUGH_MS } from '../frozen/base-graph.js';
import { comesBack, connection, SEVERAL } from '../frozen/reach.js';
import { FIRST_REACH_M, mayEndAt, mostMove_m, REACH_GROWTH } from './farther-ends.js';
import type { RoadSearch } from '../search/road-search.js';
import { ANY_DIRECTION, type Approach } from '../ends/approach.js';
import { TIE_M, type Candidate, type Snapper } from '../ends/snap.js';

/**
 * The places where a route through several points stops: for each point, the candidates at one place on the
 * road. `leg` is the index, counted from 0, of a leg that no path connects.
 */
export type StopPlaces = Candidate[][] | { leg: number };

/**
 * Chooses where a route through several points stops, considering all points together, as described in
 * docs/routing-model.md, 9. A place consists of all candidates with the same position: a route may arrive
 * there on one road and continue along another.
 */
export class StopChooser {
  readonly #search: RoadSearch;
  readonly #snapper: Snapper;

  constructor(search: RoadSearch, snapper: Snapper) {
    this.#search = search;
    this.#snapper = snapper;
  }

  /**
   * Returns the places that the cheapest route between the candidates of all points uses. A leg is not
   * examined if both of its points have only one place, because there is no choice.
   */
  cheapest(candidates: readonly Candidate[][]): StopPlaces {
    const places = candidates.map(byPlace);
    let costs_ms = places[0].map(() => 0);
    const from: number[][] = [];
    for (let leg = 0; leg + 1 < places.length; leg++) {
      const [here, next] = [places[leg], places[leg + 1]];
      const legs = next.map((to) => {
        if (here.length === 1 && next.length === 1) return { i: 0, cost_ms: 0 };
        return cheapestOf(costs_ms, (i) => this.#cost_ms(here[i], to));
      });
      from.push(legs.map(({ i }) => i));
      costs_ms = legs.map(({ cost_ms }) => cost_ms);
      if (Math.min(...costs_ms) === Infinity) return { leg };
    }
    let at = costs_ms.indexOf(Math.min(...costs_ms));
    const chosen = [places[places.length - 1][at]];
    for (let leg = from.length - 1; leg >= 0; leg--) chosen.unshift(places[leg][(at = from[leg][at])]);
    return chosen;
  }

  #cost_ms(origins: readonly Candidate[], destinations: readonly Candidate[]): number {
    const found = this.#search.cheapest(origins, destinations);
    return found === null ? Infinity : found.duration_ms + found.cutsThrough * THROUGH_MS;
  }

  /**
   * Returns places farther away if no route connects the nearest ones: the connected candidates with the
   * smallest sum of distances. The search radius grows in the same way as in FartherEnds.
   * @param nearest the nearest candidates of each point
   * @param approaches if given, only the MOST_APPROACHED nearest candidates of each point are tried
   */
  farther(
    points: readonly Position[],
    nearest: readonly Candidate[][],
    limits: { snapLimit_m: number; snapDetour_m: number },
    approaches?: Approaches,
  ): StopPlaces {
    const nearest_m = nearest.map((found) => Math.min(...found.map(({ distance_m }) => distance_m)));
    const least_m = nearest_m.reduce((sum, own_m) => sum + own_m, 0);
    const most_m = points.map((point, k) => {
      const beside = [points[k - 1], points[k + 1]].filter((other) => other !== undefined);
      return Math.max(0, mostMove_m(point, beside, limits.snapDetour_m));
    });
    if (approaches !== undefined) {
      const sets = points.map((point, k) => {
        const limit_m = Math.min(limits.snapLimit_m, nearest_m[k] + most_m[k]);
        return this.#snapper.within(point, limit_m, 0, approaches[k]).slice(0, MOST_APPROACHED);
      });
      const found = this.#leastDetour(sets);
      return 'chain' in found ? this.#cheapestAlike(points, found.chain, approaches) : found;
    }
    for (let beyond_m = FIRST_REACH_M; ; beyond_m *= REACH_GROWTH) {
      const isLast = 2 * beyond_m >= limits.snapDetour_m;
      const reach_m = isLast ? limits.snapDetour_m : beyond_m;
      const sets = points.map((point, k) =>
        this.#nearestOfEachClass(
          point,
          Math.min(limits.snapLimit_m, nearest_m[k] + Math.min(reach_m, most_m[k])),
          {
            arrives: k > 0,
            leaves: k + 1 < points.length,
          },
        ),
      );
      const found = this.#leastDetour(sets);
      // The sum of distances is larger than this for any chain with a stop beyond the radius.
      const isSure = 'chain' in found && found.sum_m <= least_m + beyond_m;
      if (!isLast && !isSure) continue;
      if (!('chain' in found)) return found;
      return this.#cheapestAlike(points, found.chain);
    }
  }

  /** Returns the cheapest of all chains with the same distances as the given chain. */
  #cheapestAlike(
    points: readonly Position[],
    chain: readonly Candidate[],
    approaches?: Approaches,
  ): StopPlaces {
    return this.cheapest(
      chain.map(({ distance_m }, k) =>
        this.#snapper.within(points[k], distance_m + TIE_M, distance_m, approaches?.[k]),
      ),
    );
  }

  /**
   * Groups the candidates by which roads can be reached from them and which roads lead to them, and returns
   * the nearest candidate of each group, nearest first.
   */
  #nearestOfEachClass(
    point: Position,
    limit_m: number,
    { arrives, leaves }: { arrives: boolean; leaves: boolean },
  ): Candidate[] {
    const { reach } = this.#search.data;
    const seen = new Set<number>();
    return this.#snapper.within(point, limit_m).filter((candidate) => {
      if (!mayEndAt(candidate, this.#search)) return false;
      const { segment } = candidate;
      const [from, to] = [numberAt(reach.from, segment), numberAt(reach.to, segment)];
      if (from === SEVERAL || to === SEVERAL || !comesBack(reach, segment)) return true;
      const both = (leaves ? from * CLASSES : 0) + (arrives ? to : 0);
      if (seen.has(both)) return false;
      seen.add(both);
      return true;
    });
  }

  /** Returns the connected chain of candidates with the smallest sum of distances. */
  #leastDetour(
    sets: readonly (readonly Candidate[])[],
  ): { chain: Candidate[]; sum_m: number } | { leg: number } {
    let sums_m = sets[0].map(({ distance_m }) => distance_m);
    const from: number[][] = [];
    for (let leg = 0; leg + 1 < sets.length; leg++) {
      const here = sets[leg];
      // The chains are sorted by sum, so the first connected chain is the best one.
      const order = sums_m.map((_, i) => i).filter((i) => sums_m[i] < Infinity);
      order.sort((a, b) => sums_m[a] - sums_m[b]);
      const before = sets[leg + 1].map((to) => order.find((i) => this.#isConnected(here[i], to)) ?? -1);
      sums_m = before.map((i, k) => (i === -1 ? Infinity : sums_m[i] + sets[leg + 1][k].distance_m));
      from.push(before);
      if (Math.min(...sums_m) === Infinity) return { leg };
    }
    const sum_m = Math.min(...sums_m);
    let at = sums_m.indexOf(sum_m);
    const chain = [sets[sets.length - 1][at]];
    for (let leg = from.length - 1; leg >= 0; leg--) chain.unshift(sets[leg][(at = from[leg][at])]);
    return { chain, sum_m };
  }

  #isConnected(origin: Candidate, destination: Candidate): boolean {
    if (origin.segment === destination.segment && this.#search.isAhead(origin, destination)) return true;
    const { reach } = this.#search.data;
    // Segment classes apply to whole segments, not to a single direction.
    const isWhole = origin.directions === ANY_DIRECTION && destination.directions === ANY_DIRECTION;
    const known = isWhole
      ? connection(reach, numberAt(reach.from, origin.segment), numberAt(reach.to, destination.segment))
      : 'unknown';
    return known === 'unknown' ? this.#search.cheapest([origin], [destination]) !== null : known === 'yes';
  }
}

/** Per point: the required way of arriving and leaving, or null if there is no requirement. */
export type Approaches = readonly (Approach | null)[];

/**
 * If approaches are given, searches rather than segment classes determine which places are connected. The
 * number of searches for a leg is at most the square of this number.
 */
const MOST_APPROACHED = 16;

/** Larger than the number of classes, so that two classes can be combined into one number. */
const CLASSES = 2 ** 26;

/** Groups candidates by position, in the order of each group's first candidate. */
function byPlace(candidates: readonly Candidate[]): Candidate[][] {
  const places: Candidate[][] = [];
  for (const candidate of candidates) {
    const same = places.find(([{ lon7, lat7 }]) => lon7 === candidate.lon7 && lat7 === candidate.lat7);
    if (same === undefined) places.push([candidate]);
    else same.push(candidate);
  }
  return places;
}

/** Returns the cheapest total among several options, where each option has a cost up to its beginning. */
function cheapestOf(
  costs_ms: readonly number[],
  rest_ms: (i: number) => number,
): { i: number; cost_ms: number } {
  let best = { i: 0, cost_ms: Infinity };
  costs_ms.forEach((before_ms, i) => {
    if (before_ms >= best.cost_ms) return;
    const cost_ms = before_ms + rest_ms(i);
    if (cost_ms < best.cost_ms) best = { i, cost_ms };
  });
  return best;
}
