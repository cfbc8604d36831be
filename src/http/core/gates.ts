import { counted } from '../../counted.js';
import { OperatingError } from '../../errors.js';
import { clientBlock } from '../../ip-range.js';
import { keyStatus, type ApiKey, type KeyScope } from '../../keys/api-key.js';
import type { FoundKey } from '../../keys/key-lookup.js';
import type { KeyRules } from '../../keys/key-rules.js';
import { untouchedWindow, type WindowCounter, type WindowState } from '../../limits/window-counter.js';
import type { Query } from '../../wire/query-string.js';
import { headerOf, type RequestHead, type RequestHeaders } from '../../wire/reply.js';
import { after, type Step } from './answer.js';
import type { AppContext } from './app-context.js';
import { requestError } from './errors/error-envelope.js';
import type { Exchange } from './exchange.js';

/** Responds to an exchange whose query has been parsed; the response may be immediate or deferred. */
export type Handler = (exchange: Exchange, query: Query) => void;

/** Where a request carries its key, and how to respond to a request without a key. */
export interface KeyPlace {
  /** Returns `null` if there is no key, or the key is ambiguous. */
  tokenOf(req: RequestHead, query: Query): string | null;
  readonly hint: string;
}

/** Reads the key from the header, as the contract specifies. */
const IN_HEADER: KeyPlace = {
  tokenOf: headerToken,
  hint: 'An API key is required: Authorization: Bearer <API_KEY>.',
};

/** Handles a request that has passed the key checks. */
export interface Work<P> {
  /** @throws OperatingError INVALID_REQUEST for an unusable parameter */
  read: (exchange: Exchange, query: Query) => P;
  /**
   * Returns how many requests a request counts as, and the parameter that determines this cost. If absent,
   * every request counts as one.
   */
  cost?: ((parameters: P) => { requests: number; field: string }) | undefined;
  answer: (exchange: Exchange, parameters: P) => void;
}

/** A request whose cost is known. */
interface Weighed {
  requests: number;
  field: string;
  /** The next step after counting; `null` for the endpoint's usual step. */
  proceed: (() => void) | null;
}

const ONE: Weighed = { requests: 1, field: '', proceed: null };

/**
 * Parses a request before counting it, so that its cost is counted either in full or not at all. A request
 * with an unusable parameter counts as one and is then refused.
 */
function weigh<P>(exchange: Exchange, query: Query, { read, cost, answer }: Work<P>): Weighed {
  if (cost === undefined) return ONE;
  try {
    const parameters = read(exchange, query);
    const { requests, field } = cost(parameters);
    return { requests: Math.max(1, requests), field, proceed: () => answer(exchange, parameters) };
  } catch (error) {
    return {
      ...ONE,
      proceed: () => {
        throw error;
      },
    };
  }
}

function proceedWith<P>(exchange: Exchange, query: Query, { proceed }: Weighed, work: Work<P>): void {
  if (proceed === null) work.answer(exchange, work.read(exchange, query));
  else proceed();
}

interface KeyedQuery {
  found: FoundKey;
  query: Query;
  weighed: Weighed;
}

/**
 * The checks of every `/v1` endpoint, in the contract's order: the key (401, 403), its rate limit and quota
 * (429), its scope (403). A request with a usable key is counted regardless of its outcome, unless the limit
 * has no room for its full cost.
 */
export function withKey<P>(scope: KeyScope, work: Work<P>, place: KeyPlace = IN_HEADER): Handler {
  const count: Step<KeyedQuery, WindowState> = {
    ask: (exchange, { found, weighed }) => hit(exchange, found, weighed.requests),
    then: (exchange, window, { found, query, weighed }) => {
      if (!passesWindow(exchange, window, found.project, weighed.requests)) return;
      exchange.counted = weighed.requests;
      if (!passesQuota(exchange, window, found)) return;
      if (passesScope(exchange, found.key, scope)) proceedWith(exchange, query, weighed, work);
    },
    late: countLate,
    failed: requestError,
  };
  const find: Step<{ token: string; query: Query }, FoundKey | null> = {
    ask: ({ app }, { token }) => app.keys.find(token),
    then: (exchange, found, { query }) => {
      if (!isUsable(exchange, found)) return;
      const weighed = found.key.endpoints.includes(scope) ? weigh(exchange, query, work) : ONE;
      // A request that counts as one is within every limit.
      if (weighed.requests > 1 && !hasRoom(exchange, weighed, limitOfAll(exchange, found))) return;
      after(exchange, { found, query, weighed }, count);
    },
    late: keysAway,
    failed: keysAway,
  };
  return (exchange, query) => {
    const token = place.tokenOf(exchange.req, query);
    if (token === null) refuseWithoutKey(exchange, place.hint);
    else after(exchange, { token, query }, find);
  };
}

