import { DisjointSets } from '../../arrays/disjoint-sets.js';
import { pack } from '../../arrays/packed.js';
import { NO_VERTEX, type BaseGraph, type BuiltGraph } from '../frozen/base-graph.js';
import { IN_HUB, LEADS_NOWHERE, type Reach } from '../frozen/reach.js';
import { strongComponents } from './strong-components.js';

/**
 * Puts the segments into classes, by the strong components of the graph that they begin and end in. Says of
 * each class whether it leads to the hub of its part of the network, or the hub to it.
 */
export function findReach(graph: BuiltGraph, segmentCount: number): Reach {
  const component = strongComponents(graph);
  const { startVertex, firstTarget, targetVertex } = graph;
  const from = classesOf(segmentCount, (segment, found) => {
    for (let directed = 2 * segment; directed < 2 * segment + 2; directed++)
      if (startVertex[directed] !== NO_VERTEX) found.push(component[startVertex[directed]]);
  });
  const to = classesOf(segmentCount, (segment, found) => {
    // Targets of a segment stand together: those along it, then those against it.
    for (let i = firstTarget[2 * segment]; i < firstTarget[2 * segment + 2]; i++)
      found.push(component[targetVertex[i]]);
  });
  const { part, reaches, isReached } = findHubs(graph, component, from, to);
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
  /** By segment. */
  classOf: Uint32Array;
  /** By class: its components. */
  components: number[][];
}

/**
 * Numbers the segments by the set of their components.
 * @param list adds the components of a segment to an empty list
 */
function classesOf(segmentCount: number, list: (segment: number, found: number[]) => void): Classes {
  const numbers = new Map<number | string, number>();
  const components: number[][] = [];
  const classOf = new Uint32Array(segmentCount);
  const own: number[] = [];
  for (let segment = 0; segment < segmentCount; segment++) {
    own.length = 0;
    list(segment, own);
    const key = keyOf(own);
    let number = numbers.get(key);
    if (number === undefined) {
      numbers.set(key, (number = components.length));
      components.push([...own]);
    }
    classOf[segment] = number;
  }
  return { classOf, components };
}

/**
 * The same for the same set. Most segments have one or two components: a number is made faster than a text.
 */
function keyOf(components: readonly number[]): number | string {
  const [a, b = a] = components;
  if (a === undefined) return -1;
  if (components.length <= 2) return Math.min(a, b) * 2 ** 26 + Math.max(a, b);
  const set = [...new Set(components)].sort((one, other) => one - other);
  return set.length <= 2 ? keyOf(set) : set.join(' ');
}

interface Hubs {
  /** By component: its part of the network, counted from 1. Arcs and segments join components to parts. */
  part: Uint32Array;
  /** By component: 1 if it reaches the hub of its part, and 1 if the hub reaches it. */
  reaches: Uint8Array;
  isReached: Uint8Array;
}

/**
 * The hub of a part is its largest strong component. One vertex alone is no hub: a one-way street does not
 * always lead back to itself.
 */
function findHubs(graph: BaseGraph, component: Uint32Array, from: Classes, to: Classes): Hubs {
  const count = component.reduce((most, own) => Math.max(most, own + 1), 0);
  const arcs = arcsBetween(graph, component);
  const sets = new DisjointSets(count);
  for (const [tail, head] of arcs) sets.union(tail, head);
  for (const [first, ...others] of [...from.components, ...to.components])
    for (const other of others) sets.union(first, other);
  for (let segment = 0; segment < from.classOf.length; segment++) {
    const begins = from.components[from.classOf[segment]];
    const ends = to.components[to.classOf[segment]];
    if (begins.length > 0 && ends.length > 0) sets.union(begins[0], ends[0]);
  }
  const size = new Uint32Array(count);
  for (const own of component) size[own]++;
  const hubs = new Map<number, number>();
  for (let own = 0; own < count; own++) {
    const hub = hubs.get(sets.find(own));
    if (size[own] > 1 && (hub === undefined || size[own] > size[hub])) hubs.set(sets.find(own), own);
  }
  const reaches = new Uint8Array(count);
  const isReached = new Uint8Array(count);
  for (const hub of hubs.values()) reaches[hub] = isReached[hub] = 1;
  // Arcs lead to components of lower numbers. So all arcs onwards from a head come before those to it.
  arcs.sort((a, b) => a[0] - b[0]);
  for (const [tail, head] of arcs) reaches[tail] |= reaches[head];
  for (const [tail, head] of arcs.reverse()) isReached[head] |= isReached[tail];
  return { part: Uint32Array.from({ length: count }, (_, own) => sets.find(own) + 1), reaches, isReached };
}

/** The arcs from one component to another. */
function arcsBetween({ firstArc, arcHead }: BaseGraph, component: Uint32Array): [number, number][] {
  const arcs: [number, number][] = [];
  component.forEach((tail, vertex) => {
    for (let arc = firstArc[vertex]; arc < firstArc[vertex + 1]; arc++) {
      const head = component[arcHead[arc]];
      if (head !== tail) arcs.push([tail, head]);
    }
  });
  return arcs;
}
