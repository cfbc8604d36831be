import { numberAt } from '../../arrays/packed.js';
import { runAt, type RoutingData } from '../frozen/routing-data.js';
import type { Candidate } from './snap.js';

/**
 * A candidate in terms of the imported network: a fraction of the pair from `ways[way].nodes[place]` to the
 * next node.
 */
export interface NetworkPoint {
  way: number;
  place: number;
  share: number;
  lon7: number;
  lat7: number;
  distance_m: number;
}

export function networkPoint(
  { ways, segments }: RoutingData,
  { segment, position, share, lon7, lat7, distance_m }: Candidate,
): NetworkPoint {
  const run = runAt(segments, segment, position);
  const way = numberAt(segments.runWay, run);
  const against = (way & 1) === 1;
  const offset = position - numberAt(segments.runPosition, run);
  const place = numberAt(segments.runPlace, run) + (against ? -offset : offset);
  return {
    way: numberAt(ways.number, way >> 1),
    place,
    share: against ? 1 - share : share,
    lon7,
    lat7,
    distance_m,
  };
}
