import { OperatingError } from '../errors.js';
import { keyStatus, type ApiKey, type Endpoint } from '../keys/api-key.js';
import type { WindowState } from '../limits/window-counter.js';
import { after, type Step } from './answer.js';
import { bearerToken } from '../wire/bearer-token.js';
import { requestError } from './error-envelope.js';
import type { Exchange } from './exchange.js';

/** An endpoint: answers one exchange, at once or later. */
export type Handler = (exchange: Exchange) => void;

/**
 * The gates of every /v1 endpoint, in the order of the contract: the key (401, 403), its window (429), its scope (403). A request that
 * carries a usable key is counted whatever becomes of it.
 */
export function withKey(endpoint: Endpoint, handler: Handler): Handler {
  const count: Step<ApiKey, WindowState> = {
    ask: ({ app, startedAt_ms }, key) =>
      app.counter.hit(key.id, key.rateLimit ?? app.settings.defaultRateLimit, startedAt_ms),
    then: (exchange, window, key) => openEndpoint(exchange, key, window, endpoint, handler),
    late: () => new OperatingError('SERVICE_UNAVAILABLE', 'Requests cannot be counted at the moment.'),
    failed: requestError,
  };
  const find: Step<string, ApiKey | null> = {
    ask: ({ app }, token) => app.keys.find(token),
    then: (exchange, key) => countKey(exchange, key, count),
    late: keysAway,
    failed: keysAway,
  };
  return (exchange) => {
    const { headers } = exchange.req;
    const token = headers.token === undefined ? bearerToken(headers.authorization) : headers.token;
    if (token === null) {
      exchange.fail(
        new OperatingError('INVALID_API_KEY', 'An API key is required: Authorization: Bearer <API_KEY>.'),
        ['WWW-Authenticate', 'Bearer'],
      );
      return;
    }
    after(exchange, token, find);
  };
}

function countKey(exchange: Exchange, key: ApiKey | null, count: Step<ApiKey, WindowState>): void {
  const refusal = refusalOf(key, exchange.startedAt_ms);
  if (key === null || refusal !== null) {
    if (key !== null) exchange.keyId = key.id;
    exchange.fail(
      refusal!,
      refusal!.status === 401 ? ['WWW-Authenticate', 'Bearer error="invalid_token"'] : null,
    );
    return;
  }
  exchange.keyId = key.id;
  exchange.app.keys.touched(key.id);
  after(exchange, key, count);
}

function refusalOf(key: ApiKey | null, now_ms: number): OperatingError | null {
  if (key === null) return new OperatingError('INVALID_API_KEY', 'The API key is not known.');
  switch (keyStatus(key, now_ms)) {
    case 'expired':
      return new OperatingError('INVALID_API_KEY', 'The API key has expired.', {
        details: { reason: 'expired' },
      });
    case 'revoked':
      return new OperatingError('API_KEY_REVOKED', 'The API key was revoked.');
    default:
      return null;
  }
}

function openEndpoint(
  exchange: Exchange,
  key: ApiKey,
  window: WindowState,
  endpoint: Endpoint,
  handler: Handler,
): void {
  exchange.window = window;
  if (!window.allowed) {
    const wait_s = Math.max(1, Math.ceil(window.resetAt_s - Date.now() / 1000));
    exchange.fail(
      new OperatingError(
        'RATE_LIMIT_EXCEEDED',
        `The limit of ${window.limit} requests per minute is used up.`,
      ),
      ['Retry-After', String(wait_s)],
    );
  } else if (!key.endpoints.includes(endpoint)) {
    const details = { allowed_endpoints: key.endpoints };
    exchange.fail(
      new OperatingError('ENDPOINT_NOT_ALLOWED', `The API key may not call ${endpoint}.`, { details }),
    );
  } else {
    handler(exchange);
  }
}

function keysAway(cause?: unknown): OperatingError {
  return new OperatingError('SERVICE_UNAVAILABLE', 'API keys cannot be checked at the moment.', { cause });
}
