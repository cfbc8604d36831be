import { GrowableUint32 } from '../arrays/growable.js';
import { pack } from '../arrays/packed.js';
import type { Sections } from '../arrays/sections.js';
import type { BuiltGraph } from './frozen/base-graph.js';
import { buildPositionTree } from './graph/build-position-tree.js';
import { findComponents, type FoundComponents } from './network/components.js';
import { cutIntoCells } from './hierarchy/cells.js';
import { withClimbs } from './hierarchy/climbs.js';
import { contract } from './hierarchy/contraction.js';
import { edgeRanks, nodeRanks, ranksByKey, segmentGraph } from './hierarchy/contraction-order.js';
import { customize } from './hierarchy/customization.js';
import type { Hierarchy, UpwardHierarchy } from './frozen/hierarchy.js';
import { findReach } from './graph/reach-classes.js';
import type { RoadNetwork } from './network/network.js';
import { datedSections, findDated, type DatesReport } from './graph/dated-sections.js';
import { everOpen } from './profiles/dates.js';
import { buildNodeGraph } from './graph/node-graph.js';
import { closePrivatePockets } from './network/private-pockets.js';
import type { Profile } from './profiles/profile.js';
import { renumber } from './graph/renumber.js';
import { resolveRestrictions, type RestrictionReport } from './network/restrictions.js';
import { ROUTING_VERSION } from './frozen/routing-data.js';
import { segmentEnds } from './graph/build-segment-ends.js';
import { buildSegments, type Segments } from './network/segments.js';
import { buildTurnGraph, type TurnGraphInput } from './graph/turn-graph.js';
import { isUsable, usablePairs, type UsablePairs } from './network/usable-pairs.js';
import { ACCESS_NONE } from './frozen/segment-table.js';
import { isFord } from './graph/way-flags.js';
import { segmentNames, wayClass, waySections } from './graph/way-table.js';

/** Figures about the road graph of one mode, for the import report. */
export interface RoutingReport {
  /** Kilometres that the mode can use, by highway class (ferries and others by their kind). */
  km_by_class: Record<string, number>;
  segments: number;
  junctions: number;
  /** Restriction relations of the mode: how many hold, and by reason the ids of those that do not. */
  restrictions: RestrictionReport;
  /** Roads, gates and turns that change with the time, and conditions that are ignored. */
  dates: DatesReport;
  /** Number of weakly connected parts of the network, and the kilometres of the longest. */
  components: number;
  biggest_component_km: number;
  /**
   * Vertices and arcs of the base graph, all arcs of its contraction, and the arcs that are left once
   * the costs are known.
   */
  vertices: number;
  arcs: number;
  shape_arcs: number;
  hierarchy_arcs: number;
  /**
   * Entries of arcs among high vertices in the step lists of cells and groups; an arc counts
   * once in each list.
   */
  steps: number;
}

/** The road graph of one mode as sections, and figures about it. */
export interface RoutingBuild {
  sections: Sections;
  report: RoutingReport;
}

export interface RoutingBuildOptions {
  /** Most vertices in a cell; the default is CELL_VERTICES. Answers do not depend on it. */
  cellVertices?: number;
  /** Called when a phase begins, and often during the phase `order`, which reports how much is done. */
  onProgress?(phase: string, done: number, total: number): void;
}

/** Builds the road graph of one mode. The same network and profile give the same bytes. */
export function buildRouting(
  network: RoadNetwork,
  usual: Profile,
  options: RoutingBuildOptions = {},
): RoutingBuild {
  const profile = everOpen(usual);
  const onPhase = (name: string, done: number, total: number): void =>
    options.onProgress?.(name, done, total);
  onPhase('rules', 0, 1);
  const pairs = usablePairs(network, profile);
  closePrivatePockets(pairs);
  const { sequences, report: restrictions } = resolveRestrictions(network, pairs, profile);
  onPhase('segments', 0, 1);
  const dated = findDated(network, pairs, profile);
  const segments = buildSegments(network, pairs, [...sequences, ...dated.turns], dated.nodes);
  onPhase('order', 0, 1);
  const { graph, shapeArcs, hierarchy } = contracted(
    profile.hasTurns
      ? rankedTurnGraph({ network, pairs, segments, sequences, profile }, (done, total) =>
          onPhase('order', done, total),
        )
      : rankedNodeGraph({ network, pairs, segments }, (done, total) => onPhase('order', done, total)),
    options.cellVertices,
    onPhase,
  );
  onPhase('snapping', 0, 1);
  const reach = findReach(graph, segments.count);
  const components = findComponents(pairs, segments);
  const ways = waySections(network, pairs, segments);
  const { pair_ms, firstBackward } = pairCosts(segments);
  const sections = {
    info: Uint32Array.of(ROUTING_VERSION, graph.hasTurns ? 1 : 0),
    ...segmentSections(network, segments, pair_ms),
    'segments.ends': segmentEnds({ segments, graph, firstBackward, names: segmentNames(ways) }),
    'segments.component': pack(components.component).words,
    'components.km': components.km,
    'fords.position': fordPositions(network, segments),
    'reach.from': reach.from.words,
    'reach.to': reach.to.words,
    'reach.from_hub': reach.fromHub,
    'reach.to_hub': reach.toHub,
    ...packedWays(ways),
    ...graphSections(graph),
    ...hierarchySections(hierarchy),
    ...datedSections(dated, { network, pairs, segments, profile }),
  };
  onPhase('done', 1, 1);
  return {
    sections,
    report: reportOf({
      network,
      pairs,
      segments,
      components,
      graph,
      shapeArcs,
      hierarchy,
      restrictions,
      dates: dated.report,
    }),
  };
}

