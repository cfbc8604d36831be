import type { Tags } from '../../geo/feature.js';

/** Which tags of OSM make an address: the only place that knows them. */

const HOUSE_NUMBER = 'addr:housenumber';

/** House numbers as mapped, several in one text like `12;14`, or undefined. */
export function houseNumberTag(tags: Tags): string | undefined {
  return tags[HOUSE_NUMBER];
}

/** The street or, in villages without streets, the place that the house number belongs to. */
export function streetTag(tags: Tags): string | undefined {
  return tags['addr:street'] ?? tags['addr:place'];
}

/** Whether the key alone says that an object has a house number. */
export function isHouseNumberKey(key: string): boolean {
  return key === HOUSE_NUMBER;
}
