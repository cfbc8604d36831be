import { ERROR_STATUS, type ErrorCode } from '../errors.js';

/**
 * The upper bounds of the latency buckets, in seconds. The bounds range from the duration of an in-memory
 * lookup to the duration of a call to a source that is hung.
 */
export const LATENCY_BOUNDS_S: readonly number[] = [
  ...[0.00005, 0.0001, 0.00025, 0.0005],
  ...[0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5],
  ...[1, 2.5, 5, 10],
];

/** All other methods count as `other`, so that clients cannot add label values. */
const METHODS = ['GET', 'HEAD', 'OPTIONS', 'other'] as const;

/** The statuses that the service sends. 499 means that the client disconnected first. */
const KNOWN_STATUSES = [...new Set([200, 204, 405, 413, 499, ...Object.values(ERROR_STATUS)])].sort(
  (a, b) => a - b,
);
export const STATUSES: readonly string[] = [...KNOWN_STATUSES.map(String), 'other'];

/** The `endpoint` of a request with an unknown path. */
export const UNKNOWN_PATH = 'unknown';
/** The `endpoint` of bytes that never became a request. */
export const UNREADABLE = 'unreadable';

/** The outcome of a search: no results, results that do not match all words, or full matches. */
export const ANSWERS = ['empty', 'partial', 'full'] as const;
export type Answered = (typeof ANSWERS)[number];

/**
 * The maximum number of reasons per endpoint. The service itself has fewer reasons, and an external engine
 * cannot add more than this.
 */
const MOST_REASONS = 20;

/**
 * Each endpoint's counts are in one array: requests by method and status, then by latency, then the sum of
 * the latencies in seconds. The last bucket counts everything above the bounds.
 */
const BUCKETS_START = METHODS.length * STATUSES.length;
const BUCKETS = LATENCY_BOUNDS_S.length + 1;
const SUM_AT = BUCKETS_START + BUCKETS;
const LENGTH = SUM_AT + 1;

const BOUNDS_MS = Float64Array.from(LATENCY_BOUNDS_S, (bound_s) => bound_s * 1000);

/** Maps each status to its index in `STATUSES`. */
const STATUS_PLACES = new Uint8Array(600).fill(KNOWN_STATUSES.length);
KNOWN_STATUSES.forEach((status, i) => (STATUS_PLACES[status] = i));

/**
 * Counts as sent in messages. They are totals since the process started, so a lost message loses no counts.
 */
export interface RequestCounts {
  /** Counts by endpoint; read them with `requestsOf` and `latenciesOf`. */
  endpoints: Record<string, number[]>;
  errors: Partial<Record<ErrorCode, number>>;
  /** By endpoint: the number of searches in each class of `ANSWERS`. */
  answers: Record<string, number[]>;
  /** 404 answers by endpoint and reason. */
  notFound: Record<string, Record<string, number>>;
}

/**
 * Counts the requests of one process. Counting happens for every request, so it only adds to numbers in
 * arrays. Readers get a copy.
 */
export class RequestTally {
  readonly #endpoints = new Map<string, Float64Array>();
  readonly #errors = new Map<ErrorCode, number>();
  readonly #answers = new Map<string, Float64Array>();
  readonly #notFound = new Map<string, Map<string, number>>();

  /** Adds endpoints that must be reported before their first request. */
  expect(endpoints: readonly string[]): void {
    for (const endpoint of endpoints) this.#countsOf(endpoint);
  }

  /** @param endpoint one of a bounded set: one of our paths, `UNKNOWN_PATH` or `UNREADABLE` */
  count(endpoint: string, method: string | undefined, status: number, duration_ms: number): void {
    const counts = this.#countsOf(endpoint);
    counts[methodPlace(method) * STATUSES.length + (STATUS_PLACES[status] ?? KNOWN_STATUSES.length)]++;
    let bucket = 0;
    while (bucket < BOUNDS_MS.length && duration_ms > BOUNDS_MS[bucket]) bucket++;
    counts[BUCKETS_START + bucket]++;
    counts[SUM_AT] += duration_ms / 1000;
  }

  /** Counts a request that was refused or failed with this code. */
  countError(code: ErrorCode): void {
    this.#errors.set(code, (this.#errors.get(code) ?? 0) + 1);
  }

  countAnswer(endpoint: string, answer: Answered): void {
    let counts = this.#answers.get(endpoint);
    if (counts === undefined) this.#answers.set(endpoint, (counts = new Float64Array(ANSWERS.length)));
    counts[ANSWERS.indexOf(answer)]++;
  }

  /** @param reason the reason in the error's details */
  countNotFound(endpoint: string, reason: string): void {
    let reasons = this.#notFound.get(endpoint);
    if (reasons === undefined) this.#notFound.set(endpoint, (reasons = new Map<string, number>()));
    if (reasons.has(reason) || reasons.size < MOST_REASONS)
      reasons.set(reason, (reasons.get(reason) ?? 0) + 1);
  }

  counts(): RequestCounts {
    const arrays = (map: ReadonlyMap<string, Float64Array>): Record<string, number[]> =>
      Object.fromEntries([...map].map(([name, counts]) => [name, Array.from(counts)]));
    return {
      endpoints: arrays(this.#endpoints),
      errors: Object.fromEntries(this.#errors),
      answers: arrays(this.#answers),
      notFound: Object.fromEntries([...this.#notFound].map(([name, own]) => [name, Object.fromEntries(own)])),
    };
  }

  #countsOf(endpoint: string): Float64Array {
    let counts = this.#endpoints.get(endpoint);
    if (counts === undefined) {
      counts = new Float64Array(LENGTH);
      this.#endpoints.set(endpoint, counts);
    }
    return counts;
  }
}

function methodPlace(method: string | undefined): number {
  switch (method) {
    case 'GET':
      return 0;
    case 'HEAD':
      return 1;
    case 'OPTIONS':
      return 2;
    default:
      return 3;
  }
}

export interface RequestCell {
  method: string;
  status: string;
  requests: number;
}

/** Returns the requests of one endpoint by method and status. */
export function requestsOf(counts: readonly number[]): RequestCell[] {
  return METHODS.flatMap((method, m) =>
    STATUSES.map((status, s) => ({ method, status, requests: counts[m * STATUSES.length + s] })),
  );
}

/**
 * Returns the latencies of one endpoint. `cumulative` has one number for each bound, and one for all
 * requests.
 */
export function latenciesOf(counts: readonly number[]): { cumulative: number[]; sum_s: number } {
  let total = 0;
  const cumulative = counts.slice(BUCKETS_START, SUM_AT).map((requests) => (total += requests));
  return { cumulative, sum_s: counts[SUM_AT] };
}
