import { GrowableFloat64, GrowableUint32, GrowableUint8 } from '../../arrays/growable.js';
import type { RoadNetwork } from './network.js';
import type { RestrictedSequence } from './restrictions.js';
import {
  armAccess,
  armCount,
  armHead,
  isUsable,
  nodeAccess,
  nodeDelay_ms,
  type UsablePairs,
} from './usable-pairs.js';

/** Used instead of a segment if the mode cannot use the pair. */
const NO_SEGMENT = 0xffffffff;

/**
 * Segments: maximal chains of pairs between break nodes, with uniform access in each direction. A break node
 * is a junction, a dead end, a closed or private barrier, a change of access, or a node named in a
 * restriction. The positions of all segments are stored one segment after another. Pair `g` joins the
 * positions `g` and `g + 1` of one segment.
 */
export interface Segments {
  count: number;
  /** The break nodes (network numbers) at the segment's start and end. */
  startNode: Uint32Array;
  endNode: Uint32Array;
  /** The ACCESS_* values in both directions. */
  forward: Uint8Array;
  backward: Uint8Array;
  /** Milliseconds from end to end, including the delays of inner nodes. */
  forward_ms: Uint32Array;
  backward_ms: Uint32Array;
  length_m: Float64Array;
  /** Where each segment's positions begin, with one entry more than there are segments. */
  firstPosition: Uint32Array;
  /** The network node at each position. */
  nodes: Uint32Array;
  /**
   * Per pair, at the index of its first position: the cost in both directions. A segment's last position has
   * no pair.
   */
  pairForward_ms: Uint32Array;
  pairBackward_ms: Uint32Array;
  /** Per pair, at the same index: the directed pair of the network (pair * 2, + 1 against the way). */
  directedPair: Uint32Array;
  /**
   * The positions inside segments that take time to pass, in ascending order, and the passing times in
   * milliseconds.
   */
  delayPosition: Uint32Array;
  delay_ms: Uint32Array;
  /** Per pair of the network: its segment (NO_SEGMENT if the mode cannot use it) and its position. */
  segmentOfPair: Uint32Array;
  positionOfPair: Uint32Array;
  breakNodes: number;
  junctions: number;
}

/**
 * Cuts a mode's usable pairs into segments.
 * @param sequences restricted sequences; the nodes inside them become break nodes
 * @param breaks other nodes that become break nodes if they have arms
 */
export function buildSegments(
  network: RoadNetwork,
  pairs: UsablePairs,
  sequences: readonly Pick<RestrictedSequence, 'pairs'>[],
  breaks: Iterable<number> = [],
): Segments {
  const isBreak = findBreakNodes(network, pairs, sequences);
  for (const node of breaks) if (armCount(pairs, node) > 0) isBreak[node] = 1;
  const builder = new SegmentsBuilder(pairs, isBreak);
  for (const way of waysAlongCurve(network)) {
    for (let pair = pairs.firstPair[way]; pair < pairs.firstPair[way + 1]; pair++)
      if (isBreak[pairs.fromNode[pair]] === 1) builder.addFrom(pairs.fromNode[pair], pair * 2);
  }
  // Adds the remaining segments, at both ends of which the way runs toward the break node.
  for (let node = 0; node < isBreak.length; node++) if (isBreak[node] === 1) builder.addFrom(node);
  // Only rings without a break node remain: the first node of each ring's first pair becomes a break node.
  for (let pair = 0; pair < pairs.fromNode.length; pair++) {
    if (!isUsable(pairs, pair) || builder.isDone(pair)) continue;
    isBreak[pairs.fromNode[pair]] = 1;
    builder.addFrom(pairs.fromNode[pair]);
  }
  return builder.finish();
}

/**
 * Returns the ways in their order along a Hilbert curve. A route mostly follows ways and continues on nearby
 * ways, so this order keeps the route's data close together in memory.
 */
function waysAlongCurve({ ways, nodeLon7, nodeLat7 }: RoadNetwork): Uint32Array {
  const places = Float64Array.from(ways, ({ nodes }) =>
    nodes.length === 0 ? 0 : curvePlace(nodeLon7[nodes[0]], nodeLat7[nodes[0]]),
  );
  return Uint32Array.from(ways.keys()).sort((a, b) => places[a] - places[b] || a - b);
}

