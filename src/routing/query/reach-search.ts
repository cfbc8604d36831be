import { MinHeap } from '../../arrays/heap.js';
import { numberAt } from '../../arrays/packed.js';
import type { BaseGraph } from '../frozen/base-graph.js';
import { NO_VERTEX } from '../frozen/base-graph.js';
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
} from '../frozen/segment-table.js';
import { mayPass } from './approach.js';
import type { PathSearch } from './path-search.js';
import { RouteSearch } from './route-search.js';
import type { RoadsOfNow } from './road-search.js';
import type { Candidate } from './snap.js';

/** Roads that are reached within some time, as lines: lon, lat pairs in 1e-7 degrees. */
export interface ReachedRoads {
  limit_ms: number;
  /** Segments that are reached from end to end, as far as they were not within a shorter time. */
  whole: Int32Array[];
  /** Parts of others. */
  parts: Int32Array[];
}

/** Whether one sets out from the point, or comes to it. */
export type ReachDirection = 'from' | 'to';

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

  /**
   * Works piece by piece, as MatrixSearch does.
   * @param limits_ms ascending
   */
  *run(
    roads: RoadsOfNow,
    candidates: readonly Candidate[],
    { limits_ms, direction }: { limits_ms: readonly number[]; direction: ReachDirection },
  ): Generator<void, ReachedRoads[]> {
    const ends = new CollectedEnds();
    const search = new RouteSearch(roads.data, ends, roads.ends);
    if (direction === 'from') search.addOrigins(candidates, candidates);
    else search.addDestinations(candidates);
    const most_ms = limits_ms[limits_ms.length - 1];
    const graph = roads.data.graph;
    const next = direction === 'from' ? null : (this.#back ??= arcsBack(graph));
    const vertex_ms = yield* spread(graph, next, ends.found, most_ms);
    return yield* new RoadWalk(roads, direction, vertex_ms).run(candidates, limits_ms);
  }
}

/** Takes the ends of routes, and searches nothing. */
class CollectedEnds implements PathSearch {
  readonly sourceTag = 0;
  readonly targetTag = 0;
  readonly segments = new Int32Array(0);
  readonly found: { vertex: number; ms: number }[] = [];

  reset(): void {
    this.found.length = 0;
  }

  addSource(vertex: number, ms: number): void {
    this.found.push({ vertex, ms });
  }

  addTarget(vertex: number, ms: number): void {
    this.found.push({ vertex, ms });
  }

  run(): number {
    return Infinity;
  }

  unpack(): number {
    return 0;
  }
}

