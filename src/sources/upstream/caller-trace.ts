import { context, propagation } from '@opentelemetry/api';
import type { IncomingHttpHeaders } from 'node:http';

/**
 * Makes a call for a request. Its spans join the trace that the headers of the request name (`traceparent`).
 * Without an SDK or the header, it only makes the call.
 */
export function inCallersTrace<T>(headers: IncomingHttpHeaders, call: () => T): T {
  if (headers['traceparent'] === undefined) return call();
  return context.with(propagation.extract(context.active(), headers), call);
}
