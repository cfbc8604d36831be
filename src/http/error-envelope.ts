import { OperatingError, type ErrorCode } from '../errors.js';
import { writeBytes } from '../wire/ascii-writer.js';
import type { RequestId } from '../wire/request-id.js';
import type { Slab, SlabBody } from '../wire/slab.js';

/** The one envelope of every error (specification, section 7), as JSON text. A request id needs no escapes. */
export function envelopeText(error: OperatingError, requestId: string): string {
  let text = texts.get(error);
  if (text === undefined) {
    const { code, message, details } = error;
    text = JSON.stringify({ error: { code, message, details: details ?? null } }).slice(0, -2);
    texts.set(error, text);
  }
  return `${text},"request_id":"${requestId}"}}`;
}

/** Of errors that are made once for many requests, all but the id of the request is the same. */
const texts = new WeakMap<OperatingError, string>();

/** envelopeText() in bytes, for an error that is given many times. */
export function envelopeBody(error: OperatingError, requestId: RequestId, slab: Slab): SlabBody {
  let before = beginnings.get(error);
  if (before === undefined)
    beginnings.set(error, (before = Buffer.from(envelopeText(error, '').slice(0, -END.length))));
  const bytes = slab.reserve(before.length + requestId.room + END.length);
  bytes.set(before, slab.start);
  return slab.take(writeBytes(END, bytes, requestId.write(bytes, slab.start + before.length)));
}

const END = Buffer.from('"}}');
const beginnings = new WeakMap<OperatingError, Buffer>();

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
