/**
 * Stored coordinates are whole numbers of 1e-7 degrees (about 1 cm), as in OSM itself. Stored coordinates are
 * named `lon7` and `lat7`, and are kept in an Int32Array as lon, lat pairs. Degrees are used only for input
 * and output.
 */
export const UNITS_PER_DEGREE = 1e7;

export function toUnits(degrees: number): number {
  return Math.round(degrees * UNITS_PER_DEGREE);
}

export function toDegrees(units: number): number {
  return units / UNITS_PER_DEGREE;
}

/** Rounds degrees to 6 decimal places, as the API contract requires. */
export function roundDegrees(degrees: number): number {
  return Math.round(degrees * 1e6) / 1e6;
}
