import type { Tags } from '../geo/feature.js';

/** Keys that make an object worth a look by the geocoding room, which then decides for itself. */
const NAME_KEYS = new Set([
  'name', 'alt_name', 'int_name', 'loc_name', 'official_name', 'old_name', 'short_name', 'reg_name', 'brand',
  'addr:housenumber', 'iata', 'icao',
]);

/** Has a name in some language, or a house number, or is a road with a number. */
export function isNamed(tags: Tags): boolean {
  for (const key in tags) {
    if (NAME_KEYS.has(key) || key.startsWith('name:') || key.startsWith('alt_name')) return true;
  }
  return tags['ref'] !== undefined && tags['highway'] !== undefined;
}

/** Tags of a node that a routing profile reads; other nodes on a road change nothing. */
export function isRoadNode(tags: Tags): boolean {
  return (
    tags['barrier'] !== undefined || tags['highway'] !== undefined || tags['ford'] !== undefined || tags['access'] !== undefined ||
    tags['railway'] !== undefined || tags['crossing'] !== undefined || tags['motor_vehicle'] !== undefined ||
    tags['motorcar'] !== undefined || tags['vehicle'] !== undefined || tags['foot'] !== undefined ||
    tags['traffic_calming'] !== undefined || tags['maxheight'] !== undefined || tags['maxwidth'] !== undefined || tags['maxweight'] !== undefined ||
    tags['hazard'] !== undefined || tags['locked'] !== undefined
  );
}
