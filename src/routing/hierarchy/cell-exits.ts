import { NO_WAY, type Cells, type UpwardGraph } from '../frozen/hierarchy.js';

/** One cell's exits in one direction. */
export interface CellExits {
  /** The high vertices to which arcs from the cell lead, lowest first. */
  vertices: number[];
  /**
   * The cost of reaching each exit along upward arcs inside the cell. There is one row per vertex of the
   * cell, in order, and one column per exit; NO_WAY if there is no path.
   */
  ms: Uint32Array;
}

/**
 * Finds a cell's exits and the costs to reach them. The cell's vertices are processed from the highest down,
 * so that the costs of all vertices above a vertex are already known.
 */
export function cellExits({ first, arcs }: UpwardGraph, { firstVertex }: Cells, cell: number): CellExits {
  const inCells = firstVertex[firstVertex.length - 1];
  const [begin, end] = [firstVertex[cell], firstVertex[cell + 1]];
  const found = new Set<number>();
  for (let i = first[begin]; i < first[end]; i++) if (arcs[2 * i] >= inCells) found.add(arcs[2 * i]);
  // Lower vertices have smaller numbers.
  const vertices = [...found].sort((a, b) => a - b);
  const place = new Map(vertices.map((vertex, exit) => [vertex, exit]));
  const count = vertices.length;
  const ms = new Uint32Array(count * (end - begin)).fill(NO_WAY);
  for (let v = end - 1; v >= begin; v--) {
    const row = (v - begin) * count;
    for (let i = first[v]; i < first[v + 1]; i++) {
      const [head, arc_ms] = [arcs[2 * i], arcs[2 * i + 1]];
      if (head >= inCells) {
        const at = row + place.get(head)!;
        ms[at] = Math.min(ms[at], arc_ms);
        continue;
      }
      const above = (head - begin) * count;
      for (let exit = 0; exit < count; exit++) {
        if (ms[above + exit] !== NO_WAY) ms[row + exit] = Math.min(ms[row + exit], arc_ms + ms[above + exit]);
      }
    }
  }
  return { vertices, ms };
}
