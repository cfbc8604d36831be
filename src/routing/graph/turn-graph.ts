import type { Position } from '../../geo/position.js';
import { GrowableUint32 } from '../../arrays/growable.js';
import { toDegrees } from '../../geo/coordinates.js';
import { turnAngle } from '../../geo/bearing.js';
import { NO_VERTEX, THROUGH_MS, type BuiltGraph } from '../frozen/base-graph.js';
import type { RoadNetwork } from '../network/network.js';
import type { Profile } from '../profiles/profile.js';
import type { RestrictedSequence } from '../network/restrictions.js';
import { RestrictionTrie } from '../network/restriction-trie.js';
import type { Segments } from '../network/segments.js';
import { armCount, nodeAccess, nodeDelay_ms, type UsablePairs } from '../network/usable-pairs.js';
import { ACCESS_ENDS, ACCESS_FREE, ACCESS_NONE } from '../frozen/segment-table.js';

/**
 * The parts of a route as described in docs/routing-model.md, 6: private at the start, free, private at the
 * end.
 */
const LEAVING = 0;
const FREE = 1;
const ARRIVING = 2;

export interface TurnGraphInput {
  network: RoadNetwork;
  pairs: UsablePairs;
  segments: Segments;
  sequences: RestrictedSequence[];
  profile: Profile;
}

/**
 * Builds the graph of a mode with turns, in which vertices are directed segments and arcs are turns; see
 * frozen/base-graph.ts.
 */
export function buildTurnGraph(input: TurnGraphInput): BuiltGraph {
  return new TurnGraphBuilder(input).build();
}

class TurnGraphBuilder {
  readonly #input: TurnGraphInput;
  readonly #trie: RestrictionTrie;
  readonly #leaving: { first: Uint32Array; segments: Uint32Array };
  /**
   * Per directed segment: its vertex that remembers no restriction. For a private segment, this is its
   * LEAVING vertex, and its ARRIVING vertex has the next number.
   */
  readonly #plain: Uint32Array;
  /** Vertices that remember a restriction, by segment, trie state and part of the route. */
  readonly #remembering = new Map<string, number>();
  readonly #segmentOf = new GrowableUint32(1 << 16);
  readonly #stateOf = new GrowableUint32(1 << 16);
  readonly #partOf = new GrowableUint32(1 << 16);

  constructor(input: TurnGraphInput) {
    this.#input = input;
    this.#trie = new RestrictionTrie(input.sequences, input.segments);
    this.#leaving = leavingSegments(input);
    this.#plain = new Uint32Array(input.segments.count * 2).fill(NO_VERTEX);
  }

  build(): BuiltGraph {
    const { segments } = this.#input;
    for (let directed = 0; directed < segments.count * 2; directed++) this.#addPlain(directed);
    const firstArc = new GrowableUint32(1 << 16);
    const arcHead = new GrowableUint32(1 << 18);
    const arc_ms = new GrowableUint32(1 << 18);
    // Adding turns may create vertices that remember a restriction. New vertices are appended, and their own
    // turns are added later in this loop.
    for (let vertex = 0; vertex < this.#segmentOf.length; vertex++) {
      firstArc.push(arcHead.length);
      this.#addTurns(vertex, arcHead, arc_ms);
    }
    firstArc.push(arcHead.length);
    const vertexCount = this.#segmentOf.length;
    return {
      hasTurns: true,
      vertexCount,
      firstArc: firstArc.trimmed(),
      arcHead: arcHead.trimmed(),
      arc_ms: arc_ms.trimmed(),
      drivenSegment: this.#segmentOf.trimmed(),
      startVertex: this.#plain,
      ...this.#targets(),
    };
  }

  #addPlain(directed: number): void {
    const access = directedAccess(this.#input.segments, directed);
    if (access === ACCESS_NONE) return;
    const state = this.#trie.start(directed);
    this.#plain[directed] = this.#addVertex(directed, state, access === ACCESS_ENDS ? LEAVING : FREE);
    if (access === ACCESS_ENDS) this.#addVertex(directed, state, ARRIVING);
  }

