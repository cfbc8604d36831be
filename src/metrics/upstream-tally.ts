import { LATENCY_BOUNDS_S } from './request-tally.js';

/** Calls to one external engine since the process started. */
export interface UpstreamCounts {
  /** The engine's type, followed by its mode if it has one: `osrm driving`. */
  source: string;
  outcomes: Record<string, number>;
  /** One count for each bound, one for everything above the bounds, and the sum of seconds. */
  latency: number[];
}

const SUM_AT = LATENCY_BOUNDS_S.length + 1;

/** Counts the calls to external engines. */
export class UpstreamTally {
  /** By the engine's name and host. */
  readonly #engines = new Map<string, UpstreamCounts>();
  readonly #outcomes: readonly string[];

  /** @param outcomes all possible outcomes, so that each is reported from the start */
  constructor(outcomes: readonly string[]) {
    this.#outcomes = outcomes;
  }

  /**
   * Returns the function that counts calls to one engine. A second call for the same engine continues its
   * counts.
   * @param engine its name and host
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
      // Including calls that were never made would make a hung engine look fast.
      if (duration_ms === null) return;
      const duration_s = duration_ms / 1000;
      const bucket = LATENCY_BOUNDS_S.findIndex((bound_s) => duration_s <= bound_s);
      counts.latency[bucket < 0 ? SUM_AT - 1 : bucket]++;
      counts.latency[SUM_AT] += duration_s;
    };
  }

  /** By name and host: whether each engine answers. */
  readonly isUp: Record<string, boolean> = {};

  note(engine: string, isUp: boolean): void {
    this.isUp[engine] = isUp;
  }

  /** Returns a copy of the counts, by engine. */
  counts(): Record<string, UpstreamCounts> {
    return structuredClone(Object.fromEntries(this.#engines));
  }
}

/** Adds another process's calls. */
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

/**
 * Returns the durations of calls to one source. `cumulative` has one number for each bound, and one for all
 * calls.
 */
export function durationsOf({ latency }: UpstreamCounts): { cumulative: number[]; sum_s: number } {
  let total = 0;
  return { cumulative: latency.slice(0, SUM_AT).map((calls) => (total += calls)), sum_s: latency[SUM_AT] };
}
