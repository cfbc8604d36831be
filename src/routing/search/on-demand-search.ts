import { MarkedError } from '../../errors.js';
import { currentArcsInSteps, type CurrentArcs } from '../current/current-arcs.js';
import type { RoutingData } from '../frozen/routing-data.js';
import { CurrentSearch } from './current-search.js';
import { GuidedSearch } from './guided-search.js';
import type { LowerBounds } from './lower-bounds.js';
import type { PathSearch } from './path-search.js';

/**
 * Computing the contraction takes about as long as searches that visit this many vertices for each vertex of
 * the graph. If a search first spends the same amount of time without the contraction, the total work is
 * never more than twice what is necessary.
 */
const LOOKS_AT_EACH = 1;

/**
 * While other requests are waiting, all unprepared searches for one response visit at most this many vertices
 * in total, which takes 10 to 20 milliseconds.
 */
const MOST_LOOKS = 4_000;

/** The number of vertices that unprepared searches may still visit in this time slice. */
export class LooksLeft {
  /** Infinity if no other request is waiting. */
  left = Infinity;

  /** Whether a long search must fail by throwing Unprepared. */
  get isBounded(): boolean {
    return this.left !== Infinity;
  }

  begin(): void {
    this.left = MOST_LOOKS;
  }

  end(): void {
    this.left = Infinity;
  }
}

/** Work that must be done in short steps before a search can run. */
export interface Preparation {
  readonly isDone: boolean;
  step(): void;
}

/**
 * Thrown if a search needs data that has not been computed yet and would take long to compute; see
 * RoadSearch.inSlices().
 */
export class Unprepared extends MarkedError {
  static override readonly mark = 'Unprepared';
  readonly preparation: Preparation;

  constructor(preparation: Preparation) {
    super('the data that the search needs is not computed yet');
    this.preparation = preparation;
  }
}

/**
 * Finds cheapest paths with costs that few requests need. The first searches run without preparation, because
 * most searches are short. Once these searches have taken as long as computing the contraction with these
 * costs would take, the contraction is computed once (half a second for a country). From then on, a search
 * takes a tenth of a millisecond.
 */
export class OnDemandSearch implements PathSearch, Preparation {
  readonly #data: RoutingData;
  /** The costs of the contraction, or null until they have been computed. */
  arcs: CurrentArcs | null = null;
  #guided: GuidedSearch | null;
  #by: PathSearch;
  readonly #looks: LooksLeft;
  #steps: Generator<void, CurrentArcs> | null = null;

  /**
   * @param data the routing data with these costs
   * @param bounds see GuidedSearch
   * @param looks shared by all searches for the same answer
   */
  constructor(data: RoutingData, bounds: LowerBounds | null, looks = new LooksLeft()) {
    this.#data = data;
    this.#by = this.#guided = new GuidedSearch(data.graph, bounds);
    this.#looks = looks;
  }

  /** Whether the contraction has been computed. */
  get isDone(): boolean {
    return this.arcs !== null;
  }

  /** Performs the next step in computing the contraction. */
  step(): void {
    const { graph, contraction } = this.#data;
    this.#steps ??= currentArcsInSteps(graph, contraction);
    const step = this.#steps.next();
    if (step.done !== true) return;
    this.#steps = this.#guided = null;
    this.arcs = step.value;
    this.#by = new CurrentSearch(contraction, this.arcs, graph);
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
    if (this.#guided !== null && this.#guided.looks > LOOKS_AT_EACH * this.#data.graph.vertexCount) {
      if (this.#looks.isBounded) throw new Unprepared(this);
      while (!this.isDone) this.step();
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
    const guided = this.#guided;
    if (guided === null) return this.#by.run(limit_ms);
    const before = guided.looks;
    guided.mostLooks = this.#looks.left;
    const cost_ms = guided.run(limit_ms);
    this.#looks.left -= guided.looks - before;
    if (guided.isCut) throw new Unprepared(this);
    return cost_ms;
  }

  unpack(): number {
    return this.#by.unpack();
  }
}
