import { GrowableUint32 } from '../arrays/growable.js';
import type { CutGraph } from './cells.js';
import { ClimbTrees } from './climb-trees.js';
import { NO_PARTS, type Cells, type Hierarchy, type UpwardGraph, type UpwardHierarchy } from './hierarchy.js';

/**
 * Makes a hierarchy ready to be searched. Inside of cells all arcs are kept. Above, a search would look at all arcs of all vertices in its chain, thousands, of which
 * hardly one in ten is on any cheapest path from the cell; those are found here, once for each cell.
 */
export function withClimbs(upward: UpwardHierarchy, cut: CutGraph): Hierarchy {
  const { cells } = cut;
  const numbers = arcNumbers(upward);
  return { cells, ...cellArcs(upward, cells), parts: partsOf(upward, numbers), ...stepsOf(upward, cut, numbers) };
}

/** A step has the place where it begins in its upper half. */
const PLACE_FACTOR = 0x10000;

interface ArcNumbers {
  out: Uint32Array;
  in: Uint32Array;
}

/** One sequence for both kinds of arcs, vertex by vertex: those that leave it, those that come to it. */
function arcNumbers({ out, in: into }: UpwardHierarchy): ArcNumbers {
  const numbers = { out: new Uint32Array(out.arcs.length / 2), in: new Uint32Array(into.arcs.length / 2) };
  for (let v = 0; v + 1 < out.first.length; v++) {
    for (let i = out.first[v]; i < out.first[v + 1]; i++) numbers.out[i] = i + into.first[v];
    for (let i = into.first[v]; i < into.first[v + 1]; i++) numbers.in[i] = i + out.first[v + 1];
  }
  return numbers;
}

function partsOf({ out, in: into }: UpwardHierarchy, numbers: ArcNumbers): Uint32Array {
  const parts = new Uint32Array(out.parts.length + into.parts.length);
  const add = (own: Uint32Array, { parts: old }: UpwardGraph): void => own.forEach((number, i) => {
    const isBase = old[2 * i] === NO_PARTS;
    parts[2 * number] = isBase ? NO_PARTS : numbers.in[old[2 * i]];
    parts[2 * number + 1] = isBase ? old[2 * i + 1] : numbers.out[old[2 * i + 1]];
  });
  add(numbers.out, out);
  add(numbers.in, into);
  return parts;
}

function cellArcs({ out, in: into }: UpwardHierarchy, { firstVertex, depth, branch, branchDepth }: Cells): Pick<Hierarchy, 'first' | 'arcs'> {
  const inCells = firstVertex[firstVertex.length - 1];
  const first = new Uint32Array(2 * inCells + 1);
  const arcs = new Uint32Array(2 * (out.first[inCells] + into.first[inCells]));
  let next = 0;
  for (let cell = 0; cell + 1 < firstVertex.length; cell++) {
    const shift = branchDepth[branch[cell]] - firstVertex[cell];
    for (let v = firstVertex[cell]; v < firstVertex[cell + 1]; v++) {
      for (const [row, graph] of [out, into].entries()) {
        first[2 * v + row] = next / 2;
        for (let i = graph.first[v]; i < graph.first[v + 1]; i++) {
          const head = graph.arcs[2 * i];
          arcs[next++] = head < inCells ? head + shift : depth[head - inCells];
          arcs[next++] = graph.arcs[2 * i + 1];
        }
      }
    }
  }
  first[2 * inCells] = next / 2;
  return { first, arcs };
}

/** For each cell the steps from its own vertices, those that high vertices need besides, and both again against the arcs. */
function stepsOf(upward: UpwardHierarchy, cut: CutGraph, numbers: ArcNumbers): Pick<Hierarchy, 'firstStep' | 'steps' | 'stepArc'> {
  const { cells } = cut;
  const cellCount = cells.branch.length;
  const inCells = cells.firstVertex[cellCount];
  const guests = Array.from({ length: cellCount }, (): number[] => []);
  for (let v = inCells; v < cells.ofVertex.length; v++) guests[cells.ofVertex[v]].push(v);
  const sides = [
    { graph: upward.out, trees: new ClimbTrees(upward.out, upward.in, cut), number: numbers.out },
    { graph: upward.in, trees: new ClimbTrees(upward.in, upward.out, cut), number: numbers.in },
  ];
  const firstStep = new Uint32Array(4 * cellCount + 1);
  const steps = new GrowableUint32(1 << 16);
  const stepArc = new GrowableUint32(1 << 16);
  for (let cell = 0; cell < cellCount; cell++) {
    sides.forEach(({ graph, trees, number }, row) => {
      const needed = trees.neededBy(cell, guests[cell]);
      [needed.byCell, needed.byGuests].forEach((stepsHere, k) => {
        for (const { from, to, arc } of stepsHere) {
          steps.push(from * PLACE_FACTOR + to);
          steps.push(graph.arcs[2 * arc + 1]);
          stepArc.push(number[arc]);
        }
        firstStep[4 * cell + 2 * row + k + 1] = stepArc.length;
      });
    });
  }
  return { firstStep, steps: steps.trimmed(), stepArc: stepArc.trimmed() };
}
