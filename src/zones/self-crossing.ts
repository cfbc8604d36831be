import { toUnits } from '../geo/coordinates.js';
import type { Area, Ring } from '../closures/closure.js';
import type { Position } from '../geo/position.js';

/**
 * Returns one end of an edge at which a ring crosses itself like a bow tie, or null if edges at most touch
 * each other.
 */
export function selfCrossing(area: Area): Position | null {
  for (const ring of area.flat()) {
    const crossing = crossingOf(ring);
    if (crossing !== null) return crossing;
  }
  return null;
}

function crossingOf(ring: Ring): Position | null {
  const points = ring.map(([lon, lat]) => ({ x: toUnits(lon), y: toUnits(lat) }));
  const edges = points
    .slice(1)
    .map((to, i) => ({ i, from: points[i], to, west: Math.min(points[i].x, to.x) }))
    .sort((a, b) => a.west - b.west);
  for (const [k, a] of edges.entries()) {
    const east = Math.max(a.from.x, a.to.x);
    // All the edges after that begin farther east.
    for (let other = k + 1; other < edges.length && edges[other].west <= east; other++) {
      const b = edges[other];
      if (areApart(a.from, a.to, b) && areApart(b.from, b.to, a)) return ring[a.i];
    }
  }
  return null;
}

interface Point {
  x: number;
  y: number;
}

/** Whether an edge's two ends lie on opposite sides of a line, with neither end on the line. */
function areApart(a: Point, b: Point, { from, to }: { from: Point; to: Point }): boolean {
  const side = ({ x, y }: Point): number => (b.x - a.x) * (y - a.y) - (b.y - a.y) * (x - a.x);
  return side(from) * side(to) < 0;
}
