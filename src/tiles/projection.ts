import type { Box } from '../geo/position.js';
import type { Geometry } from '../geo/feature.js';

/** A box in the unit square of Web Mercator: x increases to the right, and y increases downward. */
export type UnitBox = readonly [left: number, top: number, right: number, bottom: number];

/** The Web Mercator square ends at this latitude. */
const MAX_LATITUDE = 85.051_128;

/** @param lon7 in units of 1e-7 degrees */
function unitX(lon7: number): number {
  return lon7 / 3.6e9 + 0.5;
}

/** @param lat7 in units of 1e-7 degrees */
function unitY(lat7: number): number {
  const latitude = Math.max(-MAX_LATITUDE, Math.min(MAX_LATITUDE, lat7 / 1e7));
  const sine = Math.sin((latitude * Math.PI) / 180);
  return 0.5 - (0.25 * Math.log((1 + sine) / (1 - sine))) / Math.PI;
}

export function boxOf(geometry: Geometry): UnitBox {
  const [west, south, east, north] = extentOf([{ geometry }]);
  return [unitX(west), unitY(north), unitX(east), unitY(south)];
}

/** Returns the west, south, east and north edges of the box around all shapes, in units of 1e-7 degrees. */
export function extentOf(shapes: Iterable<{ geometry: Geometry }>): Box {
  let [west, south, east, north] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const { geometry } of shapes) {
    eachLine(geometry, (positions) => {
      for (let i = 0; i < positions.length; i += 2) {
        west = Math.min(west, positions[i]);
        east = Math.max(east, positions[i]);
        south = Math.min(south, positions[i + 1]);
        north = Math.max(north, positions[i + 1]);
      }
    });
  }
  return [west, south, east, north];
}

function eachLine(geometry: Geometry, take: (positions: ArrayLike<number>) => void): void {
  if (geometry.kind === 'point') take([geometry.lon7, geometry.lat7]);
  else if (geometry.kind === 'line') geometry.lines.forEach(take);
  // The inner rings lie within the outer rings.
  else geometry.polygons.forEach(([outer]) => take(outer));
}
