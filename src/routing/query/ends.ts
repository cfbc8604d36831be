import { lastNotAbove, type RoutingData } from '../frozen/routing-data.js';
import { HAS_DELAYS, pairShift, segmentFlags, type SegmentTable } from '../frozen/segment-table.js';
import type { Candidate } from './snap.js';

const DELAYS = HAS_DELAYS;

/**
 * Costs between a candidate and the ends of its segment, in whole milliseconds, rounded as
 * docs/routing-model.md, 7 says. The model counts the share of a pair in the direction of its way, a
 * candidate in that of its segment. Both give the same costs, because shares are exact both ways (see
 * `SHARES` in snap.ts).
 */
export class EndCosts {
  readonly #data: RoutingData;

  constructor(data: RoutingData) {
    this.#data = data;
  }

  /** From the candidate to the head of its segment in that direction. */
  leaving_ms(candidate: Candidate, directed: number): number {
    const { segments } = this.#data;
    const own = Math.round(
      pairCost_ms(segments, candidate.position, directed) * shareAhead(candidate, directed),
    );
    const forward = (directed & 1) === 0;
    const first = forward ? candidate.position + 1 : segments.firstPosition[candidate.segment];
    const last = forward ? segments.firstPosition[candidate.segment + 1] - 1 : candidate.position;
    return own + stretchCost_ms(segments, first, last, directed);
  }

  /** From the tail of its segment in that direction to the candidate. */
  arriving_ms(candidate: Candidate, directed: number): number {
    const { segments } = this.#data;
    const own = Math.round(
      pairCost_ms(segments, candidate.position, directed) * shareAhead(candidate, directed ^ 1),
    );
    const forward = (directed & 1) === 0;
    const first = forward ? segments.firstPosition[candidate.segment] : candidate.position + 1;
    const last = forward ? candidate.position : segments.firstPosition[candidate.segment + 1] - 1;
    return own + stretchCost_ms(segments, first, last, directed);
  }

  /**
   * From one candidate to another on the same segment without leaving it. Infinity
   * when the other is not ahead.
   */
  between_ms(origin: Candidate, destination: Candidate, directed: number): number {
    const { segments } = this.#data;
    const forward = (directed & 1) === 0;
    const [behind, ahead] = forward ? [origin, destination] : [destination, origin];
    if (behind.position > ahead.position) return Infinity;
    if (behind.position === ahead.position) {
      if (behind.share > ahead.share) return Infinity;
      return Math.round(pairCost_ms(segments, origin.position, directed) * (ahead.share - behind.share));
    }
    const own = Math.round(pairCost_ms(segments, origin.position, directed) * shareAhead(origin, directed));
    const other = Math.round(
      pairCost_ms(segments, destination.position, directed) * shareAhead(destination, directed ^ 1),
    );
    return own + stretchCost_ms(segments, behind.position + 1, ahead.position, directed) + other;
  }
}

function pairCost_ms(segments: SegmentTable, position: number, directed: number): number {
  return segments.pair_ms[position + pairShift(segments, directed)];
}

/** The share of the pair that lies ahead in that direction. */
function shareAhead(candidate: Candidate, directed: number): number {
  return (directed & 1) === 0 ? 1 - candidate.share : candidate.share;
}

/** Costs of all pairs between two positions of a segment, plus the delays between them and at both. */
function stretchCost_ms(segments: SegmentTable, first: number, last: number, directed: number): number {
  const shift = pairShift(segments, directed);
  let sum_ms = 0;
  for (let g = first; g < last; g++) sum_ms += segments.pair_ms[g + shift];
  if ((segmentFlags(segments, directed >> 1) & DELAYS) === 0) return sum_ms;
  const { delayPosition, delay_ms } = segments;
  // Delays stand only inside segments, so it does no harm when a position is an end of the segment.
  if (delayPosition[delayPosition.length - 1] < first) return sum_ms;
  let i = lastNotAbove(delayPosition, first);
  if (delayPosition[i] < first) i++;
  for (; i < delayPosition.length && delayPosition[i] <= last; i++) sum_ms += delay_ms[i];
  return sum_ms;
}
