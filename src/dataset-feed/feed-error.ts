import { MarkedError } from '../errors.js';

/**
 * The server is away, or does not answer as a server should. Nothing is known of newer data, so nothing
 * changes. What is published but cannot be taken is an `InputError`.
 */
export class ServerAwayError extends MarkedError {
  static override readonly mark = 'ServerAwayError';
}
