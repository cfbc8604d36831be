/**
 * Returns the position of the point nearest to p on the segment from a to b, as a fraction: 0 at a, 1 at b.
 * The coordinates must be planar: scale longitude and latitude to meters (or to equal units) first. For a
 * segment of length 0, the fraction is 0.
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

type Segment = readonly [ax: number, ay: number, bx: number, by: number];

/** Whether two segments cross or touch. */
export function segmentsMeet([ax, ay, bx, by]: Segment, [cx, cy, dx, dy]: Segment): boolean {
  const side = (px: number, py: number, [qx, qy, rx, ry]: Segment): number =>
    Math.sign((rx - qx) * (py - qy) - (ry - qy) * (px - qx));
  return (
    side(cx, cy, [ax, ay, bx, by]) * side(dx, dy, [ax, ay, bx, by]) <= 0 &&
    side(ax, ay, [cx, cy, dx, dy]) * side(bx, by, [cx, cy, dx, dy]) <= 0
  );
}
