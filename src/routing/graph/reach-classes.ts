import { DisjointSets } from '../../arrays/disjoint-sets.js';
import { pack } from '../../arrays/packed.js';
import type { Steps } from '../../arrays/steps.js';
import { NO_VERTEX, type BuiltGraph } from '../frozen/base-graph.js';
import { IN_HUB, LEADS_NOWHERE, type Reach } from '../frozen/reach.js';
import { strongComponents } from './strong-components.js';

/** The part of a graph from which the classes are computed. */
export type ReachGraph = Pick<BuiltGraph, 'vertexCount' | 'firstArc' | 'arcHead'> &
  Pick<BuiltGraph, 'startVertex' | 'firstTarget' | 'targetVertex'>;

/**
 * Groups the segments into classes by the strongly connected components of the graph in which they start and
 * end. Also records whether each class can reach the hub of its part of the network, and whether the hub can
 * reach the class.
 */
export function* findReach(graph: ReachGraph, segmentCount: number): Steps<Reach> {
  const component = yield* strongComponents(graph);
  const { startVertex, firstTarget, targetVertex } = graph;
  const from = yield* classesOf(segmentCount, component, { vertices: startVertex, first: null });
  yield;
  // A segment's targets are stored consecutively: first the targets for travel along the segment, then the
  // targets for travel against it.
  const to = yield* classesOf(segmentCount, component, { vertices: targetVertex, first: firstTarget });
  yield;
  const { part, reaches, isReached } = yield* findHubs(graph, component, from, to);
  yield;
  const hubOf = (components: readonly number[], isIn: Uint8Array): number =>
    components.length === 0
      ? LEADS_NOWHERE
      : 2 * part[components[0]] + (components.some((own) => isIn[own] === 1) ? IN_HUB : 0);
  return {
    from: pack(from.classOf),
    to: pack(to.classOf),
    fromHub: Uint32Array.from(from.components, (components) => hubOf(components, reaches)),
    toHub: Uint32Array.from(to.components, (components) => hubOf(components, isReached)),
  };
}

interface Classes {
  /** The class of each segment. */
  classOf: Uint32Array;
  /** Per class: its components in ascending order. */
  components: number[][];
}

/**
 * Vertices of directed segments, and the index where each directed segment's vertices begin. Null if each
 * directed segment has exactly one vertex.
 */
interface DirectedVertices {
  vertices: Uint32Array;
  first: Uint32Array | null;
}

const NO_COMPONENT = -1;

/** The number of vertices, segments or components handled per step. */
const OF_STEP = 2 ** 13;

/**
 * Numbers the segments by their set of components. Nearly all segments have the same set, which contains only
 * their hub.
 */
function* classesOf(
  segmentCount: number,
  component: Uint32Array,
  { vertices, first }: DirectedVertices,
): Steps<Classes> {
  const numbers = new Map<string, number>();
  const components: number[][] = [];
  const classOf = new Uint32Array(segmentCount);
  let last = { component: NO_COMPONENT, number: 0 };
  for (let segment = 0; segment < segmentCount; segment++) {
    if (segment % OF_STEP === 0) yield;
    const begin = first === null ? 2 * segment : first[2 * segment];
    const end = first === null ? 2 * segment + 2 : first[2 * segment + 2];
    const only = onlyComponent(component, vertices, begin, end);
    if (only === last.component && only !== NO_COMPONENT) {
      classOf[segment] = last.number;
      continue;
    }
    const own = new Set<number>();
    for (let i = begin; i < end; i++) if (vertices[i] !== NO_VERTEX) own.add(component[vertices[i]]);
    const set = [...own].sort((a, b) => a - b);
    const key = set.join(' ');
    let number = numbers.get(key);
    if (number === undefined) {
      numbers.set(key, (number = components.length));
      components.push(set);
    }
    classOf[segment] = number;
    last = { component: only, number };
  }
  return { classOf, components };
}

/**
 * Returns the component that all vertices from `begin` up to `end` share, or NO_COMPONENT if they have none
 * or several.
 */
function onlyComponent(component: Uint32Array, vertices: Uint32Array, begin: number, end: number): number {
  let only = NO_COMPONENT;
  for (let i = begin; i < end; i++) {
    if (vertices[i] === NO_VERTEX) continue;
    const own = component[vertices[i]];
    if (only === NO_COMPONENT) only = own;
    else if (own !== only) return NO_COMPONENT;
  }
  return only;
}

