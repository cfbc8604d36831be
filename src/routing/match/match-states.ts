import type { RoutingData } from '../frozen/routing-data.js';
import { isOpen } from '../frozen/segment-table.js';
import type { Candidate, Snapper } from '../ends/snap.js';
import type { KeptPoint } from './kept-points.js';
import { FAR_REACH, MOST_ROADS, REACH } from './match-model.js';
import type { SegmentMetres } from './segment-metres.js';

/** A possible location of the traveler: on a road, in one direction. */
export interface MatchState {
  candidate: Candidate;
  /**
   * The directed segment. Without turns, one state represents both directions and uses the direction along
   * the segment.
   */
  directed: number;
  /** The distance in meters from the start of the directed segment. */
  at_m: number;
  /** The log-likelihood that the point was recorded there, up to a constant. */
  emission: number;
  /** The index of the state at the same place in the opposite direction; -1 if there is none. */
  opposite: number;
}

/** Returns the states of a point, or an empty array if no road is near. */
export function statesOf(
  point: KeptPoint,
  { data, snapper, metres }: { data: RoutingData; snapper: Snapper; metres: SegmentMetres },
): MatchState[] {
  const states: MatchState[] = [];
  for (const candidate of roadsNear(point, snapper)) {
    const emission = -0.5 * (candidate.distance_m / point.sigma_m) ** 2;
    const open = [2 * candidate.segment, 2 * candidate.segment + 1].filter((own) =>
      isOpen(data.segments, own),
    );
    const ways = data.graph.hasTurns ? open : open.slice(0, 1);
    for (const [i, directed] of ways.entries()) {
      const opposite = ways.length === 2 ? states.length + (i === 0 ? 1 : -1) : -1;
      const own = data.graph.hasTurns ? directed : 2 * candidate.segment;
      states.push({ candidate, directed: own, at_m: metres.to(candidate, own), emission, opposite });
    }
  }
  return states;
}

/** Returns the nearest place on each of the nearest roads. */
function roadsNear({ longitude, latitude, sigma_m }: KeptPoint, snapper: Snapper): Candidate[] {
  const far_m = Math.max(FAR_REACH.times * sigma_m, FAR_REACH.least_m);
  let found = snapper.within([longitude, latitude], REACH * sigma_m);
  if (found.length === 0) found = snapper.within([longitude, latitude], far_m);
  const nearest: Candidate[] = [];
  const seen = new Set<number>();
  for (const candidate of found) {
    if (seen.has(candidate.segment)) continue;
    seen.add(candidate.segment);
    nearest.push(candidate);
    if (nearest.length === MOST_ROADS) break;
  }
  return nearest;
}
