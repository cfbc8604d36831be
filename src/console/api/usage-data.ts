/** Usage and refused requests in the console's JSON API. */

/** `today`: per minute, since midnight in the deployment's time zone. `30d`: per hour. `13m`: per day. */
export type UsagePeriod = 'today' | '30d' | '13m';

export interface UsageQuery {
  period: UsagePeriod;
  /** If given, only this key's usage is returned. */
  key?: string;
  endpoint?: string;
}

/** The outcomes of requests, as in `gazarch usage`. */
export type UsageOutcome =
  | 'ok'
  | 'not_found'
  | 'bad_request'
  | 'unauthorized'
  | 'forbidden'
  | 'limited'
  | 'timeout'
  | 'client_gone'
  | 'unavailable'
  | 'error';

export interface UsageFigures {
  requests: number;
  /** Contains only outcomes that occurred. */
  outcomes: Partial<Record<UsageOutcome, number>>;
  /**
   * The latency in milliseconds that this percentage of the responses did not exceed; `null` if there were no
   * responses. Latencies above 10 s are reported as 10,000.
   */
  p50_ms: number | null;
  p95_ms: number | null;
  p99_ms: number | null;
}

export interface UsagePoint extends UsageFigures {
  /**
   * The start in Unix seconds. For a day, the start is midnight UTC of the day's date, in every time zone.
   */
  start_s: number;
}

export interface Usage {
  period: UsagePeriod;
  step: 'minute' | 'hour' | 'day';
  /**
   * The start of the first step and the end of the last step, in the format of `start_s`. `series` omits
   * steps without requests.
   */
  from_s: number;
  until_s: number;
  time_zone: string;
  total: UsageFigures;
  /** The steps, oldest first. */
  series: UsagePoint[];
  by_endpoint: ({ endpoint: string } & UsageFigures)[];
  /** The keys, busiest first. */
  by_key: ({ key_id: string; name: string } & UsageFigures)[];
  /** The quota of the project, or of the requested key. */
  quota: QuotaState;
  /** Whether this deployment counts usage. */
  is_counted: boolean;
}

export interface QuotaState {
  /** The first days of this month and the next (`2026-11-01`), in the deployment's time zone. */
  month: string;
  until: string;
  /**
   * The number of requests that count toward the quota: those answered with a result or with a client error
   * (400, 404).
   */
  used: number;
  /** `null` if there is no quota. */
  quota: number | null;
  refuses: boolean;
}

/**
 * A request that was not answered with a result. The request's query is not stored, because it reveals where
 * people are.
 */
export interface RefusedRequest {
  time: string;
  request_id: string;
  key_id: string | null;
  key_name: string | null;
  project_id: string | null;
  endpoint: string;
  status: number;
  /** The error code in the response, such as `RATE_LIMIT_EXCEEDED`. */
  code: string;
  /** The `details.reason` in the response, such as `origin_not_allowed`; `null` if there is none. */
  reason: string | null;
  /** The answer's `details.field`. */
  field: string | null;
}

export interface ErrorsAnswer {
  errors: RefusedRequest[];
  /** The number of errors that are kept for each key. */
  kept: number;
}
