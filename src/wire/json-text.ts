/** Pieces of JSON text, written without an object or an array in between. */

/** What `JSON.stringify` would escape. */
// eslint-disable-next-line no-control-regex
const ESCAPED = /["\\\u0000-\u001f\ud800-\udfff]/;

export function stringText(value: string): string {
  return ESCAPED.test(value) ? JSON.stringify(value) : `"${value}"`;
}

export function stringOrNullText(value: string | null): string {
  return value === null ? 'null' : stringText(value);
}

/** Millionths of a degree, the contract's 6 decimals, of 1e-7 degrees: whole numbers both. A half goes up. */
export function millionths(units7: number): number {
  // In whole numbers of 32 bits; one below 0 would be divided to the other side.
  return units7 >= -5 ? (((units7 + 5) | 0) / 10) | 0 : -((((4 - units7) | 0) / 10) | 0);
}

/** Degrees are data of 1e-7 each; this makes a half a half again that a division left a hair below, so that a point reads the same here and in a line. */
const HAIR = 1e-4;

/** Whole millionths of degrees. */
export function millionthsOf(degrees: number): number {
  return Math.round(degrees * 1e6 + HAIR) + 0;
}

/** Degrees with up to 6 decimals. */
export function degreesText(degrees: number): string {
  const value = millionthsOf(degrees);
  // Writing a whole number is much cheaper than finding the shortest text of a fraction; a last 0 has to go, and small ones need zeros.
  if (value < 1_000_000 || value % 10 === 0) return String(value / 1e6);
  const text = String(value);
  const point = text.length - 6;
  return `${text.slice(0, point)}.${text.slice(point)}`;
}

/** Metres or seconds with up to 1 decimal. */
export function tenthsText(value: number): string {
  return String(Math.round(value * 10) / 10);
}

const PLAIN_DECIMAL = /^-?(?:0|[1-9]\d*)\.\d*[1-9]$/;
/** Up to 15 digits and the point: every decimal number of so many digits comes back from a double as it was. */
const LONGEST_EXACT = 16;
/** Below, the text of a number has an exponent. */
const SMALLEST_PLAIN = 1e-6;

/** `String(value)` for a value that was read from `sent`: which mostly is that text already, and finding it anew costs more than reading it did. */
export function numberText(sent: string, value: number): string {
  return sent.length <= LONGEST_EXACT && Math.abs(value) >= SMALLEST_PLAIN && PLAIN_DECIMAL.test(sent)
    ? sent
    : String(value);
}
