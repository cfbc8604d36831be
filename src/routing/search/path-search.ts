/** Finds the cheapest path between several sources and several targets, one search at a time. */
export interface PathSearch {
  /** After a successful `run`: the tags of the source and the target of the path. */
  readonly sourceTag: number;
  readonly targetTag: number;
  /** The directed segments of the path, in order, after `unpack`. */
  readonly segments: Int32Array;
  /** Forgets all sources, targets and costs. */
  reset(): void;
  /** Adds a source that costs `ms`, which may be below 0. */
  addSource(vertex: number, ms: number, tag: number): void;
  addTarget(vertex: number, ms: number, tag: number): void;
  /**
   * Runs the search. Call it once after each `reset`.
   * @returns milliseconds of the cheapest path if below `limit_ms`, else Infinity
   */
  run(limit_ms: number): number;
  /**
   * Unpacks the path of the last successful `run`.
   * @returns how many directed segments it drives, one for each arc of the base graph
   */
  unpack(): number;
}
