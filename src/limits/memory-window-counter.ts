import { jointState, JointWindows } from './joint-windows.js';
import type { LimitedWindow, WindowCounter, WindowState } from './window-counter.js';

/** Keeps exact counts in this process's memory: one number for each key used in the current window. */
export class MemoryWindowCounter implements WindowCounter {
  readonly #windows = new JointWindows();

  hit(windows: readonly LimitedWindow[], nowMs: number, amount = 1): WindowState {
    return jointState(this.#windows.count(windows, nowMs, amount), windows);
  }

  state(): 'ok' {
    return 'ok';
  }
}