  #addVertex(directed: number, state: number, part: number): number {
    this.#segmentOf.push(directed);
    this.#stateOf.push(state);
    this.#partOf.push(part);
    return this.#segmentOf.length - 1;
  }

  #vertex(directed: number, state: number, part: number): number {
    if (!this.#trie.remembers(state)) return this.#plain[directed] + (part === ARRIVING ? 1 : 0);
    const key = `${directed} ${state} ${part}`;
    let vertex = this.#remembering.get(key);
    if (vertex === undefined) {
      vertex = this.#addVertex(directed, state, part);
      this.#remembering.set(key, vertex);
    }
    return vertex;
  }

  #addTurns(vertex: number, arcHead: GrowableUint32, arc_ms: GrowableUint32): void {
    const { pairs, segments, profile } = this.#input;
    const directed = this.#segmentOf.data[vertex];
    const node = headNode(segments, directed);
    const access = nodeAccess(pairs, node);
    if (access === 'none') return;
    const isJunction = armCount(pairs, node) >= 3;
    const passing_ms = directedCost_ms(segments, directed) + nodeDelay_ms(pairs, node);
    const isFree = directedAccess(segments, directed) === ACCESS_FREE;
    const part = this.#partOf.data[vertex];
    const addTurn = (next: number, turn_s: number): boolean => {
      const state = this.#trie.step(this.#stateOf.data[vertex], next);
      if (state === -1) return false;
      const nextAccess = directedAccess(segments, next);
      const cutsThrough =
        nextAccess === ACCESS_FREE && (part === ARRIVING || (part === FREE && access === 'ends'));
      arcHead.push(this.#vertex(next, state, nextPart(part, nextAccess)));
      arc_ms.push(passing_ms + Math.round(1000 * turn_s) + (cutsThrough ? THROUGH_MS : 0));
      return true;
    };
    let goesOn = false;
    for (let i = this.#leaving.first[node]; i < this.#leaving.first[node + 1]; i++) {
      const next = this.#leaving.segments[i];
      if (next === (directed ^ 1)) continue;
      const added = addTurn(next, isJunction ? profile.turn_s(this.#angle(directed, next)) : 0);
      // A driver on a free road may also turn back in front of a private road.
      const isWayOn = !isFree || (directedAccess(segments, next) === ACCESS_FREE && access === 'free');
      goesOn ||= added && isWayOn;
    }
    const mayTurnBack = !goesOn && directedAccess(segments, directed ^ 1) !== ACCESS_NONE;
    if (mayTurnBack) addTurn(directed ^ 1, profile.turn_s(180));
  }

  #angle(directed: number, next: number): number {
    const { segments } = this.#input;
    const [before, at] = lastNodes(segments, directed);
    const after = lastNodes(segments, next ^ 1)[0];
    return turnAngle(this.#degrees(before), this.#degrees(at), this.#degrees(after));
  }

  #degrees(node: number): Position {
    const { network } = this.#input;
    return [toDegrees(network.nodeLon7[node]), toDegrees(network.nodeLat7[node])];
  }

  #targets(): Pick<BuiltGraph, 'firstTarget' | 'targetVertex' | 'target_ms'> {
    const count = this.#input.segments.count * 2;
    const firstTarget = new Uint32Array(count + 1);
    const vertexCount = this.#segmentOf.length;
    for (let vertex = 0; vertex < vertexCount; vertex++) firstTarget[this.#segmentOf.data[vertex] + 1]++;
    for (let directed = 0; directed < count; directed++) firstTarget[directed + 1] += firstTarget[directed];
    const next = firstTarget.slice(0, -1);
    const targetVertex = new Uint32Array(vertexCount);
    for (let vertex = 0; vertex < vertexCount; vertex++)
      targetVertex[next[this.#segmentOf.data[vertex]]++] = vertex;
    return { firstTarget, targetVertex, target_ms: new Uint32Array(vertexCount) };
  }
}

/** Returns the part of the route that begins when the route passes a node and enters a segment. */
function nextPart(part: number, segmentAccess: number): number {
  if (segmentAccess === ACCESS_FREE) return FREE;
  return part === LEAVING ? LEAVING : ARRIVING;
}

/** Returns the ACCESS_* value of a directed segment. */
export function directedAccess(segments: Segments, directed: number): number {
  return (directed & 1) === 0 ? segments.forward[directed >> 1] : segments.backward[directed >> 1];
}

/**
 * Returns the travel time in milliseconds of a directed segment from end to end, including the delays at its
 * inner nodes.
 */
export function directedCost_ms(segments: Segments, directed: number): number {
  return (directed & 1) === 0 ? segments.forward_ms[directed >> 1] : segments.backward_ms[directed >> 1];
}

/** Returns the network number of the break node at the end of a directed segment. */
export function headNode(segments: Segments, directed: number): number {
  return (directed & 1) === 0 ? segments.endNode[directed >> 1] : segments.startNode[directed >> 1];
}

/** Returns the second-to-last and the last node of a directed segment. */
function lastNodes(segments: Segments, directed: number): [before: number, last: number] {
  const segment = directed >> 1;
  const first = segments.firstPosition[segment];
  const last = segments.firstPosition[segment + 1] - 1;
  return (directed & 1) === 0
    ? [segments.nodes[last - 1], segments.nodes[last]]
    : [segments.nodes[first + 1], segments.nodes[first]];
}

/** Returns the usable directed segments that leave each node, in ascending order. */
function leavingSegments({ network, segments }: TurnGraphInput): {
  first: Uint32Array;
  segments: Uint32Array;
} {
  const first = new Uint32Array(network.nodeLon7.length + 1);
  const usable: number[] = [];
  for (let directed = 0; directed < segments.count * 2; directed++) {
    if (directedAccess(segments, directed) === ACCESS_NONE) continue;
    usable.push(directed);
    first[headNode(segments, directed ^ 1) + 1]++;
  }
  for (let node = 0; node + 1 < first.length; node++) first[node + 1] += first[node];
  const next = first.slice(0, -1);
  const leaving = new Uint32Array(usable.length);
  for (const directed of usable) leaving[next[headNode(segments, directed ^ 1)]++] = directed;
  return { first, segments: leaving };
}
