import { InputError, MarkedError } from '../errors.js';

/** Malformed content, thrown where the file and the place in it are not known. The reader adds both. */
export class FormatError extends MarkedError {
  static override readonly mark = 'FormatError';
}

/**
 * The error that a person sees: file, place in the file, what is wrong. Other errors (one of a handler,
 * an abort) pass unchanged.
 */
export function located(path: string, place: string, error: unknown): unknown {
  if (!FormatError.is(error)) return error;
  return new InputError(`${path}: ${place}: ${error.message}`, { cause: error });
}
