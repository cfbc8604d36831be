import type { Box } from './position.js';

/**
 * Returns the bounding box of a line of lon, lat pairs. For a line without positions, the box is infinite and
 * inverted.
 */
export function boxOfLine(line: Int32Array): Box {
  let [west, south, east, north] = [Infinity, Infinity, -Infinity, -Infinity];
  for (let i = 0; i < line.length; i += 2) {
    west = Math.min(west, line[i]);
    east = Math.max(east, line[i]);
    south = Math.min(south, line[i + 1]);
    north = Math.max(north, line[i + 1]);
  }
  return [west, south, east, north];
}
