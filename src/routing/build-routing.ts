import { DisjointSets } from '../arrays/disjoint-sets.js';
import type { Sections } from '../arrays/sections.js';
import type { BaseGraph } from './base-graph.js';
import { findIslands, type Islands } from './islands.js';
import type { RoadNetwork } from './network.js';
import { buildNodeGraph } from './node-graph.js';
import { buildPositionTree } from './position-tree.js';
import { closePrivatePockets } from './private-pockets.js';
import type { Profile } from './profile.js';
import { resolveRestrictions, type RestrictionReport } from './restrictions.js';
import { ROUTING_VERSION } from './routing-data.js';
import { buildSegments, type Segments } from './segments.js';
import { buildTurnGraph } from './turn-graph.js';
import { isUsable, nodeAccess, usablePairs, type UsablePairs } from './usable-pairs.js';
import { wayClass, waySections } from './way-table.js';

export interface RoutingReport {
  /** Kilometres the mode can use, by highway class (`ferry` and others by their kind). */
  km_by_class: Record<string, number>;
  segments: number;
  junctions: number;
  vertices: number;
  arcs: number;
  /** Restriction relations of the mode: how many hold, and the ids of those that do not by reason. */
  restrictions: RestrictionReport;
  /** Weakly connected parts of the network, and the kilometres of the longest. */
  components: number;
  biggest_component_km: number;
}

export interface RoutingBuild {
  sections: Sections;
  report: RoutingReport;
}

export interface RoutingBuildOptions {
  onProgress?(phase: string, done: number, total: number): void;
}

/** Builds the road graph of one mode. The same network and profile give the same bytes. */
export function buildRouting(network: RoadNetwork, profile: Profile, options: RoutingBuildOptions = {}): RoutingBuild {
  const phase = (name: string, done: number): void => options.onProgress?.(name, done, PHASES);
  phase('rules', 0);
  const pairs = usablePairs(network, profile);
  closePrivatePockets(pairs);
  phase('segments', 1);
  const { sequences, report: restrictions } = resolveRestrictions(network, pairs, profile);
  const segments = buildSegments(network, pairs, sequences);
  phase('graph', 2);
  const graph = profile.hasTurns ? buildTurnGraph({ network, pairs, segments, sequences, profile }) : buildNodeGraph(pairs, segments);
  phase('islands', 3);
  const islands = findIslands(graph, segments);
  phase('tree', 4);
  const sections = {
    info: Uint32Array.of(ROUTING_VERSION, graph.hasTurns ? 1 : 0),
    ...segmentSections(network, segments, islands),
    ...waySections(network, pairs, segments),
    ...graphSections(graph),
  };
  phase('done', PHASES);
  return { sections, report: reportOf({ network, pairs, segments, graph, restrictions }) };
}

const PHASES = 5;

function segmentSections(network: RoadNetwork, segments: Segments, islands: Islands): Sections {
  const positions = new Int32Array(segments.nodes.length * 2);
  segments.nodes.forEach((node, g) => {
    positions[2 * g] = network.nodeLon7[node];
    positions[2 * g + 1] = network.nodeLat7[node];
  });
  const flags = Uint8Array.from(segments.forward, (forward, s) => forward | (segments.backward[s] << 2) | (islands.tinyFrom[s] << 4) | (islands.tinyTo[s] << 5));
  const tree = buildPositionTree(positions, segments.firstPosition);
  return {
    'segments.flags': flags,
    'segments.forward_ms': segments.forward_ms,
    'segments.backward_ms': segments.backward_ms,
    'segments.length_m': segments.length_m,
    'segments.first_position': segments.firstPosition,
    positions,
    'pairs.forward_ms': segments.pairForward_ms,
    'pairs.backward_ms': segments.pairBackward_ms,
    'delays.position': segments.delayPosition,
    'delays.ms': segments.delay_ms,
    'tree.boxes': tree.boxes,
    'tree.chunks': tree.chunks,
  };
}

function graphSections(graph: BaseGraph): Sections {
  return {
    'graph.first_arc': graph.firstArc,
    'graph.arc_head': graph.arcHead,
    'graph.arc_ms': graph.arc_ms,
    'graph.driven_segment': graph.drivenSegment,
    'graph.start_vertex': graph.startVertex,
    'graph.first_target': graph.firstTarget,
    'graph.target_vertex': graph.targetVertex,
    'graph.target_ms': graph.target_ms,
  };
}

interface ReportInput {
  network: RoadNetwork;
  pairs: UsablePairs;
  segments: Segments;
  graph: BaseGraph;
  restrictions: RestrictionReport;
}

function reportOf({ network, pairs, segments, graph, restrictions }: ReportInput): RoutingReport {
  const metresByClass = new Map<string, number>();
  const joined = new DisjointSets(pairs.fromNode.length);
  for (let node = 0; node + 1 < pairs.firstArm.length; node++) {
    if (nodeAccess(pairs, node) === 'none') continue;
    for (let i = pairs.firstArm[node] + 1; i < pairs.firstArm[node + 1]; i++) joined.union(pairs.arms[i - 1] >> 1, pairs.arms[i] >> 1);
  }
  const metresByComponent = new Map<number, number>();
  for (let pair = 0; pair < pairs.fromNode.length; pair++) {
    if (!isUsable(pairs, pair)) continue;
    const kind = wayClass(network.ways[pairs.wayOfPair[pair]].tags);
    metresByClass.set(kind, (metresByClass.get(kind) ?? 0) + pairs.length_m[pair]);
    const component = joined.find(pair);
    metresByComponent.set(component, (metresByComponent.get(component) ?? 0) + pairs.length_m[pair]);
  }
  let biggest_m = 0;
  for (const metres of metresByComponent.values()) biggest_m = Math.max(biggest_m, metres);
  return {
    km_by_class: Object.fromEntries([...metresByClass].sort().map(([kind, metres]) => [kind, kilometres(metres)])),
    segments: segments.count,
    junctions: segments.junctions,
    vertices: graph.vertexCount,
    arcs: graph.arcHead.length,
    restrictions,
    components: metresByComponent.size,
    biggest_component_km: kilometres(biggest_m),
  };
}

/** Rounded to metres, so that the report does not hang on the order of a sum. */
function kilometres(metres: number): number {
  return Math.round(metres) / 1000;
}
