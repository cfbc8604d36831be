import { MarkedError } from '../errors.js';

/**
 * The server is down, or its responses are unusable. It is unknown whether there is newer data, so the
 * current data stays in use. If published data cannot be used, the error is an `InputError` instead.
 */
export class ServerAwayError extends MarkedError {
  static override readonly mark = 'ServerAwayError';
}
