import type { JointSource } from './joint-windows.js';

/**
 * What a ledger gives out when it does not own the counts itself: several services share one store, and each
 * has what the store granted it.
 */

/** The part of a key's window that one service may give out. */
export interface KeyStock {
  /** The limit that it was granted for. */
  readonly limit: number;
  /** Requests of this window that may be given out, those included that were. */
  readonly granted: number;
  /** What was left for everybody beyond that, when the store last answered. */
  readonly beyond: number;
  /** Nothing is left, and nothing will come back in this window. */
  readonly isFinal: boolean;
}

export interface WindowSupply {
  /** For requests that count in several windows. */
  readonly joint: JointSource;
  /** The number of the window at a moment of this machine's clock. */
  windowAt(now_ms: number): number;
  /** Forgets the window before. */
  turnTo(window: number): void;
  /** The stock of a key in the current window. It lives until the window ends. */
  stockOf(key: string, limit: number): KeyStock;
  /**
   * Asks for more, at the end of this turn. A limit other than before takes effect.
   * @returns false when there is no use in waiting: as much as there is was added to the stock
   */
  demand(key: string, demand: Demand): boolean;
  /** Notes that nobody waits for the key any more. A key's unneeded rest goes back to the store. */
  settled(key: string, given: number): void;
  /** Returns to the store what was granted and not given out. */
  giveBack(key: string, given: number): void;
}

export interface Demand {
  limit: number;
  /** Requests that wait and that the stock does not cover. */
  missing: number;
  /** Requests of the stock that were given out. */
  given: number;
}

/** News of a supply for its ledger. */
export interface SupplyListener {
  /** The store has turned to this window, whatever the clock of this machine says. */
  turnTo(window: number): void;
  /** The store has answered, or it is known that it does not. */
  supplied(answers: readonly Supplied[]): void;
  /** These keys should give back what they do not need: others may need it. */
  idle(keys: readonly string[]): void;
}

export interface Supplied {
  key: string;
  /** Not null: the store granted this from a window that this side has left. The stock did not change. */
  past: { window: number; granted: number; beyond: number } | null;
}
