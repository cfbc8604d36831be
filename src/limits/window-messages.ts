import type { JointAnswer, JointAsk } from './joint-windows.js';

/**
 * Messages about counts between the processes of one service. The process that starts the others owns the
 * counts (`WindowLedger`). Each of the others asks it, and may hold a part of a key's remaining requests in
 * advance (`LeasedWindowCounter`). A channel keeps the order of its messages.
 */

/** Requests of one key to count, all from one turn of the event loop. */
export interface Ask {
  /** Number given by the asking process; the answer repeats it. */
  ask: number;
  key: string;
  limit: number;
  /** Number of requests. 0: only asks for the remainder. */
  hits: number;
  /**
   * The hits are one request that counts as several: all of them pass, or none. Absent: they are single
   * requests.
   */
  isWhole?: true;
  /** Unix milliseconds. */
  now_ms: number;
}

export interface Answer {
  ask: number;
  /** This many of the hits pass; the others are refused. */
  allowed: number;
  /** This many more may pass in this window without a question. */
  lease: number;
  /** The remainder for everybody, not counting leases. */
  remaining: number;
  /** The window in which the hits were counted: minutes since 1970. */
  window: number;
  /** True: none are left, and nobody holds a lease. There is no need to ask until the next window. */
  isExhausted: boolean;
}

/** The part of a lease that a process gives back. */
export interface Lease {
  key: string;
  /** Requests of the lease that were not used and are free again. */
  unused: number;
}

/** From a counting process to the owner of the counts. */
export type LedgerMessage =
  | { kind: 'count'; asks: Ask[] }
  /** Requests that count in several windows each, from one turn of the event loop. */
  | { kind: 'joint'; asks: JointAsk[] }
  /** The answer to `recall`. */
  | { kind: 'returned'; window: number; leases: Lease[] }
  /** Sent without a recall: the limit of the lease has changed. */
  | { kind: 'freed'; window: number; leases: Lease[] };

/** From the owner of the counts to a counting process. */
export type CounterMessage =
  | { kind: 'counted'; answers: Answer[] }
  | { kind: 'joined'; answers: JointAnswer[] }
  /** Asks for the rest of these leases; another process needs it. */
  | { kind: 'recall'; window: number; keys: string[] }
  | SupplyNews;

/** The state of the shared store that the owner of the counts asks. Without one there is no news. */
export interface SupplyNews {
  kind: 'supply';
  /** Whether the store does not answer, so that this service counts on its own. */
  isAway: boolean;
  /** How far the clock of the windows is ahead of the clock of this machine. */
  ahead_ms: number;
}

const LEDGER_KINDS: readonly string[] = [
  'count',
  'joint',
  'returned',
  'freed',
] satisfies LedgerMessage['kind'][];

export function isForLedger(message: { kind: string }): message is LedgerMessage {
  return LEDGER_KINDS.includes(message.kind);
}
