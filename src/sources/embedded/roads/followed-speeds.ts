import type { LearnedSpeeds } from '../../../routing/current/learned-speeds.js';
import { currentSpeeds, loadSpeeds } from './speed-files.js';

/** What became of learned speeds: those that were taken over, null where none are, or why they were not. */
export type SpeedsTaken = { path: string; ways: number } | null | Error;

/** The learned speeds of a folder, as they are on the disk. */
export class FollowedSpeeds {
  readonly #folder: string;
  #path: string | null = null;
  #learned: LearnedSpeeds | null = null;
  /** Why they could not be taken over; each reason is told once. */
  #fault: string | null = null;

  constructor(folder: string) {
    this.#folder = folder;
  }

  get learned(): LearnedSpeeds | null {
    return this.#learned;
  }

  /** Reads the file that counts, when it is another than before; undefined where nothing is new. */
  async refresh(): Promise<SpeedsTaken | undefined> {
    try {
      const path = currentSpeeds(this.#folder);
      const isKnown = path === this.#path;
      [this.#path, this.#fault] = [path, null];
      if (isKnown) return undefined;
      this.#learned = path === null ? null : await loadSpeeds(path);
      return path === null ? null : { path, ways: this.#learned!.wayCount };
    } catch (error) {
      // What was taken before still holds. The file stays as it is until somebody replaces it.
      const { message } = error as Error;
      const isTold = message === this.#fault;
      this.#fault = message;
      return isTold ? undefined : (error as Error);
    }
  }
}