function findBreakNodes(
  network: RoadNetwork,
  pairs: UsablePairs,
  sequences: readonly Pick<RestrictedSequence, 'pairs'>[],
): Uint8Array {
  const isBreak = new Uint8Array(network.nodeLon7.length);
  for (let node = 0; node < isBreak.length; node++) {
    const count = armCount(pairs, node);
    if (count === 0) continue;
    isBreak[node] = count !== 2 || nodeAccess(pairs, node) !== 'free' || !isSmooth(pairs, node) ? 1 : 0;
  }
  for (const sequence of sequences) {
    for (const arm of sequence.pairs.slice(0, -1)) isBreak[armHead(pairs, arm)] = 1;
  }
  return isBreak;
}

/** Whether a node with two arms has the same access on both sides, in both directions. */
function isSmooth(pairs: UsablePairs, node: number): boolean {
  const [a, b] = [pairs.arms[pairs.firstArm[node]], pairs.arms[pairs.firstArm[node] + 1]];
  return armAccess(pairs, a ^ 1) === armAccess(pairs, b) && armAccess(pairs, a) === armAccess(pairs, b ^ 1);
}

/**
 * Returns the total number of positions in all segments, provided that every ring has a break node: one
 * position per pair, plus one per segment.
 */
function positionCount(pairs: UsablePairs, isBreak: Uint8Array): number {
  let arms = 0;
  for (let node = 0; node < isBreak.length; node++) if (isBreak[node] === 1) arms += armCount(pairs, node);
  return (pairs.arms.length + arms) / 2;
}

class SegmentsBuilder {
  readonly #pairs: UsablePairs;
  readonly #isBreak: Uint8Array;
  readonly #startNode = new GrowableUint32();
  readonly #endNode = new GrowableUint32();
  readonly #forward = new GrowableUint8();
  readonly #backward = new GrowableUint8();
  readonly #forward_ms = new GrowableUint32();
  readonly #backward_ms = new GrowableUint32();
  readonly #length_m = new GrowableFloat64();
  readonly #firstPosition = new GrowableUint32();
  readonly #nodes: GrowableUint32;
  readonly #pairForward_ms: GrowableUint32;
  readonly #pairBackward_ms: GrowableUint32;
  readonly #directedPair: GrowableUint32;
  readonly #delayPosition = new GrowableUint32();
  readonly #delay_ms = new GrowableUint32();
  readonly #segmentOfPair: Uint32Array;
  readonly #positionOfPair: Uint32Array;

  constructor(pairs: UsablePairs, isBreak: Uint8Array) {
    this.#pairs = pairs;
    this.#isBreak = isBreak;
    // These are a mode's largest arrays. Growable arrays would take three times the memory while growing.
    const room = positionCount(pairs, isBreak);
    this.#nodes = new GrowableUint32(room);
    this.#pairForward_ms = new GrowableUint32(room);
    this.#pairBackward_ms = new GrowableUint32(room);
    this.#directedPair = new GrowableUint32(room);
    this.#segmentOfPair = new Uint32Array(pairs.fromNode.length).fill(NO_SEGMENT);
    this.#positionOfPair = new Uint32Array(pairs.fromNode.length);
  }

  isDone(pair: number): boolean {
    return this.#segmentOfPair[pair] !== NO_SEGMENT;
  }

  /**
   * Adds the segments that start at a break node and have not yet been added from their other end.
   * @param onlyArm if given, adds only the segment along this arm
   */
  addFrom(node: number, onlyArm = -1): void {
    for (let i = this.#pairs.firstArm[node]; i < this.#pairs.firstArm[node + 1]; i++) {
      const arm = this.#pairs.arms[i];
      if (!this.isDone(arm >> 1) && (onlyArm === -1 || arm === onlyArm)) this.#walk(node, arm);
    }
  }

  #walk(start: number, firstArm: number): void {
    const pairs = this.#pairs;
    const segment = this.#startNode.length;
    const totals = { forward_ms: 0, backward_ms: 0, length_m: 0 };
    this.#startNode.push(start);
    this.#firstPosition.push(this.#nodes.length);
    this.#forward.push(armAccess(pairs, firstArm));
    this.#backward.push(armAccess(pairs, firstArm ^ 1));
    let node = start;
    for (let arm = firstArm; ;) {
      this.#addPair(segment, node, arm, totals);
      node = armHead(pairs, arm);
      if (this.#isBreak[node] === 1) break;
      this.#addDelay(node, totals);
      const first = pairs.firstArm[node];
      arm = pairs.arms[first] >> 1 === arm >> 1 ? pairs.arms[first + 1] : pairs.arms[first];
    }
    this.#endNode.push(node);
    this.#pushPosition(node, 0, 0, 0);
    this.#forward_ms.push(totals.forward_ms);
    this.#backward_ms.push(totals.backward_ms);
    this.#length_m.push(totals.length_m);
  }

