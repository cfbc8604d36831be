import type { Box } from './position.js';

/**
 * Returns the bounding box of lines of lon, lat pairs. For lines without positions, the box is infinite and
 * inverted.
 */
export function boxOfLines(lines: readonly Int32Array[]): Box {
  let [west, south, east, north] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const line of lines)
    for (let i = 0; i < line.length; i += 2) {
      west = Math.min(west, line[i]);
      east = Math.max(east, line[i]);
      south = Math.min(south, line[i + 1]);
      north = Math.max(north, line[i + 1]);
    }
  return [west, south, east, north];
}

/** Returns the bounding box of one line. */
export function boxOfLine(line: Int32Array): Box {
  return boxOfLines([line]);
}
