import { asksWithoutKey, forgetKey, key } from '../state/key.js';
import type { ErrorAnswer } from './answers.js';

export interface AskedRequest {
  path: string;
  query: Readonly<Record<string, string>>;
}

/** A request, and what became of it. */
export interface Asked<T> {
  request: AskedRequest;
  /** 0: there was no answer. */
  status: number;
  took_ms: number;
  /** Null: it was not a 200. */
  answer: T | null;
  failure: ErrorAnswer['error'] | null;
  /** Requests that the key has left in this minute; null: unknown. */
  remaining: number | null;
  /** The minute of the key; null: unknown. */
  window: { limit: number; remaining: number; left_ms: number } | null;
}

/** Codes that are about the key itself: another one has to be asked for. */
const KEY_CODES: readonly string[] = ['INVALID_API_KEY', 'API_KEY_REVOKED'];

/**
 * Asks the service with the key of this tab. A key that is not taken is forgotten, so that the page asks for
 * another one.
 * @throws DOMException AbortError when the signal is aborted
 */
export async function ask<T>(
  path: string,
  query: Readonly<Record<string, string>>,
  signal?: AbortSignal,
): Promise<Asked<T>> {
  const request = { path, query };
  const begun_ms = performance.now();
  const nothing = { request, status: 0, answer: null, failure: null, remaining: null, window: null };
  try {
    const isKeyless = key.peek() === '' && asksWithoutKey.peek();
    const response = await fetch(addressOf(isKeyless ? withoutKey(request) : request), {
      headers: isKeyless ? {} : { authorization: `Bearer ${key.peek()}` },
      credentials: 'omit',
      signal,
    });
    const body: unknown = await response.json();
    const took_ms = performance.now() - begun_ms;
    const failure = response.ok ? null : (body as ErrorAnswer).error;
    if (failure !== null && KEY_CODES.includes(failure.code)) {
      const reason = (failure.details?.['reason'] as string | undefined) ?? null;
      if (isKeyless) asksWithoutKey.value = false;
      else forgetKey({ code: failure.code, reason });
    }
    const window = windowOf(response.headers);
    const remaining = window?.remaining ?? null;
    const answer = response.ok ? (body as T) : null;
    return { request, status: response.status, took_ms, answer, failure, remaining, window };
  } catch (error) {
    if ((error as Error).name === 'AbortError') throw error;
    return { ...nothing, took_ms: performance.now() - begun_ms };
  }
}

/** Where the page may ask without a key. What it shows to copy is the request to `/v1`. */
function withoutKey({ path, query }: AskedRequest): AskedRequest {
  return { path: path.replace('/v1/', '/map/ask/'), query };
}

/** By the clock of the service: that of the browser may be wrong. */
function windowOf(headers: Headers): Asked<unknown>['window'] {
  const [limit, remaining, reset_s] = ['limit', 'remaining', 'reset'].map((name) =>
    Number(headers.get(`x-ratelimit-${name}`) ?? NaN),
  );
  const now_ms = Date.parse(headers.get('date') ?? '');
  if (![limit, remaining, reset_s].every(Number.isFinite)) return null;
  return { limit, remaining, left_ms: Math.max(0, 1000 * reset_s - (now_ms || Date.now())) + 500 };
}

function addressOf({ path, query }: AskedRequest): string {
  return `${path}?${new URLSearchParams(query).toString()}`;
}

/** What needs no key: facts of the page. Null when it is not there. */
export async function askFacts<T>(path: string): Promise<T | null> {
  try {
    const response = await fetch(path);
    return response.ok ? ((await response.json()) as T) : null;
  } catch {
    return null;
  }
}