/**
 * Returns whether the limit can ever accommodate a request's cost, and sends an error response if it cannot.
 * No counter is consulted, so the response shows the limit as unused.
 */
function hasRoom(exchange: Exchange, { requests, field }: Weighed, limit: number): boolean {
  if (requests <= limit) return true;
  exchange.window = untouchedWindow(limit, exchange.startedAt_ms);
  exchange.counted = 0;
  exchange.fail(
    new OperatingError(
      'INVALID_REQUEST',
      `This request counts as ${requests} requests, but the limit is ${limit} per minute. Request less at ` +
        'a time.',
      { details: { field, reason: 'exceeds_limit', requests, limit } },
    ),
  );
  return false;
}

/** Counts a request's cost in all of its rate-limit windows, or in none of them. */
function hit(
  { app, startedAt_ms }: Exchange,
  found: FoundKey,
  requests: number,
): ReturnType<WindowCounter['hit']> {
  const window = { id: found.key.id, limit: limitOf(app, found) };
  return app.counter.hit([window, ...found.project.windows], startedAt_ms, requests);
}

function limitOf({ settings }: AppContext, { key, project }: FoundKey): number {
  return Math.min(key.rateLimit ?? settings.defaultRateLimit, project.rateLimit);
}

function limitOfAll({ app }: Exchange, found: FoundKey): number {
  return Math.min(limitOf(app, found), ...found.project.windows.map(({ limit }) => limit));
}

/**
 * The key checks for requests that our own page may send without a key. The browser must state that the
 * request comes from a page of this service, and each client address has its own rate limit. Other programs
 * can make the same claim, so only the limit protects the service.
 * @param limit requests per minute and address
 * @param total requests per minute from all addresses, so that using many addresses gains nothing
 * @param name the name of the rate-limit windows, for pages that have their own windows
 */
export function withAddress<P>(
  { limit, total, name = 'map-page' }: { limit: number; total: number; name?: string },
  work: Work<P>,
): Handler {
  const windows = [{ id: name, limit: total, reason: 'page_limit' as const }];
  const count: Step<{ query: Query; id: string; weighed: Weighed }, WindowState> = {
    ask: ({ app, startedAt_ms }, { id, weighed }) =>
      app.counter.hit([{ id, limit }, ...windows], startedAt_ms, weighed.requests),
    then: (exchange, window, { query, weighed }) => {
      if (!passesWindow(exchange, window, { windows }, weighed.requests)) return;
      exchange.counted = weighed.requests;
      proceedWith(exchange, query, weighed, work);
    },
    late: countLate,
    failed: requestError,
  };
  return (exchange, query) => {
    const { app, req, reply } = exchange;
    if (headerOf(req, 'sec-fetch-site') !== 'same-origin') {
      exchange.fail(NOT_OUR_PAGE);
      return;
    }
    const address = app.clients.of(req, reply);
    const id = `${name} ${address === null ? 'unknown' : clientBlock(address)}`;
    const weighed = weigh(exchange, query, work);
    if (hasRoom(exchange, weighed, Math.min(limit, total))) after(exchange, { query, id, weighed }, count);
  };
}

const NOT_OUR_PAGE = new OperatingError(
  'INVALID_API_KEY',
  "Only this service's map page may use this address. Send an API key to /v1.",
  { details: { reason: 'not_same_origin' } },
);

function countLate(): OperatingError {
  return new OperatingError('SERVICE_UNAVAILABLE', 'Requests cannot be counted at the moment.');
}

/**
 * Caches tokens by a connection's headers object, which stays the same as long as the client sends the same
 * header lines.
 */
const tokens = new WeakMap<RequestHeaders, string | null>();

/** Returns the token of the `Authorization` header; `null` if the header is missing or in another format. */
export function headerToken(req: RequestHead): string | null {
  let token = tokens.get(req.headers);
  if (token === undefined) {
    token = bearerToken(headerOf(req, 'authorization'));
    tokens.set(req.headers, token);
  }
  return token;
}

const BEARER = /^bearer +([^\s]+)$/i;

/** Returns the token of an `Authorization` header; `null` if the header is missing or in another format. */
function bearerToken(header: string | undefined): string | null {
  return header === undefined ? null : (BEARER.exec(header)?.[1] ?? null);
}

function refuseWithoutKey(exchange: Exchange, message: string): void {
  exchange.fail(new OperatingError('INVALID_API_KEY', message), ['WWW-Authenticate', 'Bearer']);
}

/**
 * Returns whether the key exists, has neither expired nor been revoked, and may be used from this origin and
 * address; if not, sends an error response.
 */
