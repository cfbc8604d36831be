/**
 * The tables of names under which requests are counted. The names are in the database and in JSON: new ones
 * go to the end, and none changes.
 */

/** `other`: the description, unknown paths, and unreadable requests. */
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
 * The outcome of a request, by its sender's next step. It follows from the status alone, so the request log
 * shows the same.
 */
export const OUTCOMES = [
  'ok',
  /** 404: nothing found, no way there, or nothing at this path. */
  'not_found',
  /** 400, 405, 413. */
  'bad_request',
  /** 401: no key, or an unknown or expired one. */
  'unauthorized',
  /** 403: a revoked key, or one that may not call this endpoint. */
  'forbidden',
  /** 429. */
  'limited',
  /** 408: a data source was too slow, or the request came too slowly. */
  'timeout',
  /** 499: the client went away before the answer. */
  'client_gone',
  /** 503: overload, a service that stops, data that is still loading, keys that cannot be checked. */
  'unavailable',
  /** 500, 502. */
  'error',
] as const;
export type Outcome = (typeof OUTCOMES)[number];

/** Outcomes that count for monthly quotas: answers. Refusals, and failures on our side, do not count. */
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

/** Upper bounds of the latency buckets in microseconds, inclusive. One more bucket has all above. */
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
