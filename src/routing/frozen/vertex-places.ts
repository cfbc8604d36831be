import type { Cells } from './hierarchy.js';

/**
 * Maps vertices to places in a cell's climb, and places to vertices. A place is the depth of a high vertex,
 * or the number of high vertices above the cell plus a vertex's number within the cell.
 */
export class VertexPlaces {
  readonly #cells: Cells;
  readonly #inCells: number;
  /** The high vertices, branch by branch from the top down. */
  readonly #high: Uint32Array;
  /** Per branch: the number to add to a depth to get the index in `#high` of the vertex at that depth. */
  readonly #start: Int32Array;

  /** @throws Error if the depths of the high vertices do not fill their branches */
  constructor(cells: Cells) {
    this.#cells = cells;
    const { firstVertex, branch, branchParent, branchDepth, depth } = cells;
    this.#inCells = firstVertex[branch.length];
    this.#start = new Int32Array(branchParent.length);
    let filled = 0;
    for (let b = 0; b < branchParent.length; b++) {
      const above = b === 0 ? 0 : branchDepth[branchParent[b]];
      this.#start[b] = filled - above;
      filled += branchDepth[b] - above;
    }
    if (filled !== depth.length)
      throw new Error(`${depth.length} high vertices do not fill branches with ${filled} places`);
    this.#high = new Uint32Array(filled);
    for (let high = 0; high < depth.length; high++) {
      const own = this.#branchAt(cells.ofVertex[this.#inCells + high], depth[high]);
      this.#high[this.#start[own] + depth[high]] = this.#inCells + high;
    }
  }

  /** Returns the high vertex at a depth above a cell. */
  highAt(cell: number, depth: number): number {
    return this.#high[this.#start[this.#branchAt(cell, depth)] + depth];
  }

  /** Returns the vertex at a place in a cell's climb. */
  vertexAt(cell: number, place: number): number {
    const { firstVertex, branch, branchDepth } = this.#cells;
    const highPlaces = branchDepth[branch[cell]];
    return place < highPlaces ? this.highAt(cell, place) : firstVertex[cell] + place - highPlaces;
  }

  /** Returns a vertex's place, which is the same in its own cell and in all cells below it. */
  placeOf(vertex: number): number {
    const { firstVertex, ofVertex, branch, branchDepth, depth } = this.#cells;
    if (vertex >= this.#inCells) return depth[vertex - this.#inCells];
    const cell = ofVertex[vertex];
    return branchDepth[branch[cell]] + vertex - firstVertex[cell];
  }

  #branchAt(cell: number, depth: number): number {
    const { branch, branchParent, branchDepth } = this.#cells;
    let own = branch[cell];
    while (own !== 0 && branchDepth[branchParent[own]] > depth) own = branchParent[own];
    return own;
  }
}
