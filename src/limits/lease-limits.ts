/** Limits for counting requests across processes, with the reason for each. */

/**
 * For keys with a higher limit than this, processes lease requests in advance. Below this limit, a key sends
 * at most 17 requests a second, so asking the owner of the counts about each request is cheap and `Remaining`
 * is exact. Above this limit, nobody reads the last digits of `Remaining`.
 */
export const LEASED_ABOVE = 1_000;

/**
 * A lease is this fraction of the remaining requests, divided by the number of processes. With a limit of a
 * million and four processes, the first lease is 31,250. Leases shrink toward the end, and the last requests
 * are not leased. All leases together hold at most an eighth of the remaining requests. The processes ask the
 * owner of the counts a few hundred times per window.
 */
export const LEASE_SHARE = 1 / 8;

/**
 * If a process does not return a lease within this time, the process is considered hung and its lease is
 * considered used. Normally a process answers within a millisecond, or within tens of milliseconds under
 * load.
 */
export const RECALL_MS = 200;

/**
 * If a process gets no answer for this long, it counts on its own. This timeout is longer than `RECALL_MS`,
 * which may be part of the wait. The timeout also allows for an overloaded machine, where the owner of the
 * counts waits for processor time. Clients hardly notice the delay.
 */
export const PATIENCE_MS = 500;

/**
 * If the last answer is older than this, the process asks again how many requests are left beyond the lease.
 * `Remaining` therefore lags behind other processes by at most one second.
 */
export const REFRESH_MS = 1_000;
