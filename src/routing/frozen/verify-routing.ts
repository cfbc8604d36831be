import { TURN } from '../../geo/unwrap.js';
import { numberAt, packedCount, unpacked, verifyPacked, type Packed } from '../../arrays/packed.js';
import { NO_VERTEX, type BaseGraph, type Targets } from './base-graph.js';
import type { Cells } from './hierarchy.js';
import {
  BOX_ROUNDING,
  BOX_STEPS,
  CHUNK_PAIRS,
  LEAF_NUMBERS,
  NODE_SIZE,
  NO_BOX,
  enterBox,
  enterTree,
  leafPlace,
  levelStarts,
  type PositionTree,
} from './position-tree.js';
import { lat7At, lon7At, positionCount } from './positions.js';
import type { RoutingData } from './routing-data.js';
import { ascending, below, sized } from './verify-numbers.js';
import { FERRY } from './way-flags.js';
import { verifyHierarchy } from './verify-hierarchy.js';
import {
  OTHER_TARGETS,
  SEVERAL_NAMES,
  onlyTarget,
  pairShift,
  segmentName,
  startVertex,
  type SegmentTable,
} from './segment-table.js';
import type { FrozenContraction, UpwardArcs } from './contraction.js';

/**
 * Checks the array sizes, and that every index is within the array that it refers to.
 * @throws Error that names the first fault
 */
export function verifyRoutingData(data: RoutingData): void {
  const { segments, ways, components, graph, targets, hierarchy, tree, reach, fords, tolls } = data;
  verifyAllPacked(data);
  const wayCount = ways.id.length;
  verifySegments(segments, wayCount);
  verifyGraph(graph, segments.count);
  verifyTargets(targets, segments, graph.vertexCount);
  verifyEnds(data);
  verifyCells(hierarchy.cells, graph.vertexCount);
  verifyHierarchy(hierarchy, graph);
  verifyContraction(data.contraction, graph.vertexCount);
  for (const column of [
    ways.name,
    ways.ownName,
    ways.ref,
    ways.highway,
    ways.surface,
    ways.whyForward,
    ways.whyBackward,
  ]) {
    sized('a column of ways', packedCount(column), wayCount);
    below(unpacked(column), ways.strings.size, 'text of a way');
  }
  sized('ways.flags', ways.flags.length, wayCount);
  sized('ways.number', packedCount(ways.number), wayCount);
  sized('reach.from', packedCount(reach.from), segments.count);
  sized('reach.to', packedCount(reach.to), segments.count);
  below(unpacked(reach.from), reach.fromHub.length, 'class of a segment');
  below(unpacked(reach.to), reach.toHub.length, 'class of a segment');
  below(fords, positionCount(segments.positions), 'ford');
  below(tolls, positionCount(segments.positions), 'toll booth');
  sized('segments.component', packedCount(components.component), segments.count);
  below(unpacked(components.component), components.km.length, 'component of a segment');
  verifyTree(tree, data);
}

function verifySegments(segments: SegmentTable, wayCount: number): void {
  const positions = positionCount(segments.positions);
  sized('positions.lat7', packedCount(segments.positions.lat7), positions);
  ascending(segments.firstPosition, segments.count, positions, 'positions of segments');
  sized('segments.length_m', segments.length_m.length, segments.count);
  const costs = packedCount(segments.pair_ms);
  if (costs < positions) throw new Error(`section pairs.ms has ${costs} entries for ${positions} positions`);
  for (let s = 0; s < segments.count; s++) {
    const end = segments.firstPosition[s + 1] + pairShift(segments, 2 * s + 1);
    if (end > costs)
      throw new Error(`the costs against the direction of segment ${s} end at ${end} of ${costs}`);
  }
  sized('delays.ms', segments.delay_ms.length, segments.delayPosition.length);
  const runs = packedCount(segments.runPosition);
  ascending(unpacked(segments.firstRun), segments.count, runs, 'runs of segments');
  sized('runs.way', packedCount(segments.runWay), runs);
  sized('runs.place', packedCount(segments.runPlace), runs);
  below(segments.delayPosition, positions, 'position of a delay');
  below(unpacked(segments.runPosition), positions, 'position of a run');
  below(unpacked(segments.runWay), wayCount * 2, 'way of a run');
}

function verifyEnds({ segments, graph, targets, ways }: RoutingData): void {
  for (let directed = 0; directed < 2 * segments.count; directed++) {
    const [start, target, name] = [
      startVertex(segments, directed),
      onlyTarget(segments, directed),
      segmentName(segments, directed >> 1),
    ];
    if (start !== NO_VERTEX && start >= graph.vertexCount)
      throw new Error(`start vertex ${start} of ${graph.vertexCount}`);
    if (target !== OTHER_TARGETS && target !== numberAt(targets.vertex, numberAt(targets.first, directed)))
      throw new Error(`target ${target} of the directed segment ${directed}`);
    if (name !== SEVERAL_NAMES && name >= ways.strings.size) throw new Error(`name ${name} of a segment`);
  }
}

