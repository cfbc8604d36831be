/**
 * The length of a window. Requests are counted per key in fixed one-minute windows aligned to the clock
 * (`floor(now / 60 s)`), so that all replicas agree on them.
 */
export const WINDOW_MS = 60_000;

/** Describes a request's full window, or the one with the least room. */
export interface WindowState {
  allowed: boolean;
  /** The window's index among the request's windows. */
  place: number;
  limit: number;
  /** The number of requests left in this window after this request. */
  remaining: number;
  /** The Unix time in whole seconds at which the window ends. */
  resetAt_s: number;
}

/** A window that counts a request. */
export interface LimitedWindow {
  /** The id of a key, a project or an organisation. */
  id: string;
  /** A whole number of at least 1. */
  limit: number;
}

/** Counts requests per key, in this process, in its leader or in Redis. */
export interface WindowCounter {
  /**
   * Counts one request in all of these windows, or in none if one is full. The first window is the key's.
   * `nowMs` is Unix time. A request that counts as several (`amount`) is counted entirely or not at all.
   */
  hit(windows: readonly LimitedWindow[], nowMs: number, amount?: number): WindowState | Promise<WindowState>;
  /** `degraded` if a shared counter does not answer and counting continues in memory. */
  state(): 'ok' | 'degraded';
}

/** Returns the state of an unused window, for a response to a request without a key. */
export function untouchedWindow(limit: number, nowMs: number): WindowState {
  const resetAt_s = windowEnd_s(Math.floor(nowMs / WINDOW_MS));
  return { allowed: true, place: 0, limit, remaining: limit, resetAt_s };
}

/**
 * Returns the Unix time in whole seconds at which a window ends. Windows are numbered in minutes since 1970.
 */
export function windowEnd_s(window: number, window_ms = WINDOW_MS): number {
  return ((window + 1) * window_ms) / 1000;
}
