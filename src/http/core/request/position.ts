import type { Position } from '../../../geo/position.js';
import { LATITUDE_BOUNDS, LONGITUDE_BOUNDS } from './coordinates.js';
import { codePoints, invalid, NUMBER } from './parameter.js';

/** Positions as parameters: `longitude,latitude`. */

/** The schema of a position parameter. */
export const PAIR = { maxLength: 64, pattern: `^${NUMBER},${NUMBER}$` };
const PAIR_PATTERN = new RegExp(PAIR.pattern);

/** The description of a position parameter. */
export const PAIR_RULE =
  'as `longitude,latitude` (GeoJSON order), two plain decimal numbers and one comma, ' +
  'longitude from -180 to 180, latitude from -90 to 90.';

/**
 * Reads a position in degrees, longitude first.
 *
 * @throws OperatingError `too_long`, `bad_format` or `out_of_range`
 */
export function pointOf(field: string, text: string): Position {
  if (codePoints(text) > PAIR.maxLength) {
    throw invalid(field, 'too_long', `${field} may have at most ${PAIR.maxLength} characters.`);
  }
  if (!PAIR_PATTERN.test(text)) {
    throw invalid(
      field,
      'bad_format',
      `${field} must be two decimal numbers, longitude,latitude, such as 106.9176,47.9189.`,
    );
  }
  const comma = text.indexOf(',');
  const longitude = Number(text.slice(0, comma));
  const latitude = Number(text.slice(comma + 1));
  checkDegrees(field, 'longitude', longitude, 'longitude,latitude');
  checkDegrees(field, 'latitude', latitude, 'longitude,latitude');
  return [longitude, latitude];
}

/**
 * @param order the order of the numbers in the parameter, for the error message about a latitude
 *
 * @throws OperatingError `out_of_range`
 */
export function checkDegrees(
  field: string,
  name: 'longitude' | 'latitude',
  value: number,
  order: string,
): void {
  const { minimum, maximum } = name === 'latitude' ? LATITUDE_BOUNDS : LONGITUDE_BOUNDS;
  if (value >= minimum && value <= maximum) return;
  const hint = name === 'latitude' ? ` The order is ${order}.` : '';
  throw invalid(
    field,
    'out_of_range',
    `The ${name} of ${field} must be from ${minimum} to ${maximum}.${hint}`,
  );
}
