import type { UsageSum } from './usage-store.js';
import { BUCKETS, LATENCY_BOUNDS_US, OUTCOMES, type Outcome } from './usage-tables.js';

/** Latencies of requests that reached the data. A refusal says nothing about them. */
const WITH_LATENCY: readonly Outcome[] = ['ok', 'not_found'];

/** Requests of some time, by outcome, with their latencies. */
export class UsageFigures {
  requests = 0;
  readonly outcomes: Record<Outcome, number>;
  readonly #latencies = new Array<number>(BUCKETS).fill(0);

  constructor() {
    this.outcomes = Object.fromEntries(OUTCOMES.map((outcome) => [outcome, 0])) as Record<Outcome, number>;
  }

  /** @param sum of one outcome */
  add({ outcome, requests, buckets }: UsageSum): void {
    this.requests += requests;
    // A newer version may have written outcomes that this one does not know.
    if (outcome === undefined || !OUTCOMES.includes(outcome)) return;
    this.outcomes[outcome] += requests;
    if (WITH_LATENCY.includes(outcome)) buckets.forEach((n, bucket) => (this.#latencies[bucket] += n));
  }

  /**
   * A latency that this share of the answers did not exceed: the upper bound of a bucket.
   * @returns null without answers; infinity above the largest bound
   */
  latency_ms(share: number): number | null {
    const answers = this.#latencies.reduce((sum, n) => sum + n, 0);
    if (answers === 0) return null;
    let left = Math.ceil(answers * share);
    const bucket = this.#latencies.findIndex((n) => (left -= n) <= 0);
    return bucket < LATENCY_BOUNDS_US.length ? LATENCY_BOUNDS_US[bucket] / 1000 : Number.POSITIVE_INFINITY;
  }
}

/** Sums by `name` of each sum, in the order in which the names first appear. */
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
