import { assert } from '../errors.js';
import { jointState, JointWindows } from './joint-windows.js';
import { WINDOW_MS, windowEnd_s } from './window-counter.js';
import type { JointState, LimitedWindow, WindowCounter, WindowState } from './window-counter.js';

/** The count of one key. It is an object, so that counting needs only one map lookup. */
interface Count {
  used: number;
}

/**
 * Exact counts in the memory of one process. In each window the first `limit` hits of a key are allowed,
 * and no others. It holds one number for each key used in the current window.
 */
export class MemoryWindowCounter implements WindowCounter {
  readonly #counts = new Map<string, Count>();
  readonly #joint = new JointWindows();
  #window = Number.NEGATIVE_INFINITY;

  hit(keyId: string, limit: number, nowMs: number, amount = 1): WindowState {
    if (!(Number.isInteger(limit) && limit >= 1)) assert(false, `rate limit ${limit}`);
    this.#turnTo(Math.floor(nowMs / WINDOW_MS));
    let count = this.#counts.get(keyId);
    if (count === undefined) this.#counts.set(keyId, (count = { used: 0 }));
    const allowed = count.used + amount <= limit;
    // A refused request is not counted. A limit raised within the window then counts
    // from what was really served.
    if (allowed) count.used += amount;
    const remaining = Math.max(limit - count.used, 0);
    return { allowed, limit, remaining, resetAt_s: windowEnd_s(this.#window) };
  }

  hitAll(windows: readonly LimitedWindow[], nowMs: number, amount = 1): JointState {
    return jointState(this.#joint.count(windows, nowMs, amount), windows);
  }

  state(): 'ok' {
    return 'ok';
  }

  /**
   * Starts the window of a request. A request that read the clock just before the edge may be counted
   * just after one that read it behind the edge. It then counts in the window that has begun. Only a
   * clock set back by more than a window starts an older one.
   */
  #turnTo(window: number): void {
    if (window === this.#window || window === this.#window - 1) return;
    this.#window = window;
    this.#counts.clear();
  }
}
