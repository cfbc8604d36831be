import { context, propagation } from '@opentelemetry/api';
import type { IncomingHttpHeaders } from 'node:http';

/**
 * Makes a call on behalf of a request. The call's spans join the trace named in the request's headers
 * (`traceparent`). Without an SDK or the header, this only makes the call.
 */
export function inCallersTrace<T>(headers: IncomingHttpHeaders, call: () => T): T {
  if (headers['traceparent'] === undefined) return call();
  return context.with(propagation.extract(context.active(), headers), call);
}
