import { NO_VERTEX, type BaseGraph } from './base-graph.js';
import { NO_PARTS, type Hierarchy } from './hierarchy.js';
import { CHUNK_PAIRS, levelBounds } from './position-tree.js';
import type { RoutingData, SegmentTable } from './routing-data.js';

/** Checks sizes and that every number points inside the array it points to. @throws Error naming the first that does not */
export function verifyRoutingData({ segments, ways, components, graph, hierarchy, tree }: RoutingData): void {
  verifySegments(segments, ways.number.length);
  verifyGraph(graph, segments.count);
  verifyHierarchy(hierarchy, graph.vertexCount, segments.count);
  for (const column of [ways.name, ways.highway, ways.surface, ways.whyForward, ways.whyBackward]) below(column, ways.strings.size, 'text of a way');
  sized('segments.component', components.component.length, segments.count);
  below(components.component, components.km.length, 'component of a segment');
  const bounds = levelBounds(tree.chunks.length);
  sized('tree.boxes', tree.boxes.length, 4 * bounds[bounds.length - 1]);
  for (const chunk of tree.chunks) {
    const last = Math.floor(chunk / (CHUNK_PAIRS + 1)) + (chunk % (CHUNK_PAIRS + 1));
    if (2 * last >= segments.positions.length) throw new Error(`a chunk ends at position ${last} of ${segments.positions.length / 2}`);
  }
}

function verifySegments(segments: SegmentTable, wayCount: number): void {
  const positions = segments.positions.length / 2;
  ascending(segments.firstPosition, segments.count, positions, 'positions of segments');
  sized('segments.forward_ms', segments.forward_ms.length, segments.count);
  sized('segments.backward_ms', segments.backward_ms.length, segments.count);
  sized('segments.length_m', segments.length_m.length, segments.count);
  if (segments.pair_ms.length < positions) throw new Error(`section pairs.ms has ${segments.pair_ms.length} entries for ${positions} positions`);
  sized('segments.first_backward', segments.firstBackward.length, segments.count);
  for (let s = 0; s < segments.count; s++) {
    const end = segments.firstBackward[s] + segments.firstPosition[s + 1] - segments.firstPosition[s];
    if (end > segments.pair_ms.length) throw new Error(`costs against segment ${s} end at ${end} of ${segments.pair_ms.length}`);
  }
  sized('delays.ms', segments.delay_ms.length, segments.delayPosition.length);
  sized('runs.way', segments.runWay.length, segments.runPosition.length);
  sized('runs.place', segments.runPlace.length, segments.runPosition.length);
  below(segments.delayPosition, positions, 'position of a delay');
  below(segments.runPosition, positions, 'position of a run');
  below(segments.runWay, wayCount * 2, 'way of a run');
}

function verifyGraph(graph: BaseGraph, segmentCount: number): void {
  ascending(graph.firstArc, graph.vertexCount, graph.arcHead.length, 'arcs of vertices');
  sized('graph.arc_ms', graph.arc_ms.length, graph.arcHead.length);
  sized('graph.driven_segment', graph.drivenSegment.length, graph.hasTurns ? graph.vertexCount : graph.arcHead.length);
  sized('graph.start_vertex', graph.startVertex.length, segmentCount * 2);
  ascending(graph.firstTarget, segmentCount * 2, graph.targetVertex.length, 'targets of segments');
  sized('graph.target_ms', graph.target_ms.length, graph.targetVertex.length);
  below(graph.arcHead, graph.vertexCount, 'head of an arc');
  below(graph.drivenSegment, segmentCount * 2, 'segment of an arc');
  below(graph.targetVertex, graph.vertexCount, 'target');
  for (const vertex of graph.startVertex) if (vertex !== NO_VERTEX && vertex >= graph.vertexCount) throw new Error(`start vertex ${vertex} of ${graph.vertexCount}`);
}

function verifyHierarchy({ out, in: into, parent }: Hierarchy, vertexCount: number, segmentCount: number): void {
  sized('hierarchy.parent', parent.length, vertexCount);
  parent.forEach((above, vertex) => {
    if (above < vertex || above >= vertexCount) throw new Error(`parent ${above} of vertex ${vertex} of ${vertexCount}`);
  });
  for (const { first, arcs, parts } of [out, into]) {
    ascending(first, vertexCount, parts.length / 2, 'upward arcs of vertices');
    sized('upward arcs', arcs.length, parts.length);
    for (let vertex = 0; vertex < vertexCount; vertex++) {
      for (let i = first[vertex]; i < first[vertex + 1]; i++) {
        if (arcs[2 * i] <= vertex || arcs[2 * i] >= vertexCount) throw new Error(`upward arc from ${vertex} to ${arcs[2 * i]} of ${vertexCount}`);
        const [down, up] = [parts[2 * i], parts[2 * i + 1]];
        // Parts belong to a lower vertex, so unpacking comes to an end.
        const isSound = down === NO_PARTS ? up < 2 * segmentCount : down < into.first[vertex] && up < out.first[vertex];
        if (!isSound) throw new Error(`upward arc from ${vertex} has the parts ${down} and ${up}`);
      }
    }
  }
}

function sized(name: string, length: number, expected: number): void {
  if (length !== expected) throw new Error(`section ${name} has ${length} entries, not ${expected}`);
}

function ascending(offsets: Uint32Array, count: number, end: number, what: string): void {
  sized(what, offsets.length, count + 1);
  for (let i = 0; i < count; i++) if (offsets[i] > offsets[i + 1]) throw new Error(`${what}: ${offsets[i]} comes before ${offsets[i + 1]}`);
  if (offsets[0] !== 0 || offsets[count] !== end) throw new Error(`${what} run from ${offsets[0]} to ${offsets[count]}, not from 0 to ${end}`);
}

function below(values: Uint32Array, limit: number, what: string): void {
  for (const value of values) if (value >= limit) throw new Error(`${what} is ${value}, of ${limit}`);
}
