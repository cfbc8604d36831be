import type { Position } from '../../../geo/position.js';
import { decodePolyline } from '../../../sources/polyline.js';
import type { TravelMode } from '../../../travel-mode.js';
import { NUMBER } from '../../core/request/parameter.js';
import { osrmError } from './osrm-errors.js';

/** Maps the profiles that a client can specify to this service's travel modes. */
export const OSRM_PROFILES: Readonly<Record<string, TravelMode>> = {
  ...{ driving: 'driving', car: 'driving', walking: 'walking', foot: 'walking' },
};

const PATH = /^([^/]*)\/([^/]*)\/([^]*?)(?:\.(json|flatbuffers))?$/;
const PAIRS = new RegExp(`^${NUMBER},${NUMBER}(?:;${NUMBER},${NUMBER})*$`);
const POLYLINE = /^polyline(6?)\(([^]*)\)$/;

/**
 * Parses the path segments that follow the service: `v1/driving/106.9,47.9;106.8,47.9.json`.
 * @throws OperatingError INVALID_REQUEST
 */
export function readTarget(rest: string): { mode: TravelMode; points: Position[] } {
  const [, version, profile, coordinates, format] = PATH.exec(rest) ?? [];
  if (version === undefined) throw malformed();
  if (version !== 'v1') throw osrmError('InvalidVersion', 'The version must be v1.');
  if (!Object.hasOwn(OSRM_PROFILES, profile))
    throw osrmError(
      'InvalidUrl',
      `The profile must be one of ${Object.keys(OSRM_PROFILES).join(', ')}.`,
      'profile',
    );
  if (format === 'flatbuffers')
    throw osrmError('NotImplemented', 'Only the format json is supported.', 'format');
  return { mode: OSRM_PROFILES[profile], points: readPoints(coordinates) };
}

function readPoints(text: string): Position[] {
  const [, six, line] = POLYLINE.exec(text) ?? [];
  if (line !== undefined) {
    const found = decodePolyline(line, six === '' ? 5 : 6);
    if (typeof found === 'string' || found.length === 0) throw noPoints();
    return Array.from({ length: found.length / 2 }, (_, i) => [found[2 * i] / 1e7, found[2 * i + 1] / 1e7]);
  }
  if (!PAIRS.test(text)) throw noPoints();
  return text.split(';').map((pair) => {
    const [longitude, latitude] = pair.split(',').map(Number);
    return [longitude, latitude];
  });
}

export function areOnEarth(points: readonly Position[]): boolean {
  return points.every(([longitude, latitude]) => Math.abs(longitude) <= 180 && Math.abs(latitude) <= 90);
}

/** @throws OperatingError INVALID_REQUEST */
export function checkCoordinates(points: readonly Position[]): void {
  if (!areOnEarth(points)) throw osrmError('InvalidValue', 'Invalid coordinate value.', 'coordinates');
}

function noPoints(): Error {
  return osrmError('InvalidQuery', 'Points must be LON,LAT;LON,LAT, or polyline(...).', 'coordinates');
}

function malformed(): Error {
  return osrmError(
    'InvalidUrl',
    'URL string malformed: the form is /SERVICE/v1/PROFILE/LON,LAT;LON,LAT, or polyline(...) for points.',
  );
}
