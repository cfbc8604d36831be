import type { UsageSum } from './usage-store.js';
import { BUCKETS, LATENCY_BOUNDS_US, OUTCOMES, type Outcome } from './usage-tables.js';

/**
 * Only requests with these outcomes reached the data. How quickly a request was refused says nothing about
 * the latency of lookups.
 */
const WITH_LATENCY: readonly Outcome[] = ['ok', 'not_found'];

/** The requests in a period, by outcome, with their latencies. */
export class UsageFigures {
  requests = 0;
  readonly outcomes: Record<Outcome, number>;
  readonly #latencies = new Array<number>(BUCKETS).fill(0);

  constructor() {
    this.outcomes = Object.fromEntries(OUTCOMES.map((outcome) => [outcome, 0])) as Record<Outcome, number>;
  }

  /** @param sum a sum for one outcome */
  add({ outcome, requests, buckets }: UsageSum): void {
    this.requests += requests;
    // A newer version may have written outcomes that are unknown to this version.
    if (outcome === undefined || !OUTCOMES.includes(outcome)) return;
    this.outcomes[outcome] += requests;
    if (WITH_LATENCY.includes(outcome)) buckets.forEach((n, bucket) => (this.#latencies[bucket] += n));
  }

  /**
   * Returns the latency that the given share of the responses did not exceed, as a bucket's upper bound.
   * @returns null if there are no responses, or infinity if the latency is above the largest bound
   */
  latency_ms(share: number): number | null {
    const answers = this.#latencies.reduce((sum, n) => sum + n, 0);
    if (answers === 0) return null;
    let left = Math.ceil(answers * share);
    const bucket = this.#latencies.findIndex((n) => (left -= n) <= 0);
    return bucket < LATENCY_BOUNDS_US.length ? LATENCY_BOUNDS_US[bucket] / 1000 : Number.POSITIVE_INFINITY;
  }
}

/** Groups sums by `name`, in the order in which the names first appear. */
export function figuresBy<K>(sums: readonly UsageSum[], name: (sum: UsageSum) => K): Map<K, UsageFigures> {
  const figures = new Map<K, UsageFigures>();
  for (const sum of sums) {
    let own = figures.get(name(sum));
    if (own === undefined) figures.set(name(sum), (own = new UsageFigures()));
    own.add(sum);
  }
  return figures;
}

export function totalOf(sums: readonly UsageSum[]): UsageFigures {
  return figuresBy(sums, () => 'all').get('all') ?? new UsageFigures();
}
