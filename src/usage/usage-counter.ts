import { RequestErrors } from './request-errors.js';
import { UnfoundSearches } from './unfound-searches.js';
import { UsageCells, type UsageMinute } from './usage-cells.js';
import { bucketOf, outcomeOf } from './usage-tables.js';

const MINUTE_MS = 60_000;

/**
 * Counts the requests of one process, until somebody takes the counts. It costs a request less than 0.1 µs
 * and makes no object for it.
 */
export class UsageCounter {
  readonly errors = new RequestErrors();
  /** Null: such searches are not counted. */
  readonly unfound: UnfoundSearches | null;
  readonly #cells = new UsageCells(0);
  /** Ended minutes since counts were last taken. */
  #ended: UsageMinute[] = [];

  constructor({ countsUnfound = false } = {}) {
    this.unfound = countsUnfound ? new UnfoundSearches() : null;
  }

  /**
   * Counts one request in the minute of its answer.
   * @param keyId null: no known key
   * @param endpoint index in `USAGE_ENDPOINTS`
   * @param end_ms Unix time
   */
  add(keyId: string | null, endpoint: number, status: number, duration_ms: number, end_ms: number): void {
    const minute = Math.floor(end_ms / MINUTE_MS);
    if (minute !== this.#cells.minute) this.#turnTo(minute);
    this.#cells.add(keyId ?? '', endpoint, outcomeOf(status), bucketOf(duration_ms));
  }

  /** Counts since the last call. */
  take(): UsageMinute[] {
    this.#end(this.#cells.minute);
    const taken = this.#ended;
    this.#ended = [];
    return taken;
  }

  /** A request reported just after the edge of its minute counts in the new minute. */
  #turnTo(minute: number): void {
    if (minute !== this.#cells.minute - 1) this.#end(minute);
  }

  #end(next: number): void {
    if (this.#cells.size > 0) this.#ended.push(this.#cells.toMessage());
    this.#cells.clear(next);
  }
}
