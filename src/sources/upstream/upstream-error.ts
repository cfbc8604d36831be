import { MarkedError, OperatingError } from '../../errors.js';
import type { UpstreamOutcome } from '../upstream-outcome.js';

/** Thrown for an invalid answer from an engine. The message is for the log. */
export class BadAnswer extends MarkedError {
  static override readonly mark = 'BadAnswer';
}

/** Thrown if an engine reports that it has not loaded its data yet. The message is for the log. */
export class NotLoaded extends MarkedError {
  static override readonly mark = 'NotLoaded';
}

/** Thrown if an engine reports that it took too long. */
export class Late extends MarkedError {
  static override readonly mark = 'Late';
}

/** Thrown if a connection could not be made or broke. The message is for the log. */
export class ConnectionFailure extends MarkedError {
  static override readonly mark = 'ConnectionFailure';

  /**
   * Whether the connection failed before any part of the response arrived, so that the request may be
   * retried.
   */
  readonly isBeforeAnswer: boolean;

  constructor(message: string, options: { cause?: unknown; isBeforeAnswer: boolean }) {
    super(message, { cause: options.cause });
    this.isBeforeAnswer = options.isBeforeAnswer;
  }
}

/** Reasons in words, by system or client error code. All other codes come with a readable message. */
const REASONS: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'the connection was refused',
  ECONNRESET: 'the connection broke off',
  EPIPE: 'the connection broke off',
  UND_ERR_SOCKET: 'the connection broke off',
  UND_ERR_CONNECT_TIMEOUT: 'it cannot be reached',
  ENOTFOUND: 'there is no such host',
  EAI_AGAIN: 'the host name cannot be looked up',
  EHOSTUNREACH: 'no route to the host',
  ENETUNREACH: 'no route to the network',
  UND_ERR_RES_EXCEEDED_MAX_SIZE: 'the answer is too large',
};

/** Error codes for broken connections, after which a retry may succeed. */
const BROKEN_OFF: ReadonlySet<string | undefined> = new Set(['ECONNRESET', 'EPIPE', 'UND_ERR_SOCKET']);

/** Matches the error codes for responses that arrived but were not valid HTTP. */
const NO_ANSWER = /^UND_ERR_(RES_|HEADERS_OVERFLOW|RESPONSE)/;

/**
 * Converts the error that a failed call threw.
 * @param cause the error of the HTTP client
 * @param isBeforeAnswer whether the call failed before any part of the response arrived
 */
export function failureOf(cause: unknown, isBeforeAnswer: boolean): BadAnswer | ConnectionFailure {
  const { code, message, name } = cause as NodeJS.ErrnoException;
  const reason = (code === undefined ? undefined : REASONS[code]) ?? (message || code || 'no reason given');
  if (name === 'HTTPParserError' || (code !== undefined && NO_ANSWER.test(code)))
    return new BadAnswer(reason, { cause });
  return new ConnectionFailure(reason, { cause, isBeforeAnswer: isBeforeAnswer && BROKEN_OFF.has(code) });
}

/**
 * Returns the error to report to the client. The error never contains text from an engine.
 * @param where the engine and its host, for the log
 */
export function clientError(where: string, cause: Error): OperatingError {
  const error = new Error(`${where}: ${cause.message}`, { cause });
  if (NotLoaded.is(cause))
    return new OperatingError('SERVICE_UNAVAILABLE', 'The data service behind the API is not ready.', {
      details: { reason: 'loading' },
      cause: error,
    });
  const message = BadAnswer.is(cause)
    ? 'The data service behind the API returned an invalid answer.'
    : 'The data service behind the API failed.';
  return new OperatingError('UPSTREAM_ERROR', message, { cause: error });
}

export function outcomeOf(cause: unknown): UpstreamOutcome {
  return BadAnswer.is(cause) ? 'invalid' : 'failed';
}
