import { networkFirst } from '../../../client/network-first.js';
import { keptData, network, type TransportAnswer } from '../../../client/transport.js';
import { answerOfKept, isCut, kept, noteCut } from '../offline/kept-data.js';
import { KEPT_HEADER } from '../offline/names.js';
import { asksWithoutKey, forgetKey, key } from '../state/key.js';
import type { ErrorAnswer } from './answers.js';

export interface AskedRequest {
  path: string;
  query: Readonly<Record<string, string>>;
}

/** A request and its outcome. */
export interface Asked<T> {
  request: AskedRequest;
  /** 0 if there was no response. */
  status: number;
  took_ms: number;
  /** Null if the status code was not 200. */
  answer: T | null;
  failure: ErrorAnswer['error'] | null;
  /** The number of requests that the key may still send in the current minute, or null if unknown. */
  remaining: number | null;
  /** The key's limit, its remaining requests, and the time left in the current minute, or null if unknown. */
  window: { limit: number; remaining: number; left_ms: number } | null;
}

/** Error codes that mean that the key itself was refused, so that another key is needed. */
const KEY_CODES: readonly string[] = ['INVALID_API_KEY', 'API_KEY_REVOKED'];

/**
 * Sends a request to the service, using this tab's key. If there is no network, the request is answered from
 * stored data. A refused key is forgotten, so that the page asks for another one.
 * @throws DOMException AbortError if the signal is aborted
 */
export async function ask<T>(
  path: string,
  query: Readonly<Record<string, string>>,
  signal?: AbortSignal,
): Promise<Asked<T>> {
  const request = { path, query };
  const begun_ms = performance.now();
  try {
    const isKeyless = key.peek() === '' && asksWithoutKey.peek();
    const { status, body, headers } = await answerTo(request, isKeyless, signal);
    if (body === null) throw new Error('The answer did not come from the service.');
    const took_ms = performance.now() - begun_ms;
    const ok = status === 200;
    const window = headers === null ? null : windowOf(headers);
    const failure = ok ? null : (body as ErrorAnswer).error;
    if (failure !== null && KEY_CODES.includes(failure.code)) {
      const reason = (failure.details?.['reason'] as string | undefined) ?? null;
      if (isKeyless) asksWithoutKey.value = false;
      else forgetKey({ code: failure.code, reason });
    }
    const remaining = window?.remaining ?? null;
    return { request, status, took_ms, answer: ok ? (body as T) : null, failure, remaining, window };
  } catch (error) {
    if ((error as Error).name === 'AbortError') throw error;
    const took_ms = performance.now() - begun_ms;
    return { request, status: 0, took_ms, answer: null, failure: null, remaining: null, window: null };
  }
}

const KEPT = keptData({ answer: answerOfKept });

/**
 * The path for pages that are allowed to send requests without a key. The sample code that users copy always
 * uses the path under `/v1`.
 */
const WITHOUT_KEY = '/map/ask/';

async function answerTo(
  request: AskedRequest,
  isKeyless: boolean,
  signal?: AbortSignal,
): Promise<TransportAnswer> {
  const target = addressOf(request);
  const isKept = kept.peek() !== null && request.path.startsWith('/v1/');
  if (isKept && isCut.peek()) return await KEPT(target, signal);
  const asked = network({
    url: '',
    ...(isKeyless ? {} : { key: key.peek() }),
    fetch: (address, init) => fetch(address, { ...init, credentials: 'omit' }),
  });
  const service: typeof asked = (own, ended) =>
    asked(isKeyless ? own.replace('/v1/', WITHOUT_KEY) : own, ended);
  return await (isKept ? networkFirst(service, KEPT, { onCut: noteCut }) : service)(target, signal);
}

/** Uses the service's clock, because the browser's clock may be wrong. */
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

/** Requests page data for which no key is needed. Returns null if the data is not available. */
export async function askFacts<T>(path: string): Promise<T | null> {
  try {
    const response = await fetch(path);
    if (response.headers.has(KEPT_HEADER)) noteCut();
    return response.ok ? ((await response.json()) as T) : null;
  } catch {
    return null;
  }
}
