import { numberAt } from '../../arrays/packed.js';
import { NO_VERTEX } from '../frozen/base-graph.js';
import type { RoutingData } from '../frozen/routing-data.js';
import { startVertex } from '../frozen/segment-table.js';
import type { RouteStretches } from './route-stretches.js';

/** The ways on from the end of a directed segment. */
export class JunctionExits {
  /** The directed segments of the last `find`. */
  readonly found: number[] = [];
  readonly #data: RoutingData;
  readonly #stretches: RouteStretches;

  constructor(data: RoutingData, stretches: RouteStretches) {
    this.#data = data;
    this.#stretches = stretches;
  }

  /**
   * Finds the directed segments that a driver may take at the end of one, without turning back.
   * @returns how many there are; they are in `found`
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

  /** The row of the way table that a directed segment begins on. */
  rowOf(directed: number): number {
    const tail = this.#stretches.head(directed ^ 1);
    const pair = (directed & 1) === 0 ? tail : tail - 1;
    const first = this.#data.segments.firstPosition[directed >> 1];
    return this.#stretches.wayAt(directed >> 1, Math.max(pair, first)) >> 1;
  }

  /** Whether a segment may be driven in this direction only. */
  isOneWay(directed: number): boolean {
    return startVertex(this.#data.segments, directed ^ 1) === NO_VERTEX;
  }
}
