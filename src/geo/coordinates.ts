/**
 * Stored coordinates are whole numbers of 1e-7 degrees (about 1 cm), as in OSM itself. They are named `lon7`
 * and `lat7`, and stored in an Int32Array as pairs lon, lat. Degrees appear only at the edges.
 */
export const UNITS_PER_DEGREE = 1e7;

export function toUnits(degrees: number): number {
  return Math.round(degrees * UNITS_PER_DEGREE);
}

export function toDegrees(units: number): number {
  return units / UNITS_PER_DEGREE;
}

/** Degrees rounded to 6 decimals, as in the API contract. */
export function roundDegrees(degrees: number): number {
  return Math.round(degrees * 1e6) / 1e6;
}
