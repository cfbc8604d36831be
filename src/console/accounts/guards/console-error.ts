import { MarkedError } from '../../../errors.js';
import type { ConflictReason, FailureCode, FailureStatus, FieldReason } from '../../api/failure.js';

/** The HTTP status of each failure code. */
export const FAILURE_STATUS: FailureStatus = {
  invalid_request: 400,
  sign_in_required: 401,
  wrong_credentials: 401,
  code_needed: 401,
  proof_needed: 403,
  forbidden: 403,
  email_unverified: 403,
  sign_up_closed: 403,
  account_closed: 403,
  cross_origin: 403,
  not_found: 404,
  conflict: 409,
  link_invalid: 410,
  too_large: 413,
  too_many_attempts: 429,
  internal: 500,
  unavailable: 503,
};

export interface ConsoleErrorOptions {
  field?: string;
  reason?: string;
  value?: string | undefined;
  retry_after_s?: number;
  cause?: unknown;
}

/** The error for a request that the console refuses. The message is an English sentence without secrets. */
export class ConsoleError extends MarkedError {
  static override readonly mark = 'ConsoleError';

  readonly code: FailureCode;
  readonly field: string | undefined;
  readonly reason: string | undefined;
  readonly value: string | undefined;
  readonly retry_after_s: number | undefined;

  constructor(code: FailureCode, message: string, options: ConsoleErrorOptions = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.code = code;
    this.field = options.field;
    this.reason = options.reason;
    this.value = options.value;
    this.retry_after_s = options.retry_after_s;
  }
}

export function wrongField(field: string, reason: FieldReason, message: string): ConsoleError {
  return new ConsoleError('invalid_request', message, { field, reason });
}

export function conflict(reason: ConflictReason, message: string): ConsoleError {
  return new ConsoleError('conflict', message, { reason });
}

/** Data that a person may not see is reported as if it did not exist. */
export function notFound(what: string): ConsoleError {
  return new ConsoleError('not_found', `There is no such ${what}.`);
}

export function linkInvalid(): ConsoleError {
  return new ConsoleError('link_invalid', 'This link was used, has expired, or never existed.');
}
