import type { Box, Position } from '../../geo/position.js';
import { numberAt } from '../../arrays/packed.js';
import type { SectionMap } from '../../dataset/format.js';
import { UNITS_PER_DEGREE } from '../../geo/coordinates.js';
import { readRoutingData } from '../../routing/frozen/routing-data.js';

/**
 * Returns the points where a mode's roads cross the border of a box. Every route out of the box passes
 * through one of these points.
 * @returns each point's longitude and latitude in degrees
 */
export function findExits(sections: SectionMap, box: Box): Position[] {
  const { segments } = readRoutingData(sections);
  const { count, firstPosition, positions } = segments;
  const at = (g: number): Position => [
    numberAt(positions.lon7, g) / UNITS_PER_DEGREE,
    numberAt(positions.lat7, g) / UNITS_PER_DEGREE,
  ];
  const exits = new Map<string, Position>();
  for (let segment = 0; segment < count; segment++) {
    for (let g = firstPosition[segment]; g + 1 < firstPosition[segment + 1]; g++)
      for (const share of crossings(at(g), at(g + 1), box)) {
        const [a, b] = [at(g), at(g + 1)];
        const along = (axis: 0 | 1): number => round(a[axis] + share * (b[axis] - a[axis]));
        const point: Position = [along(0), along(1)];
        exits.set(point.join(), point);
      }
  }
  return [...exits.values()];
}

/** How much of a travel mode's road network lies inside a box. */
export interface RoadsIn {
  /** The share of all road positions that lie in the box. */
  share: number;
  /** The bounding box of all roads; null if there are none. */
  bounds: Box | null;
}

export function roadsIn(sections: SectionMap, [west, south, east, north]: Box): RoadsIn {
  const { positions, count, firstPosition } = readRoutingData(sections).segments;
  const all = firstPosition[count];
  let inside = 0;
  const bounds = [Infinity, Infinity, -Infinity, -Infinity];
  for (let g = 0; g < all; g++) {
    const lon = numberAt(positions.lon7, g) / UNITS_PER_DEGREE;
    const lat = numberAt(positions.lat7, g) / UNITS_PER_DEGREE;
    if (lon >= west && lon <= east && lat >= south && lat <= north) inside++;
    bounds[0] = Math.min(bounds[0], lon);
    bounds[1] = Math.min(bounds[1], lat);
    bounds[2] = Math.max(bounds[2], lon);
    bounds[3] = Math.max(bounds[3], lat);
  }
  return all === 0 ? { share: 1, bounds: null } : { share: inside / all, bounds: bounds as unknown as Box };
}

const round = (degrees: number): number => Math.round(degrees * 1e6) / 1e6;

/**
 * Returns the fractions along a line at which it enters or leaves a box (Liang–Barsky), or an empty array if
 * it does neither.
 */
function crossings([ax, ay]: Position, [bx, by]: Position, [west, south, east, north]: Box): number[] {
  const isIn = (x: number, y: number): boolean => x >= west && x <= east && y >= south && y <= north;
  let [enter, leave] = [0, 1];
  for (const [from, to, low, high] of [
    [ax, bx, west, east],
    [ay, by, south, north],
  ]) {
    if (from === to) {
      if (from < low || from > high) return [];
      continue;
    }
    const [first, last] = [(low - from) / (to - from), (high - from) / (to - from)].sort((a, b) => a - b);
    enter = Math.max(enter, first);
    leave = Math.min(leave, last);
  }
  if (enter > leave) return [];
  return [...(isIn(ax, ay) ? [] : [enter]), ...(isIn(bx, by) ? [] : [leave])];
}
