/** Finds the cheapest path between several sources and several targets, one search at a time. */
export interface PathSearch {
  /** The tags of the path's source and target, after a successful `run`. */
  readonly sourceTag: number;
  readonly targetTag: number;
  /** The path's directed segments in order, after `unpack`. */
  readonly segments: Int32Array;
  /** Forgets all sources, targets and costs. */
  reset(): void;
  /** Adds a source with a starting cost of `ms`, which may be negative. */
  addSource(vertex: number, ms: number, tag: number): void;
  addTarget(vertex: number, ms: number, tag: number): void;
  /**
   * Runs the search. Call `run` only once after each `reset`.
   * @returns the cheapest path's cost in milliseconds if it is below `limit_ms`, otherwise Infinity
   */
  run(limit_ms: number): number;
  /**
   * Unpacks the path of the latest successful `run`.
   * @returns the number of directed segments on the path, one for each arc of the base graph
   */
  unpack(): number;
}
