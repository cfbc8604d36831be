import type { Steps } from '../../arrays/steps.js';
import type { KeptByBytes } from './kept-by-bytes.js';
import { LooksLeft, Unprepared, type Preparation } from './on-demand-search.js';

/**
 * The maximum number of times that computed roads may be evicted by other roads before they are used. After
 * that, the work runs without interruption.
 */
const MOST_TRIES = 10;

/** Roads whose computation for the cache is in progress. Another request may be computing the same roads. */
export class RoadsInSteps<Roads extends { readonly bytes: number }> implements Preparation {
  readonly #store: KeptByBytes<Roads>;
  readonly #key: string;
  readonly #steps: Steps<Roads>;
  #isMade = false;

  constructor(store: KeptByBytes<Roads>, key: string, steps: Steps<Roads>) {
    this.#store = store;
    this.#key = key;
    this.#steps = steps;
  }

  get isDone(): boolean {
    return this.#isMade || this.#store.has(this.#key);
  }

  step(): void {
    const step = this.#steps.next();
    if (step.done !== true) return;
    this.#isMade = true;
    this.#store.get(this.#key, () => step.value);
  }
}

/**
 * Computes the data that searches need in short steps, and only one item at a time, because each item takes
 * up memory.
 */
export class Preparing {
  readonly looks = new LooksLeft();
  readonly #onDone: (done: Preparation) => void;
  #current: Preparation | null = null;
  /** The value of `#current` at the previous call of `letGoUnused`. */
  #before: Preparation | null = null;
  /** How many times all computations have been abandoned. */
  #version = 0;

  constructor(onDone: (done: Preparation) => void) {
    this.#onDone = onDone;
  }

  /** Abandons the current computation, because the roads have changed. */
  giveUp(): void {
    this.#version++;
    this.#current = null;
  }

  /**
   * Drops the computation if it was already current at the previous call. A request that is still waiting for
   * the computation continues it.
   */
  letGoUnused(): void {
    if (this.#current === this.#before) this.#current = null;
    this.#before = this.#current;
  }

  /**
   * Does the work immediately, unless that would take long. In that case, it first computes, in short steps,
   * the roads or the contraction costs that the work needs, and then starts the work again.
   */
  *inSlices<T>(work: () => T): Generator<void, T> {
    for (let tries = 0; ; tries++) {
      let due: Preparation;
      if (tries < MOST_TRIES) this.looks.begin();
      try {
        return work();
      } catch (error) {
        if (!Unprepared.is(error)) throw error;
        due = error.preparation;
      } finally {
        this.looks.end();
      }
      yield* this.#prepare(due);
    }
  }

  /**
   * Runs the preparation after any other preparation that is already in progress, unless the roads change in
   * the meantime.
   */
  *#prepare(due: Preparation): Generator<void, void> {
    const version = this.#version;
    while (!due.isDone && version === this.#version) {
      const first: Preparation = this.#current ?? due;
      // `#current` is cleared first, so that no other request continues this preparation if the step fails.
      this.#current = null;
      first.step();
      if (first.isDone) this.#onDone(first);
      else this.#current = first;
      yield;
    }
  }
}
