import type { Tags } from '../../geo/feature.js';
import type { AccessValues } from './access.js';
import { durationS } from './tag-values.js';

/**
 * Speeds in km/h for ferries without `duration`. Boats across the Selenge and the lakes are cable ferries and
 * pontoons. OSRM, Valhalla and GraphHopper all assume roughly walking pace for such ferries, including the
 * waiting time. Trains that carry cars are treated similarly; the speed for them comes from OSRM.
 */
const KMH_BY_ROUTE: ReadonlyMap<string, number> = new Map([
  ['ferry', 5],
  ['shuttle_train', 10],
]);

/** Returns the speed in km/h of a ferry without a duration, or null if the way is not a ferry. */
export function ferryKmh(tags: Tags): number | null {
  return KMH_BY_ROUTE.get(tags['route'] ?? '') ?? null;
}

/** Returns the access values on ferries, where everyone on board is a customer. */
export function boardingValues(values: AccessValues): AccessValues {
  return new Map([...values, ['customers', 'free'], ['customer', 'free']]);
}

/**
 * Returns the duration in seconds from the `duration` tag, or null if the tag is missing or cannot be read.
 */
export function ferryDurationS(tags: Tags): number | null {
  return durationS(tags['duration']);
}
