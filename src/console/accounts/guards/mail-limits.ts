import type { AttemptLimit, AttemptStore } from './attempt-store.js';
import { networkOf, refuse } from './attempt-limits.js';

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;

/** The kinds of emails that are triggered by someone other than the recipient. */
type AskedMail = 'invitation' | 'verify' | 'reset' | 'email';

/**
 * The maximum number of emails of one kind per day from one person or network address to one email address.
 */
const TO_ONE = 5;
/** The maximum number of emails of one kind per day to one email address, from all senders in total. */
const TO_ADDRESS: Readonly<Record<AskedMail, number>> = {
  ...{ invitation: 10, verify: 20, reset: 20, email: 10 },
};
/** The maximum number of emails of all kinds per day that one person triggers. */
const OF_PERSON = 30;
/** The maximum number of emails per hour that one network address triggers. */
const OF_NETWORK = 30;
/** The maximum number of notices of one kind per day to one person. */
const NOTICES = 10;

const daily = (kind: string, limit: number): AttemptLimit => ({ kind, limit, window_ms: DAY_MS });

export interface MailAsked {
  kind: AskedMail;
  to: string;
  /** The account that triggers the email; `null` if nobody is signed in. */
  person: string | null;
  /** The address that the request comes from; empty for a command on the machine. */
  address: string;
  /** Whether the browser was signed in to the account before. */
  isKnownBrowser?: boolean;
  /**
   * Operators invite whole companies, so for operators, only the number of emails to one address is limited.
   */
  isOperator?: boolean;
}

/** Limits the number of emails by sender, recipient and kind. The counts survive a restart. */
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
    // Requests by strangers do not count toward the number of emails that the account's owner may request.
    if (isKnownBrowser !== true) await this.#take(daily(`mail ${kind} to`, TO_ADDRESS[kind]), to);
  }

  /** Whether one more notice may be sent. Otherwise, the notice is dropped. */
  async notice(kind: string, to: string): Promise<boolean> {
    return (await this.#store.take(daily(`notice ${kind}`, NOTICES), to)) === null;
  }

  async #take(limit: AttemptLimit, subject: string): Promise<void> {
    refuse(await this.#store.take(limit, subject));
  }
}
