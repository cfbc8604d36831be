import type { Asker } from '../asker.js';

/**
 * The length of a slice. Other requests wait for at most one slice, regardless of how many long jobs are
 * running. Computing a route takes a fifth of a slice, and switching between jobs costs a few microseconds.
 * Shorter slices would be of little benefit, because reading the points of a matrix and writing the response
 * are not sliced.
 */
const SLICE_MS = 0.25;

/**
 * The maximum number of jobs that may be in progress at the same time. Further jobs wait until one of these
 * jobs ends, because jobs in progress take up memory.
 */
const BEGUN = 16;
/** The maximum number of jobs that one organization may have in progress. */
const BEGUN_OF_ONE = 4;
/**
 * An organization that has no job in progress may start one as long as the total is below this limit, even if
 * BEGUN has been reached, so that it does not have to wait for the jobs of other organizations to end.
 */
const BEGUN_IN_ALL = 64;

/**
 * The number of requesters whose recent use is remembered. Beyond this number, only requesters that are
 * waiting are remembered.
 */
const KNOWN = 1_000;

/**
 * After this much work in a turn of the event loop, the remaining jobs wait for the next turn, because jobs
 * that have arrived in the meantime are usually short. An ordinary search takes a tenth of this time.
 */
const LONG_MS = 1;

/** The time after which past use counts only half as much. */
const HALF_LIFE_MS = 1_000;

const NOBODY: Asker = { shares: [''] };

interface Job {
  /** Works for one slice. @returns whether the job is done */
  slice(): boolean;
  /** Whether the result is not needed anymore. */
  isGivenUp(): boolean;
  /** The shares that the requester belongs to, from the broadest to the narrowest. */
  shares: readonly Share[];
  spent_ms: number;
  isBegun: boolean;
}

/** A requester's recent use of this process's time. */
class Share {
  begun = 0;
  waiting = 0;
  #used_ms = 0;
  #at_ms = 0;

  add(ms: number, now_ms: number): void {
    this.#used_ms = this.used_ms(now_ms) + ms;
    this.#at_ms = now_ms;
  }

  used_ms(now_ms: number): number {
    return this.#used_ms * 2 ** ((this.#at_ms - now_ms) / HALF_LIFE_MS);
  }
}

/**
 * Works on long requests in slices, so that short requests can be answered in between. The next slice goes to
 * the organization with the lowest recent use; within the organization, to the key with the lowest use; and
 * within the key, to the address with the lowest use. Among the jobs of one address, the job that has used
 * the least time goes next, so that short jobs finish soon. A job that has waited longer than the deadline of
 * its request is abandoned.
 */
export class Slices {
  readonly #jobs: Job[] = [];
  readonly #shares = new Map<string, Share>();
  #begun = 0;
  /** Whether a long job has run in this turn of the event loop. */
  #isLong = false;
  readonly #now: () => number;

  /** @param now returns the time in milliseconds on a monotonic clock */
  constructor(now = (): number => performance.now()) {
    this.#now = now;
  }

  /**
   * Starts the work immediately if no other job is waiting. If the work fits into one slice, the result is
   * returned synchronously.
   * @param work yields at points where other jobs may run
   * @param signal abandons the work when aborted, because its result is not needed
   */
  work<T>(work: Generator<void, T>, signal?: AbortSignal, asker: Asker = NOBODY): T | Promise<T> {
    if (this.#isFree) {
      const from_ms = this.#now();
      const first = this.#slice(work);
      this.#note(this.#now() - from_ms);
      if (first.done === true) return first.value;
    }
    return new Promise((resolve, reject) => {
      const slice = (): boolean => {
        try {
          if (signal?.aborted === true) throw signal.reason;
          const next = this.#slice(work);
          if (next.done === true) resolve(next.value);
          return next.done === true;
        } catch (error) {
          reject(error instanceof Error ? error : new Error(String(error)));
          return true;
        }
      };
      const isGivenUp = (): boolean => signal?.aborted === true;
      this.#jobs.push({ slice, isGivenUp, shares: this.#sharesOf(asker), spent_ms: 0, isBegun: false });
      if (this.#jobs.length === 1) setImmediate(() => this.#turn());
    });
  }

  /** Works like `work`, but for work that cannot pause. */
  whole<T>(work: () => T, signal?: AbortSignal, asker?: Asker): T | Promise<T> {
    if (!this.#isFree) return this.work(inOneStep(work), signal, asker);
    const from_ms = this.#now();
    try {
      return work();
    } finally {
      this.#note(this.#now() - from_ms);
    }
  }

  #slice<T>(work: Generator<void, T>): IteratorResult<void, T> {
    const end_ms = this.#now() + SLICE_MS;
    let next = work.next();
    while (next.done !== true && this.#now() < end_ms) next = work.next();
    return next;
  }

  get #isFree(): boolean {
    return this.#jobs.length === 0 && !this.#isLong;
  }

  #note(spent_ms: number): void {
    if (spent_ms < LONG_MS || this.#isLong) return;
    this.#isLong = true;
    setImmediate(() => {
      this.#isLong = false;
    });
  }

  #sharesOf({ shares }: Asker): Share[] {
    return shares.map((_, i) => {
      const name = shares.slice(0, i + 1).join(' ');
      const share = this.#shares.get(name) ?? new Share();
      this.#shares.set(name, share);
      share.waiting++;
      return share;
    });
  }

  /**
   * Runs one slice of the next job. The following slice runs after the requests that have arrived in the
   * meantime.
   */
  #turn(): void {
    const from_ms = this.#now();
    const job = this.#next(from_ms);
    if (!job.isBegun) this.#count(job, 1);
    const isOver = job.slice();
    const now_ms = this.#now();
    job.spent_ms += now_ms - from_ms;
    for (const share of job.shares) share.add(now_ms - from_ms, now_ms);
    if (isOver) this.#end(job);
    if (this.#jobs.length > 0) setImmediate(() => this.#turn());
  }

  #next(now_ms: number): Job {
    const mostOfOne = this.#begun < BEGUN ? BEGUN_OF_ONE : this.#begun < BEGUN_IN_ALL ? 1 : 0;
    let best: Job | null = null;
    for (const job of this.#jobs) {
      if (job.isGivenUp()) return job;
      const mayGoOn = job.isBegun || (job.shares[0]?.begun ?? 0) < mostOfOne;
      if (mayGoOn && (best === null || isBefore(job, best, now_ms))) best = job;
    }
    // There is always a next job: jobs are held back only while other jobs are in progress, and those jobs
    // may always continue.
    return best!;
  }

  #count(job: Job, begun: 1 | -1): void {
    job.isBegun = begun === 1;
    this.#begun += begun;
    for (const share of job.shares) share.begun += begun;
  }

  #end(job: Job): void {
    this.#jobs.splice(this.#jobs.indexOf(job), 1);
    this.#count(job, -1);
    for (const share of job.shares) share.waiting--;
    if (this.#shares.size <= KNOWN) return;
    for (const [name, share] of this.#shares) if (share.waiting === 0) this.#shares.delete(name);
  }
}

/** Whether one job comes before another. */
function isBefore(job: Job, other: Job, now_ms: number): boolean {
  for (const [i, share] of job.shares.entries()) {
    const others = other.shares[i];
    if (share === others) continue;
    return share.used_ms(now_ms) < (others?.used_ms(now_ms) ?? 0);
  }
  return job.spent_ms < other.spent_ms;
}

// eslint-disable-next-line require-yield -- It is done before it could pause.
function* inOneStep<T>(work: () => T): Generator<void, T> {
  return work();
}
