import { NO_VERTEX } from '../frozen/base-graph.js';
import { cellRow, type Direction, type Hierarchy } from '../frozen/hierarchy.js';

/**
 * The vertices where routes begin or end, with the cost of reaching each vertex and a tag that identifies it.
 */
export interface Beginnings {
  count: number;
  /** For a vertex inside a cell: its number within the cell. For a vertex above the cells: its depth. */
  readonly places: number[];
  readonly ms: number[];
  readonly tags: number[];
}

/** The vertices of a cell that one side of the search has reached. */
interface Reached {
  /** The cost of each vertex in the cell; all Infinity between searches. */
  ms: Float64Array;
  /**
   * Per reached vertex: `arc` is the arc by which the vertex was reached, and `from` is the vertex where that
   * arc begins. At a starting vertex, `from` is NO_VERTEX and `arc` is its tag.
   */
  arc: Int32Array;
  from: Uint32Array;
}

/**
 * Finds the cheapest path between vertices of a cell that stays inside that cell. The costs at high vertices
 * do not include such paths.
 */
export class CellSearch {
  readonly #hierarchy: Hierarchy;
  readonly #up: Reached;
  readonly #down: Reached;
  #meeting = -1;
  sourceTag = 0;
  targetTag = 0;

  /** @param mostInCell the number of vertices in the largest cell */
  constructor(hierarchy: Hierarchy, mostInCell: number) {
    this.#hierarchy = hierarchy;
    const reached = (): Reached => ({
      ms: new Float64Array(mostInCell).fill(Infinity),
      arc: new Int32Array(mostInCell),
      from: new Uint32Array(mostInCell),
    });
    this.#up = reached();
    this.#down = reached();
  }

  /**
   * Searches one cell.
   * @returns the cheapest path's cost in milliseconds if it is below `limit_ms`, otherwise `limit_ms`
   */
  run(cell: number, sources: Beginnings, targets: Beginnings, limit_ms: number): number {
    const { firstVertex } = this.#hierarchy.cells;
    const size = firstVertex[cell + 1] - firstVertex[cell];
    this.#relax(cell, this.#up, sources, 'out');
    this.#relax(cell, this.#down, targets, 'in');
    const [up_ms, down_ms] = [this.#up.ms, this.#down.ms];
    let best_ms = limit_ms;
    for (let place = 0; place < size; place++) {
      const sum_ms = up_ms[place] + down_ms[place];
      if (sum_ms >= best_ms) continue;
      best_ms = sum_ms;
      this.#meeting = place;
    }
    if (best_ms < limit_ms) {
      this.sourceTag = tagOf(this.#up, this.#meeting);
      this.targetTag = tagOf(this.#down, this.#meeting);
    }
    up_ms.fill(Infinity, 0, size);
    down_ms.fill(Infinity, 0, size);
    return best_ms;
  }

  /** Writes the arcs of the latest search's path, in order. @returns the number of arcs */
  pack(path: Int32Array): number {
    let count = 0;
    for (let place = this.#meeting; this.#up.from[place] !== NO_VERTEX; place = this.#up.from[place])
      path[count++] = this.#up.arc[place];
    path.subarray(0, count).reverse();
    for (let place = this.#meeting; this.#down.from[place] !== NO_VERTEX; place = this.#down.from[place])
      path[count++] = this.#down.arc[place];
    return count;
  }

  #relax(
    cell: number,
    { ms, arc, from }: Reached,
    { count, places, ms: begin_ms, tags }: Beginnings,
    direction: Direction,
  ): void {
    const { cells, first, arcPlace, arc_ms } = this.#hierarchy;
    const size = cells.firstVertex[cell + 1] - cells.firstVertex[cell];
    const highPlaces = cells.branchDepth[cells.branch[cell]];
    const rows = cellRow(cells, cell, direction);
    for (let i = 0; i < count; i++) {
      if (begin_ms[i] >= ms[places[i]]) continue;
      ms[places[i]] = begin_ms[i];
      arc[places[i]] = tags[i];
      from[places[i]] = NO_VERTEX;
    }
    for (let place = 0; place < size; place++) {
      if (ms[place] === Infinity) continue;
      for (let i = first[rows + place]; i < first[rows + place + 1]; i++) {
        const next = arcPlace[i] - highPlaces;
        const sum_ms = ms[place] + arc_ms[i];
        if (next < 0 || sum_ms >= ms[next]) continue;
        ms[next] = sum_ms;
        arc[next] = i;
        from[next] = place;
      }
    }
  }
}

function tagOf({ arc, from }: Reached, meeting: number): number {
  let place = meeting;
  while (from[place] !== NO_VERTEX) place = from[place];
  return arc[place];
}
