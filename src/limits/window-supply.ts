import type { JointSource } from './joint-windows.js';

/**
 * The supply of a ledger that does not own the counts: several services share one store, and each has the
 * part that the store granted.
 */

/** The part of a key's window that one service may give out. */
export interface KeyStock {
  /** The limit that it was granted for. */
  readonly limit: number;
  /** Requests of this window to give out, including those already given. */
  readonly granted: number;
  /** The remainder for everybody beyond that, in the store's last answer. */
  readonly beyond: number;
  /** Whether none are left, and none will come back in this window. */
  readonly isFinal: boolean;
}

export interface WindowSupply {
  /** For requests in several windows. */
  readonly joint: JointSource;
  /** The number of the window at a moment of this machine's clock. */
  windowAt(now_ms: number): number;
  /** Forgets the previous window. */
  turnTo(window: number): void;
  /** The stock of a key in the current window. It exists until the window ends. */
  stockOf(key: string, limit: number): KeyStock;
  /**
   * Asks for more, at the end of this turn. A new limit takes effect.
   * @returns false if waiting makes no sense: all there is was added to the stock
   */
  demand(key: string, demand: Demand): boolean;
  /** Notes that nobody waits for the key. Its unneeded rest goes back to the store. */
  settled(key: string, given: number): void;
  /** Returns granted and unused requests to the store. */
  giveBack(key: string, given: number): void;
}

export interface Demand {
  limit: number;
  /** Waiting requests that the stock does not cover. */
  missing: number;
  /** Requests of the stock that were given out. */
  given: number;
}

/** News of a supply for its ledger. */
export interface SupplyListener {
  /** The store has moved to this window, whatever the clock of this machine says. */
  turnTo(window: number): void;
  /** The store has answered, or is known not to answer. */
  supplied(answers: readonly Supplied[]): void;
  /** These keys should give back the part that they do not need: others may need it. */
  idle(keys: readonly string[]): void;
}

export interface Supplied {
  key: string;
  /**
   * Not null: the store granted this from a window that this side has already left. The stock did not change.
   */
  past: { window: number; granted: number; beyond: number } | null;
}
