import { principalKey } from './classify.js';
import { POSTCODE } from './names.js';
import type { PlaceRow } from './place.js';

/** Broad kinds of places. `place.layer` stores indices into this list. */
export const LAYERS = [
  ...(['address', 'street', 'poi', 'settlement', 'area', 'natural', 'transport'] as const),
  POSTCODE,
] as const;
export type Layer = (typeof LAYERS)[number];

/** The principal keys of natural objects. */
const NATURAL_KEYS: ReadonlySet<string> = new Set(['natural', 'water', 'waterway', 'mountain_pass']);
/** Values of other keys that denote a piece of land rather than a place run by people. */
const NATURAL_TYPES: ReadonlySet<string> = new Set([
  ...['national_park', 'protected_area', 'nature_reserve'],
  ...['island', 'islet', 'locality', 'river', 'lake', 'peak', 'mountain_pass', 'spring', 'valley'],
]);
const TRANSPORT_KEYS: ReadonlySet<string> = new Set([
  ...['railway', 'public_transport', 'aeroway', 'aerialway', 'highway'],
]);
/** Values of `amenity` for places where people change vehicles or park a car. */
const TRANSPORT_TYPES: ReadonlySet<string> = new Set([
  ...['bus_station', 'bus_stop', 'ferry_terminal', 'taxi', 'parking', 'parking_entrance'],
  ...['station', 'halt', 'aerodrome'],
]);
/** Man-made objects on the water or in the mountains. */
const BUILT_WATER: ReadonlySet<string> = new Set(['dam', 'weir', 'lock_gate', 'dock', 'boatyard', 'fuel']);

/**
 * Returns a row's layer, based on its role in reverse lookups or, if that role is `place`, on its principal
 * key.
 */
export function layerOf({ matchKind, type, tags, geometry }: PlaceRow): Layer {
  if (matchKind !== 'place') return matchKind;
  if (type === POSTCODE) return POSTCODE;
  const key = principalKey(tags, geometry);
  if (TRANSPORT_TYPES.has(type) || (key !== null && TRANSPORT_KEYS.has(key))) return 'transport';
  if (NATURAL_TYPES.has(type) || (key !== null && NATURAL_KEYS.has(key) && !BUILT_WATER.has(type)))
    return 'natural';
  return 'poi';
}