  #addPair(
    segment: number,
    node: number,
    arm: number,
    totals: { forward_ms: number; backward_ms: number; length_m: number },
  ): void {
    const pairs = this.#pairs;
    const pair = arm >> 1;
    const along = (arm & 1) === 0;
    const forward_ms = along ? pairs.forward_ms[pair] : pairs.backward_ms[pair];
    const backward_ms = along ? pairs.backward_ms[pair] : pairs.forward_ms[pair];
    this.#segmentOfPair[pair] = segment;
    this.#positionOfPair[pair] = this.#nodes.length;
    this.#pushPosition(node, forward_ms, backward_ms, arm);
    totals.forward_ms += forward_ms;
    totals.backward_ms += backward_ms;
    totals.length_m += pairs.length_m[pair];
  }

  #addDelay(node: number, totals: { forward_ms: number; backward_ms: number }): void {
    const ms = nodeDelay_ms(this.#pairs, node);
    if (ms === 0) return;
    // The node is added as the next position.
    this.#delayPosition.push(this.#nodes.length);
    this.#delay_ms.push(ms);
    totals.forward_ms += ms;
    totals.backward_ms += ms;
  }

  #pushPosition(node: number, forward_ms: number, backward_ms: number, directedPair: number): void {
    this.#nodes.push(node);
    this.#pairForward_ms.push(forward_ms);
    this.#pairBackward_ms.push(backward_ms);
    this.#directedPair.push(directedPair);
  }

  finish(): Segments {
    const pairs = this.#pairs;
    this.#firstPosition.push(this.#nodes.length);
    let breakNodes = 0;
    let junctions = 0;
    for (let node = 0; node < this.#isBreak.length; node++) {
      breakNodes += this.#isBreak[node];
      if (armCount(pairs, node) >= 3) junctions++;
    }
    return {
      count: this.#startNode.length,
      startNode: this.#startNode.trimmed(),
      endNode: this.#endNode.trimmed(),
      forward: this.#forward.trimmed(),
      backward: this.#backward.trimmed(),
      forward_ms: this.#forward_ms.trimmed(),
      backward_ms: this.#backward_ms.trimmed(),
      length_m: this.#length_m.trimmed(),
      firstPosition: this.#firstPosition.trimmed(),
      nodes: this.#nodes.pushed(),
      pairForward_ms: this.#pairForward_ms.pushed(),
      pairBackward_ms: this.#pairBackward_ms.pushed(),
      directedPair: this.#directedPair.pushed(),
      delayPosition: this.#delayPosition.trimmed(),
      delay_ms: this.#delay_ms.trimmed(),
      segmentOfPair: this.#segmentOfPair,
      positionOfPair: this.#positionOfPair,
      breakNodes,
      junctions,
    };
  }
}

/**
 * The number of bits per axis. The curve's cells are at most 2.4 m wide. With much larger cells, all
 * positions of a city street would share one cell, in arbitrary order.
 */
const BITS = 24;

/**
 * Returns where a position (1e-7 degrees) is along a Hilbert curve over the globe (Hilbert 1891; the usual
 * rotate-and-flip construction). Places near each other on the curve are near each other on the map.
 */
function curvePlace(lon7: number, lat7: number): number {
  let x = Math.floor((lon7 + 1.8e9) * (2 ** BITS / 3.6e9));
  let y = Math.floor((lat7 + 0.9e9) * (2 ** BITS / 1.8e9));
  let place = 0;
  for (let side = 1 << (BITS - 1); side > 0; side >>= 1) {
    const right = (x & side) > 0 ? 1 : 0;
    const up = (y & side) > 0 ? 1 : 0;
    place += side * side * ((3 * right) ^ up);
    if (up === 0) {
      if (right === 1) {
        x = 2 ** BITS - 1 - x;
        y = 2 ** BITS - 1 - y;
      }
      [x, y] = [y, x];
    }
  }
  return place;
}
