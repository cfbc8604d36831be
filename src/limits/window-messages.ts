/**
 * What the processes of one service say to each other about counts. The process that starts the others owns the counts (`WindowLedger`); each of the
 * others asks it, and may hold a part of a key's remaining requests in advance (`LeasedWindowCounter`). A channel keeps the order of its messages.
 */

/** Requests of one key, all of one turn of the event loop, that are to be counted. */
export interface Ask {
  /** Given by the asking process; the answer has it too. */
  ask: number;
  key: string;
  limit: number;
  /** None: only to learn what is left. */
  hits: number;
  /** Unix milliseconds. */
  now_ms: number;
}

export interface Answer {
  ask: number;
  /** So many of the hits pass; the others are refused. */
  allowed: number;
  /** So many more may pass in this window without asking. */
  lease: number;
  /** What is left for everybody, without this lease and those of others. */
  remaining: number;
  /** The window in which the hits were counted: minutes since 1970. */
  window: number;
  /** Nothing is left, and nobody holds a lease: until the window turns there is no need to ask. */
  isExhausted: boolean;
}

export interface Lease {
  key: string;
  /** What was not used of it, and is free again. */
  unused: number;
}

/** From a counting process to the owner of the counts. */
export type LedgerMessage =
  | { kind: 'count'; asks: Ask[] }
  /** The answer to `recall`. */
  | { kind: 'returned'; window: number; leases: Lease[] }
  /** Without having been asked: a lease for a limit that holds no longer. */
  | { kind: 'freed'; window: number; leases: Lease[] };

/** From the owner of the counts to a counting process. */
export type CounterMessage =
  | { kind: 'counted'; answers: Answer[] }
  /** Give back what is left of these leases, because somebody else has use for it. */
  | { kind: 'recall'; window: number; keys: string[] };
