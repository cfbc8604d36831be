import { numberAt } from '../../arrays/packed.js';
import { NO_WAY } from '../frozen/hierarchy.js';
import { lastNotAbove, type RoutingData } from '../frozen/routing-data.js';
import { HAS_DELAYS, pairShift, segmentFlags, type SegmentTable } from '../frozen/segment-table.js';
import type { Candidate } from './snap.js';

/**
 * Costs between a candidate and the ends of its segment, in whole milliseconds, rounded as specified in
 * docs/routing-model.md, 7. The model measures a fraction of a pair in the direction of the pair's way, while
 * a candidate uses the direction of the pair's segment. Both give the same costs, because fractions are exact
 * in both directions (see `SHARES` in snap.ts).
 */
export class EndCosts {
  readonly #data: RoutingData;

  constructor(data: RoutingData) {
    this.#data = data;
  }

  /**
   * Returns the cost from a candidate to the head of its segment in the given direction; Infinity if that
   * part is currently closed.
   */
  leaving_ms(candidate: Candidate, directed: number): number {
    const { segments } = this.#data;
    const pair_ms = pairCost_ms(segments, candidate.position, directed);
    const own = Math.round(pair_ms * shareAhead(candidate, directed));
    const forward = (directed & 1) === 0;
    const first = forward ? candidate.position + 1 : segments.firstPosition[candidate.segment];
    const last = forward ? segments.firstPosition[candidate.segment + 1] - 1 : candidate.position;
    return pair_ms === NO_WAY ? Infinity : open(own + stretchCost_ms(segments, first, last, directed));
  }

  /**
   * Returns the cost from the tail of a candidate's segment in the given direction to the candidate; Infinity
   * if that part is currently closed.
   */
  arriving_ms(candidate: Candidate, directed: number): number {
    const { segments } = this.#data;
    const pair_ms = pairCost_ms(segments, candidate.position, directed);
    const own = Math.round(pair_ms * shareAhead(candidate, directed ^ 1));
    const forward = (directed & 1) === 0;
    const first = forward ? segments.firstPosition[candidate.segment] : candidate.position + 1;
    const last = forward ? candidate.position : segments.firstPosition[candidate.segment + 1] - 1;
    return pair_ms === NO_WAY ? Infinity : open(own + stretchCost_ms(segments, first, last, directed));
  }

  /**
   * Returns the cost from one candidate to another on the same segment without leaving it. The cost is
   * Infinity if the destination is not ahead, or if the road between them is currently closed.
   */
  between_ms(origin: Candidate, destination: Candidate, directed: number): number {
    const { segments } = this.#data;
    const forward = (directed & 1) === 0;
    const [behind, ahead] = forward ? [origin, destination] : [destination, origin];
    if (behind.position > ahead.position) return Infinity;
    const own_ms = pairCost_ms(segments, origin.position, directed);
    const other_ms = pairCost_ms(segments, destination.position, directed);
    if (own_ms === NO_WAY || other_ms === NO_WAY) return Infinity;
    if (behind.position === ahead.position) {
      if (behind.share > ahead.share) return Infinity;
      return Math.round(own_ms * (ahead.share - behind.share));
    }
    const own = Math.round(own_ms * shareAhead(origin, directed));
    const other = Math.round(other_ms * shareAhead(destination, directed ^ 1));
    return open(own + stretchCost_ms(segments, behind.position + 1, ahead.position, directed) + other);
  }
}

/** Returns the sum of the costs, or Infinity if any part is closed. */
function open(sum_ms: number): number {
  return sum_ms < NO_WAY ? sum_ms : Infinity;
}

function pairCost_ms(segments: SegmentTable, position: number, directed: number): number {
  return numberAt(segments.pair_ms, position + pairShift(segments, directed));
}

/** Returns the fraction of the pair that lies ahead in the given direction. */
function shareAhead(candidate: Candidate, directed: number): number {
  return (directed & 1) === 0 ? 1 - candidate.share : candidate.share;
}

/**
 * Returns the cost of all pairs between two positions of a segment, plus the delays at and between these
 * positions.
 */
function stretchCost_ms(segments: SegmentTable, first: number, last: number, directed: number): number {
  const shift = pairShift(segments, directed);
  let sum_ms = 0;
  for (let g = first; g < last; g++) sum_ms += numberAt(segments.pair_ms, g + shift);
  if ((segmentFlags(segments, directed >> 1) & HAS_DELAYS) === 0) return sum_ms;
  const { delayPosition, delay_ms } = segments;
  // Delays exist only inside segments, so a position at the end of a segment does not matter.
  if (delayPosition[delayPosition.length - 1] < first) return sum_ms;
  let i = lastNotAbove(delayPosition, first);
  if (delayPosition[i] < first) i++;
  for (; i < delayPosition.length && delayPosition[i] <= last; i++) sum_ms += delay_ms[i];
  return sum_ms;
}
