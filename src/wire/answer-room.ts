/** The number of bytes of large responses that one process may have in flight to all clients in total. */
const ROOM_BYTES = 16 * 1024 * 1024;

/**
 * Each address may use a quarter of the room, and each response at most half of the free room. Addresses that
 * request the largest responses and never read them therefore leave room for smaller responses.
 */
const SHARE_BYTES = ROOM_BYTES / 4;
const PART_OF_FREE = 1 / 2;

/** The maximum number of bytes that may wait for their turn. Any further response is refused immediately. */
const WAITING_BYTES = ROOM_BYTES / 2;

/** How long a response waits for room. */
const WAIT_MS = 2_000;

export interface LargeAnswer {
  /** An address, or the block of addresses that belongs to one client. */
  client: string;
  /** The number of bytes held in memory only for this response. */
  held: number;
  /** Whether these bytes are in memory even while the response waits. */
  isMade: boolean;
  /** Called once when there is room; calling `release` frees the room. */
  start(release: () => void): void;
  /** Called instead of `start` if no room became free in time. */
  refuse(): void;
}

interface Waiting {
  answer: LargeAnswer;
  timer: NodeJS.Timeout;
}

/**
 * Limits the bytes of large responses in flight. The system's own buffers are not counted, because the system
 * limits those.
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
   * @returns null if the response was started or refused immediately; otherwise a function that gives up
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
   * Responses larger than an address's share are sent one at a time, outside the shared room, so they take no
   * room from others.
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

  /** Starts responses in order of arrival, but skips those whose client's share is used up. */
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
