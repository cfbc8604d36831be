import { RequestErrors } from './request-errors.js';
import { UnfoundSearches } from './unfound-searches.js';
import { UsageCells, type UsageMinute } from './usage-cells.js';
import { bucketOf, outcomeOf } from './usage-tables.js';

const MINUTE_MS = 60_000;

/**
 * Counts the requests of one process until the counts are collected. Counting a request takes less than 0.1
 * µs and allocates no object.
 */
export class UsageCounter {
  readonly errors = new RequestErrors();
  /** Null if searches without results are not counted. */
  readonly unfound: UnfoundSearches | null;
  readonly #cells = new UsageCells(0);
  /** Completed minutes since the last collection. */
  #ended: UsageMinute[] = [];

  constructor({ countsUnfound = false } = {}) {
    this.unfound = countsUnfound ? new UnfoundSearches() : null;
  }

  /**
   * Counts one request in the minute in which its response was sent.
   * @param keyId null if the request had no known key
   * @param endpoint index in `USAGE_ENDPOINTS`
   * @param end_ms Unix time
   */
  add(keyId: string | null, endpoint: number, status: number, duration_ms: number, end_ms: number): void {
    const minute = Math.floor(end_ms / MINUTE_MS);
    if (minute !== this.#cells.minute) this.#turnTo(minute);
    this.#cells.add(keyId ?? '', endpoint, outcomeOf(status), bucketOf(duration_ms));
  }

  /** Returns the counts since the last call. */
  take(): UsageMinute[] {
    this.#end(this.#cells.minute);
    const taken = this.#ended;
    this.#ended = [];
    return taken;
  }

  /** A request that is reported just after its minute ended counts in the new minute. */
  #turnTo(minute: number): void {
    if (minute !== this.#cells.minute - 1) this.#end(minute);
  }

  #end(next: number): void {
    if (this.#cells.size > 0) this.#ended.push(this.#cells.toMessage());
    this.#cells.clear(next);
  }
}
