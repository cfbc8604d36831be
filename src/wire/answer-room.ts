/** The total number of bytes of large responses that one process may have in flight to all clients. */
const ROOM_BYTES = 16 * 1024 * 1024;

/**
 * Each address may use up to a quarter of the total, and each response up to half of what is still free.
 * Clients that request the largest responses and never read them therefore leave room for smaller responses.
 */
const SHARE_BYTES = ROOM_BYTES / 4;
const PART_OF_FREE = 1 / 2;

/**
 * The maximum number of bytes in responses that are waiting for their turn. Any response that would exceed
 * this limit is refused immediately.
 */
const WAITING_BYTES = ROOM_BYTES / 2;

/** The maximum time that a response waits for free room. */
const WAIT_MS = 2_000;

export interface LargeAnswer {
  /** The address of a client, or the block of addresses that belongs to it. */
  client: string;
  /** The number of bytes held in memory only for this response. */
  held: number;
  /** Whether these bytes are already in memory while the response waits. */
  isMade: boolean;
  /** Called once, when there is enough room; `release` makes this room available again. */
  start(release: () => void): void;
  /** Called instead of `start` if not enough room became available in time. */
  refuse(): void;
}

interface Waiting {
  answer: LargeAnswer;
  timer: NodeJS.Timeout;
}

/**
 * Limits the bytes of large responses in flight. The operating system's own buffers are not counted, because
 * the operating system limits them.
 */
export class AnswerRoom {
  #used = 0;
  #kept = 0;
  #isAlone = false;
  readonly #shares = new Map<string, number>();
  readonly #waiting = new Set<Waiting>();

  /** The number of bytes of responses that are being sent. */
  get used(): number {
    return this.#used;
  }

  /**
   * Starts a response now, or when there is room.
   * @returns null if the response was started or refused immediately, or otherwise a function that stops
   * waiting
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

  /**
   * Responses that are larger than an address's share are sent one at a time, outside the shared room, so
   * they do not take room from other responses.
   */
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

  /** Reserves or frees the room of a response. */
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

  /**
   * Starts responses in the order in which they arrived, but skips responses to clients whose share is used
   * up.
   */
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
