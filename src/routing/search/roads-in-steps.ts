import type { Steps } from '../../arrays/steps.js';
import type { KeptByBytes } from './kept-by-bytes.js';
import type { Preparation } from './on-demand-search.js';

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
