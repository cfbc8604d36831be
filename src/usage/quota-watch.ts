import type { Calendar } from './calendar.js';
import { monthAt, type Month } from './month.js';
import type { UsageStore } from './usage-store.js';

/** A monthly quota; requests that exceed it are refused. */
export interface Quota {
  /** The key's or project's id. */
  id: string;
  /** The id of the key itself, or the ids of all the project's keys. */
  keyIds: readonly string[];
  /** The maximum number of requests per month. */
  quota: number;
}

export interface QuotaWatchOptions {
  /** Returns all current quotas for which excess requests are refused. */
  quotas: () => Promise<Quota[]>;
  usage: Pick<UsageStore, 'monthlyUse'>;
  calendar: Calendar;
  /** Called when the set of used-up quotas changes, with their ids and the end of the month. */
  tell: (ids: string[], ends_ms: number) => void;
  /** Called with the problem when comparisons begin to fail, and with null when they work again. */
  onProblem?: (problem: unknown) => void;
}

/**
 * Compares the usage counts with those quotas for which excess requests are refused. While the counts or the
 * quotas are unavailable, the last known state applies.
 */
export class QuotaWatch {
  readonly #options: QuotaWatchOptions;
  #month: Month = { first_s: 0, next_s: 0, ends_ms: Number.NEGATIVE_INFINITY };
  #told = '';
  #isAiling = false;

  constructor(options: QuotaWatchOptions) {
    this.#options = options;
  }

  /**
   * Compares the counts with the quotas once, and never throws. Call this method repeatedly, for example
   * after each write of counts.
   */
  async look(now_ms = Date.now()): Promise<void> {
    const { onProblem } = this.#options;
    try {
      this.#tell(await this.#usedUp(now_ms));
      if (this.#isAiling) onProblem?.(null);
      this.#isAiling = false;
    } catch (problem) {
      if (!this.#isAiling) onProblem?.(problem);
      this.#isAiling = true;
    }
  }

  async #usedUp(now_ms: number): Promise<string[]> {
    const { quotas: ask, usage, calendar } = this.#options;
    if (now_ms >= this.#month.ends_ms) this.#month = monthAt(calendar, now_ms);
    const quotas = await ask();
    if (quotas.length === 0) return [];
    const used = await usage.monthlyUse(this.#month.first_s);
    const sum = (keyIds: readonly string[]): number =>
      keyIds.reduce((total, keyId) => total + (used.get(keyId) ?? 0), 0);
    return quotas.filter(({ keyIds, quota }) => sum(keyIds) >= quota).map(({ id }) => id);
  }

  #tell(ids: string[]): void {
    const { ends_ms } = this.#month;
    const told = `${ends_ms} ${ids.sort().join(' ')}`;
    if (told === this.#told) return;
    this.#told = told;
    this.#options.tell(ids, ends_ms);
  }
}
