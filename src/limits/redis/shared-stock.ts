import { LEASED_ABOVE } from '../lease-limits.js';
import type { KeyStock } from '../window-supply.js';

/** This service's part of a key in the current window, and its knowledge of the rest. */
export class SharedStock implements KeyStock {
  readonly key: string;
  limit: number;
  granted = 0;
  /** The part of `granted` that the ledger has given out. */
  given = 0;
  /** Used by all services, in Redis's last answer. */
  used = 0;
  /** Taken, or below 0 given back, without Redis knowing. */
  untold = 0;
  /** Requests in unanswered questions. */
  asked = 0;
  /** Whether one of these questions asks for a lease. */
  isLeaseAsked = false;
  /** Whether some of it was taken while Redis was down. */
  isAlone = false;
  /** Asking before this moment makes no sense. */
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

  /** Nobody holds requests of a key without leases, so none come back. */
  get isFinal(): boolean {
    return !this.isLeased && this.beyond === 0;
  }

  /** Redis is down: the remainder in its last answer now counts as this service's own. */
  takeRest(): void {
    const { beyond } = this;
    this.granted += beyond;
    this.untold += beyond;
    this.isAlone = true;
  }

  /** @returns whether there was any to give back */
  giveBack(given: number): boolean {
    const surplus = this.granted - given;
    this.isAlone = false;
    if (surplus <= 0) return false;
    this.granted -= surplus;
    this.untold -= surplus;
    return true;
  }
}
