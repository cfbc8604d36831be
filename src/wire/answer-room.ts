/** Bytes of large answers that one process keeps in transit to all clients together. */
const ROOM_BYTES = 16 * 1024 * 1024;

/**
 * A quarter for each address, and for each answer at most half of the free room. So addresses that ask for
 * the largest answers and read nothing still leave room for smaller ones.
 */
const SHARE_BYTES = ROOM_BYTES / 4;
const PART_OF_FREE = 1 / 2;

/** Most bytes that may wait for their turn. A further answer is refused at once. */
const WAITING_BYTES = ROOM_BYTES / 2;

/** How long an answer waits for room. */
const WAIT_MS = 2_000;

export interface LargeAnswer {
  /** The client: an address, or the block of addresses that one client has. */
  client: string;
  /** Bytes in memory for this answer alone. */
  held: number;
  /** Whether they are also in memory while the answer waits. */
  isMade: boolean;
  /** Called once when there is room; `release` returns the room. */
  start(release: () => void): void;
  /** Called instead of `start` if there was no room in time. */
  refuse(): void;
}

interface Waiting {
  answer: LargeAnswer;
  timer: NodeJS.Timeout;
}

/**
 * Bounds the bytes of large answers in transit. The system's own buffers are not counted: the system bounds
 * those.
 */
export class AnswerRoom {
  #used = 0;
  #kept = 0;
  #isAlone = false;
  readonly #shares = new Map<string, number>();
  readonly #waiting = new Set<Waiting>();

  /** Bytes of answers that are being sent. */
  get used(): number {
    return this.#used;
  }

  /**
   * Starts an answer now, or when there is room.
   * @returns null if it was started or refused at once; otherwise a function that gives up waiting
   */
  admit(answer: LargeAnswer): (() => void) | null {
    if (this.#fits(answer)) {
      this.#start(answer);
      return null;
    }
    const made = answer.isMade ? answer.held : 0;
    if (this.#kept + made > WAITING_BYTES) {
      answer.refuse();
      return null;
    }
    const waiting = { answer, timer: setTimeout(() => this.#giveUp(waiting, true), WAIT_MS) };
    this.#waiting.add(waiting);
    this.#kept += made;
    return () => this.#giveUp(waiting, false);
  }

  /** Answers larger than a share go one by one, beside the room: they take no room from others. */
  #fits({ client, held }: LargeAnswer): boolean {
    if (held > SHARE_BYTES) return !this.#isAlone;
    const share = this.#shares.get(client) ?? 0;
    return share + held <= SHARE_BYTES && held <= PART_OF_FREE * (ROOM_BYTES - this.#used);
  }

  #start(answer: LargeAnswer): void {
    this.#take(answer, 1);
    let isReleased = false;
    answer.start(() => {
      if (isReleased) return;
      isReleased = true;
      this.#take(answer, -1);
      this.#startWaiting();
    });
  }

  /** Takes the room of an answer, or returns it. */
  #take({ client, held }: LargeAnswer, sign: 1 | -1): void {
    if (held > SHARE_BYTES) {
      this.#isAlone = sign === 1;
      return;
    }
    this.#used += sign * held;
    const share = (this.#shares.get(client) ?? 0) + sign * held;
    if (share === 0) this.#shares.delete(client);
    else this.#shares.set(client, share);
  }

  /** Starts answers in the order of arrival, but none waits for one whose share is used up. */
  #startWaiting(): void {
    for (const waiting of this.#waiting) {
      if (!this.#fits(waiting.answer)) continue;
      this.#forget(waiting);
      this.#start(waiting.answer);
    }
  }

  #giveUp(waiting: Waiting, isLate: boolean): void {
    if (!this.#waiting.has(waiting)) return;
    this.#forget(waiting);
    if (isLate) waiting.answer.refuse();
  }

  #forget(waiting: Waiting): void {
    clearTimeout(waiting.timer);
    this.#waiting.delete(waiting);
    if (waiting.answer.isMade) this.#kept -= waiting.answer.held;
  }
}