/** @returns by vertex: milliseconds, Infinity for more than `most_ms` */
function* spread(
  { vertexCount, firstArc, arcHead, arc_ms }: BaseGraph,
  back: ArcsBack | null,
  begin: readonly { vertex: number; ms: number }[],
  most_ms: number,
): Generator<void, Float64Array> {
  const found_ms = new Float64Array(vertexCount).fill(Infinity);
  const heap = new MinHeap();
  const reach = (vertex: number, ms: number): void => {
    if (ms > most_ms || ms >= found_ms[vertex]) return;
    found_ms[vertex] = ms;
    heap.push(ms, vertex);
  };
  for (const { vertex, ms } of begin) reach(vertex, ms);
  for (let looks = 0; heap.size > 0; looks++) {
    const [here_ms, vertex] = [heap.minKey, heap.minId];
    heap.pop();
    if (here_ms > found_ms[vertex]) continue;
    const first = back === null ? firstArc : back.first;
    for (let i = first[vertex]; i < first[vertex + 1]; i++) {
      const arc = back === null ? i : back.arc[i];
      if (arc_ms[arc] === NO_WAY) continue;
      reach(back === null ? arcHead[arc] : back.tail[i], here_ms + arc_ms[arc]);
    }
    if (looks % PIECE === 0) yield;
  }
  return found_ms;
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
  readonly #roads: RoadsOfNow;
  readonly #direction: ReachDirection;
  readonly #vertex_ms: Float64Array;
  readonly #isWhole: Uint8Array;
  #line: number[] = [];

  constructor(roads: RoadsOfNow, direction: ReachDirection, vertex_ms: Float64Array) {
    this.#roads = roads;
    this.#direction = direction;
    this.#vertex_ms = vertex_ms;
    this.#isWhole = new Uint8Array(roads.data.segments.count);
  }

  *run(candidates: readonly Candidate[], limits_ms: readonly number[]): Generator<void, ReachedRoads[]> {
    const { segments } = this.#roads.data;
    const reached = limits_ms.map((limit_ms): ReachedRoads => ({ limit_ms, whole: [], parts: [] }));
    const most_ms = limits_ms[limits_ms.length - 1];
    const end_ms = [Infinity, Infinity];
    for (let segment = 0; segment < segments.count; segment++) {
      if (segment % SEGMENTS === 0) yield;
      for (let against = 0; against < 2; against++) end_ms[against] = this.#end_ms(2 * segment + against);
      if (end_ms[0] > most_ms && end_ms[1] > most_ms) continue;
      for (const step of reached) this.#take(segment, end_ms, step);
    }
    for (const step of reached)
      for (const candidate of candidates)
        for (let directed = 2 * candidate.segment; directed < 2 * candidate.segment + 2; directed++) {
          if (!isOpen(segments, directed) || !mayPass(candidate, directed)) continue;
          this.#walk(directed, candidate, 0, step.limit_ms);
          if (this.#line.length > 2) step.parts.push(Int32Array.from(this.#line));
        }
    return reached;
  }

  #take(segment: number, end_ms: readonly number[], step: ReachedRoads): void {
    if (this.#isWhole[segment] === 1) return;
    const found: Int32Array[] = [];
    for (let against = 0; against < 2; against++) {
      if (end_ms[against] > step.limit_ms) continue;
      const isWhole = this.#walk(2 * segment + against, null, end_ms[against], step.limit_ms);
      if (this.#line.length > 2) found.push(Int32Array.from(this.#line));
      if (!isWhole) continue;
      this.#isWhole[segment] = 1;
      step.whole.push(found[found.length - 1]);
      return;
    }
    step.parts.push(...found);
  }

  /** What it takes to where a directed segment begins, or from where it ends. */
  #end_ms(directed: number): number {
    const { data, ends } = this.#roads;
    const { segments, targets, graph } = data;
    if (!isOpen(segments, directed)) return Infinity;
    const found_ms = this.#vertex_ms;
    if (this.#direction === 'to') {
      const start = startVertex(segments, directed);
      if (start === NO_VERTEX) return Infinity;
      return graph.hasTurns ? this.#turning_ms(start) : found_ms[start];
    }
    if (ends?.blockedTails.has(directed) === true) return Infinity;
    let least_ms = Infinity;
    const end = numberAt(targets.first, directed + 1);
    for (let i = numberAt(targets.first, directed); i < end; i++)
      least_ms = Math.min(least_ms, found_ms[numberAt(targets.vertex, i)] + numberAt(targets.ms, i));
    return least_ms;
  }

  /** What it takes from the end of the segment of a start vertex: its turns, and what lies beyond. */
  #turning_ms(start: number): number {
    const { data, ends } = this.#roads;
    // What lies behind may be closed now. So only the turns at the end of the segment count.
    const { graph, segments } = ends?.imported ?? data;
    const { firstArc, arcHead, arc_ms, drivenSegment } = graph;
    const driven_ms = segmentCost_ms(segments, drivenSegment[start]);
    let least_ms = Infinity;
    for (let arc = firstArc[start]; arc < firstArc[start + 1]; arc++)
      if (ends?.blockedArcs.has(arc) !== true)
        least_ms = Math.min(least_ms, this.#vertex_ms[arcHead[arc]] + arc_ms[arc] - driven_ms);
    return least_ms;
  }

  /**
   * Follows a directed segment from where it begins, or back from where it ends, up to the limit. Positions
   * stand in `#line`.
   * @returns whether all of it is reached
   */
  #walk(directed: number, start: Start, begin_ms: number, limit_ms: number): boolean {
    const { segments } = this.#roads.data;
    const segment = directed >> 1;
    const isAlong = ((directed & 1) === 0) === (this.#direction === 'from');
    const [first, last] = [segments.firstPosition[segment], segments.firstPosition[segment + 1] - 1];
    const shift = pairShift(segments, directed);
    this.#line = [];
    let position = start === null ? (isAlong ? first : last - 1) : start.position;
    let share = start === null ? (isAlong ? 0 : 1) : start.share;
    let spent_ms = begin_ms;
    for (; position >= first && position < last; position += isAlong ? 1 : -1) {
      const pair_ms = numberAt(segments.pair_ms, position + shift);
      if (pair_ms === NO_WAY) return false;
      const rest_ms = pair_ms * (isAlong ? 1 - share : share);
      const part = rest_ms === 0 ? 1 : Math.min(1, (limit_ms - spent_ms) / rest_ms);
      if (part < 0) return false;
      if (this.#line.length === 0) this.#push(position, share);
      this.#push(position, isAlong ? share + part * (1 - share) : share * (1 - part));
      if (part < 1) return false;
      spent_ms += rest_ms + this.#delay_ms(segment, isAlong ? position + 1 : position);
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
