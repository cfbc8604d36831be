/** Segments as a query needs them; see `network/segments.ts` for what the arrays mean. */
export interface SegmentTable {
  count: number;
  /** What a route must know of its first and its last segment: END_NUMBERS numbers each, which lie in one line of memory; see `END_NUMBERS`. */
  ends: Uint32Array;
  firstPosition: Uint32Array;
  /** First position of each segment, as before, and its metres, side by side because they are read together; one more entry than segments. */
  line: Float64Array;
  /** lon7, lat7. */
  positions: Int32Array;
  /** Costs of pairs along their segments, at the place of their first position; then costs against them for the segments where those differ. */
  pair_ms: Uint32Array;
  delayPosition: Uint32Array;
  delay_ms: Uint32Array;
  /** Runs of pairs of one way: where those of each segment begin (one more entry than segments); first position, way of the way table * 2 + 1 when against it, place of the first pair in the way. */
  firstRun: Uint32Array;
  runPosition: Uint32Array;
  runWay: Uint32Array;
  runPlace: Uint32Array;
}

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

/** Whether a mode may use a directed segment: not at all, only at the start and the end of a route, or anywhere. */
export const ACCESS_NONE = 0;
export const ACCESS_ENDS = 1;
export const ACCESS_FREE = 2;

/** Flags: two bits ACCESS_* forward, two bits backward, then one bit each. */
export const TINY_FROM = 16;
export const TINY_TO = 32;
/** Passing some position inside of it takes time. */
export const HAS_DELAYS = 64;
const NAME_SHIFT = 8;
/** The name stands above the flags. */
export const NAME_FACTOR = 2 ** NAME_SHIFT;

// What a module exports is fetched anew each time that it is used.
const NUMBERS = END_NUMBERS;
const BACKWARD_AT = 3;
const START_AT = 4;
const TARGET_AT = 6;

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
  return (directed & 1) === 0
    ? 0
    : ends[NUMBERS * (directed >> 1) + BACKWARD_AT] - firstPosition[directed >> 1];
}

/** NO_VERTEX for none. */
export function startVertex({ ends }: SegmentTable, directed: number): number {
  return ends[NUMBERS * (directed >> 1) + START_AT + (directed & 1)];
}

/** The only target of a directed segment, at which nothing is to be paid; else OTHER_TARGETS. */
export function onlyTarget({ ends }: SegmentTable, directed: number): number {
  return ends[NUMBERS * (directed >> 1) + TARGET_AT + (directed & 1)];
}
