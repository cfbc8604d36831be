import { InputError, MarkedError } from '../errors.js';

/** Malformed content, thrown where the file and the place in it are unknown. The reader adds both. */
export class FormatError extends MarkedError {
  static override readonly mark = 'FormatError';
}

/**
 * The error for a person: file, place in the file, fault. Other errors (of a handler, or an abort) pass
 * unchanged.
 */
export function located(path: string, place: string, error: unknown): unknown {
  if (!FormatError.is(error)) return error;
  return new InputError(`${path}: ${place}: ${error.message}`, { cause: error });
}
