import type { Sections } from '../arrays/sections.js';
import { pack } from '../arrays/packed.js';
import type { BuiltGraph } from './frozen/base-graph.js';
import { buildRoads, type Roads, type RoadsReport, type UnrankedGraph } from './build-roads.js';
import { cutIntoCells, type CutGraph } from './hierarchy/cells.js';
import { withClimbs } from './hierarchy/climbs.js';
import { contractionSections, type FrozenContraction } from './frozen/contraction.js';
import { contract } from './hierarchy/contraction.js';
import { edgeRanks, nodeRanks, ranksByKey } from './hierarchy/contraction-order.js';
import { customize } from './hierarchy/customization.js';
import type { Hierarchy } from './frozen/hierarchy.js';
import { atOnce } from '../arrays/steps.js';
import { findReach } from './graph/reach-classes.js';
import type { RoadNetwork } from './network/network.js';
import type { Profile } from './profiles/profile.js';
import { renumber } from './graph/renumber.js';
import { ROUTING_VERSION } from './frozen/routing-data.js';
import { segmentEnds } from './graph/build-segment-ends.js';

/** Statistics about one mode's road graph, for the import report. */
export interface RoutingReport extends RoadsReport {
  /**
   * The number of vertices and arcs in the base graph, the number of arcs in its contraction, and the number
   * of arcs that remain once the costs are known.
   */
  vertices: number;
  arcs: number;
  shape_arcs: number;
  hierarchy_arcs: number;
  /**
   * The number of entries for arcs between high vertices in the step lists of cells and groups. An arc counts
   * once for each list that contains it.
   */
  steps: number;
}

/** One mode's road graph as sections, together with statistics about it. */
export interface RoutingBuild {
  sections: Sections;
  report: RoutingReport;
}

interface RoutingBuildOptions {
  /**
   * The maximum number of vertices in a cell; the default is CELL_VERTICES. The cell size does not affect any
   * answers.
   */
  cellVertices?: number;
  /** Called when a phase begins. The `order` phase also calls this function frequently to report progress. */
  onProgress?(phase: string, done: number, total: number): void;
}

/** Builds one mode's road graph. The same network and profile always produce the same bytes. */
export function buildRouting(
  network: RoadNetwork,
  profile: Profile,
  options: RoutingBuildOptions = {},
): RoutingBuild {
  return buildHierarchy(
    buildRoads(network, profile, (phase) => options.onProgress?.(phase, 0, 1)),
    options,
  );
}

/**
 * Performs the second half of the build. A caller that drops its reference to the network before this call
 * frees the network's memory.
 */
export function buildHierarchy(
  { unranked, ends, sections, report }: Roads,
  options: RoutingBuildOptions = {},
): RoutingBuild {
  const onPhase = (name: string, done: number, total: number): void =>
    options.onProgress?.(name, done, total);
  onPhase('order', 0, 1);
  const { graph, contraction, hierarchy } = contracted(unranked, options.cellVertices, onPhase);
  onPhase('ends', 0, 1);
  const reach = atOnce(findReach(graph, ends.segments.count));
  const all = {
    info: Uint32Array.of(ROUTING_VERSION, graph.hasTurns ? 1 : 0),
    ...sections,
    'segments.ends': segmentEnds({ ...ends, graph }),
    'reach.from': reach.from.words,
    'reach.to': reach.to.words,
    'reach.from_hub': reach.fromHub,
    'reach.to_hub': reach.toHub,
    ...graphSections(graph),
    ...hierarchySections(hierarchy),
    ...contractionSections(contraction),
  };
  onPhase('done', 1, 1);
  return {
    sections: all,
    report: {
      ...report,
      vertices: graph.vertexCount,
      arcs: graph.arcHead.length,
      shape_arcs: contraction.out.neighbour.length + contraction.in.neighbour.length,
      hierarchy_arcs: hierarchy.arcPlace.length,
      steps: hierarchy.steps.length / 2,
    },
  };
}

/**
 * Builds the graph with its final vertex numbers, and its hierarchy. All temporary data is freed when the
 * function returns.
 */
function contracted(
  unranked: UnrankedGraph,
  cellVertices: number | undefined,
  onPhase: (name: string, done: number, total: number) => void,
): { graph: BuiltGraph; contraction: FrozenContraction; hierarchy: Hierarchy } {
  const { graph, cut } = inCells(unranked, cellVertices, onPhase);
  const contraction = contract(graph);
  onPhase('costs', 0, 1);
  const upward = customize(graph, contraction);
  onPhase('climbs', 0, 1);
  return { graph, contraction: { ...contraction, parent: cut.parent }, hierarchy: withClimbs(upward, cut) };
}

function inCells(
  unranked: UnrankedGraph,
  cellVertices: number | undefined,
  onPhase: (name: string, done: number, total: number) => void,
): { graph: BuiltGraph; cut: CutGraph } {
  const ranked = rankedGraph(unranked, (done, total) => onPhase('order', done, total));
  onPhase('contraction', 0, 1);
  const cut = cutIntoCells(ranked, cellVertices);
  return { graph: renumber(ranked, cut.number), cut };
}

/**
 * Returns the graph with its vertices renumbered by the rank of the segment or node that they represent, so
 * that all vertices of a segment or node have consecutive numbers.
 */
function rankedGraph(
  { graph, plane, thing }: UnrankedGraph,
  onOrder: (done: number, total: number) => void,
): BuiltGraph {
  const ranks = (graph.hasTurns ? edgeRanks : nodeRanks)(plane, onOrder);
  return renumber(graph, ranksByKey(thing.map((own) => ranks[own])));
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
