/**
 * How long one slice takes. Others wait for one slice at most, however many long works there are. A route
 * takes a fifth of it, and to go from one slice to the next costs a few microseconds. Shorter ones help
 * little: reading the points of a matrix and writing its answer are not sliced.
 */
const SLICE_MS = 0.25;

/** So many works are begun at once, and others wait for their end: what is begun holds memory. */
const BEGUN = 4;

interface Job {
  /** Works for one slice. @returns whether it is over */
  slice(): boolean;
}

/**
 * Works on long questions in slices, a few in turn, so that short ones are answered in between. Whoever waits
 * for longer than the deadline of a request is given up.
 */
export class Slices {
  readonly #jobs: Job[] = [];

  /**
   * Begins at once. What takes no longer than a slice is answered at once, too.
   * @param work pauses where others may go on
   * @param signal when it is aborted, the work is given up: nobody waits for it any more
   */
  work<T>(work: Generator<void, T>, signal?: AbortSignal): T | Promise<T> {
    if (this.#jobs.length === 0) {
      const first = sliceOf(work);
      if (first.done === true) return first.value;
    }
    return new Promise((resolve, reject) => {
      const slice = (): boolean => {
        try {
          if (signal?.aborted === true) throw signal.reason;
          const next = sliceOf(work);
          if (next.done === true) resolve(next.value);
          return next.done === true;
        } catch (error) {
          reject(error instanceof Error ? error : new Error(String(error)));
          return true;
        }
      };
      this.#jobs.push({ slice });
      if (this.#jobs.length === 1) setImmediate(() => this.#turn());
    });
  }

  /** One slice of the job whose turn it is; the next one comes after what has arrived meanwhile. */
  #turn(): void {
    const job = this.#jobs[0];
    const isOver = job.slice();
    this.#jobs.shift();
    if (!isOver) this.#jobs.splice(BEGUN - 1, 0, job);
    if (this.#jobs.length > 0) setImmediate(() => this.#turn());
  }
}

function sliceOf<T>(work: Generator<void, T>): IteratorResult<void, T> {
  const end_ms = performance.now() + SLICE_MS;
  let next = work.next();
  while (next.done !== true && performance.now() < end_ms) next = work.next();
  return next;
}
