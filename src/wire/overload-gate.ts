/** If a turn begins this soon after the previous one, its work was already waiting. */
const AT_ONCE_MS = 2;

/**
 * The fraction of `maxWait_ms` that each turn spends on answering requests, so that some requests are always
 * answered.
 */
const ANSWERING_PART = 1 / 4;

/**
 * If a slow turn used little processor time and had at most this many requests, the requests are not
 * considered a queue and are answered, because either the machine was busy with other work, or the process
 * has just started and new code takes five times as long.
 */
const ALWAYS_ANSWERED = 32;
const ALWAYS_WORK_MS = 100;

/**
 * Idle time is saved up to this amount. A burst that exceeds `maxWait_ms` may spend the saved time: if a page
 * opens with a hundred requests, or a process has just started, the first requests are answered late rather
 * than refused. If this amount were larger, a lasting overload would at first make every client wait too
 * long.
 */
const SAVED_MAX_MS = 100;

export interface OverloadOptions {
  /**
   * How long a request may wait before it is refused instead of answered. If the value is 0, no request is
   * refused.
   */
  maxWait_ms: number;
  /** A monotonic clock in milliseconds. */
  now?: () => number;
  /** The processor time that this process has used, in milliseconds. */
  worked_ms?: () => number;
  /**
   * Calls `callback` when the current turn of the event loop has handled everything that had arrived before
   * the turn began.
   */
  atEndOfTurn?: (callback: () => void) => void;
}

/**
 * Decides which requests to refuse because the process cannot keep up.
 *
 * The time that a request has waited in the operating system's buffers is unknown, but has an upper bound. A
 * turn of the event loop handles everything that had arrived when it began. The current request therefore
 * arrived after the previous turn began. If turns follow each other immediately, the upper bound is the
 * length of the previous turn plus the elapsed part of the current turn.
 *
 * A request that may have waited longer than `maxWait_ms` is refused. Refusing a request costs less than
 * answering it, so the next turn is shorter. A burst of requests that can be handled within `maxWait_ms`, or
 * within the saved time, is answered completely. After a pause, the waiting time of a turn starts from zero.
 * Nothing has to be tuned for a particular machine.
 */
export class OverloadGate {
  readonly #maxWait_ms: number;
  readonly #now: () => number;
  readonly #worked_ms: () => number;
  readonly #atEndOfTurn: (callback: () => void) => void;
  /** The time and the processor time when the first request of this turn came too late; NaN if none did. */
  #late_ms = Number.NaN;
  #workedBefore_ms = Number.NaN;
  readonly #end = (): void => this.#endTurn();
  #isInTurn = false;
  #start_ms = 0;
  #end_ms = Number.NEGATIVE_INFINITY;
  #saved_ms = 0;
  /** The time at which the current turn begins to spend the saved time. */
  #regularEnd_ms = 0;
  #answeringEnd_ms = 0;
  #answered = 0;

  constructor({
    maxWait_ms,
    now = () => performance.now(),
    worked_ms = processorTime_ms,
    atEndOfTurn = setImmediate,
  }: OverloadOptions) {
    this.#worked_ms = worked_ms;
    this.#maxWait_ms = maxWait_ms === 0 ? Number.POSITIVE_INFINITY : maxWait_ms;
    this.#now = now;
    this.#atEndOfTurn = atEndOfTurn;
  }

  /** Whether to refuse a request. Call this method once per request, when the request has been read. */
  refuses(): boolean {
    if (this.#maxWait_ms === Number.POSITIVE_INFINITY) return false;
    const now_ms = this.#now();
    if (!this.#isInTurn) this.#beginTurn(now_ms);
    if (now_ms > this.#answeringEnd_ms && !this.#isHeldUp(now_ms)) return true;
    this.#answered++;
    return false;
  }

  /**
   * Records work on requests that were admitted earlier, for example requests whose count has just arrived
   * from another process. Such work also makes turns longer.
   */
  noteWork(): void {
    if (!this.#isInTurn && this.#maxWait_ms !== Number.POSITIVE_INFINITY) this.#beginTurn(this.#now());
  }

  /**
   * Whether the elapsed time was spent on something other than requests. Reading the processor time can cost
   * as much as answering a request, which would make long turns longer. So it is read once when a turn
   * becomes too long, and again only when requests can have used `ALWAYS_WORK_MS` since then.
   */
  #isHeldUp(now_ms: number): boolean {
    if (this.#answered >= ALWAYS_ANSWERED) return false;
    if (Number.isNaN(this.#late_ms)) {
      this.#late_ms = now_ms;
      this.#workedBefore_ms = this.#worked_ms();
    }
    if (now_ms - this.#late_ms < ALWAYS_WORK_MS) return true;
    return this.#worked_ms() - this.#workedBefore_ms < ALWAYS_WORK_MS;
  }

  #beginTurn(now_ms: number): void {
    const pause_ms = now_ms - this.#end_ms;
    const isAtOnce = pause_ms <= AT_ONCE_MS;
    if (!isAtOnce) this.#saved_ms = Math.min(SAVED_MAX_MS, this.#saved_ms + pause_ms);
    const hasWaited_ms = isAtOnce ? this.#end_ms - this.#start_ms : 0;
    this.#regularEnd_ms =
      now_ms + Math.max(this.#maxWait_ms - hasWaited_ms, this.#maxWait_ms * ANSWERING_PART);
    this.#answeringEnd_ms = this.#regularEnd_ms + this.#saved_ms;
    this.#answered = 0;
    this.#late_ms = Number.NaN;
    this.#start_ms = now_ms;
    this.#isInTurn = true;
    this.#atEndOfTurn(this.#end);
  }

  #endTurn(): void {
    this.#isInTurn = false;
    this.#end_ms = this.#now();
    const spent_ms = Math.max(0, this.#end_ms - this.#regularEnd_ms);
    this.#saved_ms = Math.max(0, this.#saved_ms - spent_ms);
  }
}

function processorTime_ms(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}
