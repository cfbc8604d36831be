import { NO_VERTEX, type BaseGraph } from './base-graph.js';
import { DRIVES, LISTED, NO_PARTS, NO_WAY, type Cells, type Hierarchy } from './hierarchy.js';
import {
  BOX_ROUNDING,
  BOX_STEPS,
  CHUNK_PAIRS,
  enterBox,
  enterTree,
  LEAF_NUMBERS,
  leafPlace,
  levelStarts,
  NO_BOX,
  NODE_SIZE,
  type PositionTree,
} from './position-tree.js';
import type { RoutingData } from './routing-data.js';
import type { SegmentTable } from './segment-table.js';
import {
  onlyTarget,
  OTHER_TARGETS,
  pairShift,
  segmentName,
  SEVERAL_NAMES,
  startVertex,
} from './segment-table.js';

/**
 * Checks the array sizes, and that every number points inside the array that it points to.
 * @throws Error naming the first that does not
 */
export function verifyRoutingData(data: RoutingData): void {
  const { segments, ways, components, graph, hierarchy, tree, reach, fords } = data;
  verifySegments(segments, ways.number.length);
  verifyGraph(graph, segments.count);
  verifyEnds(segments, graph, ways.strings.size);
  verifyCells(hierarchy.cells, graph.vertexCount);
  verifyHierarchy(hierarchy, segments.count);
  for (const column of [
    ways.name,
    ways.ownName,
    ways.ref,
    ways.highway,
    ways.surface,
    ways.whyForward,
    ways.whyBackward,
  ]) {
    sized('a column of ways', column.length, ways.number.length);
    below(column, ways.strings.size, 'text of a way');
  }
  sized('ways.flags', ways.flags.length, ways.number.length);
  sized('reach.from', reach.from.length, segments.count);
  sized('reach.to', reach.to.length, segments.count);
  below(reach.from, reach.fromHub.length, 'class of a segment');
  below(reach.to, reach.toHub.length, 'class of a segment');
  below(fords, segments.positions.length / 2, 'ford');
  sized('segments.component', components.component.length, segments.count);
  below(components.component, components.km.length, 'component of a segment');
  verifyTree(tree, segments);
}

function verifySegments(segments: SegmentTable, wayCount: number): void {
  const positions = segments.positions.length / 2;
  ascending(segments.firstPosition, segments.count, positions, 'positions of segments');
  sized('segments.line', segments.line.length, 2 * segments.count + 2);
  for (let s = 0; s <= segments.count; s++)
    if (segments.line[2 * s] !== segments.firstPosition[s])
      throw new Error(`the line of segment ${s} begins at ${segments.line[2 * s]}`);
  if (segments.pair_ms.length < positions)
    throw new Error(`section pairs.ms has ${segments.pair_ms.length} entries for ${positions} positions`);
  for (let s = 0; s < segments.count; s++) {
    const end = segments.firstPosition[s + 1] + pairShift(segments, 2 * s + 1);
    if (end > segments.pair_ms.length)
      throw new Error(`costs against segment ${s} end at ${end} of ${segments.pair_ms.length}`);
  }
  sized('delays.ms', segments.delay_ms.length, segments.delayPosition.length);
  ascending(segments.firstRun, segments.count, segments.runPosition.length, 'runs of segments');
  sized('runs.way', segments.runWay.length, segments.runPosition.length);
  sized('runs.place', segments.runPlace.length, segments.runPosition.length);
  below(segments.delayPosition, positions, 'position of a delay');
  below(segments.runPosition, positions, 'position of a run');
  below(segments.runWay, wayCount * 2, 'way of a run');
}

function verifyEnds(segments: SegmentTable, graph: BaseGraph, stringCount: number): void {
  for (let directed = 0; directed < 2 * segments.count; directed++) {
    const [start, target, name] = [
      startVertex(segments, directed),
      onlyTarget(segments, directed),
      segmentName(segments, directed >> 1),
    ];
    if (start !== NO_VERTEX && start >= graph.vertexCount)
      throw new Error(`start vertex ${start} of ${graph.vertexCount}`);
    if (target !== OTHER_TARGETS && target !== graph.targetVertex[graph.firstTarget[directed]])
      throw new Error(`target ${target} of the directed segment ${directed}`);
    if (name !== SEVERAL_NAMES && name >= stringCount) throw new Error(`name ${name} of a segment`);
  }
}

