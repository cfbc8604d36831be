/**
 * The client for the HTTP API, for browsers and Node: `import { Gazarch } from 'gazarch/client'`. A transport
 * sends each request to a service, or to data stored on the device. The types that users see are generated
 * from the endpoints' schemas (scripts/build-client.mjs), so the parameters have no types in this file.
 */

import { MarkedError } from '../errors.js';
import type { Answer, AnswerName } from './answers.js';
import { network, type NetworkOptions, type Transport } from './transport.js';

export { networkFirst } from './network-first.js';
export { keptData, network } from './transport.js';

/** The options for a remote service, or for any other transport. */
type ClientOptions = (NetworkOptions | { transport: Transport }) & {
  /**
   * The number of retries if the request limit is used up (429) or the service is busy (503); 2 by default.
   */
  retries?: number;
  /**
   * The longest wait before a retry, in ms; 60,000 by default. If the service requires a longer wait, the
   * error is thrown immediately.
   */
  maxWait_ms?: number;
};

interface CallOptions {
  /** Aborts the request, or the wait before a retry. */
  signal?: AbortSignal;
}

type Value = string | number | boolean | readonly (string | number | readonly number[])[] | undefined;
type Parameters = Readonly<Record<string, Value>>;

/** An error response from the service. */
export class GazarchError extends MarkedError {
  static override readonly mark = 'GazarchError';

  readonly status: number;
  /**
   * `INVALID_REQUEST`, `NOT_FOUND` …; `NO_ANSWER` if something other than the service answered;
   * `NO_CONNECTION`, with status 0, if the service cannot be reached.
   */
  readonly code: string;
  /** Details such as `field` and `reason`. */
  readonly details: Readonly<Record<string, unknown>>;
  readonly requestId: string | null;
  /** The number of seconds to wait before a retry; null if the service does not say. */
  readonly retryAfter_s: number | null;

  constructor(status: number, body: unknown, headers: Headers | null) {
    const { error } = (body ?? {}) as { error?: Record<string, unknown> };
    super(
      typeof error?.['message'] === 'string'
        ? error['message']
        : `The service responded with status ${status}.`,
    );
    this.status = status;
    this.code = typeof error?.['code'] === 'string' ? error['code'] : 'NO_ANSWER';
    this.details = (error?.['details'] ?? {}) as Record<string, unknown>;
    this.requestId = headers?.get('x-request-id') ?? null;
    const after = headers?.get('retry-after') ?? null;
    this.retryAfter_s = after === null ? null : Number(after);
  }
}

export class Gazarch {
  readonly #transport: Transport;
  readonly #retries: number;
  readonly #maxWait_ms: number;

  constructor({ retries = 2, maxWait_ms = 60_000, ...options }: ClientOptions) {
    this.#transport = 'transport' in options ? options.transport : network(options);
    this.#retries = retries;
    this.#maxWait_ms = maxWait_ms;
  }

  geocode(parameters: Parameters, options?: CallOptions) {
    return this.#get<'GeocodeResponse'>('/v1/geocode', parameters, options);
  }

  route(parameters: Parameters, options?: CallOptions) {
    return this.#get<'RouteResponse'>('/v1/route', parameters, options);
  }

  matrix(parameters: Parameters, options?: CallOptions) {
    return this.#get<'MatrixResponse'>('/v1/matrix', parameters, options);
  }

  isochrone(parameters: Parameters, options?: CallOptions) {
    return this.#get<'IsochroneResponse'>('/v1/isochrone', parameters, options);
  }

  match(parameters: Parameters, options?: CallOptions) {
    return this.#get<'MatchResponse'>('/v1/match', parameters, options);
  }

  trip(parameters: Parameters, options?: CallOptions) {
    return this.#get<'TripResponse'>('/v1/trip', parameters, options);
  }

  zones(parameters: Parameters, options?: CallOptions) {
    return this.#get<'ZonesResponse'>('/v1/zones', parameters, options);
  }

  places(parameters: Parameters, options?: CallOptions) {
    return this.#get<'PlaceResponse'>('/v1/places', parameters, options);
  }

  health(options?: CallOptions) {
    return this.#get<'HealthResponse'>('/health', {}, options);
  }

  /** Returns the service's state even if the service is not ready, instead of throwing an error. */
  ready(options?: CallOptions) {
    return this.#get<'ReadinessResponse'>('/health/ready', {}, options);
  }

  /**
   * Searches while the user types: it waits for a pause in typing and cancels the previous search. The
   * promise resolves to null if the user typed more, or if the text is too short.
   */
  searchAsTyped({ delay_ms = 300, ...parameters }: Parameters & { delay_ms?: number } = {}): (
    q: string,
  ) => Promise<Answer<'GeocodeResponse'> | null> {
    let last = new AbortController();
    return async (q) => {
      last.abort();
      const { signal } = (last = new AbortController());
      if ((q.match(/[\p{L}\p{N}]/gu) ?? []).length < 2) return null;
      try {
        await wait(delay_ms, signal);
        return await this.geocode({ ...parameters, q }, { signal });
      } catch (error) {
        if (signal.aborted) return null;
        throw error;
      }
    };
  }

  async #get<Name extends AnswerName>(
    path: string,
    parameters: Parameters,
    { signal }: CallOptions = {},
  ): Promise<Answer<Name>> {
    const query = new URLSearchParams();
    for (const [name, value] of Object.entries(parameters))
      if (value !== undefined) query.append(name, textOf(value));
    const text = query.toString();
    const target = path + (text === '' ? '' : `?${text}`);
    for (let left = this.#retries; ; left--) {
      const { status, body, headers } = await this.#transport(target, signal).catch(noConnection);
      const isResult = (status >= 200 && status < 300) || (path === '/health/ready' && status === 503);
      if (body !== null && isResult) return body as Answer<Name>;
      const error = new GazarchError(status, body, headers);
      const wait_ms = 1000 * (error.retryAfter_s ?? Infinity);
      if (![429, 503].includes(error.status) || left <= 0 || !(wait_ms <= this.#maxWait_ms)) throw error;
      await wait(wait_ms, signal);
    }
  }
}

/**
 * Replaces the error that `fetch` throws when there is no response, because that error says little and
 * differs between browsers.
 */
function noConnection(cause: unknown): never {
  if (!(cause instanceof TypeError)) throw cause;
  const { message, cause: deeper } = cause as { message: string; cause?: { message?: string } };
  const why = deeper?.message ?? message;
  const error = { code: 'NO_CONNECTION', message: `The service could not be reached: ${why}.` };
  throw new GazarchError(0, { error }, null);
}

/**
 * Formats a value for a URL: a point as `lon,lat`, several points separated by semicolons, other lists by
 * commas.
 */
function textOf(value: Exclude<Value, undefined>): string {
  if (typeof value !== 'object') return String(value);
  return value.some((part) => typeof part === 'object') ? value.map(String).join(';') : value.join(',');
}

function wait(time_ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = (): void => {
      clearTimeout(timer);
      reject(signal!.reason as Error);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop);
      resolve();
    }, time_ms);
    if (signal?.aborted === true) stop();
    else signal?.addEventListener('abort', stop, { once: true });
  });
}
