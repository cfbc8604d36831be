import { OperatingError } from '../errors.js';
import { NO_STORE, type Exchange } from './exchange.js';

export const ALLOWED_METHODS = 'GET, HEAD, OPTIONS';

/** A preflight may be remembered for a day; browsers shorten that as they like. */
const PREFLIGHT_AGE_S = 86_400;

/** What is left when no path and method fits: 404, 405, or the answer to a CORS preflight. */
export function answerUnknown(exchange: Exchange, isKnownPath: boolean): void {
  const { req } = exchange;
  if (!isKnownPath) {
    exchange.fail(unknownPath());
  } else if (
    req.method === 'OPTIONS' &&
    req.headers.origin !== undefined &&
    req.headers['access-control-request-method'] !== undefined
  ) {
    exchange.sendEmpty(204, NO_STORE, [
      'Access-Control-Allow-Methods',
      'GET, HEAD',
      'Access-Control-Allow-Headers',
      'Authorization, X-Request-ID',
      'Access-Control-Max-Age',
      String(PREFLIGHT_AGE_S),
    ]);
  } else {
    exchange.fail(wrongMethod(), ['Allow', ALLOWED_METHODS]);
  }
}

export function unknownPath(): OperatingError {
  return new OperatingError('NOT_FOUND', 'There is nothing at this path.', {
    details: { reason: 'unknown_path' },
  });
}

export function wrongMethod(): OperatingError {
  return new OperatingError('INVALID_REQUEST', `Only ${ALLOWED_METHODS} are answered here.`, {
    status: 405,
    details: { reason: 'method_not_allowed' },
  });
}
