import { OperatingError, type ErrorCode } from '../../../errors.js';

/** Returns an error's envelope (specification, section 7) as JSON. A request id needs no escaping. */
export function envelopeText(error: OperatingError, requestId: string): string {
  let text = beginnings.get(error);
  if (text === undefined) {
    const { code, message, details } = error;
    text = JSON.stringify({ error: { code, message, details: details ?? null } }).slice(0, -2);
    beginnings.set(error, text);
  }
  return `${text},"request_id":"${requestId}"}}`;
}

/** The JSON up to the request id, for errors that are created once and sent to many clients. */
const beginnings = new WeakMap<OperatingError, string>();

/**
 * Errors that a data source uses to report its own state. Any other failure is treated as an unusable answer.
 */
const SOURCE_CODES: readonly ErrorCode[] = ['SERVICE_UNAVAILABLE', 'REQUEST_TIMEOUT', 'UPSTREAM_ERROR'];

/**
 * The reasons why a data source may refuse a request: the source does not support the request, or the request
 * exceeds one of the source's limits.
 */
const SOURCE_REFUSALS: readonly unknown[] = ['not_supported', 'too_far', 'too_many', 'unknown_value'];

/**
 * Converts a data source's failure to an error for the client. The message of an unknown error is not
 * revealed to the client.
 */
export function sourceError(cause: unknown): OperatingError {
  if (OperatingError.is(cause) && (SOURCE_CODES.includes(cause.code) || isRefusal(cause))) return cause;
  return new OperatingError('UPSTREAM_ERROR', 'The data service behind the API failed.', { cause });
}

function isRefusal({ code, details }: OperatingError): boolean {
  return code === 'INVALID_REQUEST' && SOURCE_REFUSALS.includes(details?.reason);
}

/**
 * Converts any failure outside the data sources to an error. Such a failure is a bug in our code, so the
 * client is not told the details.
 */
export function requestError(cause: unknown): OperatingError {
  if (OperatingError.is(cause)) return cause;
  return new OperatingError('INTERNAL_ERROR', 'Unexpected error.', { cause });
}
