import { numberAt, packInSteps, unpackedInSteps } from '../../arrays/packed.js';
import type { Steps } from '../../arrays/steps.js';
import { NO_WAY } from '../frozen/hierarchy.js';
import { hasBetween, lastNotAbove, type RoutingData } from '../frozen/routing-data.js';
import { END_NUMBERS, pairShift } from '../frozen/segment-table.js';
import { FERRY, FORD, TOLL, UNPAVED } from '../frozen/way-flags.js';

/** The kinds of roads that a request can ask to avoid. */
export type Avoidable = 'unpaved' | 'ferry' | 'ford' | 'toll';

const FLAGS: Readonly<Record<Avoidable, number>> = { unpaved: UNPAVED, ferry: FERRY, ford: FORD, toll: TOLL };

/**
 * A road to be avoided counts as this many times slower than it is. A route uses a road to be avoided only if
 * the detour around it takes even longer.
 */
const AVOID_FACTOR = 10;

/**
 * If a request avoids tolls, the travel time on each of the two pairs next to a toll booth is increased by
 * this much: five minutes.
 */
const BOOTH_MS = 300_000;

/** The number of segments or vertices handled per step. */
const OF_STEP = 1_024;

/** Returns all avoidable flags that occur on the map. Avoiding other flags has no effect. */
export function avoidableFlags({ ways, tolls }: RoutingData): number {
  return ways.flags.reduce((all, flags) => all | flags, tolls.length > 0 ? TOLL : 0);
}

/** Returns the way flags of the given kinds of roads. */
export function avoidedFlags(kinds: readonly Avoidable[]): number {
  return kinds.reduce((flags, kind) => flags | FLAGS[kind], 0);
}

/** Whether part of a segment is on a way with one of the flags, or the segment has a toll booth. */
export function isAvoidedSegment(data: RoutingData, segment: number, flags: number): boolean {
  const { segments, ways, tolls } = data;
  const { firstPosition } = segments;
  if ((flags & TOLL) !== 0 && hasBetween(tolls, firstPosition[segment], firstPosition[segment + 1] - 1))
    return true;
  const endRun = numberAt(segments.firstRun, segment + 1);
  for (let run = numberAt(segments.firstRun, segment); run < endRun; run++)
    if ((ways.flags[numberAt(segments.runWay, run) >> 1] & flags) !== 0) return true;
  return false;
}

/**
 * Returns the same roads, but multiplies the times of pairs on flagged ways by AVOID_FACTOR, and adds
 * BOOTH_MS to the times of pairs next to a toll booth. Delays and turn costs are unchanged. For a whole
 * country, this takes about a tenth of a second and 30 MB of memory.
 */
export function* avoidedRoads(data: RoutingData, flags: number): Steps<RoutingData> {
  const { segments, ways, graph } = data;
  const pair_ms = yield* unpackedInSteps(segments.pair_ms);
  const ends = segments.ends.slice();
  const arc_ms = graph.arc_ms.slice();
  yield;
  /** Indexed by directed segment. */
  const extra_ms = new Float64Array(2 * segments.count);
  const slow = (place: number): number => {
    const ms = pair_ms[place];
    if (ms === NO_WAY) return 0;
    pair_ms[place] = ms * AVOID_FACTOR;
    return ms * (AVOID_FACTOR - 1);
  };
  for (let segment = 0; segment < segments.count; segment++) {
    if (segment % OF_STEP === 0) yield;
    const endRun = numberAt(segments.firstRun, segment + 1);
    for (let run = numberAt(segments.firstRun, segment); run < endRun; run++) {
      if ((ways.flags[numberAt(segments.runWay, run) >> 1] & flags) === 0) continue;
      const isLast = run + 1 === endRun;
      const end = isLast ? segments.firstPosition[segment + 1] - 1 : numberAt(segments.runPosition, run + 1);
      const shift = pairShift(segments, 2 * segment + 1);
      for (let position = numberAt(segments.runPosition, run); position < end; position++) {
        const along_ms = slow(position);
        extra_ms[2 * segment] += along_ms;
        extra_ms[2 * segment + 1] += shift === 0 ? along_ms : slow(position + shift);
      }
    }
  }
  for (const booth of (flags & TOLL) === 0 ? [] : data.tolls) {
    const segment = lastNotAbove(segments.firstPosition, booth);
    const last = segments.firstPosition[segment + 1] - 1;
    const shift = pairShift(segments, 2 * segment + 1);
    for (const position of [booth - 1, booth].filter((g) => g >= segments.firstPosition[segment] && g < last))
      for (const own of shift === 0 ? [0] : [0, shift])
        if (pair_ms[position + own] !== NO_WAY) {
          pair_ms[position + own] += BOOTH_MS;
          for (const against of shift === 0 ? [0, 1] : [own === 0 ? 0 : 1])
            extra_ms[2 * segment + against] += BOOTH_MS;
        }
  }
  for (let directed = 0; directed < 2 * segments.count; directed++) {
    const at = END_NUMBERS * (directed >> 1) + 1 + (directed & 1);
    if (ends[at] !== NO_WAY) ends[at] += extra_ms[directed];
  }
  yield;
  for (let tail = 0; tail < graph.vertexCount; tail++) {
    if (tail % OF_STEP === 0) yield;
    for (let arc = graph.firstArc[tail]; arc < graph.firstArc[tail + 1]; arc++)
      if (arc_ms[arc] !== NO_WAY) arc_ms[arc] += extra_ms[graph.drivenSegment[graph.hasTurns ? tail : arc]];
  }
  return {
    ...data,
    segments: { ...segments, pair_ms: yield* packInSteps(pair_ms), ends },
    graph: { ...graph, arc_ms },
  };
}