/** The graph with its final numbers, and its hierarchy. What only their making needs is free behind it. */
function contracted(
  ranked: BuiltGraph,
  cellVertices: number | undefined,
  onPhase: (name: string, done: number, total: number) => void,
): { graph: BuiltGraph; shapeArcs: number; hierarchy: Hierarchy } {
  onPhase('contraction', 0, 1);
  const cut = cutIntoCells(ranked, cellVertices);
  const graph = renumber(ranked, cut.number);
  const { upward, shapeArcs } = customized(graph, () => onPhase('costs', 0, 1));
  return { graph, shapeArcs, hierarchy: withClimbs(upward, cut) };
}

function customized(
  graph: BuiltGraph,
  onContracted: () => void,
): { upward: UpwardHierarchy; shapeArcs: number } {
  const contraction = contract(graph);
  onContracted();
  const shapeArcs = contraction.out.neighbour.length + contraction.in.neighbour.length;
  return { upward: customize(graph, contraction), shapeArcs };
}

/** Positions of the nodes that are fords, ascending. */
function fordPositions({ nodeTags }: RoadNetwork, { nodes }: Segments): Uint32Array {
  const fords = new Set([...nodeTags].filter(([, tags]) => isFord(tags)).map(([node]) => node));
  const found = new GrowableUint32();
  if (fords.size > 0)
    nodes.forEach((node, g) => {
      if (fords.has(node)) found.push(g);
    });
  return found.trimmed();
}

type OnOrder = (done: number, total: number) => void;

/**
 * The turn graph, with vertices numbered by the rank of their segment: all vertices of one
 * segment stand together.
 */
function rankedTurnGraph(input: TurnGraphInput, onOrder: OnOrder): BuiltGraph {
  const graph = buildTurnGraph(input);
  const ranks = edgeRanks(segmentGraph(input.network, input.segments), onOrder);
  return renumber(graph, ranksByKey(graph.drivenSegment.map((directed) => ranks[directed >> 1])));
}

/** The node graph, with vertices numbered by the rank of their node. */
function rankedNodeGraph(
  { network, pairs, segments }: { network: RoadNetwork; pairs: UsablePairs; segments: Segments },
  onOrder: OnOrder,
): BuiltGraph {
  const { vertexNode, ...graph } = buildNodeGraph(pairs, segments);
  const plane = segmentGraph(network, segments);
  const ranks = nodeRanks(plane, onOrder);
  const rankOfNode = new Uint32Array(network.nodeLon7.length);
  plane.networkNode.forEach((node, n) => {
    rankOfNode[node] = ranks[n];
  });
  return renumber(graph, ranksByKey(vertexNode.map((node) => rankOfNode[node])));
}

function segmentSections(network: RoadNetwork, segments: Segments, pair_ms: Uint32Array): Sections {
  const positions = new Int32Array(segments.nodes.length * 2);
  segments.nodes.forEach((node, g) => {
    positions[2 * g] = network.nodeLon7[node];
    positions[2 * g + 1] = network.nodeLat7[node];
  });
  const tree = buildPositionTree(positions, segments.firstPosition);
  return {
    'segments.first_position': segments.firstPosition,
    'segments.length_m': segments.length_m,
    'positions.lon7': pack(column(positions, 0)).words,
    'positions.lat7': pack(column(positions, 1)).words,
    'pairs.ms': pack(pair_ms).words,
    'delays.position': segments.delayPosition,
    'delays.ms': segments.delay_ms,
    'tree.extent': tree.extent,
    'tree.boxes': tree.boxes,
    'tree.leaves': tree.leaves,
  };
}

