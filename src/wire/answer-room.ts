/** Bytes of large answers that one process keeps on their way to all clients together. */
const ROOM_BYTES = 8 * 1024 * 1024;

/** A quarter for each address: whoever asks much and reads nothing leaves room for others. */
const SHARE_BYTES = ROOM_BYTES / 4;

/** As much again may wait for its turn. An answer that would be more is refused at once. */
const WAITING_BYTES = ROOM_BYTES;

/** So long an answer waits for room. */
const WAIT_MS = 2_000;

export interface LargeAnswer {
  /** Who asks: an address, or the block of addresses that one client has. */
  client: string;
  /** Bytes in memory for this answer alone. */
  held: number;
  /** Whether they are in memory while it waits, too. */
  isMade: boolean;
  /** Called once when there is room; `release` gives the room back. */
  start(release: () => void): void;
  /** Called instead of `start` when there was no room in time. */
  refuse(): void;
}

interface Waiting {
  answer: LargeAnswer;
  timer: NodeJS.Timeout;
}

/**
 * How many bytes of large answers are on their way. The system's own buffers are not counted: those are the
 * system's to bound.
 */
export class AnswerRoom {
  #used = 0;
  #kept = 0;
  readonly #shares = new Map<string, number>();
  readonly #waiting = new Set<Waiting>();

  /** Bytes of answers that are being sent. */
  get used(): number {
    return this.#used;
  }

  /**
   * Starts an answer now, or when there is room.
   * @returns null when it was started or refused at once; else what gives up waiting
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

  /** An answer larger than a share goes alone. */
  #fits({ client, held }: LargeAnswer): boolean {
    const share = this.#shares.get(client) ?? 0;
    return this.#used + held <= ROOM_BYTES ? share === 0 || share + held <= SHARE_BYTES : this.#used === 0;
  }

  #start(answer: LargeAnswer): void {
    const { client, held } = answer;
    this.#used += held;
    this.#shares.set(client, (this.#shares.get(client) ?? 0) + held);
    let isReleased = false;
    answer.start(() => {
      if (isReleased) return;
      isReleased = true;
      this.#used -= held;
      const left = this.#shares.get(client)! - held;
      if (left === 0) this.#shares.delete(client);
      else this.#shares.set(client, left);
      this.#startWaiting();
    });
  }

  /** In the order in which they came, but nobody waits for one whose share is used up. */
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
