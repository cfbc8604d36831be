import { LineList } from '../../arrays/line-list.js';
import { numberAt } from '../../arrays/packed.js';
import { toDegrees } from '../../geo/coordinates.js';
import { distanceM } from '../../geo/distance.js';
import type { LocalTime } from '../../local-time.js';
import type { RoadZones } from '../current/current-roads.js';
import { mayPass } from '../ends/approach.js';
import type { Candidate } from '../ends/snap.js';
import { NO_VERTEX, THROUGH_MS } from '../frozen/base-graph.js';
import { NO_WAY } from '../frozen/hierarchy.js';
import { lat7At, lon7At } from '../frozen/positions.js';
import { lastNotAbove } from '../frozen/routing-data.js';
import {
  HAS_DELAYS,
  isOpen,
  pairShift,
  segmentCost_ms,
  segmentFlags,
  startVertex,
  type SegmentTable,
} from '../frozen/segment-table.js';
import type { WorkedRoads } from '../search/worked-roads.js';

/** The roads within a limit but beyond the next lower limit. */
export interface ReachedRoads {
  limit: number;
  /** Longitude, latitude pairs in 1e-7 degrees. No stretch of road is included twice. */
  lines: LineList;
}

/** How far and in which direction to look for reachable roads. */
export interface ReachWanted {
  /** The limits in ascending order. */
  limits: readonly number[];
  /** Whether the limits are milliseconds on the quickest route or meters on the shortest route. */
  unit: 'ms' | 'm';
  /** Whether trips start at the point or end there. */
  direction: 'from' | 'to';
  /** The time that determines which roads with dates are open; defaults to now. */
  departAt?: LocalTime;
  /** Zones that also change the roads; none by default. */
  zones?: RoadZones;
  /**
   * The way flags of roads that are treated as slower than they are (search/avoided-roads.ts); none by
   * default.
   */
  avoided?: number;
}

/** The roads on which the search for reachable roads runs. */
export type ReachedOn = Pick<WorkedRoads, 'data' | 'ends'>;

/** The number of segments handled per piece of work, which takes a few tens of microseconds. */
const PIECE = 128;

/** A stretch of a segment, from one place to another. */
type Span = readonly [from: number, to: number];

/**
 * The costs of reaching the two ends of a segment: the start for travel along it, and the start for travel
 * against it.
 */
type EndCosts = [along: number, against: number];

/**
 * Follows each segment as far as it can be reached. A place on a segment is the number of the previous
 * position, counted from the segment's first position, plus the fraction of the pair that starts there.
 */
export class RoadWalk {
  readonly #roads: ReachedOn;
  readonly #wanted: ReachWanted;
  /** Indexed by vertex. */
  readonly #costs: Float64Array;

  constructor(roads: ReachedOn, wanted: ReachWanted, costs: Float64Array) {
    this.#roads = roads;
    this.#wanted = wanted;
    this.#costs = costs;
  }

