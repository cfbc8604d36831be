import type { Position } from '../../geo/position.js';
import { deltaLon, distanceM } from '../../geo/distance.js';
import { toUnits } from '../../geo/coordinates.js';
import { polygonContains } from '../../geo/ring.js';
import { nearestFraction } from '../../geo/segment.js';
import { isWithin, listOf, recordOf, shown } from '../upstream/answer-fields.js';
import { BadAnswer } from '../upstream/upstream-error.js';

/**
 * Returns the distance, in meters, from a point to a GeoJSON geometry: 0 inside an area.
 * @throws BadAnswer if the value is not a geometry
 */
export function outlineDistanceM(geometry: unknown, point: Position): number {
  const { type, coordinates } = recordOf(geometry);
  const distances = partsOf(type, coordinates).map(([kind, part]) => {
    if (kind === 'Point') return distanceM(...point, ...positionOf(part));
    if (kind === 'LineString') return lineDistanceM(lineOf(part), point);
    const rings = listOf(part).map(lineOf);
    const units = rings.map((ring) => ring.flatMap(([lon, lat]) => [toUnits(lon), toUnits(lat)]));
    if (polygonContains(units, toUnits(point[0]), toUnits(point[1]))) return 0;
    return Math.min(...rings.map((ring) => lineDistanceM(ring, point)));
  });
  if (distances.length === 0) throw new BadAnswer(`a geometry of the type ${shown(type)}`);
  return Math.min(...distances);
}

type Kind = 'Point' | 'LineString' | 'Polygon';

function partsOf(type: unknown, coordinates: unknown): [Kind, unknown][] {
  for (const kind of ['Point', 'LineString', 'Polygon'] as const) {
    if (type === kind) return [[kind, coordinates]];
    if (type === `Multi${kind}`) return listOf(coordinates).map((part) => [kind, part]);
  }
  return [];
}

function lineOf(given: unknown): Position[] {
  const line = listOf(given).map(positionOf);
  if (line.length === 0) throw new BadAnswer('a line without positions');
  return line;
}

function positionOf(given: unknown): Position {
  const [longitude, latitude] = listOf(given);
  if (!isWithin(longitude, 180) || !isWithin(latitude, 90)) throw new BadAnswer(`a position ${shown(given)}`);
  return [longitude, latitude];
}

function lineDistanceM(line: readonly Position[], [lon, lat]: Position): number {
  if (line.length === 1) return distanceM(lon, lat, ...line[0]);
  const shrink = Math.cos((lat * Math.PI) / 180);
  let least_m = Infinity;
  for (let i = 1; i < line.length; i++) {
    const [a, b] = [line[i - 1], line[i]];
    const [ax, bx] = [deltaLon(lon, a[0]) * shrink, deltaLon(lon, b[0]) * shrink];
    const t = nearestFraction(ax, a[1] - lat, bx, b[1] - lat, 0, 0);
    const at: Position = [a[0] + t * deltaLon(a[0], b[0]), a[1] + t * (b[1] - a[1])];
    least_m = Math.min(least_m, distanceM(lon, lat, ...at));
  }
  return least_m;
}
