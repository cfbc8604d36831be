import type { AttemptLimit, AttemptStore } from './attempt-store.js';
import { networkOf, refuse } from './attempt-limits.js';

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;

/** Kinds of mails that somebody other than their reader causes. */
type AskedMail = 'invitation' | 'verify' | 'reset' | 'email';

/** Mails of one kind in a day from one person, or one address, to one address. */
const TO_ONE = 5;
/** Mails of one kind to one address in a day, from all senders together. */
const TO_ADDRESS: Readonly<Record<AskedMail, number>> = {
  ...{ invitation: 10, verify: 20, reset: 20, email: 10 },
};
/** Mails of all kinds from one person in a day. */
const OF_PERSON = 30;
/** Mails that one network address asks for in an hour. */
const OF_NETWORK = 30;
/** Notices of one kind to one person in a day. */
const NOTICES = 10;

const daily = (kind: string, limit: number): AttemptLimit => ({ kind, limit, window_ms: DAY_MS });

export interface MailAsked {
  kind: AskedMail;
  to: string;
  /** The account that asks; null: nobody is signed in. */
  person: string | null;
  /** The address of the request; empty: a command on the machine. */
  address: string;
  /** Whether the browser was signed in to the account before. */
  isKnownBrowser?: boolean;
  /** Operators invite whole companies, so only the mails to one address are limited. */
  isOperator?: boolean;
}

/** Limits how many mails go out: by sender, by reader, by kind. A restart forgets nothing. */
export class MailLimits {
  readonly #store: AttemptStore;

  constructor(store: AttemptStore) {
    this.#store = store;
  }

  /** @throws ConsoleError `too_many_attempts` */
  async ask({ kind, to, person, address, isKnownBrowser, isOperator }: MailAsked): Promise<void> {
    const asker = person ?? networkOf(address);
    if (asker !== '') {
      await this.#take(daily(`mail ${kind} pair`, TO_ONE), `${asker} ${to}`);
      if (person === null)
        await this.#take({ kind: 'mail network', limit: OF_NETWORK, window_ms: HOUR_MS }, asker);
      else if (isOperator !== true) await this.#take(daily('mail person', OF_PERSON), person);
    }
    // Requests of strangers do not use up the mails of the owner.
    if (isKnownBrowser !== true) await this.#take(daily(`mail ${kind} to`, TO_ADDRESS[kind]), to);
  }

  /** Whether one more notice may be sent; if not, it is dropped. */
  async notice(kind: string, to: string): Promise<boolean> {
    return (await this.#store.take(daily(`notice ${kind}`, NOTICES), to)) === null;
  }

  async #take(limit: AttemptLimit, subject: string): Promise<void> {
    refuse(await this.#store.take(limit, subject));
  }
}
