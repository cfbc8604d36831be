import type { Position } from '../../geo/position.js';
import { numberAt } from '../../arrays/packed.js';
import { turnAngle } from '../../geo/bearing.js';
import { toDegrees } from '../../geo/coordinates.js';
import { distanceM } from '../../geo/distance.js';
import { THROUGH_MS } from '../frozen/base-graph.js';
import { lat7At, lon7At } from '../frozen/positions.js';
import { lastNotAbove, runAt, type RoutingData } from '../frozen/routing-data.js';
import { HAS_DELAYS, pairShift, segmentCost_ms, segmentFlags } from '../frozen/segment-table.js';
import type { FoundPath } from '../search/route-search.js';

/** A piece of a route on a single way and segment in one direction, with no delays along it. */
export interface Stretch {
  /** Twice the row in the way table, plus 1 for travel against the way's direction. */
  way: number;
  /** The directed segment. */
  directed: number;
  /** In the direction of the route: the place where the stretch starts, and the place where it ends. */
  from: number;
  to: number;
  distance_m: number;
  duration_s: number;
  /**
   * The time to pass the end of the stretch, including barriers, signals and the turn. 0 at the end of the
   * route.
   */
  passing_s: number;
  /**
   * The directed segment that follows the stretch; -1 if the stretch ends inside a segment or at the end of
   * the route.
   */
  next: number;
}

/**
 * A piece of the route on one directed segment, between two places. A place is a position plus a fraction of
 * the pair that starts at that position.
 */
interface Piece {
  directed: number;
  from: number;
  to: number;
}

/** The distance from a junction, in meters, at which the direction of a road has become clear. */
const BEND_M = 12;

/** Splits a found path into stretches. */
export class RouteStretches {
  readonly #data: RoutingData;
  readonly #imported: RoutingData;

  /**
   * @param imported the data with the imported costs. The times for passing nodes come from this data,
   *   because they do not change, and the arc of a partly closed segment has no true cost.
   */
  constructor(data: RoutingData, imported: RoutingData) {
    this.#data = data;
    this.#imported = imported;
  }

