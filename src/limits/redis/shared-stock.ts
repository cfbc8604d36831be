import { LEASED_ABOVE } from '../lease-limits.js';
import type { KeyStock } from '../window-supply.js';

/** What this service has of one key in the current window, and what it knows of the rest. */
export class SharedStock implements KeyStock {
  readonly key: string;
  limit: number;
  granted = 0;
  /** What the ledger has given out of `granted`. */
  given = 0;
  /** Used by all services, as Redis last said. */
  used = 0;
  /** Taken, or below 0 given back, without Redis knowing. */
  untold = 0;
  /** Requests in questions that are not answered yet. */
  asked = 0;
  /** A lease is in one of these questions. */
  isLeaseAsked = false;
  /** Something of it was taken while Redis was away. */
  isAlone = false;
  /** There is nothing to ask for before this moment. */
  emptyUntil_ms = Number.NEGATIVE_INFINITY;
  usedAt_ms = Number.NEGATIVE_INFINITY;
  askedAt_ms = Number.NEGATIVE_INFINITY;
  givenAtAsk = 0;

  constructor(key: string, limit: number) {
    this.key = key;
    this.limit = limit;
  }

  get beyond(): number {
    return Math.max(this.limit - this.used - this.untold, 0);
  }

  get isLeased(): boolean {
    return this.limit > LEASED_ABOVE;
  }

  /** Nobody holds anything of a key without leases, so nothing comes back. */
  get isFinal(): boolean {
    return !this.isLeased && this.beyond === 0;
  }

  /** Redis is away: what it last knew to be left now counts as this service's own. */
  takeRest(): void {
    const { beyond } = this;
    this.granted += beyond;
    this.untold += beyond;
    this.isAlone = true;
  }

  /** @returns whether there was anything to give back */
  giveBack(given: number): boolean {
    const surplus = this.granted - given;
    this.isAlone = false;
    if (surplus <= 0) return false;
    this.granted -= surplus;
    this.untold -= surplus;
    return true;
  }
}