/**
 * Checks that every pair is in the tree, and that every box contains what is in it. A search
 * would miss the rest.
 */
function verifyTree(tree: PositionTree, segments: SegmentTable): void {
  const { extent, boxes, leaves } = tree;
  const leafCount = Math.floor(leaves.length / LEAF_NUMBERS);
  const starts = levelStarts(leafCount);
  const top = starts.length - 1;
  sized('tree.extent', extent.length, 4);
  sized('tree.boxes', boxes.length, starts[top]);
  sized('tree.leaves', leaves.length, leafCount * LEAF_NUMBERS);
  const frames = new Float64Array(4 * (top + 1));
  enterTree(tree, frames, top);
  let pairs = 0;
  const verifyNode = (level: number, node: number): void => {
    for (let child = node * NODE_SIZE; child < (node + 1) * NODE_SIZE; child++) {
      const box = level === 1 ? leaves[leafPlace(child)] : boxes[starts[level - 1] + child];
      if (box === NO_BOX) break;
      enterBox(frames, level, box);
      if (frames[4 * level - 2] < 0 || frames[4 * level - 1] < 0)
        throw new Error(`box ${child} of level ${level - 1} ends before it begins`);
      if (level > 1) verifyNode(level - 1, child);
      else
        pairs += verifyChunk(
          leaves[leafPlace(child) + NODE_SIZE],
          leaves[leafPlace(child) + 2 * NODE_SIZE],
          frames,
          segments,
        );
    }
  };
  if (leafCount > 0) verifyNode(top, 0);
  sized('tree.leaves, in pairs,', pairs, segments.positions.length / 2 - segments.count);
}

/** @returns the number of its pairs */
function verifyChunk(
  chunk: number,
  segment: number,
  [west, south, stepX, stepY]: Float64Array,
  { count, firstPosition, positions }: SegmentTable,
): number {
  const first = Math.floor(chunk / (CHUNK_PAIRS + 1));
  const last = first + (chunk % (CHUNK_PAIRS + 1));
  const isSound = segment < count && first >= firstPosition[segment] && last < firstPosition[segment + 1];
  if (!isSound)
    throw new Error(`a chunk of the positions ${first} to ${last} is not of segment ${segment} of ${count}`);
  for (let g = first; g <= last; g++) {
    const [x, y] = [positions[2 * g] - west, positions[2 * g + 1] - south];
    const isIn =
      x >= -BOX_ROUNDING &&
      x <= stepX * BOX_STEPS + BOX_ROUNDING &&
      y >= -BOX_ROUNDING &&
      y <= stepY * BOX_STEPS + BOX_ROUNDING;
    if (!isIn) throw new Error(`position ${g} is not in the box of its chunk`);
  }
  return last - first;
}

function verifyGraph(graph: BaseGraph, segmentCount: number): void {
  ascending(graph.firstArc, graph.vertexCount, graph.arcHead.length, 'arcs of vertices');
  sized('graph.arc_ms', graph.arc_ms.length, graph.arcHead.length);
  sized(
    'graph.driven_segment',
    graph.drivenSegment.length,
    graph.hasTurns ? graph.vertexCount : graph.arcHead.length,
  );
  sized('graph.start_vertex', graph.startVertex.length, segmentCount * 2);
  ascending(graph.firstTarget, segmentCount * 2, graph.targetVertex.length, 'targets of segments');
  sized('graph.target_ms', graph.target_ms.length, graph.targetVertex.length);
  below(graph.arcHead, graph.vertexCount, 'head of an arc');
  below(graph.drivenSegment, segmentCount * 2, 'segment of an arc');
  below(graph.targetVertex, graph.vertexCount, 'target');
  for (const vertex of graph.startVertex)
    if (vertex !== NO_VERTEX && vertex >= graph.vertexCount)
      throw new Error(`start vertex ${vertex} of ${graph.vertexCount}`);
}