  /** @param driven the segments between the first and the last segment; see `RouteSearch.driven` */
  of(found: FoundPath, driven: readonly number[]): Stretch[] {
    const { origin, destination } = found;
    if (found.kind === 'along')
      return this.#split([], {
        directed: found.directed,
        from: origin.position + origin.share,
        to: destination.position + destination.share,
      });
    return this.arrive(this.addWhole(this.leave(found), driven), found);
  }

  /** Returns the stretches from the origin to the end of the first segment. */
  leave({ origin, leaving }: FoundPath & { kind: 'path' }): Stretch[] {
    return this.#split([], {
      directed: leaving,
      from: origin.position + origin.share,
      to: this.head(leaving),
    });
  }

  /** Adds whole directed segments. */
  addWhole(stretches: Stretch[], driven: Iterable<number>): Stretch[] {
    for (const directed of driven) {
      if (stretches.length > 0) this.pass(stretches[stretches.length - 1], directed);
      if (!this.#addSimple(stretches, directed))
        this.#split(stretches, { directed, from: this.head(directed ^ 1), to: this.head(directed) });
    }
    return stretches;
  }

  /** Adds the stretches from the start of the last segment to the destination. */
  arrive(stretches: Stretch[], { destination, arriving }: FoundPath & { kind: 'path' }): Stretch[] {
    if (stretches.length > 0) this.pass(stretches[stretches.length - 1], arriving);
    const to = destination.position + destination.share;
    return this.#split(stretches, { directed: arriving, from: this.head(arriving ^ 1), to });
  }

  /** Continues the route from the last stretch of a segment onto the next segment. */
  pass(end: Stretch, next: number): void {
    end.next = next;
    end.passing_s = this.#passing_ms(end.directed, next) / 1000;
  }

  /**
   * Adds a segment that consists of a single stretch, as most segments do. The segment's length and duration
   * are already known.
   */
  #addSimple(stretches: Stretch[], directed: number): boolean {
    const { segments } = this.#data;
    const segment = directed >> 1;
    const run = numberAt(segments.firstRun, segment);
    if (numberAt(segments.firstRun, segment + 1) !== run + 1) return false;
    if ((segmentFlags(segments, segment) & HAS_DELAYS) !== 0) return false;
    stretches.push({
      way: numberAt(segments.runWay, run) ^ (directed & 1),
      directed,
      from: this.head(directed ^ 1),
      to: this.head(directed),
      distance_m: segments.length_m[segment],
      duration_s: segmentCost_ms(segments, directed) / 1000,
      passing_s: 0,
      next: -1,
    });
    return true;
  }

  /**
   * Returns the angle in degrees of the turn from one directed segment to the next, positive to the right.
   */
  turn(directed: number, next: number): number {
    const before = this.head(directed) + ((directed & 1) === 0 ? -1 : 1);
    const after = this.head(next ^ 1) + ((next & 1) === 0 ? 1 : -1);
    return turnAngle(this.degrees(before), this.degrees(this.head(directed)), this.degrees(after));
  }

  /**
   * Returns the angle of the turn as a driver sees it: from `BEND_M` before the junction to `BEND_M` after
   * it. Maps often draw a junction with a short piece of road that points in a different direction from the
   * rest of the road.
   */
  bend(directed: number, next: number): number {
    const at = this.degrees(this.head(directed));
    return turnAngle(this.#along(directed ^ 1), at, this.#along(next));
  }

  /**
   * Returns the position that is `BEND_M` from the start of a directed segment, or the segment's end if the
   * segment is shorter.
   */
  #along(directed: number): Position {
    const last = this.head(directed);
    const step = (directed & 1) === 0 ? 1 : -1;
    let place = this.head(directed ^ 1);
    let from = this.degrees(place);
    for (let left_m = BEND_M; ;) {
      const to = this.degrees((place += step));
      const length_m = distanceM(...from, ...to);
      if (length_m >= left_m) {
        const share = left_m / length_m;
        return [from[0] + share * (to[0] - from[0]), from[1] + share * (to[1] - from[1])];
      }
      if (place === last) return to;
      left_m -= length_m;
      from = to;
    }
  }

  /** Whether a turn is below 45 degrees. This check is much quicker than computing the angle. */
  isAhead(directed: number, next: number): boolean {
    const { positions } = this.#data.segments;
    const before = this.head(directed) + ((directed & 1) === 0 ? -1 : 1);
    const [at, start] = [this.head(directed), this.head(next ^ 1)];
    const after = start + ((next & 1) === 0 ? 1 : -1);
    const lat7 = lat7At(positions, at);
    const perLon = Math.cos((lat7 * Math.PI) / 1.8e9);
    const inX = (lon7At(positions, at) - lon7At(positions, before)) * perLon;
    const inY = lat7 - lat7At(positions, before);
    const outX = (lon7At(positions, after) - lon7At(positions, start)) * perLon;
    const outY = lat7At(positions, after) - lat7At(positions, start);
    return Math.abs(inX * outY - inY * outX) < inX * outX + inY * outY;
  }

  /** Returns the position at the end of a directed segment. */
  head(directed: number): number {
    const { firstPosition } = this.#data.segments;
    return (directed & 1) === 0 ? firstPosition[(directed >> 1) + 1] - 1 : firstPosition[directed >> 1];
  }

  degrees(position: number): Position {
    const { positions } = this.#data.segments;
    return [toDegrees(lon7At(positions, position)), toDegrees(lat7At(positions, position))];
  }

  /** Returns twice the way-table row of a pair's way, plus 1 if the segment runs against that way. */
  wayAt(segment: number, pair: number): number {
    const { segments } = this.#data;
    return numberAt(segments.runWay, runAt(segments, segment, pair));
  }

  /**
   * Splits a piece into one or more stretches, and appends them. A new stretch starts wherever the way
   * changes or a node takes time to pass.
   */
  #split(stretches: Stretch[], { directed, from, to }: Piece): Stretch[] {
    const firstOfPiece = stretches.length;
    const forward = (directed & 1) === 0;
    const hasDelays = (segmentFlags(this.#data.segments, directed >> 1) & HAS_DELAYS) !== 0;
    for (let place = from; ;) {
      const g = forward ? Math.floor(place) : Math.ceil(place) - 1;
      const next = forward ? Math.min(g + 1, to) : Math.max(g, to);
      // A piece of length 0 at the very end of its segment belongs to the last pair.
      const pair = Math.min(Math.max(g, this.head(directed | 1)), this.head(directed & ~1) - 1);
      const way = this.wayAt(directed >> 1, pair) ^ (forward ? 0 : 1);
      const last = stretches[stretches.length - 1];
      if (stretches.length === firstOfPiece || last.way !== way || last.passing_s > 0)
        stretches.push({
          way,
          directed,
          from: place,
          to: place,
          distance_m: 0,
          duration_s: 0,
          passing_s: 0,
          next: -1,
        });
      const stretch = stretches[stretches.length - 1];
      if (place !== to) this.#addPair(stretch, pair, Math.abs(next - place));
      stretch.to = next;
      if (next === to || place === to) return stretches;
      if (hasDelays) stretch.passing_s = this.#delayInside_ms(next) / 1000;
      place = next;
    }
  }

  #addPair(stretch: Stretch, pair: number, share: number): void {
    const { segments } = this.#data;
    const pair_ms = numberAt(segments.pair_ms, pair + pairShift(segments, stretch.directed));
    stretch.distance_m += share * distanceM(...this.degrees(pair), ...this.degrees(pair + 1));
    stretch.duration_s += Math.round(pair_ms * share) / 1000;
  }

  #delayInside_ms(position: number): number {
    const { delayPosition, delay_ms } = this.#data.segments;
    if (delayPosition.length === 0) return 0;
    const i = lastNotAbove(delayPosition, position);
    return delayPosition[i] === position ? delay_ms[i] : 0;
  }

  /**
   * Returns the time needed to pass from the end of one segment onto the next, including the turn. The time
   * is the same for all vertices of the segment that have this turn, except for the cost of a private
   * stretch.
   */
  #passing_ms(directed: number, next: number): number {
    const { graph, targets, segments } = this.#imported;
    if (!graph.hasTurns) return numberAt(targets.ms, numberAt(targets.first, next)) % THROUGH_MS;
    const end = numberAt(targets.first, directed + 1);
    for (let i = numberAt(targets.first, directed); i < end; i++) {
      const vertex = numberAt(targets.vertex, i);
      for (let arc = graph.firstArc[vertex]; arc < graph.firstArc[vertex + 1]; arc++) {
        if (graph.drivenSegment[graph.arcHead[arc]] === next)
          return (graph.arc_ms[arc] - segmentCost_ms(segments, directed)) % THROUGH_MS;
      }
    }
    return 0;
  }
}