/** The longitudes (0) or the latitudes (1) of lon7, lat7 pairs. */
function column(positions: Int32Array, which: number): Int32Array {
  return Int32Array.from({ length: positions.length / 2 }, (_, i) => positions[2 * i + which]);
}

/** What only names and explanations need is read seldom, so all of it is packed. */
function packedWays(ways: Sections): Sections {
  return Object.fromEntries(
    Object.entries(ways).map(([name, array]) => [
      name,
      array instanceof Uint32Array && name !== 'strings.offsets' ? pack(array).words : array,
    ]),
  );
}

/**
 * Costs of pairs along all segments, then against the segments that may be used in that direction and where
 * a pair takes longer or shorter in it. `firstBackward`: by segment, where the costs against it begin.
 */
function pairCosts({ count, firstPosition, backward, pairForward_ms, pairBackward_ms }: Segments): {
  pair_ms: Uint32Array;
  firstBackward: Uint32Array;
} {
  const pair_ms = new GrowableUint32(pairForward_ms.length);
  pair_ms.pushAll(pairForward_ms);
  const firstBackward = new Uint32Array(count);
  for (let s = 0; s < count; s++) {
    const [from, to] = [firstPosition[s], firstPosition[s + 1]];
    let isSame = true;
    for (let g = from; g < to; g++) isSame &&= pairForward_ms[g] === pairBackward_ms[g];
    firstBackward[s] = isSame || backward[s] === ACCESS_NONE ? from : pair_ms.length;
    if (firstBackward[s] !== from) pair_ms.pushAll(pairBackward_ms.subarray(from, to));
  }
  return { pair_ms: pair_ms.trimmed(), firstBackward };
}

function graphSections(graph: BuiltGraph): Sections {
  return {
    'graph.first_arc': graph.firstArc,
    'graph.arc_head': graph.arcHead,
    'graph.arc_ms': graph.arc_ms,
    'graph.driven_segment': graph.drivenSegment,
    'targets.first': pack(graph.firstTarget).words,
    'targets.vertex': pack(graph.targetVertex).words,
    'targets.ms': pack(graph.target_ms).words,
  };
}

function hierarchySections(hierarchy: Hierarchy): Sections {
  const { cells } = hierarchy;
  return {
    'cells.first_vertex': cells.firstVertex,
    'cells.of_vertex': cells.ofVertex,
    'cells.depth': cells.depth,
    'cells.branch': cells.branch,
    'branches.parent': cells.branchParent,
    'branches.depth': cells.branchDepth,
    'hierarchy.first': hierarchy.first,
    'hierarchy.arc_place': hierarchy.arcPlace,
    'hierarchy.arc_ms': hierarchy.arc_ms,
    'hierarchy.middle_in_cell': hierarchy.middleInCell,
    'hierarchy.middle': hierarchy.middle,
    'climbs.group': hierarchy.group,
    'climbs.first_step': hierarchy.firstStep,
    'climbs.steps': hierarchy.steps,
  };
}

interface ReportInput {
  network: RoadNetwork;
  pairs: UsablePairs;
  segments: Segments;
  components: FoundComponents;
  graph: BuiltGraph;
  shapeArcs: number;
  hierarchy: Hierarchy;
  restrictions: RestrictionReport;
  dates: DatesReport;
}

function reportOf({
  network,
  pairs,
  segments,
  components,
  graph,
  shapeArcs,
  hierarchy,
  restrictions,
  dates,
}: ReportInput): RoutingReport {
  const metresByClass = new Map<string, number>();
  for (let pair = 0; pair < pairs.fromNode.length; pair++) {
    if (!isUsable(pairs, pair)) continue;
    const kind = wayClass(network.ways[pairs.wayOfPair[pair]].tags);
    metresByClass.set(kind, (metresByClass.get(kind) ?? 0) + pairs.length_m[pair]);
  }
  return {
    km_by_class: Object.fromEntries(
      [...metresByClass].sort().map(([kind, metres]) => [kind, kilometres(metres)]),
    ),
    segments: segments.count,
    junctions: segments.junctions,
    restrictions,
    dates,
    components: components.km.length,
    biggest_component_km: components.km[0] ?? 0,
    vertices: graph.vertexCount,
    arcs: graph.arcHead.length,
    shape_arcs: shapeArcs,
    hierarchy_arcs: hierarchy.arcPlace.length,
    steps: hierarchy.steps.length / 2,
  };
}

/** Rounded to metres, so that the report does not depend on the order of a sum. */
function kilometres(metres: number): number {
  return Math.round(metres) / 1000;
}
