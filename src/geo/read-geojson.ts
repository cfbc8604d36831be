import { toUnits } from './coordinates.js';
import type { Geometry } from './feature.js';

/**
 * Reads a GeoJSON geometry, in degrees.
 * @returns the geometry, or the reason why it cannot be read
 */
export function geometryOf(raw: unknown): Geometry | string {
  const { type, coordinates } = (raw ?? {}) as { type?: unknown; coordinates?: unknown };
  try {
    switch (type) {
      case 'Point': {
        const [lon7, lat7] = flatten([coordinates]);
        return { kind: 'point', lon7: lon7, lat7: lat7 };
      }
      case 'LineString':
        return { kind: 'line', lines: [line(coordinates)] };
      case 'MultiLineString':
        return { kind: 'line', lines: list(coordinates).map(line) };
      case 'Polygon':
        return { kind: 'area', polygons: [list(coordinates).map(ring)] };
      case 'MultiPolygon':
        return { kind: 'area', polygons: list(coordinates).map((polygon) => list(polygon).map(ring)) };
      default:
        return `geometry type ${typeof type === 'string' ? type : 'missing'} is not supported`;
    }
  } catch (error) {
    return (error as Error).message;
  }
}

function list(value: unknown): unknown[] {
  if (!Array.isArray(value) || value.length === 0) throw new Error('the coordinates are missing');
  return value;
}

function line(value: unknown): Int32Array {
  const flat = flatten(list(value));
  if (flat.length < 4) throw new Error('a line has fewer than two positions');
  return flat;
}

function ring(value: unknown): Int32Array {
  const flat = flatten(list(value));
  const isClosed = flat[0] === flat[flat.length - 2] && flat[1] === flat[flat.length - 1];
  if (flat.length < 8 || !isClosed) throw new Error('a ring is not closed or has fewer than four positions');
  return flat;
}

function flatten(positions: unknown[]): Int32Array {
  const flat = new Int32Array(positions.length * 2);
  positions.forEach((position, i) => {
    const [lon, lat] = (Array.isArray(position) ? position : []) as unknown[];
    const isOnEarth =
      typeof lon === 'number' && typeof lat === 'number' && Math.abs(lon) <= 180 && Math.abs(lat) <= 90;
    if (!isOnEarth) throw new Error(problemOf(lon, lat));
    flat[i * 2] = toUnits(lon);
    flat[i * 2 + 1] = toUnits(lat);
  });
  return flat;
}

/** Returns the reason why the values are not a position with the longitude first, as in GeoJSON. */
function problemOf(lon: unknown, lat: unknown): string {
  const isExchanged =
    typeof lon === 'number' && typeof lat === 'number' && Math.abs(lon) <= 90 && Math.abs(lat) <= 180;
  return isExchanged
    ? 'longitude and latitude are swapped; GeoJSON puts the longitude first'
    : 'a position is not a valid longitude and latitude in degrees';
}
