import type { Packed } from '../../arrays/packed.js';
import type { Positions } from './positions.js';

/** The segments in the form that queries need. network/segments.ts explains positions and pairs. */
export interface SegmentTable {
  count: number;
  /**
   * Per segment: the END_NUMBERS numbers that a search needs if a route starts or ends on the segment. These
   * numbers share a cache line.
   */
  ends: Uint32Array;
  /** Where each segment's positions begin, with one entry more than there are segments. */
  firstPosition: Uint32Array;
  /** Per segment: its length in meters. */
  length_m: Float64Array;
  positions: Positions;
  /**
   * Each pair's cost along its segment, at the index of the pair's first position. The array continues with
   * the costs against the segment's direction, for segments where these costs differ.
   */
  pair_ms: Packed;
  /**
   * The positions inside segments that take time to pass, in ascending order, and the passing times in
   * milliseconds.
   */
  delayPosition: Uint32Array;
  delay_ms: Uint32Array;
  /**
   * A run is a series of consecutive pairs on one way. `firstRun`: where each segment's runs begin, with one
   * entry more than there are segments. Per run: its first position; twice its row in the way table, plus 1
   * if the run goes against the way; the index of its first pair in the way.
   */
  firstRun: Packed;
  runPosition: Packed;
  runWay: Packed;
  runPlace: Packed;
}

/**
 * The number of entries per segment in `ends`, which fill half a cache line. Looking these values up in
 * separate arrays would touch 20 more pages of memory for the two ends of a route.
 * - 0: flags (below) + name * NAME_FACTOR, for a name that applies to the whole segment
 * - 1, 2: milliseconds along the segment and against it
 * - 3: where the costs against the segment's direction begin in `pair_ms`
 * - 4, 5: start vertices along the segment and against it
 * - 6, 7: targets along the segment and against it, if there is exactly one target and no cost is still to be
 *   added there
 */
export const END_NUMBERS = 8;
/** Used instead of a target if there is none, if there are several, or if a cost is still to be added. */
export const OTHER_TARGETS = 0xffffffff;
/** Used instead of a name if a segment has several names. */
export const SEVERAL_NAMES = 0xffffff;

/**
 * Where in a route a mode may use a directed segment: nowhere, only at the start and the end, or anywhere.
 */
export const ACCESS_NONE = 0;
export const ACCESS_ENDS = 1;
export const ACCESS_FREE = 2;

/**
 * Set if a position inside the segment takes time to pass. The bit is above the two ACCESS_* bits for travel
 * along the segment and the two for travel against it.
 */
export const HAS_DELAYS = 64;
const NAME_SHIFT = 8;
/** The name is stored above the flags, in the upper 24 bits. */
export const NAME_FACTOR = 2 ** NAME_SHIFT;

const BACKWARD_AT = 3;
const START_AT = 4;
const TARGET_AT = 6;

/** Returns the flags, which are in the lowest 8 bits, below the name. */
export function segmentFlags({ ends }: SegmentTable, segment: number): number {
  return ends[END_NUMBERS * segment];
}

/**
 * Returns the number of the segment's name in the way table's strings, or SEVERAL_NAMES if its ways have
 * several names.
 */
export function segmentName({ ends }: SegmentTable, segment: number): number {
  return ends[END_NUMBERS * segment] >>> NAME_SHIFT;
}

/** Returns the ACCESS_* value of a directed segment. */
export function segmentAccess({ ends }: SegmentTable, directed: number): number {
  return (ends[END_NUMBERS * (directed >> 1)] >> ((directed & 1) * 2)) & 3;
}

/** Whether the mode may use a directed segment at all. */
export function isOpen(segments: SegmentTable, directed: number): boolean {
  return segmentAccess(segments, directed) !== ACCESS_NONE;
}

/**
 * Returns the travel time in milliseconds of a directed segment from end to end, including the delays at its
 * inner positions.
 */
export function segmentCost_ms({ ends }: SegmentTable, directed: number): number {
  return ends[END_NUMBERS * (directed >> 1) + 1 + (directed & 1)];
}

/**
 * Returns the number to add to a position of a directed segment to get the index of its pair in `pair_ms`.
 */
export function pairShift({ firstPosition, ends }: SegmentTable, directed: number): number {
  return (directed & 1) === 0
    ? 0
    : ends[END_NUMBERS * (directed >> 1) + BACKWARD_AT] - firstPosition[directed >> 1];
}

/**
 * Returns the vertex where a route that starts on a directed segment begins, or NO_VERTEX if no route can
 * start there.
 */
export function startVertex({ ends }: SegmentTable, directed: number): number {
  return ends[END_NUMBERS * (directed >> 1) + START_AT + (directed & 1)];
}

/**
 * Returns a directed segment's only target if no cost is still to be added there, or OTHER_TARGETS otherwise.
 */
export function onlyTarget({ ends }: SegmentTable, directed: number): number {
  return ends[END_NUMBERS * (directed >> 1) + TARGET_AT + (directed & 1)];
}
