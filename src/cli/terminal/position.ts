import type { Position } from '../../geo/position.js';
import { InputError } from '../../errors.js';

/**
 * Reads a point as `longitude,latitude` in degrees.
 * @throws InputError that names the flag or argument
 */
export function position(name: string, text: string): Position {
  const [lon, lat, more] = text
    .split(',')
    .map((part) => (/^\s*[-+]?[0-9]+(\.[0-9]+)?\s*$/.test(part) ? Number(part) : NaN));
  if (!(Math.abs(lon) <= 180 && Math.abs(lat) <= 90) || more !== undefined) {
    throw new InputError(`${name} must be longitude,latitude in degrees, not "${text}"`);
  }
  return [lon, lat];
}
