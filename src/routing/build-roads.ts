import { GrowableUint32 } from '../arrays/growable.js';
import { pack } from '../arrays/packed.js';
import type { Sections } from '../arrays/sections.js';
import type { Tags } from '../geo/feature.js';
import { TURN } from '../geo/unwrap.js';
import type { BuiltGraph } from './frozen/base-graph.js';
import { isUsable, usablePairs, wayOfPair, type UsablePairs } from './network/usable-pairs.js';
import { buildNodeGraph } from './graph/node-graph.js';
import { buildPositionTree } from './graph/build-position-tree.js';
import { buildSegments, type Segments } from './network/segments.js';
import { buildTurnGraph, type TurnGraphInput } from './graph/turn-graph.js';
import type { SegmentEndsInput } from './graph/build-segment-ends.js';
import { closePrivatePockets } from './network/private-pockets.js';
import { datedSections, findDated, weekSections, type DatesReport } from './graph/dated-sections.js';
import { limitedNodes, limitedWays, limitSections } from './graph/limited-sections.js';
import { everOpen } from './profiles/dates.js';
import { findComponents } from './network/components.js';
import { ferryKmh } from './profiles/ferry.js';
import { isFord, isTollBooth } from './graph/way-flags.js';
import type { PlaneGraph } from './hierarchy/nested-dissection.js';
import type { Profile } from './profiles/profile.js';
import { resolveRestrictions, type RestrictionReport } from './network/restrictions.js';
import type { RoadNetwork } from './network/network.js';
import { ACCESS_NONE } from './frozen/segment-table.js';
import { segmentGraph } from './hierarchy/contraction-order.js';
import { segmentNames, wayClass, waySections } from './graph/way-table.js';

/** Statistics about the roads of one mode. */
export interface RoadsReport {
  /**
   * The kilometers of road that the mode can use, by highway class (or by kind, for ferries and the like).
   */
  km_by_class: Record<string, number>;
  segments: number;
  junctions: number;
  /**
   * The mode's restriction relations: the number that apply, and the ids of those that do not, grouped by
   * reason.
   */
  restrictions: RestrictionReport;
  /** Time-dependent roads, gates and turns, and the conditions that the import ignores. */
  dates: DatesReport;
  /** The number of ways with height or weight signs. Absent for walking. */
  limited_ways?: number;
  /**
   * The number of weakly connected parts of the network, and the length of the longest part in kilometers.
   */
  components: number;
  biggest_component_km: number;
}

/** A mode's graph before its vertices are ranked. */
export interface UnrankedGraph {
  graph: BuiltGraph;
  /**
   * The road segments as edges between their end nodes. In a graph with turns, vertices are ranked by these
   * edges; otherwise, they are ranked by the nodes.
   */
  plane: PlaneGraph;
  /** Per vertex: the edge or the node of `plane` that it represents. */
  thing: Uint32Array;
}

/** All the data from which a mode's hierarchy is built. The network is not needed after this stage. */
export interface Roads {
  unranked: UnrankedGraph;
  /** The inputs of `segmentEnds` other than the graph. */
  ends: Omit<SegmentEndsInput, 'graph'>;
  sections: Sections;
  report: RoadsReport;
}

/**
 * Builds the roads of one mode: everything derived from tags, positions and individual pairs of nodes. The
 * network uses most of the memory, so the caller frees it before building the hierarchy (build-routing.ts).
 */
export function buildRoads(network: RoadNetwork, usual: Profile, onPhase: (name: string) => void): Roads {
  const { lines, ways, sections, ...roads } = cutRoads(network, everOpen(usual), onPhase);
  onPhase('snapping');
  const { pair_ms, firstBackward } = pairCosts(lines);
  return {
    unranked: roads.unranked,
    ends: { segments: roads.segments, firstBackward, names: segmentNames(ways) },
    sections: { ...sections, ...packedWays(ways), ...lineSections(network, lines, pair_ms) },
    report: roads.report,
  };
}

