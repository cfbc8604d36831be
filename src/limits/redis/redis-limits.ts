/**
 * Limits for counting requests in Redis, with the reason for each. The size of a lease is in `lease-size.ts`.
 */

/**
 * The maximum time that a request waits for Redis, unless the Redis address sets a different one. A nearby
 * Redis answers in 1 ms. On a host whose cores were all busy with other work, a healthy Redis took up to
 * several tens of milliseconds to answer, and a service that gives up before the answer counts on its own and
 * lets too many requests pass. Workers count on their own if their leader is silent for `PATIENCE_MS`, so the
 * maximum is well below that.
 */
export const WAIT_MS = { default: 150, min: 3, max: 250 };

/** Node's timers fire up to 1 ms late, and their turn of the event loop also takes time. */
export const TIMER_LATE_MS = 2;

/**
 * The number of parts into which the wait is split. A busy host may suspend a process for longer than the
 * whole wait. That is not Redis's fault, so Redis is considered too slow only if it misses every part.
 */
export const WAIT_PARTS = 3;

/** A lease that is unused for this long is returned. The next check may be up to `LEASE_MS` later. */
export const RETURN_MS = 100;

/**
 * After this long, more requests are requested for an exhausted key with leases, because other services may
 * have returned some.
 */
export const EMPTY_MS = 100;

/** The number of keys in one call of the script. Redis does nothing else during the call. */
export const KEYS_IN_A_CALL = 100;

/** The number of keys to report in one batch when Redis is back; the next batch follows after a pause. */
export const SETTLED_AT_ONCE = 50;
export const SETTLE_MS = 5;

/** How often Redis is asked for the time, while it is up and while it is down. */
export const BEAT_MS = { well: 1_000, away: 50 };

/** Redis is considered back when it has answered this many consecutive calls quickly enough. */
export const BEATS_TO_RETURN = 3;

/**
 * If Redis is back for less than this and fails again, the next return requires twice as many answers, up to
 * five seconds' worth. A Redis that is occasionally too slow therefore delays few requests and causes few log
 * lines.
 */
export const STEADY_MS = 10_000;
export const BEATS_TO_RETURN_MAX = 100;

/**
 * A Redis that lost its counts grants nothing for this long. Within this time, every service notices the loss
 * (after a beat or a connection attempt) and reports the known counts.
 */
export const HEARING_MS = 1_500;
