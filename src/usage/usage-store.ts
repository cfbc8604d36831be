import type { RequestError } from './request-errors.js';
import type { UnfoundSearch, UnfoundText } from './unfound-searches.js';
import type { UsageCount } from './usage-cells.js';
import type { Outcome, UsageEndpoint } from './usage-tables.js';

/** The precision of counts. Finer counts are kept for a shorter time: see `KEPT` in `sql/usage-spans.ts`. */
export type UsageSpan = 'minute' | 'hour' | 'day';

/**
 * A batch of counts that are either all written or not written at all. If it is not known whether a write
 * succeeded, the batch is written again; the store recognizes it by its writer and number.
 */
export interface UsageBatch {
  /** The writing process's name, which is never reused. */
  writer: string;
  /** Increases with each batch from the same writer. */
  sequence: number;
  counts: readonly UsageCount[];
  errors?: readonly RequestError[] | undefined;
  unfound?: readonly UnfoundSearch[] | undefined;
}

/** A column by which sums may be grouped. */
export type UsageColumn = 'start' | 'key' | 'endpoint' | 'outcome';

export interface UsageQuestion {
  span: UsageSpan;
  /**
   * The start times of the spans, from `from_s` (inclusive) to `until_s` (exclusive), in Unix seconds. The
   * start time of a day is midnight UTC on its date, regardless of the time zone.
   */
  from_s: number;
  until_s: number;
  /**
   * Counts only requests with this key or, if it is empty, only requests without a key. By default, all keys
   * are counted.
   */
  keyId?: string | undefined;
  /** Counts only these keys. */
  keyIds?: readonly string[] | undefined;
  by: readonly UsageColumn[];
}

/** The sum of all counts with the same values in the grouped columns. Other columns are absent. */
export interface UsageSum {
  start_s?: number;
  keyId?: string;
  endpoint?: UsageEndpoint;
  outcome?: Outcome;
  requests: number;
  /** The number of requests in each latency bucket. */
  buckets: number[];
}

export interface ErrorQuestion {
  /**
   * Returns only errors of these keys. An empty id represents requests without a key. By default, errors of
   * all keys are returned.
   */
  keyIds?: readonly string[] | undefined;
  /**
   * Returns only errors of requests with this id. Clients may choose the request id, so the same id may occur
   * several times.
   */
  requestId?: string | undefined;
  limit: number;
}

/**
 * The store for usage counts. Several processes write to one store. Any call may throw while the store is
 * down.
 */
export interface UsageStore {
  /** Adds a batch once; adding it again changes nothing. */
  add(batch: UsageBatch): Promise<void>;
  read(question: UsageQuestion): Promise<UsageSum[]>;
  /**
   * Returns the number of requests in one month that count towards quotas (`QUOTA_OUTCOMES`), by key.
   * @param first_s the month's first date, see `month.ts`
   */
  monthlyUse(first_s: number): Promise<Map<string, number>>;
  /** Returns the latest requests that did not get a result, newest first. */
  errors(question: ErrorQuestion): Promise<RequestError[]>;
  /** Returns the texts that many clients searched for without results, most frequent first. */
  unfound(now_ms: number, limit: number): Promise<UnfoundText[]>;
  /**
   * Removes counts that are too old to keep. If several processes call this method within an hour, only one
   * of them removes counts.
   */
  thin(now_ms: number): Promise<void>;
  close(): Promise<void>;
}