/**
 * Checks that the tree contains every pair that points may snap to, and that every box contains its content.
 * If the tree were incomplete, searches would miss roads.
 */
function verifyTree(tree: PositionTree, { segments, ways }: RoutingData): void {
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
  const wanted = positionCount(segments.positions) - segments.count - unsnappedPairs(segments, ways.flags);
  sized('tree.leaves, in pairs,', pairs, wanted);
}

/**
 * Returns the number of pairs that are not in the tree: ferry pairs and pairs that cross the 180th meridian.
 */
function unsnappedPairs(segments: SegmentTable, flags: Uint8Array): number {
  const { count, firstRun, firstPosition, positions, runPosition, runWay } = segments;
  let pairs = 0;
  for (let segment = 0; segment < count; segment++) {
    const end = numberAt(firstRun, segment + 1);
    for (let run = numberAt(firstRun, segment); run < end; run++) {
      const isFerry = (flags[numberAt(runWay, run) >> 1] & FERRY) !== 0;
      const last = run + 1 < end ? numberAt(runPosition, run + 1) : firstPosition[segment + 1] - 1;
      for (let g = numberAt(runPosition, run); g < last; g++)
        if (isFerry || Math.abs(lon7At(positions, g) - lon7At(positions, g + 1)) > TURN / 2) pairs++;
    }
  }
  return pairs;
}

/** @returns the number of pairs in the chunk */
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
    throw new Error(
      `the chunk with positions ${first} to ${last} does not belong to segment ${segment} of ${count}`,
    );
  for (let g = first; g <= last; g++) {
    const [x, y] = [lon7At(positions, g) - west, lat7At(positions, g) - south];
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
  below(graph.arcHead, graph.vertexCount, 'head of an arc');
  below(graph.drivenSegment, segmentCount * 2, 'segment of an arc');
}

function verifyTargets({ first, vertex, ms }: Targets, { count }: SegmentTable, vertexCount: number): void {
  ascending(unpacked(first), count * 2, packedCount(vertex), 'targets of segments');
  sized('targets.ms', packedCount(ms), packedCount(vertex));
  below(unpacked(vertex), vertexCount, 'target');
}

/** Checks all packed numbers before anything reads them. */
function verifyAllPacked({ segments, ways, components, reach, targets }: RoutingData): void {
  const { positions, pair_ms, firstRun, runPosition, runWay, runPlace } = segments;
  const { number, name, highway, ownName, ref, surface, whyForward, whyBackward } = ways;
  const groups = {
    positions,
    segments: { pair_ms, firstRun, runPosition, runWay, runPlace },
    ways: { number, name, highway, ownName, ref, surface, whyForward, whyBackward },
    components: { component: components.component },
    reach: { from: reach.from, to: reach.to },
    targets,
  };
  for (const [group, columns] of Object.entries(groups))
    for (const [column, packed] of Object.entries<Packed>({ ...columns }))
      verifyPacked(packed, `${group}.${column}`);
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

/**
 * Checks that all arcs lead upward, and that every vertex reached from another is its ancestor in the
 * elimination tree.
 * @throws Error that names the first fault
 */
function verifyContraction({ out, in: into, parent }: FrozenContraction, vertexCount: number): void {
  sized('contraction.parent', parent.length, vertexCount);
  below(parent, vertexCount, 'parent of a vertex');
  for (let v = 0; v < vertexCount; v++)
    if (parent[v] < v) throw new Error(`parent ${parent[v]} of vertex ${v} is below it`);
  for (const arcs of [out, into]) verifyArcs(arcs, parent);
}

function verifyArcs({ first, neighbour }: UpwardArcs, parent: Uint32Array): void {
  ascending(first, parent.length, neighbour.length, 'arcs of the contraction');
  below(neighbour, parent.length, 'neighbour in the contraction');
  for (let v = 0; v < parent.length; v++) {
    let above = parent[v];
    for (let arc = first[v], before = v; arc < first[v + 1]; before = neighbour[arc++]) {
      if (neighbour[arc] <= before) throw new Error(`neighbors of vertex ${v} are not in ascending order`);
      while (above < neighbour[arc] && parent[above] !== above) above = parent[above];
      if (above !== neighbour[arc]) throw new Error(`vertex ${v} leads to a vertex that is not above it`);
    }
  }
}
