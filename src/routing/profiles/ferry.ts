import type { Tags } from '../../geo/feature.js';
import { durationS } from '../tag-values.js';

/**
 * Boats over the Selenge and the lakes are cable ferries and pontoons; OSRM, Valhalla and GraphHopper all fall back to
 * about walking pace where `duration` is missing, waiting included.
 */
export const FERRY_KMH = 5;

export function isFerry(tags: Tags): boolean {
  return tags['route'] === 'ferry';
}

export function ferryDurationS(tags: Tags): number | null {
  return durationS(tags['duration']);
}
