import { cellRow, type Direction, type Hierarchy } from '../frozen/hierarchy.js';
import { commonDepth, NOT_REACHED } from './climb.js';
import type { HierarchySearch } from './hierarchy-search.js';

/**
 * Computes the remaining cost, at the imported costs, from a vertex to the targets of a search or, in the
 * other direction, from the sources of the search to a vertex. As long as roads are only slower than at
 * import time, this is a lower bound, so a search with the current costs needs to visit only vertices on the
 * way to the targets. The costs are computed cell by cell, for all vertices of a cell together, from the
 * climbs of `search` with the same ends.
 */
export class LowerBounds {
  readonly #hierarchy: Hierarchy;
  readonly #search: HierarchySearch;
  /** `out`: the cost to the targets. `in`: the cost from the sources. */
  readonly #direction: Direction;
  readonly #inCells: number;
  /** Per step list: the cost in milliseconds for each place; see Climb. */
  readonly #known = new Map<number, Float64Array>();

  constructor(hierarchy: Hierarchy, search: HierarchySearch, direction: Direction = 'out') {
    this.#hierarchy = hierarchy;
    this.#search = search;
    this.#direction = direction;
    this.#inCells = hierarchy.cells.firstVertex[hierarchy.cells.branch.length];
  }

  /** Clears all costs, because the search has new ends. */
  reset(): void {
    this.#known.clear();
  }

  /**
   * Returns the cost in milliseconds between a vertex and the nearest end, or Infinity if there is no path.
   */
  of(vertex: number): number {
    const { cells, group } = this.#hierarchy;
    const cell = cells.ofVertex[vertex];
    const isHigh = vertex >= this.#inCells;
    const list =
      (isHigh ? cells.branch.length + group[vertex - this.#inCells] : cell) +
      (this.#direction === 'out' ? 0 : (this.#hierarchy.firstStep.length - 1) / 2);
    let rest_ms = this.#known.get(list);
    if (rest_ms === undefined) this.#known.set(list, (rest_ms = this.#workOut(list, cell, isHigh)));
    if (isHigh) return rest_ms[cells.depth[vertex - this.#inCells]];
    return rest_ms[cells.branchDepth[cells.branch[cell]] + vertex - cells.firstVertex[cell]];
  }

  #workOut(list: number, cell: number, isHigh: boolean): Float64Array {
    const { cells, firstStep, steps, first, arcPlace, arc_ms } = this.#hierarchy;
    const highPlaces = cells.branchDepth[cells.branch[cell]];
    const size = cells.firstVertex[cell + 1] - cells.firstVertex[cell];
    const rest_ms = this.#beginAt(cell, isHigh, highPlaces + size);
    // Processes the steps backward: steps to higher places come last, and the remaining cost of those places
    // is needed first.
    for (let i = firstStep[list + 1] - 1; i >= firstStep[list]; i--) {
      const [from, to] = [steps[2 * i] >>> 16, steps[2 * i] & 0xffff];
      rest_ms[from] = Math.min(rest_ms[from], steps[2 * i + 1] + rest_ms[to]);
    }
    if (isHigh) return rest_ms;
    const rows = cellRow(cells, cell, this.#direction);
    for (let place = size - 1; place >= 0; place--) {
      let least_ms = rest_ms[highPlaces + place];
      for (let i = first[rows + place]; i < first[rows + place + 1]; i++)
        least_ms = Math.min(least_ms, arc_ms[i] + rest_ms[arcPlace[i]]);
      rest_ms[highPlaces + place] = least_ms;
    }
    return rest_ms;
  }

  /** Returns the costs of the vertices that climbs from the ends have reached. */
  #beginAt(cell: number, isHigh: boolean, places: number): Float64Array {
    const { cells } = this.#hierarchy;
    const rest_ms = new Float64Array(places).fill(Infinity);
    const { climbs, count, least_ms } = this.#search[this.#direction === 'out' ? 'backward' : 'forward'];
    for (let k = 0; k < count; k++) {
      const { cell: other, isHigh: fromHigh, place_ms } = climbs[k];
      const isSame = other === cell && !isHigh && !fromHigh;
      const end = isSame ? places : commonDepth(cells, cell, other);
      for (let place = 0; place < end; place++)
        if (place_ms[place] !== NOT_REACHED)
          rest_ms[place] = Math.min(rest_ms[place], place_ms[place] + least_ms);
    }
    return rest_ms;
  }
}
