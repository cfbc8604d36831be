import type { PathSearch } from './path-search.js';

/** Collects the ends of routes without running a search. */
export class CollectedEnds implements PathSearch {
  readonly sourceTag = 0;
  readonly targetTag = 0;
  readonly segments = new Int32Array(0);
  readonly found: { vertex: number; ms: number; tag: number }[] = [];

  reset(): void {
    this.found.length = 0;
  }

  addSource(vertex: number, ms: number, tag: number): void {
    this.found.push({ vertex, ms, tag });
  }

  addTarget(vertex: number, ms: number, tag: number): void {
    this.found.push({ vertex, ms, tag });
  }

  run(): number {
    return Infinity;
  }

  unpack(): number {
    return 0;
  }
}
