import { currentArcs, type CurrentArcs } from '../current/current-arcs.js';
import type { RoutingData } from '../frozen/routing-data.js';
import { CurrentSearch } from './current-search.js';
import { GuidedSearch } from './guided-search.js';
import type { LowerBounds } from './lower-bounds.js';
import type { PathSearch } from './path-search.js';

/**
 * To work out the contraction takes about as long as searches that look at so many vertices, for each of the
 * graph. Who waits for as much before never does more than twice what was needed.
 */
const LOOKS_AT_EACH = 1;

/**
 * Finds cheapest paths with costs that few requests ask for. It begins without preparation: most searches
 * are short. When they have taken as long as the contraction with these costs would, that is worked out, once
 * (half a second for a country), and a search takes a tenth of a millisecond from then on.
 */
export class OnDemandSearch implements PathSearch {
  readonly #data: RoutingData;
  /** Costs of the contraction, when they are worked out. */
  arcs: CurrentArcs | null = null;
  #guided: GuidedSearch | null;
  #by: PathSearch;

  /** @param data with these costs @param bounds see GuidedSearch */
  constructor(data: RoutingData, bounds: LowerBounds | null) {
    this.#data = data;
    this.#by = this.#guided = new GuidedSearch(data.graph, bounds);
  }

  get bytes(): number {
    return this.arcs === null ? 0 : this.arcs.ms.byteLength + this.arcs.middle.byteLength;
  }

  get sourceTag(): number {
    return this.#by.sourceTag;
  }

  get targetTag(): number {
    return this.#by.targetTag;
  }

  get segments(): Int32Array {
    return this.#by.segments;
  }

  reset(): void {
    const { graph, contraction } = this.#data;
    if (this.#guided !== null && this.#guided.looks > LOOKS_AT_EACH * graph.vertexCount) {
      this.#guided = null;
      this.arcs = currentArcs(graph, contraction);
      this.#by = new CurrentSearch(contraction, this.arcs, graph);
    }
    this.#by.reset();
  }

  addSource(vertex: number, ms: number, tag: number): void {
    this.#by.addSource(vertex, ms, tag);
  }

  addTarget(vertex: number, ms: number, tag: number): void {
    this.#by.addTarget(vertex, ms, tag);
  }

  run(limit_ms: number): number {
    return this.#by.run(limit_ms);
  }

  unpack(): number {
    return this.#by.unpack();
  }
}
