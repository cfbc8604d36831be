/**
 * Ids of points that are not in the data: `point:lon,lat` in degrees. Searches such as «200 m north of»
 * return such ids.
 */

const BEGINNING = 'point:';

export function isPointId(id: string): boolean {
  return id.startsWith(BEGINNING);
}

/** Returns the unchecked `lon,lat` from the id of a point. */
export function pairOfPointId(id: string): string {
  return id.slice(BEGINNING.length);
}

/** Returns an id whose coordinates have at most 6 decimals, as in responses. */
export function pointId(longitude: number, latitude: number): string {
  return `${BEGINNING}${longitude},${latitude}`;
}
