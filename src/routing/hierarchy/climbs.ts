import { GrowableUint16, GrowableUint32 } from '../../arrays/growable.js';
import type { CutGraph } from './cells.js';
import { cellExits } from './cell-exits.js';
import { ClimbTrees, type Step } from './climb-trees.js';
import {
  DRIVES,
  NO_PARTS,
  type Cells,
  type Hierarchy,
  type UpwardGraph,
  type UpwardHierarchy,
} from '../frozen/hierarchy.js';
import { listSegments } from './segment-lists.js';

/**
 * Makes a hierarchy ready for searches. Inside cells all arcs are kept, and the costs of leaving a cell are
 * stored. Above, a search would look at all arcs of all vertices in its chain. These are thousands, and
 * hardly one in ten is on a cheapest path from the cell. The needed ones are found here, once for each cell.
 */
export function withClimbs(upward: UpwardHierarchy, cut: CutGraph): Hierarchy {
  const { cells } = cut;
  const numbers = arcNumbers(upward, cells);
  const steps = stepsOf(upward, cut, numbers);
  const parts = partsOf(upward, numbers);
  return { cells, ...cellArcs(upward, cells), ...steps, lists: listSegments(parts, steps.stepArc), parts };
}

/** A step has the place where it begins in its upper 16 bits. */
const PLACE_FACTOR = 0x10000;
/** Places are 16-bit numbers. A country needs some hundreds, so no map comes near this limit. */
const MOST_PLACES = 0x10000;

/** New number of each arc. */
interface ArcNumbers {
  out: Uint32Array;
  in: Uint32Array;
}

/**
 * Numbers both kinds of arcs in one sequence. Cell by cell: the arcs that leave its vertices, then those
 * that come to them. Behind all cells the same for each high vertex.
 */
function arcNumbers({ out, in: into }: UpwardHierarchy, { firstVertex }: Cells): ArcNumbers {
  const numbers = { out: new Uint32Array(out.arcs.length / 2), in: new Uint32Array(into.arcs.length / 2) };
  const add = (from: number, to: number): void => {
    for (let i = out.first[from]; i < out.first[to]; i++) numbers.out[i] = i + into.first[from];
    for (let i = into.first[from]; i < into.first[to]; i++) numbers.in[i] = i + out.first[to];
  };
  const cellCount = firstVertex.length - 1;
  for (let cell = 0; cell < cellCount; cell++) add(firstVertex[cell], firstVertex[cell + 1]);
  for (let v = firstVertex[cellCount]; v + 1 < out.first.length; v++) add(v, v + 1);
  return numbers;
}

/** The parts of all arcs in the new numbers, see `Hierarchy.parts`. */
function partsOf({ out, in: into }: UpwardHierarchy, numbers: ArcNumbers): Uint32Array {
  const parts = new Uint32Array(out.parts.length + into.parts.length);
  const add = (own: Uint32Array, { parts: old }: UpwardGraph): void =>
    own.forEach((number, i) => {
      const isBase = old[2 * i] === NO_PARTS;
      parts[2 * number] = isBase ? NO_PARTS : partOf(into, old[2 * i], numbers.in);
      parts[2 * number + 1] = isBase ? old[2 * i + 1] : partOf(out, old[2 * i + 1], numbers.out);
    });
  add(numbers.out, out);
  add(numbers.in, into);
  return parts;
}

/**
 * An arc as a part of another arc: its number, or DRIVES + the directed segment of an arc of the base graph.
 */
function partOf({ parts }: UpwardGraph, arc: number, numbers: Uint32Array): number {
  return parts[2 * arc] === NO_PARTS ? DRIVES + parts[2 * arc + 1] : numbers[arc];
}

