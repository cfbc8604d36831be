import { addCounts, noCounts, type Counts, type WorkerFigures } from './figures.js';

interface Row {
  /** Counted from 1. An ended worker's slot is reused, so there are only as many slots as workers. */
  slot: number;
  figures: WorkerFigures;
}

/**
 * The workers' latest reports. Counts of ended workers stay in the sum, so it never falls. The last values of
 * a hung worker are kept.
 */
export class WorkerBoard {
  readonly #rows = new Map<number, Row>();
  readonly #ended = noCounts();

  report(worker: number, figures: WorkerFigures): void {
    const row = this.#rows.get(worker);
    if (row === undefined) this.#rows.set(worker, { slot: this.#freeSlot(), figures });
    else row.figures = figures;
  }

  /** Records that a worker has ended and sends no more reports. */
  drop(worker: number): void {
    const row = this.#rows.get(worker);
    if (row === undefined) return;
    addCounts(this.#ended, row.figures.counts);
    this.#rows.delete(worker);
  }

  /** The workers in the order of their slots. */
  workers(): readonly Readonly<Row>[] {
    return [...this.#rows.values()].sort((a, b) => a.slot - b.slot);
  }

  /** The total counts of all workers, current and ended. */
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
