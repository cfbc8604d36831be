/**
 * The names of the endpoints and outcomes by which requests are counted. The names are stored in the database
 * and appear in JSON, so new names must be added at the end and existing names must never change.
 */

/** `other` covers the API description, unknown paths and requests that could not be parsed. */
export const USAGE_ENDPOINTS = [
  'geocode',
  'route',
  'health',
  'other',
  'matrix',
  'isochrone',
  'places',
  'match',
  'trip',
  'zones',
] as const;
export type UsageEndpoint = (typeof USAGE_ENDPOINTS)[number];

/**
 * The outcomes of requests, grouped by what the client should do next. The outcome depends only on the status
 * code, so it can also be derived from the request log.
 */
export const OUTCOMES = [
  'ok',
  /** 404: nothing was found, there is no route, or the path does not exist. */
  'not_found',
  /** 400, 405, 413. */
  'bad_request',
  /** 401: there is no key, or the key is unknown or has expired. */
  'unauthorized',
  /** 403: the key has been revoked or may not be used for this endpoint. */
  'forbidden',
  /** 429. */
  'limited',
  /** 408: a data source was too slow, or the request took too long to arrive. */
  'timeout',
  /** 499: the client disconnected before the response was sent. */
  'client_gone',
  /** 503: the service is overloaded, is stopping, or is still loading data, or keys cannot be checked. */
  'unavailable',
  /** 500, 502. */
  'error',
] as const;
export type Outcome = (typeof OUTCOMES)[number];

/**
 * Outcomes that count towards monthly quotas: answered requests. Refusals and failures on our side do not
 * count.
 */
export const QUOTA_OUTCOMES: readonly Outcome[] = ['ok', 'not_found', 'bad_request'];

const OK = OUTCOMES.indexOf('ok');
const BAD_REQUEST = OUTCOMES.indexOf('bad_request');
const ERROR = OUTCOMES.indexOf('error');

const BY_STATUS: Readonly<Record<number, Outcome>> = {
  401: 'unauthorized',
  403: 'forbidden',
  404: 'not_found',
  408: 'timeout',
  429: 'limited',
  499: 'client_gone',
  503: 'unavailable',
};

const STATUS_END = 600;
const OUTCOME_OF_STATUS = Uint8Array.from({ length: STATUS_END }, (_, status) => {
  const own = BY_STATUS[status];
  if (own !== undefined) return OUTCOMES.indexOf(own);
  return status < 400 ? OK : status < 500 ? BAD_REQUEST : ERROR;
});

/** @returns index in `OUTCOMES` */
export function outcomeOf(status: number): number {
  return OUTCOME_OF_STATUS[status] ?? ERROR;
}

/**
 * The latency buckets' inclusive upper bounds, in microseconds. One more bucket holds all higher latencies.
 */
export const LATENCY_BOUNDS_US: readonly number[] = [
  ...[100, 200, 500],
  ...[1_000, 2_000, 5_000],
  ...[10_000, 20_000, 50_000],
  ...[100_000, 200_000, 500_000],
  ...[1_000_000, 2_000_000, 5_000_000],
  10_000_000,
];
export const BUCKETS = LATENCY_BOUNDS_US.length + 1;

const BOUNDS_MS = Float64Array.from(LATENCY_BOUNDS_US, (bound_us) => bound_us / 1000);

/** @returns index of the latency bucket */
export function bucketOf(duration_ms: number): number {
  let bucket = 0;
  while (bucket < BOUNDS_MS.length && duration_ms > BOUNDS_MS[bucket]) bucket++;
  return bucket;
}
