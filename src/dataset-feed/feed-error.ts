import { MarkedError } from '../errors.js';

/**
 * The server is down, or does not answer as a server should. It is not known whether there is newer data, so
 * nothing changes. Published data that cannot be taken is an `InputError`.
 */
export class ServerAwayError extends MarkedError {
  static override readonly mark = 'ServerAwayError';
}
