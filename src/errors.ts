/**
 * The table of all error codes (specification, section 7) and the error classes.
 *
 * This project has three kinds of error:
 * - An expected absence is an ordinary return value (`no_path`).
 * - An operating failure is an `OperatingError` with a code from this table; a failed command throws an
 *   `InputError`.
 * - A bug is a failed `assert`.
 */

/**
 * The HTTP status of each code, unless an endpoint overrides it (405, 412, 413 and 416 reuse
 * INVALID_REQUEST).
 */
export const ERROR_STATUS = {
  INVALID_REQUEST: 400,
  INVALID_API_KEY: 401,
  API_KEY_REVOKED: 403,
  ENDPOINT_NOT_ALLOWED: 403,
  NOT_FOUND: 404,
  REQUEST_TIMEOUT: 408,
  RATE_LIMIT_EXCEEDED: 429,
  INTERNAL_ERROR: 500,
  UPSTREAM_ERROR: 502,
  SERVICE_UNAVAILABLE: 503,
} as const;

export type ErrorCode = keyof typeof ERROR_STATUS;

export interface OperatingErrorOptions {
  /**
   * Structured details for the client: `field`, `reason`, `allowed_endpoints`. The details never contain a
   * secret.
   */
  details?: Readonly<Record<string, unknown>>;
  /** Overrides the HTTP status in the table (405, 412, 413 and 416 only). */
  status?: number;
  cause?: unknown;
}

/** The property under which an error stores its marks. */
const MARKS = Symbol.for('gazarch.marks');

/**
 * The base class of the errors that other code needs to recognize. Each bundle (program, console, worker,
 * offline) has its own copy of every class, so `instanceof` fails for an error from another bundle.
 * `InputError.is(error)` works across bundles, because it reads the mark, which is the same in all copies.
 */
export abstract class MarkedError extends Error {
  /** The name of the class. Subclasses also carry this mark. */
  static readonly mark: string;

  declare readonly [MARKS]: readonly string[];

  constructor(message: string, options?: { cause?: unknown }) {
    super(message, options);
    this.name = new.target.mark;
    const marks: string[] = [];
    for (let kind = new.target; kind.mark !== undefined; kind = Object.getPrototypeOf(kind) as typeof kind)
      marks.push(kind.mark);
    // The property is not enumerable, so it does not appear in logs.
    Object.defineProperty(this, MARKS, { value: marks });
  }

  static is<T>(this: { prototype: T; mark: string }, error: unknown): error is T {
    return (error as Partial<MarkedError> | null | undefined)?.[MARKS]?.includes(this.mark) ?? false;
  }
}

/**
 * A failure that is part of normal operation: a malformed request, a slow source, a dataset that is still
 * loading.
 */
export class OperatingError extends MarkedError {
  static override readonly mark: string = 'OperatingError';

  readonly code: ErrorCode;
  readonly status: number;
  readonly details: Readonly<Record<string, unknown>> | undefined;

  constructor(code: ErrorCode, message: string, options: OperatingErrorOptions = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.code = code;
    this.status = options.status ?? ERROR_STATUS[code];
    this.details = options.details;
  }
}

/**
 * A failure of a command or of one of its files: a truncated source, a full disk, a dataset with a wrong
 * checksum. The command line prints the message as one line on stderr and exits with status 1. The message
 * names the file and the remedy.
 */
export class InputError extends MarkedError {
  static override readonly mark: string = 'InputError';
}

/** Checks an invariant. A broken invariant is a bug, so no code may catch this error to hide it. */
export function assert(condition: unknown, message: string): asserts condition {
  if (!condition) throw new Error(`bug: ${message}`);
}
