import { numberAt } from '../../src/arrays/packed.js';
import { MinHeap } from '../../src/arrays/heap.js';
import { NO_VERTEX } from '../../src/routing/frozen/base-graph.js';
import type { RoutingData } from '../../src/routing/frozen/routing-data.js';
import { isOpen, pairShift, segmentCost_ms, startVertex } from '../../src/routing/frozen/segment-table.js';
import { VertexPlaces } from '../../src/routing/frozen/vertex-places.js';
import { Snapper, type Candidate } from '../../src/routing/ends/snap.js';
import type { Position } from '../../src/geo/position.js';

/** Milliseconds of the best route and of the others, the quickest first. */
export interface OracleAlternatives {
  best_ms: number;
  others_ms: number[];
  /** Some path that was looked at is one of several that take as long. */
  hasTies: boolean;
}

/** A vertex where routes begin or end, and what is paid there. */
interface End {
  vertex: number;
  ms: number;
  /** The directed segment of the candidate, and the milliseconds on it. */
  directed: number;
  own_ms: number;
}

interface Tree {
  ms: Float64Array;
  /** By vertex: the arc towards the ends; -1 at an end. */
  arc: Int32Array;
}

/**
 * Other routes by docs/routing-requests.md, 15, with plain Dijkstra on the graph as it is, in both
 * directions. That graph is compared with the model elsewhere. Which vertices a path may lead over the
 * contraction says.
 */
export class AlternativesOracle {
  readonly #data: RoutingData;
  readonly #tails: Uint32Array;
  readonly #firstIn: Uint32Array;
  readonly #arcIn: Uint32Array;
  readonly #places: VertexPlaces;
  readonly #snapper: Snapper;

  constructor(data: RoutingData) {
    this.#data = data;
    this.#places = new VertexPlaces(data.hierarchy.cells);
    this.#snapper = new Snapper(data.segments, data.tree);
    const { firstArc, arcHead, vertexCount } = data.graph;
    this.#tails = new Uint32Array(arcHead.length);
    this.#firstIn = new Uint32Array(vertexCount + 1);
    for (let tail = 0; tail < vertexCount; tail++)
      for (let arc = firstArc[tail]; arc < firstArc[tail + 1]; arc++) {
        this.#tails[arc] = tail;
        this.#firstIn[arcHead[arc] + 1]++;
      }
    for (let v = 0; v < vertexCount; v++) this.#firstIn[v + 1] += this.#firstIn[v];
    const next = this.#firstIn.slice();
    this.#arcIn = new Uint32Array(arcHead.length);
    for (let arc = 0; arc < arcHead.length; arc++) this.#arcIn[next[arcHead[arc]]++] = arc;
  }