interface Hubs {
  /**
   * Per component: its part of the network, counted from 1. Arcs and segments connect components into parts.
   */
  part: Uint32Array;
  /**
   * Per component: 1 if the component can reach the hub of its part; in the second array, 1 if the hub can
   * reach the component.
   */
  reaches: Uint8Array;
  isReached: Uint8Array;
}

/**
 * Finds the hub of each part, which is its largest strongly connected component. A single vertex is not a
 * hub, because a one-way street does not always lead back to itself.
 */
function* findHubs(graph: ReachGraph, component: Uint32Array, from: Classes, to: Classes): Steps<Hubs> {
  let count = 0;
  for (const own of component) if (own >= count) count = own + 1;
  yield;
  const { first, heads } = yield* arcsBetween(graph, component, count);
  const sets = new DisjointSets(count);
  for (let tail = 0; tail < count; tail++) {
    if (tail % OF_STEP === 0) yield;
    for (let arc = first[tail]; arc < first[tail + 1]; arc++) sets.union(tail, heads[arc]);
  }
  for (const components of [from.components, to.components]) {
    for (const [begin, ...others] of components) for (const other of others) sets.union(begin, other);
    yield;
  }
  for (let segment = 0; segment < from.classOf.length; segment++) {
    if (segment % OF_STEP === 0) yield;
    const begins = from.components[from.classOf[segment]];
    const ends = to.components[to.classOf[segment]];
    if (begins.length > 0 && ends.length > 0) sets.union(begins[0], ends[0]);
  }
  const size = new Uint32Array(count);
  for (const own of component) size[own]++;
  yield;
  const part = new Uint32Array(count);
  const hubs = new Map<number, number>();
  for (let own = 0; own < count; own++) {
    if (own % OF_STEP === 0) yield;
    const root = sets.find(own);
    part[own] = root + 1;
    const hub = hubs.get(root);
    if (size[own] > 1 && (hub === undefined || size[own] > size[hub])) hubs.set(root, own);
  }
  const reaches = new Uint8Array(count);
  const isReached = new Uint8Array(count);
  for (const hub of hubs.values()) reaches[hub] = isReached[hub] = 1;
  // Arcs lead to components with lower numbers, so the result for a head is known before its tails need it.
  for (let tail = 0; tail < count; tail++) {
    if (tail % OF_STEP === 0) yield;
    for (let arc = first[tail]; arc < first[tail + 1]; arc++) reaches[tail] |= reaches[heads[arc]];
  }
  for (let tail = count - 1; tail >= 0; tail--) {
    if (tail % OF_STEP === 0) yield;
    for (let arc = first[tail]; arc < first[tail + 1]; arc++) isReached[heads[arc]] |= isReached[tail];
  }
  return { part, reaches, isReached };
}

/** Returns the arcs between components, grouped by the component in which they start. */
function* arcsBetween(
  { vertexCount, firstArc, arcHead }: ReachGraph,
  component: Uint32Array,
  count: number,
): Steps<{ first: Uint32Array; heads: Uint32Array }> {
  /** Initially holds the previous component's arc count, and later the index where its arcs end. */
  const first = new Uint32Array(count + 2);
  for (let vertex = 0; vertex < vertexCount; vertex++) {
    if (vertex % OF_STEP === 0) yield;
    const tail = component[vertex];
    for (let arc = firstArc[vertex]; arc < firstArc[vertex + 1]; arc++)
      if (component[arcHead[arc]] !== tail) first[tail + 2]++;
  }
  for (let own = 2; own < first.length; own++) first[own] += first[own - 1];
  yield;
  const heads = new Uint32Array(first[count + 1]);
  for (let vertex = 0; vertex < vertexCount; vertex++) {
    if (vertex % OF_STEP === 0) yield;
    const tail = component[vertex];
    for (let arc = firstArc[vertex]; arc < firstArc[vertex + 1]; arc++) {
      const head = component[arcHead[arc]];
      if (head !== tail) heads[first[tail + 1]++] = head;
    }
  }
  return { first, heads };
}
