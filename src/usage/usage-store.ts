import type { RequestError } from './request-errors.js';
import type { UnfoundSearch, UnfoundText } from './unfound-searches.js';
import type { UsageCount } from './usage-cells.js';
import type { Outcome, UsageEndpoint } from './usage-tables.js';

/** The precision of counts. Finer ones are kept for a shorter time: see `KEPT` in `sql/usage-spans.ts`. */
export type UsageSpan = 'minute' | 'hour' | 'day';

/**
 * Counts that are written together or not at all. A batch whose fate is unknown is written again: the store
 * knows it by its writer and number.
 */
export interface UsageBatch {
  /** The name of one writing process; never reused. */
  writer: string;
  /** Grows with each batch of the writer. */
  sequence: number;
  counts: readonly UsageCount[];
  errors?: readonly RequestError[] | undefined;
  unfound?: readonly UnfoundSearch[] | undefined;
}

/** A column that sums may be grouped by. */
export type UsageColumn = 'start' | 'key' | 'endpoint' | 'outcome';

export interface UsageQuestion {
  span: UsageSpan;
  /**
   * Starts of the spans, from the first to before the second: Unix seconds; for a day, midnight of its date
   * in UTC, in every time zone.
   */
  from_s: number;
  until_s: number;
  /** Only of this key; empty: only of requests without a key. By default, of all keys. */
  keyId?: string | undefined;
  /** Only of these keys. */
  keyIds?: readonly string[] | undefined;
  by: readonly UsageColumn[];
}

/** The sum of all counts with the same values in the requested columns. Other columns are absent. */
export interface UsageSum {
  start_s?: number;
  keyId?: string;
  endpoint?: UsageEndpoint;
  outcome?: Outcome;
  requests: number;
  /** Requests in each latency bucket. */
  buckets: number[];
}

export interface ErrorQuestion {
  /** Only of these keys; an empty id stands for requests without a key. By default, of all keys. */
  keyIds?: readonly string[] | undefined;
  /** Only with this id. Clients may choose it, so it may occur several times. */
  requestId?: string | undefined;
  limit: number;
}

/** The store of counts. Several processes write to one store. Any call may throw while it is down. */
export interface UsageStore {
  /** Adds a batch once: adding it again changes nothing. */
  add(batch: UsageBatch): Promise<void>;
  read(question: UsageQuestion): Promise<UsageSum[]>;
  /**
   * Requests that count for quotas (`QUOTA_OUTCOMES`) in one month, by key.
   * @param first_s first date of the month, see `month.ts`
   */
  monthlyUse(first_s: number): Promise<Map<string, number>>;
  /** The latest requests that did not get a result, newest first. */
  errors(question: ErrorQuestion): Promise<RequestError[]>;
  /** Texts that many searched for without results, most frequent first. */
  unfound(now_ms: number, limit: number): Promise<UnfoundText[]>;
  /** Removes counts that are too old to keep. If several processes call it within an hour, one does it. */
  thin(now_ms: number): Promise<void>;
  close(): Promise<void>;
}