function verifyCells(
  { firstVertex, ofVertex, depth, branch, branchParent, branchDepth }: Cells,
  vertexCount: number,
): void {
  const inCells = vertexCount - depth.length;
  ascending(firstVertex, branch.length, inCells, 'vertices of cells');
  sized('cells.of_vertex', ofVertex.length, vertexCount);
  below(ofVertex, branch.length, 'cell of a vertex');
  below(branch, branchParent.length, 'branch of a cell');
  sized('branches.depth', branchDepth.length, branchParent.length);
  if (branchDepth[0] !== 0) throw new Error(`branch 0 ends at depth ${branchDepth[0]}`);
  for (let b = 1; b < branchParent.length; b++) {
    if (branchParent[b] >= b || branchDepth[branchParent[b]] >= branchDepth[b])
      throw new Error(`branch ${b} is below branch ${branchParent[b]}`);
  }
  for (let v = 0; v < vertexCount; v++) {
    const cell = ofVertex[v];
    const isSound =
      v < inCells
        ? v >= firstVertex[cell] && v < firstVertex[cell + 1]
        : depth[v - inCells] < branchDepth[branch[cell]];
    if (!isSound) throw new Error(`vertex ${v} is not in or above cell ${cell}`);
  }
}

function verifyHierarchy(hierarchy: Hierarchy, segmentCount: number): void {
  const { cells, first, arcPlace, arc_ms, parts, lists, group, firstStep, steps, stepArc } = hierarchy;
  const { firstVertex, branch, branchDepth } = cells;
  const isList = verifySegmentLists(lists, segmentCount);
  const cellCount = branch.length;
  ascending(first, 2 * firstVertex[cellCount], arcPlace.length, 'arcs of vertices in cells');
  const groupCount = group.reduce((most, number) => Math.max(most, number + 1), 0);
  sized('climbs.group', group.length, cells.depth.length);
  ascending(firstStep, 2 * (cellCount + groupCount), stepArc.length, 'steps of cells and groups');
  sized('climbs.steps', steps.length, 2 * stepArc.length);
  below(stepArc, parts.length / 2, 'arc of a step');
  sized('hierarchy.arc_ms', arc_ms.length, arcPlace.length);
  if (2 * arcPlace.length > parts.length)
    throw new Error(`${arcPlace.length} arcs in cells have ${parts.length / 2} parts`);
  const verifyLists = (list: number, highPlaces: number): void => {
    for (const one of [list, list + cellCount + groupCount])
      verifySteps(steps.subarray(2 * firstStep[one], 2 * firstStep[one + 1]), highPlaces);
  };
  /** By arc in a cell: its lower vertex. */
  const owner = new Uint32Array(arcPlace.length);
  for (let cell = 0; cell < cellCount; cell++) {
    const highPlaces = branchDepth[branch[cell]];
    const size = firstVertex[cell + 1] - firstVertex[cell];
    for (let row = 0; row < 2 * size; row++) {
      for (let i = first[2 * firstVertex[cell] + row]; i < first[2 * firstVertex[cell] + row + 1]; i++) {
        const [place, own] = [arcPlace[i], highPlaces + (row % size)];
        if (place >= highPlaces + size || (place >= highPlaces && place <= own))
          throw new Error(`arc ${i} leads from place ${own} to place ${place}`);
        owner[i] = firstVertex[cell] + (row % size);
      }
    }
    verifyLists(cell, highPlaces);
  }
  group.forEach((number, high) =>
    verifyLists(cellCount + number, branchDepth[branch[cells.ofVertex[firstVertex[cellCount] + high]]]),
  );
  verifyExits(hierarchy);
  for (let i = 0; 2 * i < parts.length; i++) {
    const [down, up] = [parts[2 * i], parts[2 * i + 1]];
    // A part belongs to a lower vertex or has a smaller number, so unpacking comes to an end.
    const isPart = (part: number): boolean =>
      part >= DRIVES
        ? part - DRIVES < 2 * segmentCount
        : part >= LISTED
          ? isList[part - LISTED] === 1
          : i < owner.length
            ? owner[part] < owner[i]
            : part < i;
    if (!(down === NO_PARTS ? up < 2 * segmentCount : isPart(down) && isPart(up)))
      throw new Error(`arc ${i} has the parts ${down} and ${up}`);
  }
}

