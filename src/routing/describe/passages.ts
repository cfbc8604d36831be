import { Generations } from '../../arrays/generations.js';
import type { PathUnpacking } from '../paths/path-unpacking.js';
import type { ArcPath } from '../paths/route-line.js';
import type { FoundPath } from '../search/route-search.js';
import type { RouteStretches, Stretch } from './route-stretches.js';

/** Consecutive stretches without an instruction between them. */
export interface Passage {
  /** The first and the last stretch. */
  begin: Stretch;
  end: Stretch;
  distance_m: number;
  /** The duration, excluding the time to pass the end of the last stretch. */
  duration_s: number;
}

/** Joins stretches into passages. */
export type JoinStretches = (stretches: readonly Stretch[]) => Passage[];

export function passageOf(stretch: Stretch): Passage {
  const { distance_m, duration_s } = stretch;
  return { begin: stretch, end: stretch, distance_m, duration_s };
}

/**
 * The maximum number of passages and arcs in each of the cache's two generations (about 7 MB). Routes within
 * a city use about as many arcs.
 */
const MOST_PASSAGES = 32_768;

/**
 * Caches the passages of the arcs on recent routes. A 10 km route has 150 stretches and 22 passages on 7 or 8
 * arcs that other routes also use. Recomputing all passages would take a third of the time of a request with
 * steps.
 */
export class RecentPassages {
  readonly #unpacking: PathUnpacking;
  readonly #stretches: RouteStretches;
  readonly #join: JoinStretches;
  readonly #arc = new Int32Array(1);
  readonly #recent = new Generations<number, readonly Passage[]>(MOST_PASSAGES, ({ length }) => length + 1);

  /** @param stretches an instance that uses the imported costs */
  constructor(unpacking: PathUnpacking, stretches: RouteStretches, join: JoinStretches) {
    this.#unpacking = unpacking;
    this.#stretches = stretches;
    this.#join = join;
  }

  /**
   * Returns the passages of a path along arcs. At both ends of the path, each stretch is a passage of its
   * own.
   */
  of(found: FoundPath & { kind: 'path' }, { arcs, count, isCut }: ArcPath): Passage[] {
    const passages = this.#stretches.leave(found).map(passageOf);
    for (let i = 0; i < count; i++) {
      const own = this.#ofArc(arcs[i], isCut && i === 0);
      if (own.length === 0) continue;
      this.#stretches.pass(passages[passages.length - 1].end, own[0].begin.directed);
      for (const passage of own) passages.push(passage);
      // How a driver leaves the last passage depends on the route.
      const last = own[own.length - 1];
      passages[passages.length - 1] = { ...last, end: { ...last.end } };
    }
    this.#stretches.pass(passages[passages.length - 1].end, found.arriving);
    for (const stretch of this.#stretches.arrive([], found)) passages.push(passageOf(stretch));
    return passages;
  }

  /** @param isCut whether to omit the arc's first segment */
  #ofArc(arc: number, isCut: boolean): readonly Passage[] {
    return this.#recent.get(2 * arc + (isCut ? 1 : 0), () => {
      this.#arc[0] = arc;
      const count = this.#unpacking.unpack(this.#arc, 1);
      const driven = this.#unpacking.segments.subarray(isCut ? 1 : 0, count);
      return this.#join(this.#stretches.addWhole([], driven));
    });
  }
}
