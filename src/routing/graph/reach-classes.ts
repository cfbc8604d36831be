import { NO_VERTEX, type BaseGraph } from '../frozen/base-graph.js';
import { strongComponents } from './strong-components.js';

/**
 * Classes of segments that reach the same, and that are reached by the same. Whether a path connects two
 * segments depends on their classes alone, so one of each class is enough to find out.
 */
export interface ReachClasses {
  /** By segment: routes from segments of one class reach the same. */
  from: Uint32Array;
  /** By segment: routes to segments of one class can come from the same. */
  to: Uint32Array;
}

/** Puts the segments into classes, by the strong components of the graph that they begin and end in. */
export function findReachClasses(graph: BaseGraph, segmentCount: number): ReachClasses {
  const component = strongComponents(graph);
  return {
    from: classesOf(segmentCount, (segment) =>
      [graph.startVertex[2 * segment], graph.startVertex[2 * segment + 1]]
        .filter((vertex) => vertex !== NO_VERTEX)
        .map((vertex) => component[vertex]),
    ),
    to: classesOf(segmentCount, (segment) =>
      // Targets of a segment stand together: those along it, then those against it.
      Array.from(
        graph.targetVertex.subarray(graph.firstTarget[2 * segment], graph.firstTarget[2 * segment + 2]),
        (vertex) => component[vertex],
      ),
    ),
  };
}

/** Numbers the segments by the set of their components. */
function classesOf(segmentCount: number, componentsOf: (segment: number) => number[]): Uint32Array {
  const numbers = new Map<number | string, number>();
  return Uint32Array.from({ length: segmentCount }, (_, segment) => {
    const key = keyOf(componentsOf(segment));
    let number = numbers.get(key);
    if (number === undefined) numbers.set(key, (number = numbers.size));
    return number;
  });
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
