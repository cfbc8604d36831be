import type { LearnedSpeeds } from '../../../routing/current/learned-speeds.js';
import { currentSpeeds, loadSpeeds } from './speed-files.js';

/**
 * The result of a look at learned speeds: those that were taken, null if there are none, or why they were not
 * taken.
 */
export type SpeedsTaken = { path: string; ways: number } | null | Error;

/** The learned speeds of a folder, as they are on the disk. */
export class FollowedSpeeds {
  readonly #folder: string;
  #path: string | null = null;
  #learned: LearnedSpeeds | null = null;
  /** Why they could not be taken; each reason is reported once. */
  #fault: string | null = null;

  constructor(folder: string) {
    this.#folder = folder;
  }

  get learned(): LearnedSpeeds | null {
    return this.#learned;
  }

  /** Reads the valid file if it is another than before; undefined if nothing is new. */
  async refresh(): Promise<SpeedsTaken | undefined> {
    try {
      const path = currentSpeeds(this.#folder);
      const isKnown = path === this.#path;
      [this.#path, this.#fault] = [path, null];
      if (isKnown) return undefined;
      this.#learned = path === null ? null : await loadSpeeds(path);
      return path === null ? null : { path, ways: this.#learned!.wayCount };
    } catch (error) {
      // The speeds taken before still hold. The file stays as it is until somebody replaces it.
      const { message } = error as Error;
      const isTold = message === this.#fault;
      this.#fault = message;
      return isTold ? undefined : (error as Error);
    }
  }
}
