/**
 * Requests per key in fixed windows of one minute, aligned to the clock (`floor(now / 60 s)`), so that every replica
 * agrees on them. Memory now, Redis later.
 */
export const WINDOW_MS = 60_000;

export interface WindowState {
  allowed: boolean;
  limit: number;
  /** Requests left in this window after this one. */
  remaining: number;
  /** Unix time in whole seconds at which the window ends. */
  resetAt_s: number;
}

export interface WindowCounter {
  /** Counts one request of a key, unless its window is full. `limit` is a whole number of at least 1. */
  hit(keyId: string, limit: number, nowMs: number): WindowState | Promise<WindowState>;
  /** `degraded`: a shared counter is away, and counting goes on in memory. */
  state(): 'ok' | 'degraded';
}

/** The window of a response that belongs to no key: nothing of it is used. */
export function untouchedWindow(limit: number, nowMs: number): WindowState {
  return { allowed: true, limit, remaining: limit, resetAt_s: windowEnd_s(Math.floor(nowMs / WINDOW_MS)) };
}

/** Unix time in whole seconds at which a window, counted from 1970, ends. */
export function windowEnd_s(window: number): number {
  return (window + 1) * (WINDOW_MS / 1000);
}
