/** Bounds of counting requests in Redis, with reasons. The size of a lease: `lease-size.ts`. */

/**
 * Longest wait of a request for Redis, unless the address says otherwise. A nearby one answers in 1 ms. On a
 * host whose cores were all busy with other work, the answer of a healthy Redis took up to several tens of
 * milliseconds; a service that gives up then counts alone and lets too much pass. Workers count alone if the
 * process that leads them is silent for `PATIENCE_MS`. The maximum is well below.
 */
export const WAIT_MS = { default: 150, min: 3, max: 250 };

/** Node's timers come up to 1 ms late, and their turn of the event loop takes its time. */
export const TIMER_LATE_MS = 2;

/**
 * The number of parts of the wait. A busy host may suspend a process for longer than the whole wait. Redis is
 * not to blame then, so it has to miss every part.
 */
export const WAIT_PARTS = 3;

/** A lease not used for this long is given back. The next check is up to `LEASE_MS` later. */
export const RETURN_MS = 100;

/** After this, an exhausted key with leases is requested again: others may have given some back. */
export const EMPTY_MS = 100;

/** Keys in one call of the script. Meanwhile Redis does nothing else. */
export const KEYS_IN_A_CALL = 100;

/** Keys to report at a time when Redis is back; the next ones follow after a pause. */
export const SETTLED_AT_ONCE = 50;
export const SETTLE_MS = 5;

/** How often Redis is asked for the time: while it is up, and while it is down. */
export const BEAT_MS = { well: 1_000, away: 50 };

/** Redis is back when this many of those questions in a row were answered in time. */
export const BEATS_TO_RETURN = 3;

/**
 * A return shorter than this doubles the number of answers that the next return takes, up to five seconds of
 * them. So a Redis that is sometimes too slow makes few requests wait, and writes few lines to the log.
 */
export const STEADY_MS = 10_000;
export const BEATS_TO_RETURN_MAX = 100;

/**
 * A Redis that lost its counts grants nothing for this long. Meanwhile every service notices, within a beat
 * or an attempt to connect, and reports the known use.
 */
export const HEARING_MS = 1_500;
