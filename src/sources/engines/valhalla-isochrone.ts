import type { Position } from '../../geo/position.js';
import { toUnits } from '../../geo/coordinates.js';
import { OperatingError } from '../../errors.js';
import { distanceM } from '../../geo/distance.js';
import type { FoundIsochrone, IsochroneRequest, IsochroneStep } from '../router.js';
import { isRecord, isWithin, listOf, recordOf, shown } from '../upstream/answer-fields.js';
import { jsonOf, type UpstreamAnswer } from '../upstream/upstream-client.js';
import { BadAnswer } from '../upstream/upstream-error.js';

/**
 * The tolerance of simplified borders. For the times that requests may specify, Valhalla's own grid is finer.
 */
const GENERALIZE_M = 20;

/** Valhalla's error codes for times that are too long, too many contours, and distances that are too long. */
const TOO_MUCH = [151, 152, 166];

/** Returns the query object for `/isochrone`. The caller adds the mode. */
export function isochroneQuestion(
  { point, limits, unit, direction }: IsochroneRequest,
  limit_m: number,
): object {
  const [lon, lat] = point;
  return {
    locations: [{ lon, lat, search_cutoff: limit_m }],
    contours: limits.map((own) => (unit === 'minutes' ? { time: own } : { distance: own / 1000 })),
    polygons: true,
    // Keeps all parts of the area instead of only the largest one.
    denoise: 0,
    generalize: GENERALIZE_M,
    reverse: direction === 'to',
    show_locations: true,
  };
}

/**
 * Reads and checks the areas of an answer.
 * @returns null if there is no road near the point
 * @throws BadAnswer naming what is impossible
 */
export function readIsochrone(answer: UpstreamAnswer, request: IsochroneRequest): FoundIsochrone | null {
  const body = jsonOf(answer);
  const { error_code, error, features } = recordOf(body);
  if (TOO_MUCH.includes(error_code as number)) throw tooMuch(request.unit);
  if (answer.status !== 200) throw new BadAnswer(`status ${answer.status}: ${shown(error)}`);
  const all = listOf(features).map(recordOf);
  const snapped = all.find(({ properties }) => recordOf(properties)['type'] === 'snapped');
  // If there is no road nearby, Valhalla draws a tiny area around the point. Only the snapped point shows
  // that there is no road nearby.
  const [place] = listOf(recordOf(snapped?.['geometry'])['coordinates']);
  if (place === undefined) return null;
  const areas = all.filter(({ properties }) => isRecord(properties) && 'contour' in properties);
  const scale = request.unit === 'minutes' ? 1 : 1000;
  const steps = request.limits.map((limit): IsochroneStep => {
    const own = areas.filter(({ properties }) => {
      const { contour } = recordOf(properties);
      return typeof contour === 'number' && Math.abs(contour * scale - limit) < 1e-3 * limit;
    });
    if (own.length === 0) throw new BadAnswer(`no area of ${limit} ${request.unit}`);
    const coordinates = own.flatMap(({ geometry }) => polygonsOf(geometry));
    return { limit, geometry: { type: 'MultiPolygon', coordinates }, tolerance_m: GENERALIZE_M };
  });
  const [longitude, latitude] = positionOf(place);
  const distance_m = distanceM(...request.point, longitude, latitude);
  return { kind: 'isochrone', point: { longitude, latitude, distance_m, name: null }, steps };
}

function polygonsOf(geometry: unknown): Int32Array[][] {
  const { type, coordinates } = recordOf(geometry);
  const polygons = type === 'Polygon' ? [coordinates] : type === 'MultiPolygon' ? listOf(coordinates) : null;
  if (polygons === null) throw new BadAnswer(`an area of the type ${shown(type)}`);
  return polygons.map((rings) =>
    listOf(rings).map((ring) => Int32Array.from(listOf(ring).flatMap(positionOf), toUnits)),
  );
}

function positionOf(value: unknown): Position {
  const [longitude, latitude] = listOf(value);
  if (!isWithin(longitude, 180) || !isWithin(latitude, 90))
    throw new BadAnswer(`a position at ${shown(value)}`);
  return [longitude, latitude];
}

function tooMuch(field: string): OperatingError {
  return new OperatingError(
    'INVALID_REQUEST',
    'The data service behind the API accepts only fewer or smaller steps. Request less.',
    { details: { field, reason: 'too_many' } },
  );
}
