import { context, propagation } from '@opentelemetry/api';
import type { IncomingHttpHeaders } from 'node:http';

/**
 * Makes a call for a request. Spans that it opens are in the trace that the headers of the request name
 * (`traceparent`). Without an SDK, and without the header, it is the call and nothing else.
 */
export function inCallersTrace<T>(headers: IncomingHttpHeaders, call: () => T): T {
  if (headers['traceparent'] === undefined) return call();
  return context.with(propagation.extract(context.active(), headers), call);
}
