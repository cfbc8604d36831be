/** Characters that `JSON.stringify` would escape. */
// eslint-disable-next-line no-control-regex
const ESCAPED = /["\\\u0000-\u001f\ud800-\udfff]/;

export function needsEscape(value: string): boolean {
  return ESCAPED.test(value);
}

/** A string as JSON. Nearly all need no escape, and looking for one is faster than `JSON.stringify`. */
export function stringText(value: string): string {
  return needsEscape(value) ? JSON.stringify(value) : `"${value}"`;
}

export function stringOrNullText(value: string | null): string {
  return value === null ? 'null' : stringText(value);
}

/**
 * Converts 1e-7 degrees to millionths of a degree, the contract's 6 decimals; both are whole numbers. Halves
 * go up.
 */
export function millionths(units7: number): number {
  // It uses whole numbers of 32 bits. A number below 0 would be rounded to the other side.
  return units7 >= -5 ? (((units7 + 5) | 0) / 10) | 0 : -((((4 - units7) | 0) / 10) | 0);
}

/**
 * Degrees come from data of 1e-7 each. A half that a division left a hair below is a half again with this, so
 * that a point reads the same here and in a line.
 */
const HAIR = 1e-4;

/** Whole millionths of degrees. */
export function millionthsOf(degrees: number): number {
  return Math.round(degrees * 1e6 + HAIR) + 0;
}