/** The geometry of the segments and the costs of their pairs. */
type Lines = Pick<
  Segments,
  | 'nodes'
  | 'firstPosition'
  | 'backward'
  | 'pairForward_ms'
  | 'pairBackward_ms'
  | 'length_m'
  | 'delayPosition'
  | 'delay_ms'
> & {
  /**
   * Per position: 1 if a ferry connects it to the next one. Points do not snap to a pair of positions that a
   * ferry connects.
   */
  isUnsnapped: Uint8Array;
};

interface CutRoads extends Pick<Roads, 'unranked' | 'sections' | 'report'> {
  segments: SegmentEndsInput['segments'];
  lines: Lines;
  ways: Sections;
}

/** This is a separate function so that the pairs are freed when it returns. */
function cutRoads(network: RoadNetwork, profile: Profile, onPhase: (name: string) => void): CutRoads {
  onPhase('rules');
  const pairs = usablePairs(network, profile);
  const limited = limitedWays(network, pairs, profile);
  closePrivatePockets(pairs);
  const { sequences, report: restrictions } = resolveRestrictions(network, pairs, profile);
  onPhase('segments');
  const dated = findDated(network, pairs, profile);
  const lowNodes = limitedNodes(network, profile);
  const breaks = [...dated.nodes, ...lowNodes];
  const segments = buildSegments(network, pairs, [...sequences, ...dated.turns], breaks);
  const components = findComponents(pairs, segments);
  const { count, forward, backward, forward_ms, backward_ms, firstPosition, delayPosition } = segments;
  const { nodes, pairForward_ms, pairBackward_ms, length_m, delay_ms } = segments;
  return {
    unranked: unrankedGraph({ network, pairs, segments, sequences, profile }),
    segments: { count, forward, backward, forward_ms, backward_ms, firstPosition, delayPosition },
    lines: {
      ...{ nodes, firstPosition, backward, length_m, delayPosition, delay_ms },
      ...{ pairForward_ms, pairBackward_ms },
      isUnsnapped: unsnappedPairs(network, pairs, segments),
    },
    ways: waySections(network, pairs, segments),
    sections: {
      'segments.component': pack(components.component).words,
      'components.km': components.km,
      'fords.position': positionsOfNodes(isFord, network, segments),
      'tolls.position': positionsOfNodes(isTollBooth, network, segments),
      ...datedSections(dated, { network, pairs, segments, profile }),
      ...limitSections(limited, lowNodes, { network, segments }),
      ...weekSections(network, pairs, profile),
    },
    report: {
      km_by_class: kmByClass(network, pairs),
      segments: segments.count,
      junctions: segments.junctions,
      restrictions,
      dates: dated.report,
      ...(profile.hasTurns && { limited_ways: limited.filter(({ tags }) => tags !== null).length }),
      components: components.km.length,
      biggest_component_km: components.km[0] ?? 0,
    },
  };
}

function unrankedGraph(input: TurnGraphInput): UnrankedGraph {
  const { networkNode, ...plane } = segmentGraph(input.network, input.segments);
  if (input.profile.hasTurns) {
    const graph = buildTurnGraph(input);
    return { graph, plane, thing: graph.drivenSegment.map((directed) => directed >> 1) };
  }
  const { vertexNode, ...graph } = buildNodeGraph(input.pairs, input.segments);
  const numbers = new Map<number, number>();
  networkNode.forEach((node, n) => numbers.set(node, n));
  return { graph, plane, thing: vertexNode.map((node) => numbers.get(node)!) };
}

/** Returns the positions of nodes with certain tags, in ascending order. */
function positionsOfNodes(
  isMeant: (tags: Tags) => boolean,
  { nodeTags }: RoadNetwork,
  { nodes }: Segments,
): Uint32Array {
  const meant = new Set([...nodeTags].filter(([, tags]) => isMeant(tags)).map(([node]) => node));
  const found = new GrowableUint32();
  if (meant.size > 0)
    nodes.forEach((node, g) => {
      if (meant.has(node)) found.push(g);
    });
  return found.trimmed();
}

