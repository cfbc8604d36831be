import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { clientBlock, parseIpAddress } from '../../../ip-range.js';
import { AccountTurns } from './account-turns.js';
import type { AttemptLimit, AttemptStore } from './attempt-store.js';
import { ConsoleError } from './console-error.js';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/**
 * The number of wrong passwords from one address before delays begin. The following attempts wait 1 s, 2 s, 4
 * s and so on.
 */
const FREE_TRIES = 5;
const LONGEST_DELAY_MS = 15 * MINUTE_MS;

/** The number of attempts at one account per hour, from all addresses, that are checked without a delay. */
const FREE_GUESSES = 20;

/** Limits wrong passwords from one address. */
const OF_ADDRESS: AttemptLimit = { kind: 'sign-in address', limit: 1_000, window_ms: DAY_MS };
/**
 * Counts the attempts from one address at one account, because the address with the fewest attempts goes
 * first.
 */
const OF_PAIR: AttemptLimit = { kind: 'sign-in pair', limit: 1_000, window_ms: DAY_MS };
/** Limits wrong passwords for one account, from all addresses. */
const OF_ACCOUNT: AttemptLimit = { kind: 'sign-in account', limit: FREE_GUESSES, window_ms: HOUR_MS };
/** Limits wrong passwords in a browser that was signed in to the account before. */
const OF_DEVICE: AttemptLimit = { kind: 'sign-in device', limit: 10, window_ms: 15 * MINUTE_MS };
/**
 * Limits wrong one-time codes after the correct password: for each network, and for all networks in total.
 */
const CODES_OF_PAIR: AttemptLimit = { kind: 'code pair', limit: 10, window_ms: HOUR_MS };
const CODES_OF_ACCOUNT: AttemptLimit = { kind: 'code account', limit: 50, window_ms: DAY_MS };
/**
 * Limits wrong codes in a browser that was signed in to the account before, so that others cannot lock this
 * browser out.
 */
const CODES_OF_DEVICE: AttemptLimit = { kind: 'code device', limit: 10, window_ms: 15 * MINUTE_MS };
/** A one-time code works for up to 90 s, and only once (RFC 6238, 5.2). */
const USED_CODE: AttemptLimit = { kind: 'used code', limit: 1, window_ms: 3 * MINUTE_MS };
const SIGN_UPS: AttemptLimit = { kind: 'sign-up', limit: 20, window_ms: HOUR_MS };
/**
 * Links, passkeys and provider sign-ins cannot be guessed, so this limit only bounds the load from one
 * office.
 */
const LINKS: AttemptLimit = { kind: 'link', limit: 600, window_ms: HOUR_MS };

interface SignInAttempt {
  address: string;
  email: string;
  /** The browser's cookie from an earlier sign-in to this account; `null` if it has none. */
  device: string | null;
}

interface CodeAttempt extends Pick<SignInAttempt, 'address' | 'device'> {
  /** The account's id. */
  account: string;
}

/** Limits everything that strangers may try. The counts are in the database. */
export class AttemptLimits {
  readonly #store: AttemptStore;
  readonly #turns = new AccountTurns();

  constructor(store: AttemptStore) {
    this.#store = store;
  }

  /**
   * Counts a password sign-in before checking it, so that many simultaneous attempts are limited, too. Delays
   * apply to addresses. No number of wrong passwords locks an account: further attempts take turns, and an
   * owner who signs in from a new address comes next.
   * @returns a function to call if the password was correct
   * @throws ConsoleError `too_many_attempts`
   */
  async signIn({ address, email, device }: SignInAttempt): Promise<() => Promise<void>> {
    if (device !== null) {
      const subject = `${email} ${device}`;
      refuse(await this.#store.take(OF_DEVICE, subject));
      return () => this.#store.giveBack(OF_DEVICE, subject);
    }
    const network = networkOf(address);
    const pair = `${network} ${email}`;
    await this.#waitOfAddress(network);
    const tries = (await this.#store.count(OF_PAIR, pair)).count - 1;
    const guesses = (await this.#store.count(OF_ACCOUNT, email)).count;
    if (guesses > FREE_GUESSES && !(await this.#turns.take(email, tries))) refuse(LATER_S);
    return async () => {
      await this.#store.giveBack(OF_ADDRESS, network);
      await this.#store.giveBack(OF_PAIR, pair);
      await this.#store.giveBack(OF_ACCOUNT, email);
    };
  }

  /**
   * Counts a one-time code before checking it. Recovery codes cannot be guessed, so they are not limited.
   * @returns a function to call if the code was correct
   * @throws ConsoleError `too_many_attempts`
   */
  async code({ address, account, device }: CodeAttempt): Promise<() => Promise<void>> {
    const taken: [AttemptLimit, string][] =
      device === null
        ? [
            [CODES_OF_PAIR, `${networkOf(address)} ${account}`],
            [CODES_OF_ACCOUNT, account],
          ]
        : [[CODES_OF_DEVICE, `${account} ${device}`]];
    for (const [limit, subject] of taken) refuse(await this.#store.take(limit, subject));
    return async () => {
      for (const [limit, subject] of taken) await this.#store.giveBack(limit, subject);
    };
  }

  /** Marks a correct one-time code as used. @returns `false` if it was already used */
  async useCode(account: string, code: string): Promise<boolean> {
    return (await this.#store.take(USED_CODE, `${account} ${code}`)) === null;
  }

  /** @throws ConsoleError `too_many_attempts` */
  async signUp(address: string): Promise<void> {
    refuse(await this.#store.take(SIGN_UPS, networkOf(address)));
  }

  /** @throws ConsoleError `too_many_attempts` */
  async link(address: string): Promise<void> {
    refuse(await this.#store.take(LINKS, networkOf(address)));
  }

  close(): void {
    this.#turns.close();
  }

  /** A premature attempt counts too, so the delay grows for a client that does not wait. */
  async #waitOfAddress(network: string): Promise<void> {
    const now_ms = Date.now();
    const { count, previous_ms } = await this.#store.count(OF_ADDRESS, network, now_ms);
    const delay_ms =
      count <= FREE_TRIES ? 0 : Math.min(LONGEST_DELAY_MS, 1000 * 2 ** (count - FREE_TRIES - 1));
    const wait_ms = (previous_ms ?? now_ms) + delay_ms - now_ms;
    if (count > FREE_TRIES && wait_ms > 0) refuse(Math.ceil(wait_ms / 1000));
  }
}

/** The number of seconds to wait before trying again if the attempt's turn did not come. */
const LATER_S = 30;

/** @throws ConsoleError `too_many_attempts` */
export function refuse(wait_s: number | null): void {
  if (wait_s !== null)
    throw new ConsoleError('too_many_attempts', `Too many attempts; try again in ${wait_s} s.`, {
      retry_after_s: wait_s,
    });
}
/**
 * Returns an IPv4 address unchanged, and the /64 block of an IPv6 address, because its owner controls the
 * whole block.
 */
export function networkOf(address: string): string {
  const parsed = parseIpAddress(address);
  return parsed === null ? address : clientBlock(parsed);
}

/**
 * Cookies of browsers that were signed in to an account before. Such a cookie grants no access. Wrong
 * passwords from the browser with this cookie are counted separately, so that an attack on the account does
 * not lock out its owner.
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

  /**
   * Returns the device that a cookie identifies; `null` if the cookie belongs to another account, or is
   * forged.
   */
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