/**
 * Checks the exits, and that every cost is the least over an arc and the rest from its head. Unpacking
 * relies on it: it finds the way out of a cell by comparing these costs.
 */
function verifyExits({
  cells,
  first,
  arcPlace,
  arc_ms: costs_ms,
  firstExit,
  exits,
  firstExitCost,
  exit_ms,
}: Hierarchy): void {
  const { firstVertex, branch, branchDepth } = cells;
  ascending(firstExit, 2 * branch.length, exits.length, 'exits of cells');
  ascending(firstExitCost, 2 * branch.length, exit_ms.length, 'costs of exits');
  for (let list = 0; list < 2 * branch.length; list++) {
    const cell = list % branch.length;
    const highPlaces = branchDepth[branch[cell]];
    const size = firstVertex[cell + 1] - firstVertex[cell];
    const count = firstExit[list + 1] - firstExit[list];
    const costs = firstExitCost[list];
    sized(`the costs of the exits of cell ${cell}`, firstExitCost[list + 1] - costs, size * count);
    const rows = 2 * firstVertex[cell] + (list < branch.length ? 0 : size);
    const least = new Float64Array(count);
    const exitAt = new Map(
      Array.from(exits.subarray(firstExit[list], firstExit[list + 1]), (depth, exit) => [depth, exit]),
    );
    for (let place = 0; place < size; place++) {
      least.fill(NO_WAY);
      for (let i = first[rows + place]; i < first[rows + place + 1]; i++) {
        const [next, arc_ms] = [arcPlace[i], costs_ms[i]];
        if (next < highPlaces) {
          const exit = exitAt.get(next);
          if (exit === undefined) throw new Error(`cell ${cell} has no exit at depth ${next}`);
          least[exit] = Math.min(least[exit], arc_ms);
          continue;
        }
        for (let exit = 0; exit < count; exit++)
          least[exit] = Math.min(least[exit], arc_ms + exit_ms[costs + (next - highPlaces) * count + exit]);
      }
      for (let exit = 0; exit < count; exit++) {
        if (exit_ms[costs + place * count + exit] !== least[exit])
          throw new Error(
            `it costs ${exit_ms[costs + place * count + exit]} ms from place ${place} ` +
              `of cell ${cell} to its exit ${exit}, not ${least[exit]}`,
          );
      }
    }
  }
}

/** @returns 1 at each place where a list begins */
function verifySegmentLists(lists: Uint32Array, segmentCount: number): Uint8Array {
  const isList = new Uint8Array(lists.length);
  for (let at = 0; at < lists.length;) {
    isList[at] = 1;
    const end = at + lists[at];
    if (end >= lists.length) throw new Error(`a list of segments ends at ${end} of ${lists.length}`);
    for (at++; at <= end; at++)
      if (lists[at] >= 2 * segmentCount)
        throw new Error(`segment ${lists[at]} in a list, of ${2 * segmentCount}`);
  }
  return isList;
}

function verifySteps(steps: Uint32Array, highPlaces: number): void {
  for (let i = 0; i < steps.length; i += 2) {
    const [from, to] = [steps[i] >>> 16, steps[i] & 0xffff];
    if (from >= highPlaces || to >= from)
      throw new Error(`a step leads from place ${from} to place ${to} of ${highPlaces}`);
  }
}

function sized(name: string, length: number, expected: number): void {
  if (length !== expected) throw new Error(`section ${name} has ${length} entries, not ${expected}`);
}

function ascending(offsets: Uint32Array, count: number, end: number, what: string): void {
  sized(what, offsets.length, count + 1);
  for (let i = 0; i < count; i++)
    if (offsets[i] > offsets[i + 1]) throw new Error(`${what}: ${offsets[i]} comes before ${offsets[i + 1]}`);
  if (offsets[0] !== 0 || offsets[count] !== end)
    throw new Error(`${what} run from ${offsets[0]} to ${offsets[count]}, not from 0 to ${end}`);
}

function below(values: Uint32Array, limit: number, what: string): void {
  for (const value of values) if (value >= limit) throw new Error(`${what} is ${value}, of ${limit}`);
}
