import type { Tags } from '../../geo/feature.js';
import { durationS } from './tag-values.js';

/**
 * Boats over the Selenge and the lakes are cable ferries and pontoons; OSRM, Valhalla and GraphHopper all fall back to
 * about walking pace where `duration` is missing, waiting included. Trains that carry cars are their kin (OSRM's figure).
 */
const KMH_BY_ROUTE: ReadonlyMap<string, number> = new Map([
  ['ferry', 5],
  ['shuttle_train', 10],
]);

/** Kilometres an hour without a duration, null for what is no ferry. */
export function ferryKmh(tags: Tags): number | null {
  return KMH_BY_ROUTE.get(tags['route'] ?? '') ?? null;
}

export function ferryDurationS(tags: Tags): number | null {
  return durationS(tags['duration']);
}