  /** @param touched all segments that may be reached, and possibly other segments */
  *run(candidates: readonly Candidate[], touched: Iterable<number>): Generator<void, ReachedRoads[]> {
    const { limits } = this.#wanted;
    const reached = limits.map((limit): ReachedRoads => ({ limit, lines: new LineList() }));
    const most = limits[limits.length - 1];
    const begun = new Map<number, Candidate[]>();
    for (const own of candidates) begun.set(own.segment, [...(begun.get(own.segment) ?? []), own]);
    const ends: EndCosts = [Infinity, Infinity];
    const isDone = new Uint8Array(this.#roads.data.segments.count);
    let looks = 0;
    for (const segment of both(touched, begun.keys())) {
      if (isDone[segment] === 1) continue;
      isDone[segment] = 1;
      if (++looks % PIECE === 0) yield;
      for (let against = 0; against < 2; against++) ends[against] = this.#endCost(2 * segment + against);
      const own = begun.get(segment) ?? [];
      if (ends[0] <= most || ends[1] <= most || own.length > 0) this.#take(segment, ends, own, reached);
    }
    return reached;
  }

  /** Adds to each limit the stretches of a segment that the previous limit does not include. */
  #take(
    segment: number,
    ends: Readonly<EndCosts>,
    candidates: readonly Candidate[],
    reached: readonly ReachedRoads[],
  ): void {
    const last = this.#roads.data.segments.firstPosition[segment + 1] - 1;
    const length = last - this.#roads.data.segments.firstPosition[segment];
    let before: readonly Span[] = [];
    for (const { limit, lines } of reached) {
      if (before.length === 1 && before[0][0] === 0 && before[0][1] === length) return;
      const now = joined(this.#spans(segment, ends, candidates, limit));
      for (const span of without(now, before)) this.#addLine(segment, span, lines);
      before = now;
    }
  }

  /**
   * Returns the stretches of a segment that can be reached from its ends or from the point itself, in any
   * order.
   */
  #spans(segment: number, ends: Readonly<EndCosts>, candidates: readonly Candidate[], limit: number): Span[] {
    const { segments } = this.#roads.data;
    const first = segments.firstPosition[segment];
    const length = segments.firstPosition[segment + 1] - 1 - first;
    const found: Span[] = [];
    const add = (directed: number, from: number, begin: number): void => {
      const to = this.#walk(directed, from, begin, limit);
      if (to !== from) found.push(from < to ? [from, to] : [to, from]);
    };
    for (let against = 0; against < 2; against++) {
      const directed = 2 * segment + against;
      if (ends[against] <= limit) add(directed, this.#isAlong(directed) ? 0 : length, ends[against]);
      if (found.length > 0 && found[0][1] - found[0][0] === length) return found;
    }
    for (const candidate of candidates)
      for (let directed = 2 * segment; directed < 2 * segment + 2; directed++)
        if (isOpen(segments, directed) && mayPass(candidate, directed))
          add(directed, candidate.position - first + candidate.share, 0);
    return found;
  }

  /** Returns the cost of reaching the start of a directed segment, or of continuing from its end. */
  #endCost(directed: number): number {
    const { data, ends } = this.#roads;
    const { segments, targets, graph } = data;
    if (!isOpen(segments, directed)) return Infinity;
    const found = this.#costs;
    if (this.#wanted.direction === 'to') {
      const start = startVertex(segments, directed);
      if (start === NO_VERTEX) return Infinity;
      return graph.hasTurns ? this.#turningCost(start) : found[start];
    }
    if (ends?.blockedTails.has(directed) === true) return Infinity;
    let least = Infinity;
    const end = numberAt(targets.first, directed + 1);
    for (let i = numberAt(targets.first, directed); i < end; i++)
      least = Math.min(least, found[numberAt(targets.vertex, i)] + this.#standing(numberAt(targets.ms, i)));
    return least;
  }

  /** Returns the cost of a delay, which takes time but covers no distance. */
  #standing(ms: number): number {
    return this.#wanted.unit === 'ms' ? ms : 0;
  }

  /**
   * Returns the cost from the end of a start vertex's segment onward, including the turn and the route after
   * it.
   */
  #turningCost(start: number): number {
    const { data, ends } = this.#roads;
    // The roads after the turn may currently be closed, so only the turns at the segment's end are
    // considered.
    const { graph, segments } = ends?.imported ?? data;
    const { firstArc, arcHead, arc_ms, drivenSegment } = graph;
    const driven_ms = segmentCost_ms(segments, drivenSegment[start]);
    let least = Infinity;
    for (let arc = firstArc[start]; arc < firstArc[start + 1]; arc++)
      if (arc_ms[arc] < THROUGH_MS && ends?.blockedArcs.has(arc) !== true)
        least = Math.min(least, this.#costs[arcHead[arc]] + this.#standing(arc_ms[arc] - driven_ms));
    return least;
  }

  /** Whether a walk goes from a segment's first position to its last. */
  #isAlong(directed: number): boolean {
    return ((directed & 1) === 0) === (this.#wanted.direction === 'from');
  }

