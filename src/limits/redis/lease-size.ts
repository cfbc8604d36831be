import { LEASED_ABOVE } from '../lease-limits.js';

/** How much a service leases from Redis at once. What its workers lease from it: `lease-limits.ts`. */

/**
 * A lease is as much as this service used of the key in such a time. So a busy key costs ten questions a
 * second, and what a killed service held is a tenth of a second of its traffic.
 */
export const LEASE_MS = 100;

/** A lease that grows at most doubles, so that one burst is not taken for a habit. */
const LEASE_GROWTH = 2;

/** A lease is at most an eighth of what is left: so leases shrink, and the last requests get none. */
export const LEASE_PART = 8;

export interface RecentUse {
  limit: number;
  /** Requests of the key since the last question, those that ask now included. */
  used: number;
  /** Time since the last question. */
  elapsed_ms: number;
}

/**
 * What a service asks for beyond the requests that wait. The store gives a part of what is left at most. So
 * leases shrink towards the end of a window, and its last requests get none.
 */
export function spareFor({ limit, used, elapsed_ms }: RecentUse): number {
  if (limit <= LEASED_ABOVE) return 0;
  return Math.max(Math.floor(used * Math.min(LEASE_GROWTH, LEASE_MS / elapsed_ms)), 0);
}
