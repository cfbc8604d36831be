/**
 * Where on the segment from a to b the point nearest to p lies: 0 at a, 1 at b. The coordinates are
 * plane: scale longitude and latitude to metres (or to equal units) first. A segment of length 0 gives
 * 0.
 */
export function nearestFraction(
  ax: number,
  ay: number,
  bx: number,
  by: number,
  px: number,
  py: number,
): number {
  const dx = bx - ax;
  const dy = by - ay;
  const length2 = dx * dx + dy * dy;
  if (length2 === 0) return 0;
  const t = ((px - ax) * dx + (py - ay) * dy) / length2;
  return t <= 0 ? 0 : t >= 1 ? 1 : t;
}
