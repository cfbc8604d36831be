/** A turn that begins this soon after the previous one has found its work waiting. */
const AT_ONCE_MS = 2;

/**
 * The part of the longest wait that each turn spends on answering, so that some requests are always answered.
 */
const ANSWERING_PART = 1 / 4;

/**
 * This few requests in one turn that took little processor time are not a queue: the machine was busy
 * elsewhere, or the process is cold: new code takes five times as long. They are answered.
 */
const ALWAYS_ANSWERED = 32;
const ALWAYS_WORK_MS = 100;

/**
 * Time without work is saved up to this much. A burst beyond `maxWait_ms` may spend it: a page that opens
 * with a hundred requests, or the first requests of a cold process, are late but answered. With more, the
 * beginning of a lasting overload would be late for everybody for too long.
 */
const SAVED_MAX_MS = 100;

export interface OverloadOptions {
  /** How long a request may wait before it is refused instead of answered; 0: none is refused. */
  maxWait_ms: number;
  /** Milliseconds of a clock that never goes back. */
  now?: () => number;
  /** Processor time of this process in milliseconds. */
  worked_ms?: () => number;
  /** Calls back when the present turn of the event loop has handled everything that had arrived for it. */
  atEndOfTurn?: (callback: () => void) => void;
}

/**
 * Decides which requests to refuse because the process cannot keep up.
 *
 * Nobody can tell how long a request has waited in the system's buffers, but there is an upper bound.
 * Everything that had arrived when a turn of the event loop began is handled in that turn. So the present
 * request arrived after the last turn began. If turns follow at once, the bound is the length of the last
 * turn plus the elapsed part of this one.
 *
 * Beyond `maxWait_ms` a request is refused. That costs less than answering it, so the next turn is shorter. A
 * burst that is worked off within that time, or within the saved time, is answered whole. A turn after a
 * pause begins from zero. Nothing has to be tuned to the machine.
 */
export class OverloadGate {
  readonly #maxWait_ms: number;
  readonly #now: () => number;
  readonly #worked_ms: () => number;
  readonly #atEndOfTurn: (callback: () => void) => void;
  /** When the first request of this turn came too late; NaN: none did. */
  #workedBefore_ms = Number.NaN;
  readonly #end = (): void => this.#endTurn();
  #isInTurn = false;
  #start_ms = 0;
  #end_ms = Number.NEGATIVE_INFINITY;
  #saved_ms = 0;
  /** When the present turn begins to spend the saved time. */
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

  /** Call it once for each request, when it is read. */
  refuses(): boolean {
    if (this.#maxWait_ms === Number.POSITIVE_INFINITY) return false;
    const now_ms = this.#now();
    if (!this.#isInTurn) this.#beginTurn(now_ms);
    if (now_ms > this.#answeringEnd_ms && !this.#isHeldUp()) return true;
    this.#answered++;
    return false;
  }

  /**
   * Call it for work on requests that were let in before, such as those whose count comes from another
   * process. That fills turns, too.
   */
  noteWork(): void {
    if (!this.#isInTurn && this.#maxWait_ms !== Number.POSITIVE_INFINITY) this.#beginTurn(this.#now());
  }

  /**
   * Whether something other than the work on requests took the time. The processor time is read only in turns
   * that are already too long, because that costs a sixth of a request.
   */
  #isHeldUp(): boolean {
    if (this.#answered >= ALWAYS_ANSWERED) return false;
    const worked_ms = this.#worked_ms();
    if (Number.isNaN(this.#workedBefore_ms)) this.#workedBefore_ms = worked_ms;
    return worked_ms - this.#workedBefore_ms < ALWAYS_WORK_MS;
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
    this.#workedBefore_ms = Number.NaN;
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
