import type { LearnedSpeeds } from '../../../routing/current/learned-speeds.js';
import { currentSpeeds, loadSpeeds } from './speed-files.js';

/** The result of a check for learned speeds: the loaded speeds, null if there are no speeds, or the error. */
export type SpeedsTaken = { path: string; ways: number } | null | Error;

/** The learned speeds in a folder, kept in sync with the disk. */
export class FollowedSpeeds {
  readonly #folder: string;
  #path: string | null = null;
  #learned: LearnedSpeeds | null = null;
  /** Why the speeds could not be loaded. Each reason is reported only once. */
  #fault: string | null = null;

  constructor(folder: string) {
    this.#folder = folder;
  }

  get learned(): LearnedSpeeds | null {
    return this.#learned;
  }

  /**
   * Reads the current file if it has changed since the last call. Returns undefined if the file has not
   * changed.
   */
  async refresh(): Promise<SpeedsTaken | undefined> {
    try {
      const path = currentSpeeds(this.#folder);
      const isKnown = path === this.#path;
      [this.#path, this.#fault] = [path, null];
      if (isKnown) return undefined;
      this.#learned = path === null ? null : await loadSpeeds(path);
      return path === null ? null : { path, ways: this.#learned!.wayCount };
    } catch (error) {
      // The previously loaded speeds stay in use. The file's content does not change until the file is
      // replaced.
      const { message } = error as Error;
      const isTold = message === this.#fault;
      this.#fault = message;
      return isTold ? undefined : (error as Error);
    }
  }
}
