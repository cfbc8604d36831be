import type { Tags } from '../../geo/feature.js';

/** The OSM tags that make up an address. Only this file uses them. */

/** The tag that names a house that has no other name. */
export const HOUSE_NAME = 'addr:housename';
const HOUSE_NUMBER = 'addr:housenumber';
const FULL_ADDRESS = 'addr:full';
const INTERPOLATION = 'addr:interpolation';
const STEPS: ReadonlyMap<string, number> = new Map([
  ['even', 2],
  ['odd', 2],
  ['all', 1],
]);

/**
 * Returns the house numbers as mapped, possibly several in one text like `12;14`, or undefined if there are
 * none.
 */
export function houseNumberTag(tags: Tags): string | undefined {
  return tags[HOUSE_NUMBER];
}

/** Returns the whole address if a mapper entered it as a single text. */
export function fullAddressTag(tags: Tags): string | undefined {
  return tags[FULL_ADDRESS];
}

/** Adds a street to the tags of a house. The tags are unchanged if they already name a street. */
export function onStreet(tags: Tags, street: string): Tags {
  return houseNumberTag(tags) === undefined || streetTag(tags) !== undefined
    ? tags
    : { ...tags, 'addr:street': street };
}

/** Returns the tags for a house that is not mapped. */
export function houseTags(number: string, street: string): Tags {
  return { [HOUSE_NUMBER]: number, 'addr:street': street };
}

/** Returns the street to which the house number belongs or, in villages without streets, the place. */
export function streetTag(tags: Tags): string | undefined {
  return tags['addr:street'] ?? tags['addr:place'];
}

/** Whether the key alone shows that an object has an address or is a line of houses. */
export function isAddressKey(key: string): boolean {
  return key === HOUSE_NUMBER || key === INTERPOLATION || key === FULL_ADDRESS;
}

/** Whether the object is a line along which houses are numbered, as opposed to a house. */
export function isLineOfHouses(tags: Tags): boolean {
  return tags[INTERPOLATION] !== undefined && tags[HOUSE_NUMBER] === undefined;
}

/**
 * The maximum number of houses between two numbers. If there are more houses than this, one of the numbers is
 * a typing error.
 */
const MOST_BETWEEN = 500;

/**
 * Returns the house numbers from `first` to `last`, inclusive, as specified by the tags of the line or the
 * house: `even` and `odd` skip every other number. Returns an empty list if the tags do not define a rule.
 */
export function numbersBetween(tags: Tags, first: number, last: number): number[] {
  const step = STEPS.get(tags[INTERPOLATION] ?? '') ?? Number(tags[INTERPOLATION]);
  const count = Math.floor(Math.abs(last - first) / step);
  if (!(step >= 1) || !(count <= MOST_BETWEEN)) return [];
  return Array.from({ length: count + 1 }, (_, i) => first + Math.sign(last - first) * step * i);
}
