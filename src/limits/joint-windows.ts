import { assert } from '../errors.js';
import { windowEnd_s, WINDOW_MS, type LimitedWindow, type WindowState } from './window-counter.js';

/**
 * Counts one request in several windows together: the windows of its key, its project and its organisation.
 */

/** The result of counting a request. */
export interface JointCount {
  allowed: boolean;
  /** The index of the window that is full or has the least room. */
  place: number;
  /** The number of requests left in that window after this request. */
  remaining: number;
  /** The number of the minute in which the request was counted. */
  window: number;
}

/** One request to count. */
export interface JointAsk {
  /** An id that the asking process assigns and the answer repeats. */
  ask: number;
  windows: LimitedWindow[];
  /** How many requests the request counts as. */
  amount: number;
  /** Unix milliseconds. */
  now_ms: number;
}

export interface JointAnswer extends JointCount {
  ask: number;
}

/** Keeps the shared request counts outside this process's memory. */
export interface JointSource {
  /** @param amount how many requests this request counts as; either all are counted or none */
  count(windows: readonly LimitedWindow[], now_ms: number, amount: number): JointCount | Promise<JointCount>;
}

/**
 * Keeps exact counts in the memory of one process. A request passes if every window has room. Otherwise the
 * request is not counted. Therefore, if a limit is raised within a window, only the requests that were served
 * count against the new limit.
 */
export class JointWindows implements JointSource {
  readonly #window_ms: number;
  #used = new Map<string, number>();
  #window = Number.NEGATIVE_INFINITY;

  /** @param window_ms only tests use a length other than `WINDOW_MS` */
  constructor(window_ms = WINDOW_MS) {
    this.#window_ms = window_ms;
  }

  get window(): number {
    return this.#window;
  }

  /** The ids of all windows with counts. */
  ids(): string[] {
    return [...this.#used.keys()];
  }

  used(id: string): number {
    return this.#used.get(id) ?? 0;
  }

  count(windows: readonly LimitedWindow[], now_ms: number, amount: number): JointCount {
    this.turnTo(Math.floor(now_ms / this.#window_ms));
    const window = this.#window;
    let [place, least] = [0, Number.POSITIVE_INFINITY];
    for (let at = 0; at < windows.length; at++) {
      const { id, limit } = windows[at];
      if (!(Number.isInteger(limit) && limit >= 1)) assert(false, `rate limit ${limit}`);
      const left = limit - this.used(id);
      if (left < amount) return { allowed: false, place: at, remaining: Math.max(left, 0), window };
      // If several windows have the same number of requests left, the key's window is shown, because it comes
      // first.
      if (left < least) [place, least] = [at, left];
    }
    for (const { id } of windows) this.#used.set(id, this.used(id) + amount);
    return { allowed: true, place, remaining: least - amount, window };
  }

  /** Adds counts from other services. */
  raise(id: string, used: number): void {
    if (used > this.used(id)) this.#used.set(id, used);
  }

  /**
   * Switches to the window that a request belongs to. If a request read the clock just before a window ended
   * but is counted after a request from the new window, the earlier request also counts in the new window. An
   * older window starts only if the clock was set back by more than a window.
   * @returns whether the window has changed
   */
  turnTo(window: number): boolean {
    if (window === this.#window || window === this.#window - 1) return false;
    this.#window = window;
    this.#used = new Map();
    return true;
  }
}

/** @param end_s the end of the window according to this machine's clock */
export function jointState(
  { allowed, place, remaining, window }: JointCount,
  windows: readonly LimitedWindow[],
  end_s: (window: number) => number = windowEnd_s,
): WindowState {
  return { allowed, place, limit: windows[place].limit, remaining, resetAt_s: end_s(window) };
}
