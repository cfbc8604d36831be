import { InputError } from '../errors.js';

/** Malformed content, thrown where nobody knows yet which file it is and where in it; the reader adds both. */
export class FormatError extends Error {}

/** The error a person sees: file, place in it, what is wrong. Other errors (a handler's own, an abort) pass unchanged. */
export function located(path: string, place: string, error: unknown): unknown {
  if (!(error instanceof FormatError)) return error;
  return new InputError(`${path}: ${place}: ${error.message}`, { cause: error });
}
