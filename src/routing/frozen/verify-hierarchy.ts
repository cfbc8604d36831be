import type { BaseGraph } from './base-graph.js';
import { NO_MIDDLE, NO_MIDDLE_IN_CELL, type Hierarchy, vertexRow, type Direction } from './hierarchy.js';
import { ascending, sized } from './verify-numbers.js';
import { VertexPlaces } from './vertex-places.js';

/**
 * Checks a hierarchy's arcs, the vertices that these arcs bypass, and the hierarchy's steps. This guarantees
 * that searches and unpacking terminate and never read outside the arrays.
 * @throws Error that names the first fault
 */
export function verifyHierarchy(hierarchy: Hierarchy, graph: BaseGraph): void {
  const { cells, first, arcPlace, arc_ms, middleInCell, middle } = hierarchy;
  const inCells = cells.firstVertex[cells.branch.length];
  ascending(first, 2 * graph.vertexCount, arcPlace.length, 'arcs of vertices');
  sized('hierarchy.arc_ms', arc_ms.length, first[2 * inCells]);
  sized('hierarchy.middle_in_cell', middleInCell.length, arc_ms.length);
  sized('hierarchy.middle', middle.length, arcPlace.length - arc_ms.length);
  verifyArcs(hierarchy, graph);
  verifySteps(hierarchy);
}

const DIRECTIONS = ['out', 'in'] as const;

/**
 * Checks that each arc leads upward, and that it is either an arc of the base graph or has both of its parts.
 */
function verifyArcs(hierarchy: Hierarchy, graph: BaseGraph): void {
  const { cells, first, arcPlace, middleInCell, middle } = hierarchy;
  const { firstVertex, ofVertex, branch, branchDepth, depth } = cells;
  const inCells = firstVertex[branch.length];
  const places = new VertexPlaces(cells);
  const has = (vertex: number, direction: Direction, place: number): boolean => {
    const row = vertexRow(cells, vertex, direction);
    return arcPlace.subarray(first[row], first[row + 1]).includes(place);
  };
  for (let v = 0; v < graph.vertexCount; v++) {
    const cell = ofVertex[v];
    const begin = firstVertex[cell];
    const isHigh = v >= inCells;
    const own = places.placeOf(v);
    const highPlaces = branchDepth[branch[cell]];
    const size = firstVertex[cell + 1] - begin;
    if (isHigh && places.highAt(cell, own) !== v) throw new Error(`vertex ${v} is not above cell ${cell}`);
    for (const direction of DIRECTIONS) {
      const row = vertexRow(cells, v, direction);
      for (let i = first[row]; i < first[row + 1]; i++) {
        const place = arcPlace[i];
        if (isHigh ? place >= own : place >= highPlaces + size || (place >= highPlaces && place <= own))
          throw new Error(`arc ${i} leads from place ${own} to place ${place}`);
        const higher = places.vertexAt(cell, place);
        const [tail, head] = direction === 'out' ? [v, higher] : [higher, v];
        const over = isHigh ? middle[i - middleInCell.length] : middleInCell[i];
        if (over === (isHigh ? NO_MIDDLE : NO_MIDDLE_IN_CELL)) {
          if (!graph.hasTurns && !isBaseArc(graph, tail, head))
            throw new Error(`arc ${i} does not belong to a road`);
          continue;
        }
        const lower = isHigh ? over : begin + over;
        // The bypassed vertex is below both ends of the arc, so place numbers mean the same for all three
        // vertices.
        const isBelow = lower < v && (!isHigh || places.highAt(ofVertex[lower], depth[v - inCells]) === v);
        if (!isBelow || !has(lower, 'in', places.placeOf(tail)) || !has(lower, 'out', places.placeOf(head)))
          throw new Error(`arc ${i} passes over vertex ${lower}, which lacks its parts`);
      }
    }
  }
}

function isBaseArc({ firstArc, arcHead }: BaseGraph, tail: number, head: number): boolean {
  return arcHead.subarray(firstArc[tail], firstArc[tail + 1]).includes(head);
}

/** Checks the step lists: that their places are valid, and that each step is an arc. */
function verifySteps(hierarchy: Hierarchy): void {
  const { cells, first, arcPlace, group, firstStep, steps } = hierarchy;
  const { firstVertex, ofVertex, branch, branchDepth } = cells;
  const inCells = firstVertex[branch.length];
  const groupCount = group.reduce((most, number) => Math.max(most, number + 1), 0);
  const listCount = branch.length + groupCount;
  sized('climbs.group', group.length, cells.depth.length);
  ascending(firstStep, 2 * listCount, steps.length / 2, 'steps of cells and groups');
  const places = new VertexPlaces(cells);
  const verifyLists = (list: number, cell: number): void => {
    const highPlaces = branchDepth[branch[cell]];
    for (const direction of DIRECTIONS) {
      const own = direction === 'out' ? list : list + listCount;
      for (let i = firstStep[own]; i < firstStep[own + 1]; i++) {
        const [from, to] = [steps[2 * i] >>> 16, steps[2 * i] & 0xffff];
        if (from >= highPlaces || to >= from)
          throw new Error(`a step leads from place ${from} to place ${to} of ${highPlaces}`);
        const row = vertexRow(cells, places.highAt(cell, from), direction);
        if (!arcPlace.subarray(first[row], first[row + 1]).includes(to))
          throw new Error(`no arc matches the step from place ${from} to place ${to} above cell ${cell}`);
      }
    }
  };
  for (let cell = 0; cell < branch.length; cell++) verifyLists(cell, cell);
  group.forEach((number, high) => verifyLists(branch.length + number, ofVertex[inCells + high]));
}
