import { MinHeap } from '../../arrays/heap.js';
import type { LocalTime } from '../../local-time.js';
import { numberAt } from '../../arrays/packed.js';
import type { BaseGraph } from '../frozen/base-graph.js';
import { NO_VERTEX, THROUGH_MS } from '../frozen/base-graph.js';
import { NO_WAY } from '../frozen/hierarchy.js';
import { distanceM } from '../../geo/distance.js';
import { toDegrees } from '../../geo/coordinates.js';
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
import { mayPass } from '../ends/approach.js';
import { CollectedEnds } from '../search/collected-ends.js';
import { readSourceTag, readTargetTag, RouteSearch } from '../search/route-search.js';
import type { WorkedRoads } from '../search/road-search.js';
import type { Candidate } from '../ends/snap.js';

/** Roads that are reached within a limit, as lines: lon, lat pairs in 1e-7 degrees. */
export interface ReachedRoads {
  limit: number;
  /** Segments that are reached from end to end, as far as they were not within a lower limit. */
  whole: Int32Array[];
  /** Parts of others. */
  parts: Int32Array[];
}

/** Up to where roads are reached. */
export interface ReachWanted {
  /** Ascending. */
  limits: readonly number[];
  /** Milliseconds of the quickest way, or metres of the shortest. */
  unit: 'ms' | 'm';
  /** Whether one sets out from the point, or comes to it. */
  direction: 'from' | 'to';
  /** For which time roads with dates are decided; now when absent. */
  departAt?: LocalTime;
  /** Way flags of roads that count as slower than they are (search/avoided-roads.ts); none when absent. */
  avoided?: number;
}

/** What is reached on. */
type ReachedOn = Pick<WorkedRoads, 'data' | 'ends'>;

/** So many vertices are looked at in one piece of work: some tens of microseconds. */
const PIECE = 256;
/** And so many segments. */
const SEGMENTS = 512;

/** Arcs by the vertex that they lead to. */
interface ArcsBack {
  first: Uint32Array;
  arc: Uint32Array;
  tail: Uint32Array;
}

/**
 * Finds all roads that are reached from a point within a time, or from which it is reached: Dijkstra's
 * algorithm on the base graph, with the costs of now. What cuts through private roads is not reached.
 */
export class ReachSearch {
  #back: ArcsBack | null = null;

