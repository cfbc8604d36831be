import type { JointSource } from './joint-windows.js';

/**
 * Supplies requests to a ledger that does not own the counts. Several services share one store, and each may
 * let through only what the store granted it.
 */

/** The requests in a key's window that one service may let through. */
export interface KeyStock {
  /** The limit for which the stock was granted. */
  readonly limit: number;
  /** The number of requests granted in this window, including those already let through. */
  readonly granted: number;
  /** The number of requests left for all services beyond this grant, as of the store's last answer. */
  readonly beyond: number;
  /** Whether no requests are left and none will be returned in this window. */
  readonly isFinal: boolean;
}

export interface WindowSupply {
  /** Counts requests that belong to several windows. */
  readonly joint: JointSource;
  /** Returns the number of the window at a given time on this machine's clock. */
  windowAt(now_ms: number): number;
  /** Drops the state of the previous window. */
  turnTo(window: number): void;
  /** Returns a key's stock in the current window. The stock exists until the window ends. */
  stockOf(key: string, limit: number): KeyStock;
  /**
   * Requests more from the store at the end of this turn. If the demand has a new limit, the new limit takes
   * effect.
   * @returns false if waiting is pointless, because everything available was added to the stock
   */
  demand(key: string, demand: Demand): boolean;
  /**
   * Records that no request is waiting for the key. Requests that are not needed are returned to the store.
   */
  settled(key: string, given: number): void;
  /** Returns granted but unused requests to the store. */
  giveBack(key: string, given: number): void;
}

export interface Demand {
  limit: number;
  /** The number of waiting requests that the stock does not cover. */
  missing: number;
  /** The number of requests from the stock that have already passed. */
  given: number;
}

/** Receives news from a supply on behalf of its ledger. */
export interface SupplyListener {
  /** Called when the store has moved to this window, regardless of this machine's clock. */
  turnTo(window: number): void;
  /** Called when the store has answered, or when it is known that no answer will come. */
  supplied(answers: readonly Supplied[]): void;
  /**
   * Called when the ledger should return the requests of these keys that it does not need, because other
   * services may need them.
   */
  idle(keys: readonly string[]): void;
}

export interface Supplied {
  key: string;
  /**
   * If not null, the store granted these requests from a window that this process has already left. The stock
   * did not change.
   */
  past: { window: number; granted: number; beyond: number } | null;
}
