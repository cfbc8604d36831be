import { LEASED_ABOVE } from '../lease-limits.js';

/** The size of a service's lease from Redis. Its workers' leases: `lease-limits.ts`. */

/**
 * A lease covers the service's use of the key in this much time. So a busy key costs ten questions a second,
 * and a killed service loses a tenth of a second of its traffic.
 */
export const LEASE_MS = 100;

/** A lease at most doubles, so that one burst does not count as a habit. */
const LEASE_GROWTH = 2;

/**
 * A lease is at most an eighth of the remaining requests: so leases shrink, and the last requests get none.
 */
export const LEASE_PART = 8;

export interface RecentUse {
  limit: number;
  /** Requests of the key since the last question, including those that ask now. */
  used: number;
  /** Time since the last question. */
  elapsed_ms: number;
}

/**
 * The requests that a service asks for beyond the waiting ones. Redis gives at most a part of the remaining
 * requests. So leases shrink towards the end of a window, and its last requests get none.
 */
export function spareFor({ limit, used, elapsed_ms }: RecentUse): number {
  if (limit <= LEASED_ABOVE) return 0;
  return Math.max(Math.floor(used * Math.min(LEASE_GROWTH, LEASE_MS / elapsed_ms)), 0);
}
