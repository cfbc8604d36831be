import { addCounts, noCounts, type Counts, type WorkerFigures } from './figures.js';

interface Row {
  /** From 1 on; that of a worker that has ended is used again, so there are as many as workers. */
  slot: number;
  figures: WorkerFigures;
}

/**
 * What the workers told last. What those counted that have ended stays in the sum, so it never falls. A
 * worker that hangs is shown as it was.
 */
export class WorkerBoard {
  readonly #rows = new Map<number, Row>();
  readonly #ended = noCounts();

  report(worker: number, figures: WorkerFigures): void {
    const row = this.#rows.get(worker);
    if (row === undefined) this.#rows.set(worker, { slot: this.#freeSlot(), figures });
    else row.figures = figures;
  }

  /** The worker has ended and tells nothing any more. */
  drop(worker: number): void {
    const row = this.#rows.get(worker);
    if (row === undefined) return;
    addCounts(this.#ended, row.figures.counts);
    this.#rows.delete(worker);
  }

  /** In the order of their slots. */
  workers(): readonly Readonly<Row>[] {
    return [...this.#rows.values()].sort((a, b) => a.slot - b.slot);
  }

  /** Of all workers there are and were. */
  counts(): Counts {
    const sum = noCounts();
    addCounts(sum, this.#ended);
    for (const { figures } of this.#rows.values()) addCounts(sum, figures.counts);
    return sum;
  }

  #freeSlot(): number {
    const taken = new Set([...this.#rows.values()].map(({ slot }) => slot));
    let slot = 1;
    while (taken.has(slot)) slot++;
    return slot;
  }
}
