/** Plane geometry in metres: x east, y north. A point is `{ x, y }`. */

/**
 * The point where the segments a-b and c-d cross strictly inside both, with its
 * share `t` of a-b. Null if none.
 */
export function crossing(a, b, c, d) {
  const [rx, ry, sx, sy] = [b.x - a.x, b.y - a.y, d.x - c.x, d.y - c.y];
  const cross = rx * sy - ry * sx;
  if (cross === 0) return null;
  const t = ((c.x - a.x) * sy - (c.y - a.y) * sx) / cross;
  const u = ((c.x - a.x) * ry - (c.y - a.y) * rx) / cross;
  if (t <= 0 || t >= 1 || u <= 0 || u >= 1) return null;
  return { x: a.x + t * rx, y: a.y + t * ry, t };
}

/** The point of the segment a-b nearest to p: `{ x, y, t, distance }`. */
export function nearestOnSegment(p, a, b) {
  const [rx, ry] = [b.x - a.x, b.y - a.y];
  const length2 = rx * rx + ry * ry;
  const t = length2 === 0 ? 0 : Math.min(1, Math.max(0, ((p.x - a.x) * rx + (p.y - a.y) * ry) / length2));
  const [x, y] = [a.x + t * rx, a.y + t * ry];
  return { x, y, t, distance: Math.hypot(p.x - x, p.y - y) };
}

export function segmentDistance(a, b, c, d) {
  if (crossing(a, b, c, d)) return 0;
  return Math.min(
    nearestOnSegment(a, c, d).distance,
    nearestOnSegment(b, c, d).distance,
    nearestOnSegment(c, a, b).distance,
    nearestOnSegment(d, a, b).distance,
  );
}

/** Whether p lies in the ring. The ring does not repeat its first point. */
function inRing(p, ring) {
  let inside = false;
  for (let i = 0, j = ring.length - 1; i < ring.length; j = i++) {
    const [a, b] = [ring[i], ring[j]];
    if (a.y > p.y !== b.y > p.y && p.x < ((b.x - a.x) * (p.y - a.y)) / (b.y - a.y) + a.x) inside = !inside;
  }
  return inside;
}

export function edges(ring) {
  return ring.map((p, i) => [p, ring[(i + 1) % ring.length]]);
}

export function ringsOverlap(one, other) {
  if (inRing(one[0], other) || inRing(other[0], one)) return true;
  return edges(one).some(([a, b]) => edges(other).some(([c, d]) => crossing(a, b, c, d)));
}

/** The area of the ring. It is positive when the ring runs counter-clockwise. */
export function signedArea(ring) {
  return edges(ring).reduce((sum, [a, b]) => sum + a.x * b.y - b.x * a.y, 0) / 2;
}

/** The four corners of a rectangle around `centre`, turned by `angle` radians. Counter-clockwise. */
export function rectangle(centre, width, depth, angle) {
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  const corner = (u, v) => ({ x: centre.x + u * cos - v * sin, y: centre.y + u * sin + v * cos });
  const [w, d] = [width / 2, depth / 2];
  return [corner(-w, -d), corner(w, -d), corner(w, d), corner(-w, d)];
}

export function bounds(points) {
  const xs = points.map((p) => p.x);
  const ys = points.map((p) => p.y);
  return { minX: Math.min(...xs), minY: Math.min(...ys), maxX: Math.max(...xs), maxY: Math.max(...ys) };
}

export function boundsApart(one, other, margin) {
  return (
    one.minX > other.maxX + margin ||
    other.minX > one.maxX + margin ||
    one.minY > other.maxY + margin ||
    other.minY > one.maxY + margin
  );
}

/** A point, written as in the text of the sample. */
export function where({ x, y }) {
  return `${Math.round(x)},${Math.round(y)}`;
}
