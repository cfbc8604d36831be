import { InputError } from '../errors.js';
import type { Area, Ring } from './closure.js';
import { readFailure } from '../read-failure.js';

/** The maximum number of positions. A larger area is probably a mistake, or should be closed in parts. */
const MOST_POSITIONS = 10_000;
/** There are no roads north of this latitude. */
const POLAR = 85;
const LONGITUDE_FIRST = 'GeoJSON puts the longitude first, as in [106.9, 47.9]';

/**
 * Reads the polygons in a GeoJSON string: a Polygon, a MultiPolygon, or features with such geometries.
 * @param name the file's name, for messages
 * @throws InputError that names the mistake
 */
export function readArea(text: string, name: string): Area {
  const refuse = (what: string): InputError => new InputError(`${name} cannot be an area: ${what}`);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (cause) {
    throw new InputError(`${name} is not JSON: ${readFailure(cause)}; give a GeoJSON file`, { cause });
  }
  const area = polygonsOf(value);
  if (area === null) throw refuse('it contains something other than polygons');
  if (area.length === 0) throw refuse('it has no polygons');
  const rings = area.flat();
  if (rings.some((ring) => !isRing(ring)))
    throw refuse(
      rings.flat().some(isSwapped)
        ? `it has latitudes above 90; ${LONGITUDE_FIRST}`
        : 'a ring needs at least four positions (longitude, latitude), and the last must equal the first',
    );
  // At longitudes below 90 degrees, both numbers could be latitudes.
  if (rings.flat().every(([, lat]) => lat > POLAR)) throw refuse(`it is at the pole; ${LONGITUDE_FIRST}`);
  if (rings.reduce((sum, ring) => sum + ring.length, 0) > MOST_POSITIONS)
    throw refuse(`it has more than ${MOST_POSITIONS} positions`);
  // Elevations are dropped.
  return area.map((polygon) => polygon.map((ring) => ring.map(([lon, lat]) => [lon, lat] as const)));
}

interface Json {
  type?: unknown;
  features?: unknown;
  geometry?: unknown;
  coordinates?: unknown;
}

/** Returns the polygons, or null for any other value. Does not check the rings. */
function polygonsOf(value: unknown): Area | null {
  if (typeof value !== 'object' || value === null) return null;
  const { type, features, geometry, coordinates } = value as Json;
  if (type === 'FeatureCollection' && Array.isArray(features)) {
    const parts = features.map(polygonsOf);
    return parts.includes(null) ? null : (parts as Area[]).flat();
  }
  if (type === 'Feature') return polygonsOf(geometry);
  if (!Array.isArray(coordinates)) return null;
  const polygons = (
    type === 'Polygon' ? [coordinates] : type === 'MultiPolygon' ? coordinates : null
  ) as Area | null;
  return polygons === null || !polygons.every((rings) => Array.isArray(rings) && rings.length > 0)
    ? null
    : polygons;
}

/** Whether the position would be valid with latitude and longitude swapped. */
function isSwapped(position: unknown): boolean {
  const [lat, lon] = Array.isArray(position) ? (position as unknown[]).map(Number) : [];
  return Math.abs(lat) <= 90 && Math.abs(lon) > 90 && Math.abs(lon) <= 180;
}

function isRing(ring: Ring): boolean {
  if (!Array.isArray(ring) || ring.length < 4) return false;
  const isPosition = (position: unknown): boolean =>
    Array.isArray(position) &&
    typeof position[0] === 'number' &&
    typeof position[1] === 'number' &&
    Math.abs(position[0]) <= 180 &&
    Math.abs(position[1]) <= 90;
  const [first, last] = [ring[0], ring[ring.length - 1]] as [unknown[], unknown[]];
  return ring.every(isPosition) && first[0] === last[0] && first[1] === last[1];
}
