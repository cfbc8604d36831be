import { MinHeap } from '../../arrays/heap.js';
import { numberAt } from '../../arrays/packed.js';
import { NO_VERTEX, THROUGH_MS } from '../frozen/base-graph.js';
import { NO_WAY } from '../frozen/hierarchy.js';
import type { RoutingData } from '../frozen/routing-data.js';
import { isOpen, segmentCost_ms, startVertex } from '../frozen/segment-table.js';
import { EndCosts } from '../ends/end-costs.js';
import type { FoundPath } from '../search/route-search.js';
import { MOST_LOOKS, type MatchPace } from './match-model.js';
import type { MatchState } from './match-states.js';
import type { SegmentMetres } from './segment-metres.js';

/**
 * A path from one state to another: its ends in the form that routes use, and the directed segments between
 * them.
 */
export interface StepPath {
  found: FoundPath;
  driven: number[];
}

const NO_ARC = -1;

/** How a path reaches one of the wanted states. */
interface Arrival {
  state: number;
  directed: number;
  /** The remaining cost from the vertex where the path enters the state's segment. */
  cost: number;
  metres: number;
}

/**
 * Finds paths from one state to the states of the next point: Dijkstra's algorithm on the base graph, up to a
 * reasonable length. Costs are meters, with seconds converted to meters. Private roads have no extra cost.
 */
export class StepSearch {
  readonly #data: RoutingData;
  readonly #metres: SegmentMetres;
  readonly #ends: EndCosts;
  /** The number of meters per millisecond. */
  readonly #perMs: number;
  /** Per vertex: its cost; Infinity if the vertex has not been reached. */
  readonly #cost: Float64Array;
  readonly #along_m: Float64Array;
  /**
   * Per vertex: the arc that reached it, and the previous vertex. At the start: NO_ARC and the first segment.
   */
  readonly #arc: Int32Array;
  readonly #tail: Int32Array;
  /** Per vertex: the number of its list in `#arrivals`; 0 if it has none. */
  readonly #listOf: Int32Array;
  readonly #touched: number[] = [];
  readonly #listed: number[] = [];
  readonly #heap = new MinHeap(1024);
  readonly #arrivals: Arrival[][] = [[]];
  /** The states to which `#arrivals` lead. */
  #goals: readonly MatchState[] = [];
  /** Per state: 1 if the search still needs a path to it. */
  #isOpen = new Uint8Array(64);
  /** Per state: the length in meters of the best path; Infinity if there is no path. */
  #found_m = new Float64Array(64);
  /** Per wanted state: the cost of the best path to it, and the path's last vertex. */
  #best = new Float64Array(64);
  #lastVertex = new Int32Array(64);
  #arriving = new Int32Array(64);

  constructor(data: RoutingData, metres: SegmentMetres, pace: MatchPace) {
    const { vertexCount } = data.graph;
    this.#data = data;
    this.#metres = metres;
    this.#ends = new EndCosts(data);
    this.#perMs = pace.second_m / 1000;
    this.#cost = new Float64Array(vertexCount).fill(Infinity);
    this.#along_m = new Float64Array(vertexCount);
    this.#arc = new Int32Array(vertexCount);
    this.#tail = new Int32Array(vertexCount);
    this.#listOf = new Int32Array(vertexCount);
  }

