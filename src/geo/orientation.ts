/** The largest relative error of three rounding steps (two products, one difference), doubled to be safe. */
const ERROR_BOUND = 2 ** -51;

/**
 * Returns the side of the line from a to b on which the point c lies: 1 for left, -1 for right, 0 for exactly
 * on the line. The result is exact for integers up to 2^52, such as coordinates in 1e-7 degrees. The result
 * is computed in doubles, and again in big integers if it is too close to zero.
 */
export function orientation(
  ax: number,
  ay: number,
  bx: number,
  by: number,
  cx: number,
  cy: number,
): -1 | 0 | 1 {
  const left = (bx - ax) * (cy - ay);
  const right = (by - ay) * (cx - ax);
  const difference = left - right;
  if (Math.abs(difference) > (Math.abs(left) + Math.abs(right)) * ERROR_BOUND) return difference > 0 ? 1 : -1;
  const exact = BigInt(bx - ax) * BigInt(cy - ay) - BigInt(by - ay) * BigInt(cx - ax);
  return exact > 0n ? 1 : exact < 0n ? -1 : 0;
}
