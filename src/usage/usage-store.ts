import type { RequestError } from './request-errors.js';
import type { UnfoundSearch, UnfoundText } from './unfound-searches.js';
import type { UsageCount } from './usage-cells.js';
import type { Outcome, UsageEndpoint } from './usage-tables.js';

/** How finely counts are kept. The finer, the shorter: see `KEPT` in `sql/usage-spans.ts`. */
export type UsageSpan = 'minute' | 'hour' | 'day';

/**
 * Counts that are written together or not at all. A batch that may or may not have been written is written
 * again: the store knows it by its writer and number.
 */
export interface UsageBatch {
  /** Names one writing process; never used by another. */
  writer: string;
  /** Grows with each batch of the writer. */
  sequence: number;
  counts: readonly UsageCount[];
  errors?: readonly RequestError[] | undefined;
  unfound?: readonly UnfoundSearch[] | undefined;
}

/** A column that sums may be kept apart by. */
export type UsageColumn = 'start' | 'key' | 'endpoint' | 'outcome';

export interface UsageQuestion {
  span: UsageSpan;
  /**
   * Beginnings of the spans, from the first to before the second: Unix seconds; of a day, midnight of its
   * date in UTC, whatever the time zone.
   */
  from_s: number;
  until_s: number;
  /** Only of this key; empty: only without a key. By default of all. */
  keyId?: string | undefined;
  /** Only of these keys. */
  keyIds?: readonly string[] | undefined;
  by: readonly UsageColumn[];
}

/** The sum of all counts that have the same values in the columns asked for. Others are not there. */
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
  /** Only of these keys; an empty id stands for requests without a key. By default of all. */
  keyIds?: readonly string[] | undefined;
  /** Only with this id. A client may choose it, so it may come more than once. */
  requestId?: string | undefined;
  limit: number;
}

/** Where counts are kept. Several processes write to one store. Any call may throw when it is away. */
export interface UsageStore {
  /** Adds a batch, once: one that is there already changes nothing. */
  add(batch: UsageBatch): Promise<void>;
  read(question: UsageQuestion): Promise<UsageSum[]>;
  /**
   * Requests that count for quotas (`QUOTA_OUTCOMES`) in one month, by key.
   * @param first_s first date of the month, see `month.ts`
   */
  monthlyUse(first_s: number): Promise<Map<string, number>>;
  /** The last requests that were not answered with a result, newest first. */
  errors(question: ErrorQuestion): Promise<RequestError[]>;
  /** Texts that many searched for and did not find, the most frequent first. */
  unfound(now_ms: number, limit: number): Promise<UnfoundText[]>;
  /** Removes what is older than it is kept. Of all that call it within an hour, one does it. */
  thin(now_ms: number): Promise<void>;
  close(): Promise<void>;
}
