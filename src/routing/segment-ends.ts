import type { BaseGraph } from './base-graph.js';
import type { Islands } from './islands.js';
import type { SegmentTable } from './routing-data.js';
import type { Segments } from './segments.js';
import { ACCESS_NONE } from './usable-pairs.js';

/**
 * Numbers of a segment in `segments.ends`, half a line of memory: flags (below) and the name, if there is one for all of it, times NAME_FACTOR; milliseconds along it and
 * against it; where the costs against it begin in `pair_ms`; the start vertices in both directions; the targets in both directions, where there is one and nothing is
 * still to be paid there. Looked up one by one, a route's two ends would take twenty more pages of memory.
 */
export const END_NUMBERS = 8;
/** In place of a target: there are none, or several, or something is to be paid. */
export const OTHER_TARGETS = 0xffffffff;
/** In place of a name: there are several. */
export const SEVERAL_NAMES = 0xffffff;

/** Flags: two bits ACCESS_* forward, two bits backward, then one bit each. */
export const TINY_FROM = 16;
export const TINY_TO = 32;
/** Passing some position inside of it takes time. */
export const HAS_DELAYS = 64;
const NAME_SHIFT = 8;

// What a module exports is fetched anew each time that it is used.
const NUMBERS = END_NUMBERS;
const BACKWARD_AT = 3;
const START_AT = 4;
const TARGET_AT = 6;

export interface SegmentEndsInput {
  segments: Segments;
  islands: Islands;
  graph: BaseGraph;
  /** Where the costs against each segment begin. */
  firstBackward: Uint32Array;
  /** By segment: string of its name, SEVERAL_NAMES for none in particular. */
  names: Uint32Array;
}

export function segmentEnds({ segments, islands, graph, firstBackward, names }: SegmentEndsInput): Uint32Array {
  const ends = new Uint32Array(NUMBERS * segments.count);
  for (let s = 0; s < segments.count; s++) {
    const flags = segments.forward[s] | (segments.backward[s] << 2) | (islands.tinyFrom[s] * TINY_FROM) | (islands.tinyTo[s] * TINY_TO);
    const targets = [2 * s, 2 * s + 1].map((directed) => {
      const at = graph.firstTarget[directed];
      return graph.firstTarget[directed + 1] === at + 1 && graph.target_ms[at] === 0 ? graph.targetVertex[at] : OTHER_TARGETS;
    });
    ends.set([
      flags + names[s] * 2 ** NAME_SHIFT, segments.forward_ms[s], segments.backward_ms[s], firstBackward[s],
      graph.startVertex[2 * s], graph.startVertex[2 * s + 1], ...targets,
    ], NUMBERS * s);
  }
  for (let i = 0, s = 0; i < segments.delayPosition.length; i++) {
    while (segments.firstPosition[s + 1] <= segments.delayPosition[i]) s++;
    ends[NUMBERS * s] |= HAS_DELAYS;
  }
  return ends;
}

/** TINY_FROM and so on. */
export function segmentFlags({ ends }: SegmentTable, segment: number): number {
  return ends[NUMBERS * segment];
}

/** Its name in the strings of ways, SEVERAL_NAMES when its ways have several. */
export function segmentName({ ends }: SegmentTable, segment: number): number {
  return ends[NUMBERS * segment] >>> NAME_SHIFT;
}

/** ACCESS_* of a directed segment. */
export function segmentAccess({ ends }: SegmentTable, directed: number): number {
  return (ends[NUMBERS * (directed >> 1)] >> ((directed & 1) * 2)) & 3;
}

export function isOpen(segments: SegmentTable, directed: number): boolean {
  return segmentAccess(segments, directed) !== ACCESS_NONE;
}

export function segmentCost_ms({ ends }: SegmentTable, directed: number): number {
  return ends[NUMBERS * (directed >> 1) + 1 + (directed & 1)];
}

/** What to add to a position of a directed segment for the place of its pair in `pair_ms`. */
export function pairShift({ firstPosition, ends }: SegmentTable, directed: number): number {
  return (directed & 1) === 0 ? 0 : ends[NUMBERS * (directed >> 1) + BACKWARD_AT] - firstPosition[directed >> 1];
}

/** NO_VERTEX for none. */
export function startVertex({ ends }: SegmentTable, directed: number): number {
  return ends[NUMBERS * (directed >> 1) + START_AT + (directed & 1)];
}

/** The only target of a directed segment, at which nothing is to be paid; else OTHER_TARGETS. */
export function onlyTarget({ ends }: SegmentTable, directed: number): number {
  return ends[NUMBERS * (directed >> 1) + TARGET_AT + (directed & 1)];
}
