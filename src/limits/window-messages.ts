import type { JointAnswer, JointAsk } from './joint-windows.js';

/**
 * Messages about counts between the processes of one service. The process that starts the others owns the
 * counts (`WindowLedger`). The other processes ask it, and may lease part of a key's remaining requests in
 * advance (`LeasedWindowCounter`). A channel keeps its messages in order.
 */

/** One key's requests to count, all from one turn of the event loop. */
export interface Ask {
  /** An id that the asking process assigns and the answer repeats. */
  ask: number;
  key: string;
  limit: number;
  /** The number of requests. If the number is 0, the message only asks how many requests are left. */
  hits: number;
  /**
   * Set if the hits are one request that counts as several: all of them pass, or none. If absent, the hits
   * are separate requests.
   */
  isWhole?: true;
  /** Unix milliseconds. */
  now_ms: number;
}

export interface Answer {
  ask: number;
  /** The number of hits that pass; the others are refused. */
  allowed: number;
  /** The number of further requests that may pass in this window without asking. */
  lease: number;
  /** The number of requests left for all processes, not counting leases. */
  remaining: number;
  /** The window in which the hits were counted, in minutes since 1970. */
  window: number;
  /**
   * Whether no requests are left and no process holds a lease. Until the next window, asking is pointless.
   */
  isExhausted: boolean;
}

/** The part of a lease that a process gives back. */
export interface Lease {
  key: string;
  /** The number of unused requests of the lease, which become available again. */
  unused: number;
}

/** A message from a counting process to the owner of the counts. */
export type LedgerMessage =
  | { kind: 'count'; asks: Ask[] }
  /** Requests that each belong to several windows, from one turn of the event loop. */
  | { kind: 'joint'; asks: JointAsk[] }
  /** The answer to `recall`. */
  | { kind: 'returned'; window: number; leases: Lease[] }
  /** These leases are returned without a recall, because the limit of the lease has changed. */
  | { kind: 'freed'; window: number; leases: Lease[] };

/** A message from the owner of the counts to a counting process. */
export type CounterMessage =
  | { kind: 'counted'; answers: Answer[] }
  | { kind: 'joined'; answers: JointAnswer[] }
  /** Requests the unused parts of these leases, because another process needs them. */
  | { kind: 'recall'; window: number; keys: string[] }
  | SupplyNews;

/**
 * The state of the shared store that the owner of the counts uses. Without a shared store, no such messages
 * are sent.
 */
export interface SupplyNews {
  kind: 'supply';
  /** Whether the store is not answering, so that this service counts on its own. */
  isAway: boolean;
  /** How far the clock that defines the windows is ahead of this machine's clock. */
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
