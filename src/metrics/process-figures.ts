import { monitorEventLoopDelay, type IntervalHistogram } from 'node:perf_hooks';

/** The state of one process of the service. */
export interface ProcessFigures {
  resident_bytes: number;
  heapUsed_bytes: number;
  /** How late timers ran in the last 15 to 30 s. */
  loopDelay_s: LoopDelay;
}

interface LoopDelay {
  p50: number;
  p99: number;
  max: number;
}

/** How often the delay is sampled. */
const SAMPLE_MS = 20;

/** Prometheus scrapes every 15 s by default. A stall between two scrapes must appear in one of them. */
const SPAN_MS = 15_000;

/** Measures the process in which it runs. */
export class ProcessWatch {
  readonly #loop: IntervalHistogram = monitorEventLoopDelay({ resolution: SAMPLE_MS });
  #before: LoopDelay = { p50: 0, p99: 0, max: 0 };
  #since_ms = performance.now();

  constructor() {
    this.#loop.enable();
  }

  figures(): ProcessFigures {
    const { rss, heapUsed } = process.memoryUsage();
    const now = this.#loopDelay();
    const loopDelay_s = {
      p50: Math.max(now.p50, this.#before.p50),
      p99: Math.max(now.p99, this.#before.p99),
      max: Math.max(now.max, this.#before.max),
    };
    if (performance.now() - this.#since_ms >= SPAN_MS) {
      this.#before = now;
      this.#since_ms = performance.now();
      this.#loop.reset();
    }
    return { resident_bytes: rss, heapUsed_bytes: heapUsed, loopDelay_s };
  }

  close(): void {
    this.#loop.disable();
  }

  #loopDelay(): LoopDelay {
    // A sample is the time between two runs of a timer, so the requested interval is subtracted.
    const delay_s = (sample_ns: number): number => Math.max(0, sample_ns / 1e9 - SAMPLE_MS / 1e3);
    if (this.#loop.count === 0) return { p50: 0, p99: 0, max: 0 };
    return {
      p50: delay_s(this.#loop.percentile(50)),
      p99: delay_s(this.#loop.percentile(99)),
      max: delay_s(this.#loop.max),
    };
  }
}

/** The processor time that this process has used since it started. */
export function cpu_s(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
}
