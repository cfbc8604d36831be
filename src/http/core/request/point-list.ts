import type { Position } from '../../../geo/position.js';
import { OperatingError } from '../../../errors.js';
import { decodePolyline } from '../../../sources/polyline.js';
import { invalid, NUMBER } from './parameter.js';
import { pointOf } from './position.js';

/**
 * Many points in one parameter: `longitude,latitude;…`, or a polyline whose prefix states the number of
 * decimals.
 */

/** The schema of a parameter with many points. */
export const POINT_LIST = {
  pattern: `^(?:${NUMBER},${NUMBER}(?:;${NUMBER},${NUMBER})*|polyline[56]:[?-~]+)$`,
};

/** The description of a parameter with many points. */
export const POINT_LIST_RULE =
  'as `longitude,latitude`, separated by semicolons, or `polyline6:` and an encoded polyline with six ' +
  'decimals (percent-encoded), which is a third as long, or `polyline5:` and one with five.';

const POLYLINE = /^polyline([56]):([^]*)$/;

/** The value of the last decimal of a polyline, in units of 1e-7 degrees. */
const LAST_DECIMAL = { 5: 100, 6: 10 };

/**
 * Reads points in degrees, longitude first.
 * @param most the maximum number of points
 * @throws OperatingError INVALID_REQUEST; `details.index` is the index of the offending point, from 0
 */
export function readPointList(field: string, text: string | undefined, most: number): Position[] {
  if (text === undefined || text === '')
    throw invalid(
      field,
      'missing',
      `${field} ${field.endsWith('s') ? 'are' : 'is'} required, as longitude,latitude;longitude,latitude.`,
    );
  const tooMany = (): OperatingError =>
    invalid(field, 'too_many', `${field} may have at most ${most} points.`, { max_points: most });
  const [, decimals, line] = POLYLINE.exec(text) ?? [];
  if (line !== undefined) {
    const points = readPolyline(field, line, decimals === '5' ? 5 : 6);
    if (points.length > most) throw tooMany();
    return points;
  }
  const parts = text.split(';');
  if (parts.length > most) throw tooMany();
  return parts.map((part, index) => {
    try {
      return pointOf(field, part);
    } catch (error) {
      const { code, message, details } = error as OperatingError;
      throw new OperatingError(code, `Point ${index + 1}: ${message}`, { details: { ...details, index } });
    }
  });
}

function readPolyline(field: string, text: string, decimals: 5 | 6): Position[] {
  const line = decodePolyline(text, decimals);
  if (typeof line === 'string')
    throw invalid(field, 'bad_polyline', `${field} is ${line} with ${decimals} decimals. Percent-encode it.`);
  if (line.length === 0) throw invalid(field, 'missing', `${field} must contain at least one point.`);
  // The resulting numbers are the same as if they had been sent as decimals.
  const [unit, whole] = [LAST_DECIMAL[decimals], 10 ** decimals];
  return Array.from({ length: line.length / 2 }, (_, i) => [
    line[2 * i] / unit / whole,
    line[2 * i + 1] / unit / whole,
  ]);
}
