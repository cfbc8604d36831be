export interface Latencies {
  count: number;
  p50_ms: number;
  p99_ms: number;
  longest_ms: number;
}

/** Collects times without making an object for each. */
export class LatencyLog {
  #values = new Float64Array(2 ** 16);
  #count = 0;

  add(ms: number): void {
    if (this.#count === this.#values.length) {
      const more = new Float64Array(this.#count * 2);
      more.set(this.#values);
      this.#values = more;
    }
    this.#values[this.#count++] = ms;
  }

  summary(): Latencies {
    const sorted = this.#values.slice(0, this.#count).sort();
    const at = (share: number): number =>
      sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0;
    return { count: sorted.length, p50_ms: at(0.5), p99_ms: at(0.99), longest_ms: at(1) };
  }
}
