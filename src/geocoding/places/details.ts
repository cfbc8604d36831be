import type { Tags } from '../../geo/feature.js';
import { isNameKey } from './names.js';
import type { PlaceRow } from './place.js';

/** Details of a place that are returned only by a lookup by id, never by a search. */
export interface PlaceDetails {
  /** The names as tagged, by their OpenStreetMap keys: `name`, `name:en`, `old_name`. */
  readonly names: Readonly<Record<string, string>>;
  readonly opening_hours?: string;
  readonly phone?: string;
  readonly website?: string;
  readonly wheelchair?: string;
  /**
   * The bounding box of an outline: west, south, east, north in 1e-7 degrees. If the outline crosses the
   * antimeridian, the box extends past it.
   */
  readonly box?: readonly number[];
  /** The `lon7` and `lat7` coordinates of the main entrance. */
  readonly entrance?: readonly number[];
}

/** The tags for each field. The first tag that exists is used. */
const FROM = {
  opening_hours: ['opening_hours'],
  phone: ['phone', 'contact:phone', 'contact:mobile', 'mobile'],
  website: ['website', 'contact:website', 'url', 'contact:facebook'],
  wheelchair: ['wheelchair'],
} as const;

/** Returns the details of a row, or null if only its displayed name is known. */
export function detailsOf(
  { tags, name, entrance }: Pick<PlaceRow, 'tags' | 'name' | 'entrance'>,
  box: readonly number[] | null,
): PlaceDetails | null {
  const names = namesOf(tags);
  const told = Object.entries(FROM).flatMap(([key, from]) => {
    const value = from.map((tag) => tags[tag]).find((text) => text !== undefined);
    return value === undefined ? [] : [[key, value]];
  });
  const isPlain = Object.entries(names).every(([key, value]) => key === 'name' && value === name);
  if (isPlain && told.length === 0 && box === null && entrance === undefined) return null;
  return {
    names,
    ...(Object.fromEntries(told) as Partial<PlaceDetails>),
    ...(box !== null && { box }),
    ...(entrance !== undefined && { entrance }),
  };
}

function namesOf(tags: Tags): Record<string, string> {
  return Object.fromEntries(Object.entries(tags).filter(([key]) => isNameKey(key)));
}
