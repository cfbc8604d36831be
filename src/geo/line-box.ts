import type { Box } from './position.js';

/** The box around a line of pairs lon, lat. A line without positions has an inverted, infinite one. */
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