  /** Works piece by piece, as MatrixSearch does. */
  *run(
    roads: ReachedOn,
    candidates: readonly Candidate[],
    wanted: ReachWanted,
  ): Generator<void, ReachedRoads[]> {
    const { limits, unit, direction } = wanted;
    const ends = new CollectedEnds();
    const search = new RouteSearch(roads.data, ends, roads.ends);
    if (direction === 'from') search.addOrigins(candidates, candidates);
    else search.addDestinations(candidates);
    const most = limits[limits.length - 1];
    const { graph, segments } = roads.data;
    const back = direction === 'from' ? null : (this.#back ??= arcsBack(graph));
    const begin = ends.found.map(({ vertex, ms, tag }) => ({
      vertex,
      cost: unit === 'ms' ? ms : end_m(segments, candidates, tag, direction),
    }));
    const lengths_m = unit === 'ms' ? null : segments.length_m;
    const found = yield* spread({ graph, back, lengths_m }, begin, most);
    return yield* new RoadWalk(roads, wanted, found).run(candidates);
  }
}

/** Metres between a candidate and the end of its segment, on the way that a source or a target takes. */
function end_m(
  segments: SegmentTable,
  candidates: readonly Candidate[],
  tag: number,
  direction: 'from' | 'to',
): number {
  const { number, against, isCut } = direction === 'from' ? readSourceTag(tag) : readTargetTag(tag);
  const { segment, position, share } = candidates[number];
  const [first, last] = [segments.firstPosition[segment], segments.firstPosition[segment + 1] - 1];
  const isAhead = (against === 0) === (direction === 'from');
  let metres = pair_m(segments, position) * (isAhead ? 1 - share : share);
  const [from, to] = isAhead ? [position + 1, last] : [first, position];
  for (let at = from; at < to; at++) metres += pair_m(segments, at);
  return isCut ? metres - segments.length_m[segment] : metres;
}

function pair_m({ positions }: SegmentTable, at: number): number {
  const [lon, lat] = [toDegrees(lon7At(positions, at)), toDegrees(lat7At(positions, at))];
  return distanceM(lon, lat, toDegrees(lon7At(positions, at + 1)), toDegrees(lat7At(positions, at + 1)));
}

/**
 * @param graph.lengths_m by segment; null: milliseconds count
 * @returns by vertex: what it costs, Infinity for more than `most`
 */
function* spread(
  { graph, back, lengths_m }: { graph: BaseGraph; back: ArcsBack | null; lengths_m: Float64Array | null },
  begin: readonly { vertex: number; cost: number }[],
  most: number,
): Generator<void, Float64Array> {
  const { hasTurns, vertexCount, firstArc, arcHead, arc_ms, drivenSegment } = graph;
  const found = new Float64Array(vertexCount).fill(Infinity);
  const heap = new MinHeap();
  const reach = (vertex: number, cost: number): void => {
    if (cost > most || cost >= found[vertex]) return;
    found[vertex] = cost;
    heap.push(cost, vertex);
  };
  for (const { vertex, cost } of begin) reach(vertex, cost);
  const first = back === null ? firstArc : back.first;
  for (let looks = 0; heap.size > 0; looks++) {
    const [here, vertex] = [heap.minKey, heap.minId];
    heap.pop();
    if (here > found[vertex]) continue;
    for (let i = first[vertex]; i < first[vertex + 1]; i++) {
      const arc = back === null ? i : back.arc[i];
      // Also those that have no way.
      if (arc_ms[arc] >= THROUGH_MS) continue;
      const tail = back === null ? vertex : back.tail[i];
      const driven = drivenSegment[hasTurns ? tail : arc];
      const cost = lengths_m === null ? arc_ms[arc] : lengths_m[driven >> 1];
      reach(back === null ? arcHead[arc] : tail, here + cost);
    }
    if (looks % PIECE === 0) yield;
  }
  return found;
}

function arcsBack({ vertexCount, firstArc, arcHead }: BaseGraph): ArcsBack {
  const first = new Uint32Array(vertexCount + 1);
  for (const head of arcHead) first[head + 1]++;
  for (let vertex = 0; vertex < vertexCount; vertex++) first[vertex + 1] += first[vertex];
  const end = first.slice();
  const [arc, tail] = [new Uint32Array(arcHead.length), new Uint32Array(arcHead.length)];
  for (let vertex = 0; vertex < vertexCount; vertex++)
    for (let own = firstArc[vertex]; own < firstArc[vertex + 1]; own++) {
      const at = end[arcHead[own]]++;
      arc[at] = own;
      tail[at] = vertex;
    }
  return { first, arc, tail };
}

/** Where a walk along a segment begins: a share of the pair from a position; at an end when null. */
type Start = Pick<Candidate, 'position' | 'share'> | null;

/** Follows each segment as far as it is reached. */
class RoadWalk {
  readonly #roads: ReachedOn;
  readonly #wanted: ReachWanted;
  /** By vertex. */
  readonly #costs: Float64Array;
  readonly #isWhole: Uint8Array;
  #line: number[] = [];

  constructor(roads: ReachedOn, wanted: ReachWanted, costs: Float64Array) {
    this.#roads = roads;
    this.#wanted = wanted;
    this.#costs = costs;
    this.#isWhole = new Uint8Array(roads.data.segments.count);
  }

