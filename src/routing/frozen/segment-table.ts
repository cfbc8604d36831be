import type { Packed } from '../../arrays/packed.js';
import type { Positions } from './positions.js';

/** The segments as a query needs them. For more about positions and pairs, see network/segments.ts. */
export interface SegmentTable {
  count: number;
  /**
   * By segment: END_NUMBERS numbers that a route needs about its first and its last segment. They lie in one
   * cache line.
   */
  ends: Uint32Array;
  /** Where the positions of each segment begin; one more entry than segments. */
  firstPosition: Uint32Array;
  /** By segment: its meters. */
  length_m: Float64Array;
  positions: Positions;
  /**
   * Cost of each pair along its segment, at the place of its first position. After those: the costs against a
   * segment, for the segments where they differ.
   */
  pair_ms: Packed;
  /** Positions inside segments where passing takes time, ascending, and the milliseconds. */
  delayPosition: Uint32Array;
  delay_ms: Uint32Array;
  /**
   * A run is a row of pairs of one way. `firstRun`: where the runs of each segment begin, one more entry
   * than segments. By run: its first position; its row in the way table * 2, + 1 against the way; the
   * place of its first pair in the way.
   */
  firstRun: Packed;
  runPosition: Packed;
  runWay: Packed;
  runPlace: Packed;
}

/**
 * Numbers of each segment in `ends`, half a cache line. Looked up separately, a route's two ends would touch
 * twenty more pages of memory.
 * - 0: flags (below) + name * NAME_FACTOR, for a name that holds for all of the segment
 * - 1, 2: milliseconds along it and against it
 * - 3: where the costs against it begin in `pair_ms`
 * - 4, 5: start vertices along it and against it
 * - 6, 7: targets along it and against it, if there is exactly one with nothing left to pay
 */
export const END_NUMBERS = 8;
/** Stands in for a target: there is none, there are several, or something is left to pay. */
export const OTHER_TARGETS = 0xffffffff;
/** Stands in for a name: there are several. */
export const SEVERAL_NAMES = 0xffffff;

/**
 * Whether a mode may use a directed segment: not at all, only at the start and the end of a
 * route, or anywhere.
 */
export const ACCESS_NONE = 0;
export const ACCESS_ENDS = 1;
export const ACCESS_FREE = 2;

/**
 * Set after two bits ACCESS_* along the segment and two bits against it: passing some position inside the
 * segment takes time.
 */
export const HAS_DELAYS = 64;
const NAME_SHIFT = 8;
/** The name stands above the flags, in the upper 24 bits. */
export const NAME_FACTOR = 2 ** NAME_SHIFT;

const BACKWARD_AT = 3;
const START_AT = 4;
const TARGET_AT = 6;

/** The flags in the lowest 8 bits; the name stands above them. */
export function segmentFlags({ ends }: SegmentTable, segment: number): number {
  return ends[END_NUMBERS * segment];
}

/** Its name in the strings of the way table; SEVERAL_NAMES if its ways have several. */
export function segmentName({ ends }: SegmentTable, segment: number): number {
  return ends[END_NUMBERS * segment] >>> NAME_SHIFT;
}

/** ACCESS_* of a directed segment. */
export function segmentAccess({ ends }: SegmentTable, directed: number): number {
  return (ends[END_NUMBERS * (directed >> 1)] >> ((directed & 1) * 2)) & 3;
}

/** Whether the mode may use a directed segment at all. */
export function isOpen(segments: SegmentTable, directed: number): boolean {
  return segmentAccess(segments, directed) !== ACCESS_NONE;
}

/** Milliseconds of a directed segment from end to end, with the delays of the positions inside. */
export function segmentCost_ms({ ends }: SegmentTable, directed: number): number {
  return ends[END_NUMBERS * (directed >> 1) + 1 + (directed & 1)];
}

/** Add this to a position of a directed segment to get the place of its pair in `pair_ms`. */
export function pairShift({ firstPosition, ends }: SegmentTable, directed: number): number {
  return (directed & 1) === 0
    ? 0
    : ends[END_NUMBERS * (directed >> 1) + BACKWARD_AT] - firstPosition[directed >> 1];
}

/** Where a route that starts on a directed segment begins; NO_VERTEX if it cannot. */
export function startVertex({ ends }: SegmentTable, directed: number): number {
  return ends[END_NUMBERS * (directed >> 1) + START_AT + (directed & 1)];
}

/** The only target of a directed segment, if nothing is left to pay there; else OTHER_TARGETS. */
export function onlyTarget({ ends }: SegmentTable, directed: number): number {
  return ends[END_NUMBERS * (directed >> 1) + TARGET_AT + (directed & 1)];
}