  /**
   * Follows a directed segment from a place, or backward from it, up to the limit.
   * @returns the place where the walk ends
   */
  #walk(directed: number, from: number, begin: number, limit: number): number {
    const { segments } = this.#roads.data;
    const segment = directed >> 1;
    const isAlong = this.#isAlong(directed);
    const [first, last] = [segments.firstPosition[segment], segments.firstPosition[segment + 1] - 1];
    const shift = pairShift(segments, directed);
    let spent = begin;
    let place = from;
    for (const end = isAlong ? last - first : 0; place !== end;) {
      const pair = isAlong ? Math.floor(place) : Math.ceil(place) - 1;
      const next = isAlong ? pair + 1 : pair;
      const pair_ms = numberAt(segments.pair_ms, first + pair + shift);
      if (pair_ms === NO_WAY) return place;
      const whole = this.#wanted.unit === 'ms' ? pair_ms : pair_m(segments, first + pair);
      const rest = whole * Math.abs(next - place);
      if (spent > limit) return place;
      if (spent + rest > limit) return place + (next - place) * ((limit - spent) / rest);
      spent += rest + this.#standing(this.#delay_ms(segment, first + next));
      place = next;
    }
    return place;
  }

  #addLine(segment: number, [from, to]: Span, lines: LineList): void {
    this.#push(segment, from, lines);
    for (let place = Math.floor(from) + 1; place < to; place++) this.#push(segment, place, lines);
    this.#push(segment, to, lines);
    lines.endLine();
  }

  #push(segment: number, place: number, lines: LineList): void {
    const { positions, firstPosition } = this.#roads.data.segments;
    const position = firstPosition[segment] + Math.floor(place);
    const share = place - Math.floor(place);
    const [lon7, lat7] = [lon7At(positions, position), lat7At(positions, position)];
    if (share === 0) {
      lines.push(lon7);
      lines.push(lat7);
      return;
    }
    lines.push(Math.round(lon7 + share * (lon7At(positions, position + 1) - lon7)));
    lines.push(Math.round(lat7 + share * (lat7At(positions, position + 1) - lat7)));
  }

  /** Returns the time to pass a position inside a segment. */
  #delay_ms(segment: number, position: number): number {
    const { segments } = this.#roads.data;
    if ((segmentFlags(segments, segment) & HAS_DELAYS) === 0) return 0;
    const { delayPosition, delay_ms } = segments;
    const i = lastNotAbove(delayPosition, position);
    return delayPosition[i] === position ? delay_ms[i] : 0;
  }
}

function* both(some: Iterable<number>, more: Iterable<number>): Generator<number, void> {
  yield* some;
  yield* more;
}

/** Returns the stretches in order, joining any that meet. */
function joined(spans: Span[]): Span[] {
  if (spans.length < 2) return spans;
  const found: [from: number, to: number][] = [];
  for (const [from, to] of spans.sort((a, b) => a[0] - b[0])) {
    const last = found.at(-1);
    if (last !== undefined && from <= last[1]) last[1] = Math.max(last[1], to);
    else found.push([from, to]);
  }
  return found;
}

/**
 * Returns the parts of one list of stretches that are not in the other. Both lists are sorted and free of
 * overlaps.
 */
function without(spans: readonly Span[], others: readonly Span[]): readonly Span[] {
  if (others.length === 0) return spans;
  const found: Span[] = [];
  for (const [from, to] of spans) {
    let at = from;
    for (const [start, end] of others) {
      if (end <= at || start >= to) continue;
      if (start > at) found.push([at, start]);
      at = end;
    }
    if (at < to) found.push([at, to]);
  }
  return found;
}

export function pair_m({ positions }: SegmentTable, at: number): number {
  const [lon, lat] = [toDegrees(lon7At(positions, at)), toDegrees(lat7At(positions, at))];
  return distanceM(lon, lat, toDegrees(lon7At(positions, at + 1)), toDegrees(lat7At(positions, at + 1)));
}
