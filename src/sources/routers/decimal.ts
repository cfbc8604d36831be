/** Degrees as OSRM reads them: it has 6 decimals, and rounds others in its own way. */
export function decimal(degrees: number): string {
  return degrees.toFixed(6);
}
