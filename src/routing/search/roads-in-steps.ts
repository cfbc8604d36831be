import type { Steps } from '../../arrays/steps.js';
import type { KeptByBytes } from './kept-by-bytes.js';
import { LooksLeft, Unprepared, type Preparation } from './on-demand-search.js';

/** So often what was worked out may be put out by roads of others before it is used. Then nobody waits. */
const MOST_TRIES = 10;

/** Roads that are being worked out for the store. Others may work out the same ones. */
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

/** Works out what searches need, in short steps: one at a time, for each takes memory. */
export class Preparing {
  readonly looks = new LooksLeft();
  readonly #onDone: (done: Preparation) => void;
  #current: Preparation | null = null;
  /** The same when `letGoUnused` was called last. */
  #before: Preparation | null = null;
  /** How often all was given up. */
  #version = 0;

  constructor(onDone: (done: Preparation) => void) {
    this.#onDone = onDone;
  }

  /** Nobody needs what is being worked out: the roads have changed. */
  giveUp(): void {
    this.#version++;
    this.#current = null;
  }

  /** Lets go of what was the same at the last call. Who still waits for it goes on with it all the same. */
  letGoUnused(): void {
    if (this.#current === this.#before) this.#current = null;
    this.#before = this.#current;
  }

  /**
   * Does the work at once, unless that would take long: then works out, in short steps, the roads that it
   * needs, or the costs of their contraction, and begins anew.
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

  /** Works it out, after what somebody else waits for, unless the roads change meanwhile. */
  *#prepare(due: Preparation): Generator<void, void> {
    const version = this.#version;
    while (!due.isDone && version === this.#version) {
      const first: Preparation = this.#current ?? due;
      // If the step fails, nobody else goes on with it.
      this.#current = null;
      first.step();
      if (first.isDone) this.#onDone(first);
      else this.#current = first;
      yield;
    }
  }
}
