import { OperatingError } from '../../errors.js';
import { headerOf, type RequestHead } from '../../wire/reply.js';
import { NO_STORE, type Exchange } from './exchange.js';
import { unknownPath } from './unknown-path.js';

export const ALLOWED_METHODS = 'GET, HEAD, OPTIONS';

/** Browsers may cache a preflight response for a day, but some browsers use a shorter time. */
const PREFLIGHT_AGE_S = 86_400;

/** Headers that a page may send. Many libraries add most of these by default. */
const PREFLIGHT_HEADERS =
  'Authorization, X-Request-ID, Content-Type, Accept, Accept-Language, Cache-Control, ' +
  'X-Requested-With, traceparent';

/**
 * Responds to requests whose path or method matches no endpoint, with a 404, a 405, or the response to a CORS
 * preflight.
 */
export function answerUnknown(exchange: Exchange): void {
  const { req, app } = exchange;
  if (isPreflight(req)) {
    exchange.sendEmpty(204, NO_STORE, [
      'Access-Control-Allow-Methods',
      'GET, HEAD',
      'Access-Control-Allow-Headers',
      PREFLIGHT_HEADERS,
      'Access-Control-Max-Age',
      String(PREFLIGHT_AGE_S),
    ]);
  } else if (!app.isKnownPath(req.url!)) {
    exchange.fail(unknownPath());
  } else {
    exchange.fail(wrongMethod(), ['Allow', ALLOWED_METHODS]);
  }
}

function isPreflight(req: RequestHead): boolean {
  const asksFor = headerOf(req, 'access-control-request-method');
  return req.method === 'OPTIONS' && headerOf(req, 'origin') !== undefined && asksFor !== undefined;
}

export function wrongMethod(): OperatingError {
  return new OperatingError('INVALID_REQUEST', `Only ${ALLOWED_METHODS} are allowed here.`, {
    status: 405,
    details: { reason: 'method_not_allowed' },
  });
}