  /**
   * Searches for paths to the states of the next point.
   * @param isWanted returns whether a path to the state with the given index is wanted
   * @param most the maximum cost of a path
   * @returns the distance in meters per state; Infinity if there is no path. The next run overwrites the
   * array
   */
  run(
    from: MatchState,
    to: readonly MatchState[],
    { isWanted, most, back_m }: { isWanted: (state: number) => boolean; most: number; back_m: number },
  ): Float64Array {
    // Other searches may have run since then, because callers pause between runs.
    if (to !== this.#goals) this.#aimAt(to);
    let open = 0;
    for (let i = 0; i < to.length; i++) {
      const ahead_m = isWanted(i) ? this.#ahead_m(from, to[i], back_m) : Infinity;
      this.#found_m[i] = ahead_m ?? Infinity;
      this.#isOpen[i] = ahead_m === null ? 1 : 0;
      open += this.#isOpen[i];
    }
    if (open === 0) return this.#found_m;
    for (const vertex of this.#touched) this.#cost[vertex] = Infinity;
    this.#touched.length = 0;
    this.#heap.clear();
    this.#best.fill(Infinity, 0, to.length);
    this.#leave(from, most);
    this.#spread(most, open);
    return this.#found_m;
  }

  /**
   * Returns the path of a step.
   * @param chosen the state from which the path was found
   * @param from where the path starts: the same state, or a little farther along the same road
   * @returns the path, and the state at its end. A small step backward becomes a step of length 0
   */
  path(
    chosen: MatchState,
    from: MatchState,
    to: MatchState,
    { most, back_m }: { most: number; back_m: number },
  ): { path: StepPath; to: MatchState } {
    const { hasTurns } = this.#data.graph;
    if (this.#ahead_m(chosen, to, back_m) !== null) {
      const isBack = to.at_m < from.at_m;
      const at = hasTurns && isBack ? from : to;
      const directed = hasTurns ? from.directed : from.directed + (isBack ? 1 : 0);
      return { path: { found: { kind: 'along', directed, ...endsOf(from, at) }, driven: [] }, to: at };
    }
    this.run(from, [to], { isWanted: () => true, most, back_m: -Infinity });
    const { drivenSegment } = this.#data.graph;
    const driven: number[] = [];
    let vertex = this.#lastVertex[0];
    for (; this.#arc[vertex] !== NO_ARC; vertex = this.#tail[vertex])
      driven.push(drivenSegment[hasTurns ? this.#tail[vertex] : this.#arc[vertex]]);
    const [leaving, arriving] = [this.#tail[vertex], this.#arriving[0]];
    const found = { kind: 'path' as const, leaving, arriving, ...endsOf(from, to) };
    return { path: { found, driven: driven.reverse() }, to };
  }

  #aimAt(to: readonly MatchState[]): void {
    this.#goals = to;
    for (let i = 0; i < this.#listed.length; i++) {
      this.#listOf[this.#listed[i]] = 0;
      this.#arrivals[i + 1].length = 0;
    }
    this.#listed.length = 0;
    to.forEach((state, i) => this.#addArrivals(state, i));
    if (this.#best.length >= to.length) return;
    this.#isOpen = new Uint8Array(2 * to.length);
    this.#found_m = new Float64Array(2 * to.length);
    this.#best = new Float64Array(2 * to.length);
    this.#lastVertex = new Int32Array(2 * to.length);
    this.#arriving = new Int32Array(2 * to.length);
  }

  /**
   * Returns the distance in meters to a state ahead on the same road, or null if the state is not ahead. A
   * small step backward counts as 0.
   */
  #ahead_m(from: MatchState, to: MatchState, back_m: number): number | null {
    if (from.directed !== to.directed) return null;
    const ahead_m = to.at_m - from.at_m;
    if (!this.#data.graph.hasTurns) {
      const directed = from.directed + (ahead_m < 0 ? 1 : 0);
      return isOpen(this.#data.segments, directed) ? Math.abs(ahead_m) : null;
    }
    return ahead_m >= -back_m ? Math.max(0, ahead_m) : null;
  }

  #addArrivals(to: MatchState, state: number): void {
    const { targets, segments, graph } = this.#data;
    for (const directed of graph.hasTurns ? [to.directed] : [to.directed, to.directed + 1]) {
      if (!isOpen(segments, directed)) continue;
      const metres = this.#metres.to(to.candidate, directed);
      const ms = this.#ends.arriving_ms(to.candidate, directed);
      if (ms === Infinity) continue;
      const end = numberAt(targets.first, directed + 1);
      for (let i = numberAt(targets.first, directed); i < end; i++) {
        const standing_ms = (ms + numberAt(targets.ms, i)) % THROUGH_MS;
        const arrival = { state, directed, metres, cost: metres + this.#perMs * standing_ms };
        this.#listFor(numberAt(targets.vertex, i)).push(arrival);
      }
    }
  }

  #listFor(vertex: number): Arrival[] {
    if (this.#listOf[vertex] === 0) {
      this.#listed.push(vertex);
      this.#listOf[vertex] = this.#listed.length;
      if (this.#arrivals.length <= this.#listed.length) this.#arrivals.push([]);
    }
    return this.#arrivals[this.#listOf[vertex]];
  }

  #leave(from: MatchState, most: number): void {
    const { graph, segments } = this.#data;
    for (const directed of graph.hasTurns ? [from.directed] : [from.directed, from.directed + 1]) {
      const start = startVertex(segments, directed);
      if (start === NO_VERTEX || !isOpen(segments, directed)) continue;
      const rest_m = this.#metres.length_m(directed >> 1) - this.#metres.to(from.candidate, directed);
      const rest_ms = this.#ends.leaving_ms(from.candidate, directed);
      if (!graph.hasTurns) {
        this.#reach(start, rest_m + this.#perMs * rest_ms, rest_m, { arc: NO_ARC, tail: directed, most });
        continue;
      }
      const whole_ms = segmentCost_ms(segments, directed);
      for (let arc = graph.firstArc[start]; arc < graph.firstArc[start + 1]; arc++) {
        if (graph.arc_ms[arc] === NO_WAY) continue;
        const ms = rest_ms + ((graph.arc_ms[arc] - whole_ms) % THROUGH_MS);
        const via = { arc: NO_ARC, tail: directed, most };
        this.#reach(graph.arcHead[arc], rest_m + this.#perMs * ms, rest_m, via);
      }
    }
  }

  #reach(
    vertex: number,
    cost: number,
    metres: number,
    { arc, tail, most }: { arc: number; tail: number; most: number },
  ): void {
    if (cost >= this.#cost[vertex] || cost > most) return;
    if (this.#cost[vertex] === Infinity) this.#touched.push(vertex);
    this.#cost[vertex] = cost;
    this.#along_m[vertex] = metres;
    this.#arc[vertex] = arc;
    this.#tail[vertex] = tail;
    this.#heap.push(cost, vertex);
  }

  /** Continues until every wanted state has its best path. */
  #spread(most: number, wanted: number): void {
    const { hasTurns, firstArc, arcHead, arc_ms, drivenSegment } = this.#data.graph;
    const { length_m } = this.#data.segments;
    const [heap, costs, best] = [this.#heap, this.#cost, this.#best];
    const via = { arc: 0, tail: 0, most };
    let farthest = most;
    for (let looks = 0, found = 0; heap.size > 0 && looks < MOST_LOOKS; looks++) {
      const [cost, vertex] = [heap.minKey, heap.minId];
      if (cost >= farthest) return;
      heap.pop();
      if (cost > costs[vertex]) continue;
      if (this.#listOf[vertex] !== 0)
        for (const arrival of this.#arrivals[this.#listOf[vertex]]) {
          const whole = cost + arrival.cost;
          const { state } = arrival;
          if (this.#isOpen[state] === 0 || whole >= best[state] || whole > most) continue;
          if (best[state] === Infinity) found++;
          best[state] = whole;
          this.#found_m[state] = this.#along_m[vertex] + arrival.metres;
          this.#lastVertex[state] = vertex;
          this.#arriving[state] = arrival.directed;
          if (found === wanted) farthest = Math.min(most, this.#worst());
        }
      for (let arc = firstArc[vertex]; arc < firstArc[vertex + 1]; arc++) {
        if (arc_ms[arc] === NO_WAY) continue;
        const own_m = length_m[drivenSegment[hasTurns ? vertex : arc] >> 1];
        const next = cost + own_m + this.#perMs * (arc_ms[arc] % THROUGH_MS);
        if (next >= costs[arcHead[arc]]) continue;
        via.arc = arc;
        via.tail = vertex;
        this.#reach(arcHead[arc], next, this.#along_m[vertex] + own_m, via);
      }
    }
  }

  /**
   * Returns the highest cost among the best paths. A path that costs more cannot improve on any of the best
   * paths.
   */
  #worst(): number {
    let worst = 0;
    for (let i = 0; i < this.#goals.length; i++)
      if (this.#best[i] !== Infinity) worst = Math.max(worst, this.#best[i]);
    return worst;
  }
}

function endsOf({ candidate: origin }: MatchState, { candidate: destination }: MatchState) {
  return { origin, destination, duration_ms: 0, cutsThrough: 0 };
}
