/** Limits for counting requests across processes, with the reason for each. */

/**
 * For keys with a higher limit than this, processes lease requests in advance. Below it, a key sends at most
 * 17 requests a second, so asking for each request is cheap and `Remaining` is exact. Above it, nobody reads
 * the last digits of `Remaining`.
 */
export const LEASED_ABOVE = 1_000;

/**
 * A lease is this share of the remaining requests, divided by the number of processes. With a limit of a
 * million and four processes, the first lease is 31,250. Leases shrink towards the end, and the last requests
 * are not leased. All leases together hold at most an eighth of the remaining requests. The processes ask a
 * few hundred questions per window.
 */
export const LEASE_SHARE = 1 / 8;

/**
 * If a process does not return a lease within this time, the process is considered hung and its lease is
 * considered used. Normally a process answers within a millisecond, or within tens of milliseconds under
 * load.
 */
export const RECALL_MS = 200;

/**
 * If a process gets no answer for this long, it counts on its own. This is longer than `RECALL_MS`, which may
 * be part of the wait. It also allows for an overloaded machine, where the owner of the counts waits for
 * processor time. Clients hardly notice the delay.
 */
export const PATIENCE_MS = 500;

/**
 * The number of requests left beyond the lease is requested again if the last answer is older than this.
 * `Remaining` therefore lags behind other processes by at most one second.
 */
export const REFRESH_MS = 1_000;
