import { OperatingError, type ErrorCode } from '../../../errors.js';

/**
 * The one envelope of every error (specification, section 7), as JSON text. A request id needs no escapes.
 */
export function envelopeText(error: OperatingError, requestId: string): string {
  let text = beginnings.get(error);
  if (text === undefined) {
    const { code, message, details } = error;
    text = JSON.stringify({ error: { code, message, details: details ?? null } }).slice(0, -2);
    beginnings.set(error, text);
  }
  return `${text},"request_id":"${requestId}"}}`;
}

/** Texts up to the request id, for errors that are created once and sent for many requests. */
const beginnings = new WeakMap<OperatingError, string>();

/** Errors by which a data source reports its own state. Any other failure is an unusable answer. */
const SOURCE_CODES: readonly ErrorCode[] = ['SERVICE_UNAVAILABLE', 'REQUEST_TIMEOUT', 'UPSTREAM_ERROR'];

/**
 * Reasons for which a data source may refuse a request: it does not support it, or the request exceeds its
 * own limit.
 */
const SOURCE_REFUSALS: readonly unknown[] = ['not_supported', 'too_far', 'too_many', 'unknown_value'];

/** The failure of a data source as the client sees it. The text of an unknown error stays inside. */
export function sourceError(cause: unknown): OperatingError {
  if (OperatingError.is(cause) && (SOURCE_CODES.includes(cause.code) || isRefusal(cause))) return cause;
  return new OperatingError('UPSTREAM_ERROR', 'The data service behind the API failed.', { cause });
}

function isRefusal({ code, details }: OperatingError): boolean {
  return code === 'INVALID_REQUEST' && SOURCE_REFUSALS.includes(details?.reason);
}

/**
 * The error for anything that went wrong outside the data sources: ours to fix, and not the client's
 * business.
 */
export function requestError(cause: unknown): OperatingError {
  if (OperatingError.is(cause)) return cause;
  return new OperatingError('INTERNAL_ERROR', 'Unexpected error.', { cause });
}
