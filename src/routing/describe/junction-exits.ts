import { numberAt } from '../../arrays/packed.js';
import { NO_VERTEX } from '../frozen/base-graph.js';
import type { RoutingData } from '../frozen/routing-data.js';
import { startVertex } from '../frozen/segment-table.js';
import type { RouteStretches } from './route-stretches.js';

/** Finds the roads that leave the end of a directed segment. */
export class JunctionExits {
  /** The directed segments found by the latest `find`. */
  readonly found: number[] = [];
  readonly #data: RoutingData;
  readonly #stretches: RouteStretches;

  constructor(data: RoutingData, stretches: RouteStretches) {
    this.#data = data;
    this.#stretches = stretches;
  }

  /**
   * Finds the directed segments onto which a driver may continue from the end of a directed segment without
   * turning back.
   * @returns the number of segments in `found`
   */
  find(directed: number): number {
    const { graph, targets, segments } = this.#data;
    this.found.length = 0;
    if (!graph.hasTurns) {
      const start = startVertex(segments, directed);
      if (start !== NO_VERTEX) this.#add(start, directed ^ 1);
      return this.found.length;
    }
    const end = numberAt(targets.first, directed + 1);
    for (let i = numberAt(targets.first, directed); i < end; i++)
      this.#add(numberAt(targets.vertex, i), directed ^ 1);
    return this.found.length;
  }

  #add(vertex: number, back: number): void {
    const { hasTurns, firstArc, arcHead, drivenSegment } = this.#data.graph;
    for (let arc = firstArc[vertex]; arc < firstArc[vertex + 1]; arc++) {
      const next = drivenSegment[hasTurns ? arcHead[arc] : arc];
      if (next !== back && !this.found.includes(next)) this.found.push(next);
    }
  }

  /** Returns the way-table row of the way at the start of a directed segment. */
  rowOf(directed: number): number {
    const tail = this.#stretches.head(directed ^ 1);
    const pair = (directed & 1) === 0 ? tail : tail - 1;
    const first = this.#data.segments.firstPosition[directed >> 1];
    return this.#stretches.wayAt(directed >> 1, Math.max(pair, first)) >> 1;
  }

  /** Whether a segment may be driven only in this direction. */
  isOneWay(directed: number): boolean {
    return startVertex(this.#data.segments, directed ^ 1) === NO_VERTEX;
  }
}