  /** Null where there is no route, or it stays on one segment. */
  between(from: Position, to: Position, limit_m: number, count: number): OracleAlternatives | null {
    const [origins, destinations] = [from, to].map((point) => this.#snapper.nearest(point, limit_m));
    const ofBoth = origins.some(({ segment }) => destinations.some((other) => other.segment === segment));
    if (ofBoth || origins.length === 0 || destinations.length === 0) return null;
    const [sources, targets] = [
      origins.flatMap((o) => this.#leaving(o)),
      destinations.flatMap((d) => this.#arriving(d)),
    ];
    const best_ms = this.#tree(sources, Infinity, 'out', targets).found_ms;
    if (best_ms >= 2 ** 27) return null;
    const out = this.#tree(sources, 1.25 * best_ms, 'out').tree;
    const into = this.#tree(targets, 1.25 * best_ms, 'in').tree;
    const sum = (v: number): number => out.ms[v] + into.ms[v];
    const vias = [
      ...this.#vertices([...origins.flatMap((o) => this.#starts(o)), ...targets.map((t) => t.vertex)]),
    ];
    const inOrder = vias.filter((v) => sum(v) <= 1.25 * best_ms).sort((a, b) => sum(a) - sum(b) || a - b);
    const pathOver = (v: number): number[] => [
      ...this.#walk(out, v, 'out').reverse(),
      ...this.#walk(into, v, 'in'),
    ];
    const onBest = this.#anyOnBest(out, into, best_ms);
    const of = (arcs: readonly number[], v: number): Map<number, number> =>
      this.#pieces(arcs, { v, out, into, sources, targets });
    const best = of(pathOver(onBest), onBest);
    const taken = [best];
    const sumOf = (all: number[]): number => all.reduce((sum, own) => sum + own, 0);
    const shared = (a: Map<number, number>, b: Map<number, number>): number =>
      sumOf([...a].map(([directed, ms]) => (b.has(directed) ? ms : 0)));
    const result: OracleAlternatives = { best_ms, others_ms: [], hasTies: false };
    const seen = new Set<number>();
    let tried = 0;
    for (const v of inOrder) {
      if (seen.has(v)) continue;
      if (tried++ === 64 || result.others_ms.length === count) break;
      result.hasTies ||= this.#hasTies(out, v, 'out') || this.#hasTies(into, v, 'in');
      const arcs = pathOver(v);
      this.#passed(arcs, v).forEach((own) => seen.add(own));
      const own = of(arcs, v);
      if (taken.some((other) => shared(own, other) > 0.6 * sumOf([...best.values()]))) continue;
      if (!this.#isLocallyBest(arcs, this.#walk(out, v, 'out').length, 0.25 * best_ms)) continue;
      result.others_ms.push(sum(v));
      taken.push(own);
    }
    return result;
  }

  #vertices(ends: number[]): Set<number> {
    const { cells } = this.#data.hierarchy;
    const found = new Set<number>();
    for (const cell of new Set(ends.map((v) => cells.ofVertex[v]))) {
      const size = cells.firstVertex[cell + 1] - cells.firstVertex[cell];
      for (let place = 0; place < cells.branchDepth[cells.branch[cell]] + size; place++)
        found.add(this.#places.vertexAt(cell, place));
    }
    return found;
  }

  #open(candidate: Candidate): number[] {
    return [2 * candidate.segment, 2 * candidate.segment + 1].filter((d) => isOpen(this.#data.segments, d));
  }

  #starts(candidate: Candidate): number[] {
    return this.#open(candidate)
      .map((directed) => startVertex(this.#data.segments, directed))
      .filter((vertex) => vertex !== NO_VERTEX);
  }

  /** With turns: where the first segment begins, less what is driven too much. */
  #leaving(candidate: Candidate): End[] {
    const { graph, segments } = this.#data;
    return this.#open(candidate).flatMap((directed): End[] => {
      const start = startVertex(segments, directed);
      if (start === NO_VERTEX) return [];
      const own_ms = this.#cost_ms(candidate, directed, true);
      const ms = graph.hasTurns ? own_ms - segmentCost_ms(segments, directed) : own_ms;
      return [{ vertex: start, ms, directed, own_ms }];
    });
  }

  #arriving(candidate: Candidate): End[] {
    const { targets } = this.#data;
    return this.#open(candidate).flatMap((directed) => {
      const ends: End[] = [];
      const own_ms = this.#cost_ms(candidate, directed, false);
      for (let i = numberAt(targets.first, directed); i < numberAt(targets.first, directed + 1); i++)
        ends.push({
          vertex: numberAt(targets.vertex, i),
          ms: own_ms + numberAt(targets.ms, i),
          directed,
          own_ms,
        });
      return ends;
    });
  }

