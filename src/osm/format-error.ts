import { InputError, MarkedError } from '../errors.js';

/**
 * The error for malformed content, thrown by code that knows neither the file nor the position in it. The
 * reader adds both.
 */
export class FormatError extends MarkedError {
  static override readonly mark = 'FormatError';
}

/**
 * Returns the error with the file and the position added. Other errors (from a handler, or an abort) are
 * returned unchanged.
 */
export function located(path: string, place: string, error: unknown): unknown {
  if (!FormatError.is(error)) return error;
  return new InputError(`${path}: ${place}: ${error.message}`, { cause: error });
}