/** The arcs of the vertices in cells, see `Hierarchy.first`. */
function cellArcs(
  { out, in: into }: UpwardHierarchy,
  { firstVertex, depth, branch, branchDepth }: Cells,
): Pick<Hierarchy, 'first' | 'arcPlace' | 'arc_ms'> {
  const inCells = firstVertex[firstVertex.length - 1];
  const first = new Uint32Array(2 * inCells + 1);
  const arcPlace = new Uint16Array(out.first[inCells] + into.first[inCells]);
  const arc_ms = new Uint32Array(arcPlace.length);
  let next = 0;
  let row = 0;
  for (let cell = 0; cell + 1 < firstVertex.length; cell++) {
    const shift = branchDepth[branch[cell]] - firstVertex[cell];
    if (firstVertex[cell + 1] + shift > MOST_PLACES)
      throw new Error(`${firstVertex[cell + 1] + shift} places in and above a cell`);
    for (const graph of [out, into]) {
      for (let v = firstVertex[cell]; v < firstVertex[cell + 1]; v++) {
        first[row++] = next;
        for (let i = graph.first[v]; i < graph.first[v + 1]; i++) {
          const head = graph.arcs[2 * i];
          arcPlace[next] = head < inCells ? head + shift : depth[head - inCells];
          arc_ms[next++] = graph.arcs[2 * i + 1];
        }
      }
    }
  }
  first[2 * inCells] = next;
  return { first, arcPlace, arc_ms };
}

type Steps = Pick<
  Hierarchy,
  'group' | 'firstExit' | 'exits' | 'firstExitCost' | 'exit_ms' | 'firstStep' | 'steps' | 'stepArc'
>;

/**
 * For each cell its exits and the steps from there; then for each group of high vertices the steps from
 * those. After that the same again, against the arcs.
 */
function stepsOf(upward: UpwardHierarchy, cut: CutGraph, numbers: ArcNumbers): Steps {
  const { cells } = cut;
  const inCells = cells.firstVertex[cells.branch.length];
  const { group, groups } = groupsOf(cells);
  const firstExit = [0];
  const exits = new GrowableUint16(1 << 10);
  const firstExitCost = [0];
  const exit_ms = new GrowableUint32(1 << 16);
  const firstStep = [0];
  const steps = new GrowableUint32(1 << 16);
  const stepArc = new GrowableUint32(1 << 16);
  const { out, in: into } = upward;
  for (const [graph, back, number] of [
    [out, into, numbers.out],
    [into, out, numbers.in],
  ] as const) {
    const trees = new ClimbTrees(graph, back, cut);
    const push = (list: readonly Step[]): void => {
      for (const { from, to, arc } of list) {
        steps.push(from * PLACE_FACTOR + to);
        steps.push(graph.arcs[2 * arc + 1]);
        stepArc.push(number[arc]);
      }
      firstStep.push(stepArc.length);
    };
    const fromGroups: Step[][] = [];
    groups.forEach((groupsHere, cell) => {
      const ways = cellExits(graph, cells, cell);
      for (const vertex of ways.vertices) exits.push(cells.depth[vertex - inCells]);
      firstExit.push(exits.length);
      exit_ms.pushAll(ways.ms);
      firstExitCost.push(exit_ms.length);
      const { byCell, byGroup } = trees.neededBy(cell, ways, groupsHere);
      push(byCell);
      fromGroups.push(...byGroup);
    });
    fromGroups.forEach(push);
  }
  return {
    group,
    firstExit: Uint32Array.from(firstExit),
    exits: exits.trimmed(),
    firstExitCost: Uint32Array.from(firstExitCost),
    exit_ms: exit_ms.trimmed(),
    firstStep: Uint32Array.from(firstStep),
    steps: steps.trimmed(),
    stepArc: stepArc.trimmed(),
  };
}

/**
 * Most high vertices in a group. The list of a larger group is far longer than each vertex needs;
 * smaller groups would make too many lists.
 */
const GROUP_SIZE = 10;

/**
 * Puts the high vertices with the same cell into groups, numbered cell by cell. `groups` has the
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
