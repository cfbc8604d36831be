/** A turn of the event loop that takes longer is a stall, all of it: others take some microseconds. */
const TURN_MS = 0.5;

/**
 * Notes when this process stood still, so that a wait can be told from a stall. It keeps the event loop
 * turning.
 */
export class StallWatch {
  #stalls: { from_ms: number; to_ms: number }[] = [];
  #turnedAt_ms = performance.now();
  #isOver = false;

  constructor() {
    const turn = (): void => {
      const now_ms = performance.now();
      if (now_ms - this.#turnedAt_ms > TURN_MS)
        this.#stalls.push({ from_ms: this.#turnedAt_ms, to_ms: now_ms });
      this.#turnedAt_ms = now_ms;
      if (!this.#isOver) setImmediate(turn);
    };
    turn();
  }

  /** How long the process stood still between two moments, in ms. */
  stalled_ms(from_ms: number, to_ms: number): number {
    let sum_ms = 0;
    // The latest ones are asked for most.
    for (let i = this.#stalls.length - 1; i >= 0 && this.#stalls[i].to_ms > from_ms; i--) {
      const stall = this.#stalls[i];
      sum_ms += Math.max(Math.min(stall.to_ms, to_ms) - Math.max(stall.from_ms, from_ms), 0);
    }
    // The turn in which this is asked is not over.
    const isStalled = to_ms - this.#turnedAt_ms > TURN_MS;
    return sum_ms + (isStalled ? to_ms - Math.max(this.#turnedAt_ms, from_ms) : 0);
  }

  close(): void {
    this.#isOver = true;
  }
}