function isUsable(exchange: Exchange, found: FoundKey | null): found is FoundKey {
  if (found !== null) exchange.keyId = found.key.id;
  exchange.found = found;
  const refusal = refusalOf(found, exchange.startedAt_ms) ?? refusalByRules(exchange, found!.rules);
  if (refusal !== null) {
    const isUnauthorized = refusal.status === 401;
    exchange.fail(refusal, isUnauthorized ? ['WWW-Authenticate', 'Bearer error="invalid_token"'] : null);
    return false;
  }
  exchange.app.keys.touched(found!.key.id);
  return true;
}

function refusalOf(found: FoundKey | null, now_ms: number): OperatingError | null {
  if (found === null)
    return new OperatingError(
      'INVALID_API_KEY',
      'The API key is unknown. Check that it was sent completely, or create a new key.',
    );
  const { key, project, secretUntil_ms } = found;
  const status = keyStatus(key, now_ms);
  if (status === 'expired' || secretUntil_ms <= now_ms)
    return new OperatingError('INVALID_API_KEY', 'The API key has expired. Create a new key.', {
      details: { reason: 'expired' },
    });
  if (status === 'revoked' || project.isArchived)
    return new OperatingError('API_KEY_REVOKED', 'The API key was revoked. Create a new key.');
  return null;
}

/** Checks the origin and then the address, for a key that is restricted to certain origins or addresses. */
function refusalByRules({ app, req, reply }: Exchange, rules: KeyRules | null): OperatingError | null {
  if (rules === null) return null;
  // Requests without an origin do not come from web pages.
  if (!rules.allowsOrigin(headerOf(req, 'origin'))) return FOREIGN_ORIGIN;
  if (rules.hasAddresses && !rules.allowsAddress(app.clients.of(req, reply))) return FOREIGN_ADDRESS;
  return null;
}

const FOREIGN_ORIGIN = new OperatingError(
  'INVALID_API_KEY',
  'This API key may not be used by web pages of this origin. ' +
    'Add the origin to the key, or use another key.',
  { details: { reason: 'origin_not_allowed' } },
);
const FOREIGN_ADDRESS = new OperatingError(
  'INVALID_API_KEY',
  'This API key may not be used from your network address. ' +
    'Add the address to the key, or use another key.',
  { details: { reason: 'address_not_allowed' } },
);

function passesWindow(
  exchange: Exchange,
  window: WindowState,
  { windows }: { windows: readonly { reason: keyof typeof OF_ALL }[] },
  requests = 1,
): boolean {
  exchange.window = window;
  if (window.allowed) return true;
  const wait_s = Math.max(1, Math.ceil(window.resetAt_s - Date.now() / 1000));
  const shared = window.place > 0 ? windows[window.place - 1] : null;
  const whose = shared === null ? '' : OF_ALL[shared.reason];
  const message =
    requests === 1
      ? `The limit of ${counted(window.limit, 'request')} per minute${whose} is used up.`
      : `This counts as ${requests} requests. The limit of ${window.limit} per minute${whose} leaves no ` +
        'room for that many requests in this minute.';
  const options = shared === null ? undefined : { details: { reason: shared.reason } };
  exchange.fail(new OperatingError('RATE_LIMIT_EXCEEDED', message, options), ['Retry-After', String(wait_s)]);
  return false;
}

const OF_ALL = {
  project_limit: ' for all keys of the project',
  organisation_limit: ' for all keys of the organisation',
  page_limit: ' for all requests without a key',
};

/**
 * Checks the monthly quotas of the key and its project. This check comes after the rate limit, which counts
 * all of the key's requests.
 */
function passesQuota(exchange: Exchange, window: WindowState, { key, project }: FoundKey): boolean {
  const until_ms = exchange.app.usedUp.until_ms(key.id, project.id, exchange.startedAt_ms);
  if (until_ms === null) return true;
  exchange.window = { ...window, remaining: 0 };
  const wait_s = Math.max(1, Math.ceil((until_ms - Date.now()) / 1000));
  exchange.fail(QUOTA_USED_UP, ['Retry-After', String(wait_s)]);
  return false;
}

const QUOTA_USED_UP = new OperatingError(
  'RATE_LIMIT_EXCEEDED',
  'The monthly quota is used up. Raise it, or wait for the next month.',
  { details: { reason: 'monthly_quota' } },
);

function passesScope(exchange: Exchange, key: ApiKey, scope: KeyScope): boolean {
  if (key.endpoints.includes(scope)) return true;
  const details = { allowed_endpoints: key.endpoints };
  exchange.fail(
    new OperatingError(
      'ENDPOINT_NOT_ALLOWED',
      `The API key may not call the ${scope} endpoint. Request a key for this endpoint.`,
      { details },
    ),
  );
  return false;
}

function keysAway(cause?: unknown): OperatingError {
  return new OperatingError('SERVICE_UNAVAILABLE', 'API keys cannot be checked at the moment.', { cause });
}
