/** Ids of points that no data has: `point:lon,lat`, as searches for «200 m north of» give them. Degrees. */

const BEGINNING = 'point:';

export function isPointId(id: string): boolean {
  return id.startsWith(BEGINNING);
}

/** `lon,lat` of such an id, unchecked. */
export function pairOfPointId(id: string): string {
  return id.slice(BEGINNING.length);
}

/** With at most 6 decimals, as answers have. */
export function pointId(longitude: number, latitude: number): string {
  return `${BEGINNING}${longitude},${latitude}`;
}
