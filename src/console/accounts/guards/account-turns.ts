/**
 * The time between two guesses that strangers make at one account. All strangers combined can therefore make
 * fewer than 11,000 guesses a day.
 */
const TURN_MS = 8_000;

/** The maximum wait. If an attempt's turn does not come within this time, the person has to try again. */
const PATIENCE_MS = 10_000;

/** The maximum number of attempts that wait for one account; further attempts are refused immediately. */
const WAITING_MAX = 500;

interface Waiting {
  /** The number of earlier guesses from this address at this account. */
  tries: number;
  resolve(hasTurn: boolean): void;
  timer: NodeJS.Timeout;
}

interface Turns {
  waiting: Waiting[];
  timer: NodeJS.Timeout | null;
  next_ms: number;
}

/**
 * Processes the sign-in attempts at each account one at a time. The address with the fewest attempts goes
 * first, so that the owner, who is at a new address, does not have to wait behind people who are guessing.
 */
export class AccountTurns {
  readonly #turn_ms: number;
  readonly #accounts = new Map<string, Turns>();
  #isClosed = false;

  constructor(turn_ms = TURN_MS) {
    this.#turn_ms = turn_ms;
  }

  /** @returns `false` if the turn did not come in time */
  take(email: string, tries: number): Promise<boolean> {
    if (this.#isClosed) return Promise.resolve(false);
    const turns = this.#accounts.get(email) ?? { waiting: [], timer: null, next_ms: 0 };
    this.#accounts.set(email, turns);
    const { waiting } = turns;
    if (waiting.length >= WAITING_MAX) {
      const last = waiting.at(-1)!;
      if (last.tries <= tries) return Promise.resolve(false);
      waiting.pop();
      clearTimeout(last.timer);
      last.resolve(false);
    }
    return new Promise((resolve) => {
      const entry: Waiting = {
        ...{ tries, resolve },
        timer: setTimeout(() => {
          waiting.splice(waiting.indexOf(entry), 1);
          resolve(false);
        }, PATIENCE_MS),
      };
      const place = waiting.findIndex((other) => other.tries > tries);
      waiting.splice(place < 0 ? waiting.length : place, 0, entry);
      this.#schedule(email, turns);
    });
  }

  /** Ends all waits when the console stops. */
  close(): void {
    this.#isClosed = true;
    for (const { waiting, timer } of this.#accounts.values()) {
      if (timer !== null) clearTimeout(timer);
      for (const one of waiting) {
        clearTimeout(one.timer);
        one.resolve(false);
      }
    }
    this.#accounts.clear();
  }

  #schedule(email: string, turns: Turns): void {
    if (turns.timer !== null) return;
    turns.timer = setTimeout(
      () => {
        turns.timer = null;
        const first = turns.waiting.shift();
        if (first === undefined) {
          this.#accounts.delete(email);
          return;
        }
        clearTimeout(first.timer);
        turns.next_ms = performance.now() + this.#turn_ms;
        first.resolve(true);
        this.#schedule(email, turns);
      },
      Math.max(0, turns.next_ms - performance.now()),
    );
    turns.timer.unref();
  }
}
