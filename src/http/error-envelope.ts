import { OperatingError, type ErrorCode } from '../errors.js';

/** The one envelope of every error (specification, section 7), as JSON text. */
export function envelopeText(error: OperatingError, requestId: string): string {
  const { code, message, details } = error;
  return JSON.stringify({ error: { code, message, details: details ?? null, request_id: requestId } });
}

/** What a data source may say about itself; any other failure of it is an answer we cannot use. */
const SOURCE_CODES: readonly ErrorCode[] = ['SERVICE_UNAVAILABLE', 'REQUEST_TIMEOUT', 'UPSTREAM_ERROR'];

/** The failure of a data source as the client sees it: nothing of an unknown error's text gets out. */
export function sourceError(cause: unknown): OperatingError {
  if (cause instanceof OperatingError && SOURCE_CODES.includes(cause.code)) return cause;
  return new OperatingError('UPSTREAM_ERROR', 'The data service behind the API failed.', { cause });
}

/** Anything that went wrong outside the data sources: ours to fix, and not the client's business. */
export function requestError(cause: unknown): OperatingError {
  if (cause instanceof OperatingError) return cause;
  return new OperatingError('INTERNAL_ERROR', 'Unexpected error.', { cause });
}
