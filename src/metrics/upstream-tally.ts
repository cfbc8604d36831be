import { LATENCY_BOUNDS_S } from './request-tally.js';

/** Calls of one engine elsewhere, since the start of a process. */
export interface UpstreamCounts {
  /** The kind of the engine, and its mode if it has one: `osrm driving`. */
  source: string;
  outcomes: Record<string, number>;
  /** One number for each bound, one for all above, and the sum of seconds. */
  latency: number[];
}

const SUM_AT = LATENCY_BOUNDS_S.length + 1;

/** Counts the calls of engines elsewhere. */
export class UpstreamTally {
  /** By engine, with its host. */
  readonly #engines = new Map<string, UpstreamCounts>();
  readonly #outcomes: readonly string[];

  /** @param outcomes all possible ones, so that each appears from the start */
  constructor(outcomes: readonly string[]) {
    this.#outcomes = outcomes;
  }

  /**
   * The function that counts calls of one engine. A second call with the same engine continues its counts.
   * @param engine its name with its host
   */
  counterOf(source: string, engine = source): (outcome: string, duration_ms: number | null) => void {
    const counts = this.#engines.get(engine) ?? {
      source,
      outcomes: Object.fromEntries(this.#outcomes.map((outcome) => [outcome, 0])),
      latency: new Array<number>(SUM_AT + 1).fill(0),
    };
    this.#engines.set(engine, counts);
    return (outcome, duration_ms) => {
      counts.outcomes[outcome]++;
      // Calls that were not made would let a hanging engine look quick.
      if (duration_ms === null) return;
      const duration_s = duration_ms / 1000;
      const bucket = LATENCY_BOUNDS_S.findIndex((bound_s) => duration_s <= bound_s);
      counts.latency[bucket < 0 ? SUM_AT - 1 : bucket]++;
      counts.latency[SUM_AT] += duration_s;
    };
  }

  /** Whether each engine answers, by its name with its host. */
  readonly isUp: Record<string, boolean> = {};

  note(engine: string, isUp: boolean): void {
    this.isUp[engine] = isUp;
  }

  /** A copy of the counts, by engine. */
  counts(): Record<string, UpstreamCounts> {
    return structuredClone(Object.fromEntries(this.#engines));
  }
}

/** Adds the calls of another process. */
export function addUpstreams(
  sum: Record<string, UpstreamCounts>,
  added: Readonly<Record<string, UpstreamCounts>>,
): void {
  for (const [engine, { source, outcomes, latency }] of Object.entries(added)) {
    const before = sum[engine];
    sum[engine] = {
      source,
      outcomes: Object.fromEntries(
        Object.entries(outcomes).map(([name, count]) => [name, count + (before?.outcomes[name] ?? 0)]),
      ),
      latency: latency.map((value, i) => value + (before?.latency[i] ?? 0)),
    };
  }
}

/** Durations of one source. `cumulative` has one number for each bound, and one for all calls. */
export function durationsOf({ latency }: UpstreamCounts): { cumulative: number[]; sum_s: number } {
  let total = 0;
  return { cumulative: latency.slice(0, SUM_AT).map((calls) => (total += calls)), sum_s: latency[SUM_AT] };
}