  *run(candidates: readonly Candidate[]): Generator<void, ReachedRoads[]> {
    const { segments } = this.#roads.data;
    const { limits } = this.#wanted;
    const reached = limits.map((limit): ReachedRoads => ({ limit, whole: [], parts: [] }));
    const most = limits[limits.length - 1];
    const ends = [Infinity, Infinity];
    for (let segment = 0; segment < segments.count; segment++) {
      if (segment % SEGMENTS === 0) yield;
      for (let against = 0; against < 2; against++) ends[against] = this.#endCost(2 * segment + against);
      if (ends[0] > most && ends[1] > most) continue;
      for (const step of reached) this.#take(segment, ends, step);
    }
    for (const step of reached)
      for (const candidate of candidates)
        for (let directed = 2 * candidate.segment; directed < 2 * candidate.segment + 2; directed++) {
          if (!isOpen(segments, directed) || !mayPass(candidate, directed)) continue;
          this.#walk(directed, candidate, 0, step.limit);
          if (this.#line.length > 2) step.parts.push(Int32Array.from(this.#line));
        }
    return reached;
  }

  #take(segment: number, ends: readonly number[], step: ReachedRoads): void {
    if (this.#isWhole[segment] === 1) return;
    const found: Int32Array[] = [];
    for (let against = 0; against < 2; against++) {
      if (ends[against] > step.limit) continue;
      const isWhole = this.#walk(2 * segment + against, null, ends[against], step.limit);
      if (this.#line.length > 2) found.push(Int32Array.from(this.#line));
      if (!isWhole) continue;
      this.#isWhole[segment] = 1;
      step.whole.push(found[found.length - 1]);
      return;
    }
    step.parts.push(...found);
  }

  /** What it costs to where a directed segment begins, or from where it ends. */
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

  /** What costs time only. */
  #standing(ms: number): number {
    return this.#wanted.unit === 'ms' ? ms : 0;
  }

  /** What it costs from the end of the segment of a start vertex: its turns, and what lies beyond. */
  #turningCost(start: number): number {
    const { data, ends } = this.#roads;
    // What lies behind may be closed now. So only the turns at the end of the segment count.
    const { graph, segments } = ends?.imported ?? data;
    const { firstArc, arcHead, arc_ms, drivenSegment } = graph;
    const driven_ms = segmentCost_ms(segments, drivenSegment[start]);
    let least = Infinity;
    for (let arc = firstArc[start]; arc < firstArc[start + 1]; arc++)
      if (arc_ms[arc] < THROUGH_MS && ends?.blockedArcs.has(arc) !== true)
        least = Math.min(least, this.#costs[arcHead[arc]] + this.#standing(arc_ms[arc] - driven_ms));
    return least;
  }

  /**
   * Follows a directed segment from where it begins, or back from where it ends, up to the limit. Positions
   * stand in `#line`.
   * @returns whether all of it is reached
   */
  #walk(directed: number, start: Start, begin: number, limit: number): boolean {
    const { segments } = this.#roads.data;
    const segment = directed >> 1;
    const isAlong = ((directed & 1) === 0) === (this.#wanted.direction === 'from');
    const [first, last] = [segments.firstPosition[segment], segments.firstPosition[segment + 1] - 1];
    const shift = pairShift(segments, directed);
    this.#line = [];
    let position = start === null ? (isAlong ? first : last - 1) : start.position;
    let share = start === null ? (isAlong ? 0 : 1) : start.share;
    let spent = begin;
    for (; position >= first && position < last; position += isAlong ? 1 : -1) {
      const pair_ms = numberAt(segments.pair_ms, position + shift);
      if (pair_ms === NO_WAY) return false;
      const pair = this.#wanted.unit === 'ms' ? pair_ms : pair_m(segments, position);
      const rest = pair * (isAlong ? 1 - share : share);
      const part = rest === 0 ? 1 : Math.min(1, (limit - spent) / rest);
      if (part < 0) return false;
      if (this.#line.length === 0) this.#push(position, share);
      this.#push(position, isAlong ? share + part * (1 - share) : share * (1 - part));
      if (part < 1) return false;
      spent += rest + this.#standing(this.#delay_ms(segment, isAlong ? position + 1 : position));
      share = isAlong ? 0 : 1;
    }
    return true;
  }

  #push(position: number, share: number): void {
    const { positions } = this.#roads.data.segments;
    const [lon7, lat7] = [lon7At(positions, position), lat7At(positions, position)];
    this.#line.push(
      Math.round(lon7 + share * (lon7At(positions, position + 1) - lon7)),
      Math.round(lat7 + share * (lat7At(positions, position + 1) - lat7)),
    );
  }

  /** What it takes to pass a position inside a segment. */
  #delay_ms(segment: number, position: number): number {
    const { segments } = this.#roads.data;
    if ((segmentFlags(segments, segment) & HAS_DELAYS) === 0) return 0;
    const { delayPosition, delay_ms } = segments;
    const i = lastNotAbove(delayPosition, position);
    return delayPosition[i] === position ? delay_ms[i] : 0;
  }
}
