/**
 * Ids of points that are not in the data: `point:lon,lat` in degrees. Searches such as «200 m north of»
 * return them.
 */

const BEGINNING = 'point:';

export function isPointId(id: string): boolean {
  return id.startsWith(BEGINNING);
}

/** Returns `lon,lat` from such an id, unchecked. */
export function pairOfPointId(id: string): string {
  return id.slice(BEGINNING.length);
}

/** Returns an id with at most 6 decimals, as in answers. */
export function pointId(longitude: number, latitude: number): string {
  return `${BEGINNING}${longitude},${latitude}`;
}
