/** Bounds of counting requests in Redis, each with its reason. How large a lease is: `lease-size.ts`. */

/**
 * Longest wait of a request for Redis, unless the address says otherwise. Nearby it answers in 1 ms. On a
 * host whose cores are all busy with other work the answer of a healthy Redis took up to some tens of
 * milliseconds, and whoever gives up then counts alone and lets too much pass. Workers count alone when the
 * process that leads them is silent for `PATIENCE_MS`. The most is well below.
 */
export const WAIT_MS = { default: 150, min: 3, max: 250 };

/** Timers of Node come up to 1 ms late, and the turn of the event loop in which they come takes its time. */
export const TIMER_LATE_MS = 2;

/**
 * The wait has so many parts. A busy host lets a process stand still for longer than the whole wait. Redis is
 * not to blame then: it has to miss every part.
 */
export const WAIT_PARTS = 3;

/** A lease that nobody used for this long goes back. The next look is up to `LEASE_MS` later. */
export const RETURN_MS = 100;

/** A used-up key with leases is asked again after this: others may have given something back. */
export const EMPTY_MS = 100;

/** Keys in one call of the script. Redis does nothing else meanwhile. */
export const KEYS_IN_A_CALL = 100;

/** When Redis is back, it is told of so many keys at a time, and of the next ones after a pause. */
export const SETTLED_AT_ONCE = 50;
export const SETTLE_MS = 5;

/** How often Redis is asked for the time: while all is well, and while it is away. */
export const BEAT_MS = { well: 1_000, away: 50 };

/** Redis is back when this many of those questions in a row were answered in time. */
export const BEATS_TO_RETURN = 3;

/**
 * A return that does not last this long doubles the number of answers that the next one takes, up to five
 * seconds of them. So a Redis that is too slow at times costs few requests a wait, and few lines in the log.
 */
export const STEADY_MS = 10_000;
export const BEATS_TO_RETURN_MAX = 100;

/**
 * A Redis that lost its counts grants nothing for so long. Meanwhile every service notices, within a beat or
 * an attempt to connect, and tells what it knows to be used.
 */
export const HEARING_MS = 1_500;
