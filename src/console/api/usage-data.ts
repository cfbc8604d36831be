/** Usage and refused requests in the JSON API of the console. */

/**
 * `today`: by the minute, since midnight in the deployment's time zone. `30d`: by the hour. `13m`: by the
 * day.
 */
export type UsagePeriod = 'today' | '30d' | '13m';

export interface UsageQuery {
  period: UsagePeriod;
  /** Only usage of this key. */
  key?: string;
  endpoint?: string;
}

/** Outcomes of requests, as in `gazarch usage`. */
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
  /** Only outcomes that occurred. */
  outcomes: Partial<Record<UsageOutcome, number>>;
  /** Milliseconds that this share of the answers did not exceed; null: no answers. Above 10 s: 10,000. */
  p50_ms: number | null;
  p95_ms: number | null;
  p99_ms: number | null;
}

export interface UsagePoint extends UsageFigures {
  /** Unix seconds. For a day: midnight of its date in UTC, in every time zone. */
  start_s: number;
}

export interface Usage {
  period: UsagePeriod;
  step: 'minute' | 'hour' | 'day';
  /**
   * The first step, and the one after the last, as `start_s`. Steps without requests are missing in `series`.
   */
  from_s: number;
  until_s: number;
  time_zone: string;
  total: UsageFigures;
  /** Oldest first. */
  series: UsagePoint[];
  by_endpoint: ({ endpoint: string } & UsageFigures)[];
  /** Busiest first. */
  by_key: ({ key_id: string; name: string } & UsageFigures)[];
  /** The quota of the project, or of the requested key. */
  quota: QuotaState;
  /** False: this deployment does not count usage. */
  is_counted: boolean;
}

export interface QuotaState {
  /** First day of the month and of the next, `2026-11-01`, in the time zone of the deployment. */
  month: string;
  until: string;
  /** Requests that count for it: those answered with a result or with the client's mistake (400, 404). */
  used: number;
  /** Null: there is no quota. */
  quota: number | null;
  refuses: boolean;
}

/** A request that did not get a result. Its query is not kept, because it says where people are. */
export interface RefusedRequest {
  time: string;
  request_id: string;
  key_id: string | null;
  key_name: string | null;
  project_id: string | null;
  endpoint: string;
  status: number;
  /** Code of the error in the answer, such as `RATE_LIMIT_EXCEEDED`. */
  code: string;
  /** `details.reason` of the answer, such as `origin_not_allowed`; null: it has none. */
  reason: string | null;
  /** `details.field` of the answer. */
  field: string | null;
}

export interface ErrorsAnswer {
  errors: RefusedRequest[];
  /** How many errors are kept for each key. */
  kept: number;
}
