import { LEASED_ABOVE } from '../lease-limits.js';
import { LEASE_GROWTH, LEASE_MS } from './redis-limits.js';

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
