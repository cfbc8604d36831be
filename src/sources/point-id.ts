/**
 * Ids of points that are not in the data: `point:lon,lat`, as searches for «200 m north of» return them.
 * Degrees.
 */

const BEGINNING = 'point:';

export function isPointId(id: string): boolean {
  return id.startsWith(BEGINNING);
}

/** `lon,lat` of such an id, unchecked. */
export function pairOfPointId(id: string): string {
  return id.slice(BEGINNING.length);
}

/** With at most 6 decimals, as in answers. */
export function pointId(longitude: number, latitude: number): string {
  return `${BEGINNING}${longitude},${latitude}`;
}
