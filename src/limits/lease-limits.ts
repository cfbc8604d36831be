/** Bounds of counting requests across processes, with reasons. */

/**
 * Keys with a limit above this are leased. Below it a key sends at most 17 requests a second: asking for each
 * is cheap, and `Remaining` is exact. Above it nobody reads the last digits of `Remaining`.
 */
export const LEASED_ABOVE = 1_000;

/**
 * A lease is this share of the remaining requests, divided by the number of processes. With a limit of a
 * million and four processes the first lease is 31,250. Leases shrink towards the end; the last requests get
 * none. All leases together hold at most an eighth of the remaining requests. A window takes a few hundred
 * questions.
 */
export const LEASE_SHARE = 1 / 8;

/**
 * A process that does not return a lease within this time is considered hung, and its lease used. Normally it
 * answers within a millisecond, or tens of them under load.
 */
export const RECALL_MS = 200;

/**
 * After this long without an answer, each process counts on its own. This is longer than `RECALL_MS`, which
 * may be part of the wait. It also covers an overloaded machine, where the owner of the counts waits for its
 * turn. A client hardly notices the delay.
 */
export const PATIENCE_MS = 500;

/**
 * The remainder beyond the lease is requested again if the last answer is older than this. So `Remaining`
 * misses at most a second of requests to other processes.
 */
export const REFRESH_MS = 1_000;
