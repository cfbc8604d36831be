import { OperatingError } from '../../../errors.js';

/** Errors for impossible answers. A source on the network may return anything, so its answers are checked. */

/** Returns the error that the client receives instead of an impossible answer. */
export function nonsense(what: string): OperatingError {
  return new OperatingError('UPSTREAM_ERROR', 'The data service behind the API returned an invalid answer.', {
    cause: new Error(what),
  });
}

export function isPoint(longitude: unknown, latitude: unknown): boolean {
  return isWithin(longitude, 180) && isWithin(latitude, 90);
}

/** Whether the value can be a distance in meters or a duration in seconds. */
export function isLength(value: unknown): boolean {
  return typeof value === 'number' && value >= 0 && value < Infinity;
}

function isWithin(value: unknown, limit: number): boolean {
  return typeof value === 'number' && value >= -limit && value <= limit;
}