  /** From a candidate to the head of its segment, or from the tail to it. */
  #cost_ms({ segment, position, share }: Candidate, directed: number, leaves: boolean): number {
    const { segments } = this.#data;
    const shift = pairShift(segments, directed);
    const forward = directed % 2 === 0;
    const ahead = forward === leaves;
    const part = ahead ? 1 - share : share;
    let ms = Math.round(numberAt(segments.pair_ms, position + shift) * part);
    const [first, last] = ahead
      ? [position + 1, segments.firstPosition[segment + 1] - 1]
      : [segments.firstPosition[segment], position];
    for (let g = first; g < last; g++) ms += numberAt(segments.pair_ms, g + shift);
    segments.delayPosition.forEach((at, i) => {
      if (at >= first && at <= last) ms += segments.delay_ms[i];
    });
    return ms;
  }

  #tree(
    ends: readonly End[],
    limit_ms: number,
    direction: 'out' | 'in',
    targets: readonly End[] = [],
  ): { tree: Tree; found_ms: number } {
    const { firstArc, arcHead, arc_ms, vertexCount } = this.#data.graph;
    const ms = new Float64Array(vertexCount).fill(Infinity);
    const arc = new Int32Array(vertexCount).fill(-1);
    const heap = new MinHeap();
    for (const own of ends) {
      if (own.ms >= ms[own.vertex]) continue;
      ms[own.vertex] = own.ms;
      heap.push(own.ms, own.vertex);
    }
    let found_ms = Infinity;
    while (heap.size > 0 && heap.minKey <= Math.min(limit_ms, found_ms)) {
      const [key, vertex] = [heap.minKey, heap.minId];
      heap.pop();
      if (key > ms[vertex]) continue;
      for (const target of targets)
        if (target.vertex === vertex) found_ms = Math.min(found_ms, key + target.ms);
      const [first, last] =
        direction === 'out'
          ? [firstArc[vertex], firstArc[vertex + 1]]
          : [this.#firstIn[vertex], this.#firstIn[vertex + 1]];
      for (let i = first; i < last; i++) {
        const own = direction === 'out' ? i : this.#arcIn[i];
        const other = direction === 'out' ? arcHead[own] : this.#tails[own];
        if (key + arc_ms[own] >= ms[other]) continue;
        ms[other] = key + arc_ms[own];
        arc[other] = own;
        heap.push(ms[other], other);
      }
    }
    return { tree: { ms, arc }, found_ms };
  }

  /** The arcs from a vertex to the end of its tree. */
  #walk({ arc }: Tree, vertex: number, direction: 'out' | 'in'): number[] {
    const arcs: number[] = [];
    for (
      let v = vertex;
      arc[v] !== -1;
      v = direction === 'out' ? this.#tails[arc[v]] : this.#data.graph.arcHead[arc[v]]
    )
      arcs.push(arc[v]);
    return arcs;
  }

  /** Whether another way to a vertex on the path takes as long. */
  #hasTies(tree: Tree, vertex: number, direction: 'out' | 'in'): boolean {
    const { firstArc, arcHead, arc_ms } = this.#data.graph;
    const on = [
      vertex,
      ...this.#walk(tree, vertex, direction).map((own) =>
        direction === 'out' ? this.#tails[own] : arcHead[own],
      ),
    ];
    return on.some((v) => {
      const arcs =
        direction === 'out'
          ? this.#arcIn.subarray(this.#firstIn[v], this.#firstIn[v + 1])
          : Array.from({ length: firstArc[v + 1] - firstArc[v] }, (_, i) => firstArc[v] + i);
      return arcs.some(
        (own) =>
          own !== tree.arc[v] &&
          tree.ms[direction === 'out' ? this.#tails[own] : arcHead[own]] + arc_ms[own] === tree.ms[v],
      );
    });
  }

  #anyOnBest(out: Tree, into: Tree, best_ms: number): number {
    return out.ms.findIndex((ms, v) => ms + into.ms[v] === best_ms);
  }

  #passed(arcs: readonly number[], v: number): number[] {
    return [v, ...arcs.flatMap((own) => [this.#tails[own], this.#data.graph.arcHead[own]])];
  }

  /** Segments between the first and the last one. */
  #drivenOf(arcs: readonly number[]): number[] {
    const { hasTurns, drivenSegment } = this.#data.graph;
    return arcs.map((own) => drivenSegment[hasTurns ? this.#tails[own] : own]);
  }

  /** By directed segment: the milliseconds on it. */
  #pieces(
    arcs: readonly number[],
    at: { v: number; out: Tree; into: Tree; sources: End[]; targets: End[] },
  ): Map<number, number> {
    const begin = this.#rootOf(at.out, at.v, 'out');
    const end = this.#rootOf(at.into, at.v, 'in');
    const source = at.sources.find(({ vertex, ms }) => vertex === begin && ms === at.out.ms[begin])!;
    const target = at.targets.find(({ vertex, ms }) => vertex === end && ms === at.into.ms[end])!;
    const pieces = new Map<number, number>();
    for (const directed of this.#drivenOf(arcs))
      pieces.set(directed, segmentCost_ms(this.#data.segments, directed));
    for (const { directed, own_ms } of [source, target]) pieces.set(directed, own_ms);
    return pieces;
  }

  #rootOf(tree: Tree, vertex: number, direction: 'out' | 'in'): number {
    const last = this.#walk(tree, vertex, direction).at(-1);
    if (last === undefined) return vertex;
    return direction === 'out' ? this.#tails[last] : this.#data.graph.arcHead[last];
  }

  #isLocallyBest(arcs: readonly number[], between: number, most_ms: number): boolean {
    const { graph, segments } = this.#data;
    const own_ms = this.#drivenOf(arcs).map((d) => segmentCost_ms(segments, d));
    const first = graph.hasTurns ? 1 : 0;
    let [begin, end] = [Math.max(first, between), Math.max(first, between)];
    for (let ms = 0; begin > first && ms < most_ms;) ms += own_ms[--begin];
    for (let ms = 0; end < arcs.length && ms < most_ms;) ms += own_ms[end++];
    if (begin === end) return true;
    const [from, to] = [this.#tails[arcs[begin]], graph.arcHead[arcs[end - 1]]];
    const path_ms = arcs.slice(begin, end).reduce((ms, own) => ms + graph.arc_ms[own], 0);
    const one = (vertex: number): End => ({ vertex, ms: 0, directed: -1, own_ms: 0 });
    return this.#tree([one(from)], path_ms, 'out', [one(to)]).found_ms >= path_ms;
  }
}
