import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { ConsoleError } from './console-error.js';

const MINUTE_MS = 60_000;

/** Most subjects that are counted at once. Beyond it the oldest are forgotten. */
const SUBJECTS_KEPT = 20_000;

/** Attempts within a window that begins with the first. Kept in memory: a restart forgets them. */
export class AttemptWindow {
  readonly #limit: number;
  readonly #window_ms: number;
  readonly #counts = new Map<string, { attempts: number; until_ms: number }>();

  constructor({ limit, window_ms }: { limit: number; window_ms: number }) {
    this.#limit = limit;
    this.#window_ms = window_ms;
  }

  /** Counts an attempt. @returns seconds to wait when there were too many; then it is not counted */
  take(subject: string, now_ms: number): number | null {
    const count = this.#counts.get(subject);
    if (count !== undefined && count.until_ms > now_ms) {
      if (count.attempts >= this.#limit) return Math.ceil((count.until_ms - now_ms) / 1000);
      count.attempts++;
      return null;
    }
    this.#counts.delete(subject);
    if (this.#counts.size >= SUBJECTS_KEPT) this.#counts.delete(this.#counts.keys().next().value!);
    this.#counts.set(subject, { attempts: 1, until_ms: now_ms + this.#window_ms });
    return null;
  }

  /** An attempt that was right does not count. */
  giveBack(subject: string): void {
    const count = this.#counts.get(subject);
    if (count !== undefined && count.attempts > 0) count.attempts--;
  }
}

/** The limits of all that strangers may try. */
export class AttemptLimits {
  /** Wrong passwords of one address. */
  readonly #ofAddress = new AttemptWindow({ limit: 20, window_ms: 15 * MINUTE_MS });
  /**
   * Wrong passwords for one account, from all addresses. Higher than that of an address, so that nobody
   * locks out somebody else from one address.
   */
  readonly #ofAccount = new AttemptWindow({ limit: 100, window_ms: 60 * MINUTE_MS });
  /** Wrong passwords in a browser in which the account was signed in before. */
  readonly #ofDevice = new AttemptWindow({ limit: 10, window_ms: 15 * MINUTE_MS });
  readonly #signUps = new AttemptWindow({ limit: 20, window_ms: 60 * MINUTE_MS });
  readonly #mailsTo = new AttemptWindow({ limit: 5, window_ms: 60 * MINUTE_MS });
  readonly #mailsFrom = new AttemptWindow({ limit: 30, window_ms: 60 * MINUTE_MS });
  /** Links, passkeys and providers are not to be guessed. So this only bounds the load of one office. */
  readonly #links = new AttemptWindow({ limit: 600, window_ms: 60 * MINUTE_MS });

  /**
   * Counts a sign-in with a password before it is checked, so that many at once are limited too.
   * @param device whether the browser has the cookie of an earlier sign-in to this account
   * @returns to be called when the password was right
   * @throws ConsoleError `too_many_attempts`
   */
  signIn(attempt: { address: string; email: string; device: string | null }): () => void {
    const now_ms = Date.now();
    const { address, email, device } = attempt;
    const network = networkOf(address);
    if (device !== null) {
      const subject = `${email} ${device}`;
      refuse(this.#ofDevice.take(subject, now_ms));
      return () => this.#ofDevice.giveBack(subject);
    }
    refuse(this.#ofAddress.take(network, now_ms));
    const wait_s = this.#ofAccount.take(email, now_ms);
    if (wait_s !== null) this.#ofAddress.giveBack(network);
    refuse(wait_s);
    return () => {
      this.#ofAddress.giveBack(network);
      this.#ofAccount.giveBack(email);
    };
  }

  /** @throws ConsoleError `too_many_attempts` */
  signUp(address: string): void {
    refuse(this.#signUps.take(networkOf(address), Date.now()));
  }

  /** Whoever asks for mails to an address that is not his own. @throws ConsoleError `too_many_attempts` */
  mail(address: string, email: string): void {
    refuse(this.#mailsFrom.take(networkOf(address), Date.now()));
    refuse(this.#mailsTo.take(email, Date.now()));
  }

  /** @throws ConsoleError `too_many_attempts` */
  link(address: string): void {
    refuse(this.#links.take(networkOf(address), Date.now()));
  }
}

function refuse(wait_s: number | null): void {
  if (wait_s !== null)
    throw new ConsoleError('too_many_attempts', `Too many attempts; try again in ${wait_s} s.`, {
      retry_after_s: wait_s,
    });
}

/** An IPv4 address, or the first half of an IPv6 address: who has one has all of that half. */
function networkOf(address: string): string {
  if (!address.includes(':')) return address;
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address);
  if (mapped !== null) return mapped[1];
  const [head, tail] = address.split('::');
  const first = head === '' ? [] : head.split(':');
  const last = tail === undefined || tail === '' ? [] : tail.split(':');
  const groups =
    tail === undefined
      ? first
      : [...first, ...new Array<string>(Math.max(0, 8 - first.length - last.length)).fill('0'), ...last];
  return groups
    .slice(0, 4)
    .map((group) => group.toLowerCase().replace(/^0+(?=.)/, ''))
    .join(':');
}

/**
 * The cookie of a browser in which an account was signed in before. It opens nothing; its wrong passwords are
 * counted apart, so that an attack on the account does not lock out its owner.
 */
export class KnownDevices {
  readonly #secret: string;

  constructor(secret: string) {
    this.#secret = secret;
  }

  make(email: string): string {
    const nonce = randomBytes(12).toString('base64url');
    return `${nonce}.${this.#sign(email, nonce)}`;
  }

  /** The device of a cookie; null: it is of another account, or made up. */
  read(cookie: string | undefined, email: string): string | null {
    const [nonce, signature] = (cookie ?? '').split('.');
    if (!nonce || !signature) return null;
    const expected = Buffer.from(this.#sign(email, nonce));
    const given = Buffer.from(signature);
    return expected.length === given.length && timingSafeEqual(expected, given) ? nonce : null;
  }

  #sign(email: string, nonce: string): string {
    return createHmac('sha256', this.#secret).update(`device ${nonce} ${email}`).digest('base64url');
  }
}
