/** The number of example ids kept for each reason, so that people can look up some of the objects. */
const EXAMPLES = 5;

export interface SkippedReason {
  reason: string;
  count: number;
  examples: string[];
}

/** The objects left out of an import, grouped by reason. */
export class Skipped {
  readonly #reasons = new Map<string, SkippedReason>();

  add(reason: string, id: string): void {
    let entry = this.#reasons.get(reason);
    if (entry === undefined) this.#reasons.set(reason, (entry = { reason, count: 0, examples: [] }));
    entry.count++;
    if (entry.examples.length < EXAMPLES) entry.examples.push(id);
  }

  /** Adds the objects of another list. */
  addAll(other: Skipped): void {
    for (const { reason, count, examples } of other.#reasons.values()) {
      const entry = this.#reasons.get(reason) ?? { reason, count: 0, examples: [] };
      this.#reasons.set(reason, entry);
      entry.count += count;
      entry.examples.push(...examples.slice(0, EXAMPLES - entry.examples.length));
    }
  }

  /** Returns the reasons, most frequent first. */
  list(): SkippedReason[] {
    return [...this.#reasons.values()].sort((a, b) => b.count - a.count || (a.reason < b.reason ? -1 : 1));
  }
}
