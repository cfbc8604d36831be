import { LEASED_ABOVE } from '../lease-limits.js';
import type { KeyStock } from '../window-supply.js';

/** This service's share of a key's requests in the current window, and the last known state of the rest. */
export class SharedStock implements KeyStock {
  readonly key: string;
  limit: number;
  granted = 0;
  /** The part of `granted` that the ledger has let through. */
  given = 0;
  /** The number of requests used by all services, as of Redis's last answer. */
  used = 0;
  /** The number of requests taken (or, if negative, given back) that have not been reported to Redis. */
  untold = 0;
  /** The number of requests in unanswered questions. */
  asked = 0;
  /** Whether one of the unanswered questions also requests a lease. */
  isLeaseAsked = false;
  /** Whether some requests were taken while Redis was down. */
  isAlone = false;
  /** Asking Redis before this time is pointless. */
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

  /** Without leases, no service is holding any of a key's requests, so none will be returned. */
  get isFinal(): boolean {
    return !this.isLeased && this.beyond === 0;
  }

  /**
   * Called when Redis is down: from now on, this service may use all requests that were left according to
   * Redis's last answer.
   */
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
