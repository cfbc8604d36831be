/** Characters that `JSON.stringify` would escape. */
// eslint-disable-next-line no-control-regex
const ESCAPED = /["\\\u0000-\u001f\ud800-\udfff]/;

export function needsEscape(value: string): boolean {
  return ESCAPED.test(value);
}

/**
 * Returns a string as JSON. Nearly all strings need no escaping, and checking for that is faster than
 * `JSON.stringify`.
 */
export function stringText(value: string): string {
  return needsEscape(value) ? JSON.stringify(value) : `"${value}"`;
}

export function stringOrNullText(value: string | null): string {
  return value === null ? 'null' : stringText(value);
}

/**
 * Converts units of 1e-7 degrees to millionths of a degree, which are the 6 decimals that the API promises.
 * Both the argument and the result are whole numbers, and halves are rounded up.
 */
export function millionths(units7: number): number {
  // Uses 32-bit integers; otherwise a negative number would be rounded in the wrong direction.
  return units7 >= -5 ? (((units7 + 5) | 0) / 10) | 0 : -((((4 - units7) | 0) / 10) | 0);
}

/**
 * The degrees come from data in units of 1e-7 degrees. If a division yielded slightly less than a half, this
 * amount makes up the difference, so that a point has the same coordinates here and as part of a line.
 */
const HAIR = 1e-4;

/** Converts degrees to whole millionths of a degree. */
export function millionthsOf(degrees: number): number {
  return Math.round(degrees * 1e6 + HAIR) + 0;
}
