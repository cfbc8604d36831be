import { GrowableUint32 } from '../../arrays/growable.js';
import { MinHeap } from '../../arrays/heap.js';
import { THROUGH_MS, type BaseGraph } from '../frozen/base-graph.js';
import type { SegmentTable } from '../frozen/segment-table.js';
import type { Candidate } from '../ends/snap.js';
import { CollectedEnds } from '../search/collected-ends.js';
import { readSourceTag, readTargetTag, RouteSearch } from '../search/route-search.js';
import { pair_m, RoadWalk, type ReachedOn, type ReachedRoads, type ReachWanted } from './road-walk.js';
import { segmentsByVertex, type SegmentsByVertex } from './segments-by-vertex.js';

/** The number of vertices handled per piece of work, which takes a few tens of microseconds. */
const PIECE = 256;

/** Arcs grouped by the vertex that they lead to. */
interface ArcsBack {
  first: Uint32Array;
  arc: Uint32Array;
  tail: Uint32Array;
}

/**
 * Finds all roads that can be reached from a point within a given time, or from which the point can be
 * reached: Dijkstra's algorithm on the base graph, with the current costs. The search never cuts through
 * private roads.
 */
export class ReachSearch {
  #back: ArcsBack | null = null;
  readonly #touched: Partial<Record<'from' | 'to', SegmentsByVertex>> = {};

  /** Works piece by piece, like MatrixSearch. */
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
    const touched = (this.#touched[direction] ??= yield* segmentsByVertex(roads.data, direction));
    return yield* new RoadWalk(roads, wanted, found.costs).run(candidates, touched.of(found.vertices));
  }
}

/**
 * Returns the distance in meters between a candidate and its segment's end, in the direction of a source or a
 * target.
 */
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

/**
 * @param graph.lengths_m per segment; null to count milliseconds
 * @returns each vertex's cost, which is Infinity above `most`; and the vertices whose cost is at most `most`
 */
function* spread(
  { graph, back, lengths_m }: { graph: BaseGraph; back: ArcsBack | null; lengths_m: Float64Array | null },
  begin: readonly { vertex: number; cost: number }[],
  most: number,
): Generator<void, { costs: Float64Array; vertices: Uint32Array }> {
  const { hasTurns, vertexCount, firstArc, arcHead, arc_ms, drivenSegment } = graph;
  const found = new Float64Array(vertexCount).fill(Infinity);
  const vertices = new GrowableUint32();
  const heap = new MinHeap();
  const reach = (vertex: number, cost: number): void => {
    if (cost > most || cost >= found[vertex]) return;
    if (found[vertex] === Infinity) vertices.push(vertex);
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
      // This check also skips impassable arcs.
      if (arc_ms[arc] >= THROUGH_MS) continue;
      const tail = back === null ? vertex : back.tail[i];
      const driven = drivenSegment[hasTurns ? tail : arc];
      const cost = lengths_m === null ? arc_ms[arc] : lengths_m[driven >> 1];
      reach(back === null ? arcHead[arc] : tail, here + cost);
    }
    if (looks % PIECE === 0) yield;
  }
  return { costs: found, vertices: vertices.pushed() };
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
