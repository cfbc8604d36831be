import { LEASED_ABOVE } from '../lease-limits.js';

/**
 * The size of the leases that a service gets from Redis. The leases of its workers are in `lease-limits.ts`.
 */

/**
 * A lease covers the service's use of the key for this long. A busy key therefore needs ten calls a second,
 * and a service that is killed loses a tenth of a second of the key's traffic.
 */
export const LEASE_MS = 100;

/** A lease can at most double, so that a single burst does not count as the usual traffic. */
const LEASE_GROWTH = 2;

/**
 * A lease is at most an eighth of the remaining requests. Leases therefore shrink, and the last requests are
 * not leased.
 */
export const LEASE_PART = 8;

export interface RecentUse {
  limit: number;
  /** The number of the key's requests since the last call, including the requests that are now waiting. */
  used: number;
  /** The time since the last call. */
  elapsed_ms: number;
}

/**
 * Returns how many requests to ask for in addition to the waiting requests. Redis grants at most a fraction
 * of the remaining requests. Leases therefore shrink toward the end of a window, and its last requests are
 * not leased.
 */
export function spareFor({ limit, used, elapsed_ms }: RecentUse): number {
  if (limit <= LEASED_ABOVE) return 0;
  return Math.max(Math.floor(used * Math.min(LEASE_GROWTH, LEASE_MS / elapsed_ms)), 0);
}
