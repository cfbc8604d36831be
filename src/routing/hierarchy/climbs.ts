import { GrowableUint32 } from '../../arrays/growable.js';
import type { CutGraph } from './cells.js';
import { cellExits } from './cell-exits.js';
import { ClimbTrees, type Step } from './climb-trees.js';
import {
  NO_MIDDLE,
  NO_MIDDLE_IN_CELL,
  type Cells,
  type Hierarchy,
  type UpwardGraph,
  type UpwardHierarchy,
} from '../frozen/hierarchy.js';

/**
 * Prepares a hierarchy for searches. Keeps all arcs and their costs inside cells. Above the cells, a search
 * would otherwise examine all arcs of all vertices in its chain. There are thousands of such arcs, and fewer
 * than one in ten is on a cheapest path from the cell. This function finds the needed arcs once for each
 * cell.
 */
export function withClimbs(upward: UpwardHierarchy, cut: CutGraph): Hierarchy {
  const { cells } = cut;
  return { cells, ...arcsOf(upward, cells), ...stepsOf(upward, cut) };
}

/** The upper 16 bits of a step contain the place where the step begins. */
const PLACE_FACTOR = 0x10000;
/** Places are 16-bit numbers. A country needs a few hundred places, so no map comes near this limit. */
const MOST_PLACES = 0x10000;

type Arcs = Pick<Hierarchy, 'first' | 'arcPlace' | 'arc_ms' | 'middleInCell' | 'middle'>;

/** Returns all arcs in one array; see `Hierarchy.first`. */
function arcsOf(
  { out, in: into }: UpwardHierarchy,
  { firstVertex, depth, branch, branchDepth }: Cells,
): Arcs {
  const cellCount = branch.length;
  const inCells = firstVertex[cellCount];
  const vertexCount = out.first.length - 1;
  const arcsInCells = out.first[inCells] + into.first[inCells];
  const arcs: Arcs = {
    first: new Uint32Array(2 * vertexCount + 1),
    arcPlace: new Uint16Array(out.middle.length + into.middle.length),
    arc_ms: new Uint32Array(arcsInCells),
    middleInCell: new Uint8Array(arcsInCells),
    middle: new Uint32Array(out.middle.length + into.middle.length - arcsInCells),
  };
  let [next, row] = [0, 0];
  for (let cell = 0; cell < cellCount; cell++) {
    const [begin, end] = [firstVertex[cell], firstVertex[cell + 1]];
    const shift = branchDepth[branch[cell]] - begin;
    if (end + shift > MOST_PLACES)
      throw new Error(`a cell has too many places in and above it: ${end + shift}`);
    if (end - begin > NO_MIDDLE_IN_CELL + 1) throw new Error(`a cell has too many vertices: ${end - begin}`);
    for (const graph of [out, into]) {
      for (let v = begin; v < end; v++) {
        arcs.first[row++] = next;
        for (let i = graph.first[v]; i < graph.first[v + 1]; i++, next++) {
          const head = graph.arcs[2 * i];
          arcs.arcPlace[next] = head < inCells ? head + shift : depth[head - inCells];
          arcs.arc_ms[next] = graph.arcs[2 * i + 1];
          arcs.middleInCell[next] =
            graph.middle[i] === NO_MIDDLE ? NO_MIDDLE_IN_CELL : graph.middle[i] - begin;
        }
      }
    }
  }
  for (let v = inCells; v < vertexCount; v++) {
    for (const graph of [out, into]) {
      arcs.first[row++] = next;
      for (let i = graph.first[v]; i < graph.first[v + 1]; i++, next++) {
        arcs.arcPlace[next] = depth[graph.arcs[2 * i] - inCells];
        arcs.middle[next - arcsInCells] = graph.middle[i];
      }
    }
  }
  arcs.first[row] = next;
  return arcs;
}

type Steps = Pick<Hierarchy, 'group' | 'firstStep' | 'steps'>;

/**
 * Returns the steps from each cell's exits, followed by the steps from each group of high vertices, and then
 * the same lists for the opposite direction.
 */
function stepsOf({ out, in: into }: UpwardHierarchy, cut: CutGraph): Steps {
  const { cells } = cut;
  const { group, groups } = groupsOf(cells);
  const lists = new StepLists();
  for (const [graph, back] of [
    [out, into],
    [into, out],
  ] as const) {
    const trees = new ClimbTrees(graph, back, cut);
    const fromGroups = new StepLists();
    groups.forEach((groupsHere, cell) => {
      const { byCell, byGroup } = trees.neededBy(cell, cellExits(graph, cells, cell), groupsHere);
      lists.push(byCell, graph);
      for (const list of byGroup) fromGroups.push(list, graph);
    });
    lists.pushAll(fromGroups);
  }
  return { group, firstStep: Uint32Array.from([0, ...lists.ends]), steps: lists.steps.trimmed() };
}

/**
 * Lists of steps in one array, laid out like `Hierarchy.steps`. Storing the steps as objects would take six
 * times as much memory.
 */
class StepLists {
  readonly steps = new GrowableUint32(1 << 16);
  /** Per list: the index after its last step. */
  readonly ends: number[] = [];

  push(list: readonly Step[], { arcs }: UpwardGraph): void {
    for (const { from, to, arc } of list) {
      this.steps.push(from * PLACE_FACTOR + to);
      this.steps.push(arcs[2 * arc + 1]);
    }
    this.ends.push(this.steps.length / 2);
  }

  pushAll({ steps, ends }: StepLists): void {
    const before = this.steps.length / 2;
    this.steps.pushAll(steps.data.subarray(0, steps.length));
    for (const end of ends) this.ends.push(before + end);
  }
}

/**
 * The maximum number of high vertices in a group. In larger groups, the list would be far longer than any one
 * vertex needs, while smaller groups would mean too many lists.
 */
const GROUP_SIZE = 10;

/**
 * Groups the high vertices that have the same cell, and numbers the groups cell by cell. `groups` holds the
 * vertices of each group of each cell.
 */
function groupsOf({ branch, firstVertex, ofVertex }: Cells): { group: Uint32Array; groups: number[][][] } {
  const inCells = firstVertex[branch.length];
  const groups = Array.from({ length: branch.length }, (): number[][] => []);
  for (let v = inCells; v < ofVertex.length; v++) {
    const here = groups[ofVertex[v]];
    if (here.length === 0 || here[here.length - 1].length === GROUP_SIZE) here.push([]);
    here[here.length - 1].push(v);
  }
  const group = new Uint32Array(ofVertex.length - inCells);
  groups.flat().forEach((vertices, number) => {
    for (const vertex of vertices) group[vertex - inCells] = number;
  });
  return { group, groups };
}
