import { GrowableUint32 } from '../../arrays/growable.js';
import { NO_VERTEX, THROUGH_MS, type BuiltGraph } from '../frozen/base-graph.js';
import type { Segments } from '../network/segments.js';
import { directedAccess, directedCost_ms, headNode } from './turn-graph.js';
import { nodeAccess, nodeDelay_ms, type UsablePairs } from '../network/usable-pairs.js';
import { ACCESS_ENDS, ACCESS_NONE } from '../frozen/segment-table.js';

/**
 * The parts of a route as described in docs/routing-model.md, 6: private at the start, free, private at the
 * end. A node has one vertex for each part in which it can be passed.
 */
const LEAVING = 0;
const FREE = 1;
const ARRIVING = 2;

/** A base graph without turns, plus the node of each vertex. */
interface NodeGraph extends BuiltGraph {
  /** Per vertex: its node in the network. */
  vertexNode: Uint32Array;
}

/**
 * Builds the graph of a mode without turns, in which vertices are break nodes and arcs are directed segments;
 * see frozen/base-graph.ts.
 */
export function buildNodeGraph(pairs: UsablePairs, segments: Segments): NodeGraph {
  return new NodeGraphBuilder(pairs, segments).build();
}

interface Arc {
  tail: GrowableUint32;
  head: GrowableUint32;
  cost_ms: GrowableUint32;
  segment: GrowableUint32;
}

class NodeGraphBuilder {
  readonly #pairs: UsablePairs;
  readonly #segments: Segments;
  /** Maps node * 3 + part to a vertex. Only a few of a network's nodes lie at the ends of segments. */
  readonly #vertices = new Map<number, number>();
  readonly #arcs: Arc = {
    tail: new GrowableUint32(),
    head: new GrowableUint32(),
    cost_ms: new GrowableUint32(),
    segment: new GrowableUint32(),
  };
  readonly #vertexNode = new GrowableUint32();

  constructor(pairs: UsablePairs, segments: Segments) {
    this.#pairs = pairs;
    this.#segments = segments;
  }

  build(): NodeGraph {
    const count = this.#segments.count * 2;
    const startVertex = new Uint32Array(count).fill(NO_VERTEX);
    // A vertex is created only if a segment ends at its node in that part of a route, so that arcs start only
    // at existing vertices.
    for (let directed = 0; directed < count; directed++) {
      const [start] = this.#parts(directed).map((part) => this.#head(directed, part));
      if (start !== undefined) startVertex[directed] = start;
    }
    const firstTarget = new Uint32Array(count + 1);
    const targetVertex = new GrowableUint32();
    const target_ms = new GrowableUint32();
    for (let directed = 0; directed < count; directed++) {
      const tail = headNode(this.#segments, directed ^ 1);
      for (const part of this.#parts(directed)) {
        for (const { vertex, through_ms } of this.#tails(tail, part)) {
          targetVertex.push(vertex);
          target_ms.push(nodeDelay_ms(this.#pairs, tail) + through_ms);
          this.#addArc(directed, vertex, part, through_ms);
        }
      }
      firstTarget[directed + 1] = targetVertex.length;
    }
    return {
      hasTurns: false,
      startVertex,
      firstTarget,
      targetVertex: targetVertex.trimmed(),
      target_ms: target_ms.trimmed(),
      vertexNode: this.#vertexNode.trimmed(),
      ...this.#arcArrays(),
    };
  }

  /**
   * Returns the parts of a route in which a walker may use a directed segment. A route starts in the first of
   * these parts.
   */
  #parts(directed: number): number[] {
    const access = directedAccess(this.#segments, directed);
    return access === ACCESS_NONE ? [] : access === ACCESS_ENDS ? [LEAVING, ARRIVING] : [FREE];
  }

  /**
   * Returns the vertex at the end of a directed segment in a part of the route, or NO_VERTEX if that end
   * cannot be passed.
   */
  #head(directed: number, part: number): number {
    const node = headNode(this.#segments, directed);
    const access = nodeAccess(this.#pairs, node);
    if (access === 'none') return NO_VERTEX;
    // After the free part, a private node can only be followed by private roads.
    return this.#vertex(node, part === FREE && access === 'ends' ? ARRIVING : part);
  }

  /**
   * Returns the vertices from which a segment may be walked in `part`: the vertices of all parts that may
   * change to `part` at the node. A step from ARRIVING onto a free segment ends a private stretch in the
   * middle of the route.
   */
  #tails(node: number, part: number): { vertex: number; through_ms: number }[] {
    const access = nodeAccess(this.#pairs, node);
    if (access === 'none') return [];
    const before =
      part === LEAVING ? [LEAVING] : part === FREE ? [LEAVING, FREE, ARRIVING] : [FREE, ARRIVING];
    const allowed = access === 'ends' ? before.filter((from) => from !== FREE) : before;
    return allowed
      .map((from) => ({
        vertex: this.#vertices.get(node * 3 + from) ?? NO_VERTEX,
        through_ms: part === FREE && from === ARRIVING ? THROUGH_MS : 0,
      }))
      .filter(({ vertex }) => vertex !== NO_VERTEX);
  }

  #vertex(node: number, part: number): number {
    const key = node * 3 + part;
    let vertex = this.#vertices.get(key);
    if (vertex === undefined) {
      this.#vertices.set(key, (vertex = this.#vertexNode.length));
      this.#vertexNode.push(node);
    }
    return vertex;
  }

  #addArc(directed: number, tail: number, part: number, through_ms: number): void {
    const head = this.#head(directed, part);
    if (head === NO_VERTEX || head === tail) return;
    const node = headNode(this.#segments, directed ^ 1);
    this.#arcs.tail.push(tail);
    this.#arcs.head.push(head);
    const own_ms = nodeDelay_ms(this.#pairs, node) + directedCost_ms(this.#segments, directed);
    this.#arcs.cost_ms.push(own_ms + through_ms);
    this.#arcs.segment.push(directed);
  }

  #arcArrays(): Pick<BuiltGraph, 'vertexCount' | 'firstArc' | 'arcHead' | 'arc_ms' | 'drivenSegment'> {
    const { tail, head, cost_ms, segment } = this.#arcs;
    const vertexCount = this.#vertexNode.length;
    const firstArc = new Uint32Array(vertexCount + 1);
    for (let i = 0; i < tail.length; i++) firstArc[tail.data[i] + 1]++;
    for (let vertex = 0; vertex < vertexCount; vertex++) firstArc[vertex + 1] += firstArc[vertex];
    const next = firstArc.slice(0, -1);
    const arcHead = new Uint32Array(tail.length);
    const arc_ms = new Uint32Array(tail.length);
    const drivenSegment = new Uint32Array(tail.length);
    for (let i = 0; i < tail.length; i++) {
      const arc = next[tail.data[i]]++;
      arcHead[arc] = head.data[i];
      arc_ms[arc] = cost_ms.data[i];
      drivenSegment[arc] = segment.data[i];
    }
    return { vertexCount, firstArc, arcHead, arc_ms, drivenSegment };
  }
}
