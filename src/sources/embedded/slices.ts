import type { Asker } from '../asker.js';

/**
 * The length of one slice. Others wait for at most one slice, however many long works there are. A route
 * takes a fifth of it, and a switch of slices costs a few microseconds. Shorter slices help little: reading
 * the points of a matrix and writing its answer are not sliced.
 */
const SLICE_MS = 0.25;

/** The number of works that run at once. Others wait for their end, because running works hold memory. */
const BEGUN = 16;
/** The limit for one organisation. */
const BEGUN_OF_ONE = 4;
/**
 * Between BEGUN and this, an organisation without running work may begin one, so that nobody waits for the
 * works of others to end.
 */
const BEGUN_IN_ALL = 64;

/** The number of requesters whose recent use is remembered. Beyond it, only waiting ones are. */
const KNOWN = 1_000;

/**
 * After this much work in one turn of the event loop, the rest waits for the next turn, because work that has
 * arrived in between is usually short. An ordinary search takes a tenth of it.
 */
const LONG_MS = 1;

/** Use counts half after this time. */
const HALF_LIFE_MS = 1_000;

const NOBODY: Asker = { shares: [''] };

interface Job {
  /** Works for one slice. @returns whether the work is over */
  slice(): boolean;
  /** Whether nobody waits for it. */
  isGivenUp(): boolean;
  /** The requester's shares, the widest first. */
  shares: readonly Share[];
  spent_ms: number;
  isBegun: boolean;
}

/** The recent use of this process's time by one requester. */
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
 * Works on long requests in slices, so that short ones are answered in between. The next slice goes to the
 * organisation with the least recent use, within it to such a key, then to such an address. There it goes to
 * the work that has taken least, so short works end soon. Work that waits longer than the deadline of a
 * request is given up.
 */
export class Slices {
  readonly #jobs: Job[] = [];
  readonly #shares = new Map<string, Share>();
  #begun = 0;
  /** Whether this turn of the event loop has done something long. */
  #isLong = false;
  readonly #now: () => number;

  /** @param now milliseconds of a clock that never goes back */
  constructor(now = (): number => performance.now()) {
    this.#now = now;
  }

  /**
   * Begins at once if nobody waits. If the work fits into one slice, its result is returned at once, too.
   * @param work pauses where others may continue
   * @param signal gives the work up when it is aborted, because nobody waits for it
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

  /** Does the same for work that cannot pause. */
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

  /** Runs one slice of the next job. The following slice comes after whatever has arrived in between. */
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
    // A job is held back only if others are running, and those may continue.
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

/** Whether a job has its turn before another one. */
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
