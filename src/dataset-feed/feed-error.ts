/**
 * The server is away, or does not answer as a server should. Nothing is known of newer data, so nothing
 * changes. What is published but cannot be taken is an `InputError`.
 */
export class ServerAwayError extends Error {
  constructor(message: string, options?: { cause?: unknown }) {
    super(message, options);
    this.name = 'ServerAwayError';
  }
}