/** Marks the pairs that points must not snap to: ferries and pairs that cross the 180th meridian. */
function unsnappedPairs(network: RoadNetwork, pairs: UsablePairs, segments: Segments): Uint8Array {
  const isFerry = network.ways.map(({ tags }) => ferryKmh(tags) !== null);
  const found = new Uint8Array(segments.nodes.length);
  let way = 0;
  for (let s = 0; s < segments.count; s++)
    for (let g = segments.firstPosition[s]; g + 1 < segments.firstPosition[s + 1]; g++) {
      way = wayOfPair(pairs, segments.directedPair[g] >> 1, way);
      const [from, to] = [g, g + 1].map((own) => network.nodeLon7[segments.nodes[own]]);
      if (isFerry[way] || Math.abs(from - to) > TURN / 2) found[g] = 1;
    }
  return found;
}

/** Returns the positions of the nodes as lon7, lat7 pairs. */
function positionsOf(network: RoadNetwork, nodes: Uint32Array): Int32Array {
  const positions = new Int32Array(nodes.length * 2);
  nodes.forEach((node, g) => {
    positions[2 * g] = network.nodeLon7[node];
    positions[2 * g + 1] = network.nodeLat7[node];
  });
  return positions;
}

function lineSections(network: RoadNetwork, lines: Lines, pair_ms: Uint32Array): Sections {
  const positions = positionsOf(network, lines.nodes);
  const tree = buildPositionTree(positions, lines.firstPosition, lines.isUnsnapped);
  return {
    'segments.first_position': lines.firstPosition,
    'segments.length_m': lines.length_m,
    'positions.lon7': pack(column(positions, 0)).words,
    'positions.lat7': pack(column(positions, 1)).words,
    'pairs.ms': pack(pair_ms).words,
    'delays.position': lines.delayPosition,
    'delays.ms': lines.delay_ms,
    'tree.extent': tree.extent,
    'tree.boxes': tree.boxes,
    'tree.leaves': tree.leaves,
  };
}

/** Returns the longitudes (0) or the latitudes (1) of lon7, lat7 pairs. */
function column(positions: Int32Array, which: number): Int32Array {
  const values = new Int32Array(positions.length / 2);
  for (let i = 0; i < values.length; i++) values[i] = positions[2 * i + which];
  return values;
}

/** Packs all arrays about ways, because they are read only rarely, for names and explanations. */
function packedWays(ways: Sections): Sections {
  return Object.fromEntries(
    Object.entries(ways).map(([name, array]) => [
      name,
      array instanceof Uint32Array && name !== 'strings.offsets' ? pack(array).words : array,
    ]),
  );
}

/**
 * Returns the costs of all pairs in their segment's direction, followed by the costs in the opposite
 * direction for segments that are open in that direction and have a pair whose cost depends on the direction.
 * `firstBackward` contains, per segment, the index at which its costs in the opposite direction begin.
 */
function pairCosts({ firstPosition, backward, pairForward_ms, pairBackward_ms }: Lines): {
  pair_ms: Uint32Array;
  firstBackward: Uint32Array;
} {
  const pair_ms = new GrowableUint32(pairForward_ms.length);
  pair_ms.pushAll(pairForward_ms);
  const count = backward.length;
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

function kmByClass(network: RoadNetwork, pairs: UsablePairs): Record<string, number> {
  const metresByClass = new Map<string, number>();
  network.ways.forEach(({ tags }, w) => {
    const kind = wayClass(tags);
    for (let pair = pairs.firstPair[w]; pair < pairs.firstPair[w + 1]; pair++)
      if (isUsable(pairs, pair))
        metresByClass.set(kind, (metresByClass.get(kind) ?? 0) + pairs.length_m[pair]);
  });
  return Object.fromEntries([...metresByClass].sort().map(([kind, metres]) => [kind, kilometres(metres)]));
}

/** Rounds to meters, so that the report does not depend on the order of summation. */
function kilometres(metres: number): number {
  return Math.round(metres) / 1000;
}
