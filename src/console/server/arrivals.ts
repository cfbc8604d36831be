import { randomBytes } from 'node:crypto';
import type { Person } from '../accounts/guards/access.js';
import { checkedEmail } from '../accounts/guards/checked-fields.js';
import { ConsoleError } from '../accounts/guards/console-error.js';
import { isOneTimeCode, type Caller } from '../accounts/people/sessions.js';
import type { Session } from '../api/account-data.js';
import type { Visitor } from './routes.js';
import type { ServerParts } from './server-parts.js';

const YEAR_S = 31_536_000;
const DAY_S = 86_400;

/** Signs people in: creates the session and its cookies, and records the sign-in. */
export class Arrivals {
  readonly #parts: ServerParts;

  constructor(parts: ServerParts) {
    this.#parts = parts;
  }

  async withPassword(visitor: Visitor, given: { email: string; password: string }): Promise<Session> {
    const { mailLimits, sessions } = this.#parts;
    const { address } = visitor.caller;
    const email = checkedEmail(given.email);
    const device = this.#deviceOf(visitor, email);
    const wasRight = await this.#limited({ address, email, device });
    let id: string | null;
    try {
      id = visitor.take(await sessions.signIn(visitor.caller, email, given.password));
    } catch (error) {
      if (!ConsoleError.is(error)) throw error;
      // The password was correct, so only the account's owner can learn that the email address is unverified.
      if (error.code === 'email_unverified') {
        await wasRight();
        await mailLimits.ask({ kind: 'verify', to: email, person: null, address });
        this.sendVerification(visitor, email);
      } else if (error.code === 'wrong_credentials') this.#noteFailed(email, address);
      throw error;
    }
    await wasRight();
    if (id === null) throw new ConsoleError('code_needed', 'A one-time code is required.');
    return this.#arrive(visitor, id, 'password');
  }

  /** Completes the second step of a sign-in, after the password. */
  async withCode(visitor: Visitor, code: string): Promise<Session> {
    const { attempts, sessions } = this.#parts;
    const own = code.trim();
    const account = await sessions.awaitingCode(visitor.caller);
    const isLimited = account !== null && isOneTimeCode(own);
    const wasRight = isLimited ? await this.#limitedCode(visitor, account) : null;
    try {
      const found = await sessions.signInWithCode(visitor.caller, own);
      if (isOneTimeCode(own) && !(await attempts.useCode(found.value, own))) {
        // No browser has received this session's cookies yet.
        const cookie = found.cookies.map((line) => line.split(';', 1)[0]).join('; ');
        await sessions.signOut({ ...visitor.caller, cookie });
        throw new ConsoleError('wrong_credentials', 'This code was already used; wait for the next one.');
      }
      await wasRight?.();
      return await this.#arrive(visitor, visitor.take(found), 'password and code');
    } catch (error) {
      if (account !== null && ConsoleError.is(error) && error.code === 'wrong_credentials')
        this.#noteWrongCode(account, visitor.caller);
      throw error;
    }
  }

  async #limitedCode(visitor: Visitor, account: string): Promise<() => Promise<void>> {
    const { accounts, attempts, noteLimited } = this.#parts;
    const { address } = visitor.caller;
    const email = (await accounts.find(account))?.email ?? '';
    try {
      return await attempts.code({ address, account, device: this.#deviceOf(visitor, email) });
    } catch (error) {
      noteLimited(email, address);
      throw error;
    }
  }

  /** Notifies the account's owner that someone else knows the password. */
  #noteWrongCode(id: string, caller: Caller): void {
    const { accounts, audit, background, notices } = this.#parts;
    notices.tell(id, 'wrongCode', deviceText(caller));
    background.start(async () => {
      const name = (await accounts.find(id))?.name ?? null;
      const { address } = caller;
      await audit.by({ id, address }, 'sign_in.failed', { target: { id, name }, details: { by: 'code' } });
    });
  }

  async withPasskey(visitor: Visitor, credential: Readonly<Record<string, unknown>>): Promise<Session> {
    const { sessions } = this.#parts;
    const id = visitor.take(await sessions.signInWithPasskey(visitor.caller, credential));
    return this.#arrive(visitor, id, 'passkey');
  }

  /** Signs in a person who was identified by a link. */
  async withLink(visitor: Visitor, id: string): Promise<Session> {
    visitor.setCookies(await this.#parts.sessions.begin(visitor.caller, id));
    return this.#arrive(visitor, id, 'link');
  }

  async #arrive(visitor: Visitor, id: string, by: string): Promise<Session> {
    await this.#leaveFormer(visitor.person, id);
    const email = (await this.#parts.accounts.find(id))?.email;
    if (email !== undefined) {
      // People who sign in with a link are usually signing in for the first time, so they get no notice.
      if (by !== 'link' && this.#deviceOf(visitor, email) === null)
        this.#parts.notices.tell(id, 'browser', deviceText(visitor.caller));
      this.knowBrowser(visitor, email);
    }
    await this.note(id, visitor.caller, by);
    return this.session(id);
  }

  /** Returns the browser's cookie from an earlier sign-in to this account, or `null` if there is none. */
  #deviceOf(visitor: Visitor, email: string): string | null {
    const { cookies, devices } = this.#parts;
    return devices.read(visitor.cookie(cookies.name('device')), email);
  }

  /** Whether this browser has signed in to the account before. */
  isKnown(visitor: Visitor, email: string): boolean {
    return this.#deviceOf(visitor, email) !== null;
  }

  sendVerification(visitor: Visitor, email: string): void {
    const browser = randomBytes(18).toString('base64url');
    this.setSignUpCookie(visitor, browser);
    this.#parts.registration.sendVerification(email, browser);
  }

  /**
   * Marks the browser that started a sign-up, because the chosen password stays valid only if the link is
   * opened in that browser.
   */
  setSignUpCookie(visitor: Visitor, browser: string): void {
    visitor.setCookies([this.#parts.cookies.text('sign-up', browser, DAY_S)]);
  }

  async note(id: string, { address }: Caller, by: string): Promise<void> {
    const { accounts, audit } = this.#parts;
    const target = { id, name: (await accounts.find(id))?.name ?? null };
    await audit.by({ id, address }, 'sign_in.done', { target, details: { by } });
  }

  /** Returns the data that a page starts with. @param id the account's id; `null` if nobody is signed in */
  async session(id: string | null): Promise<Session> {
    const { accounts, settings, mailer, options, tryPage } = this.#parts;
    const { provider, apiUrl, consoleUrl, version, limits } = options;
    return {
      account: id === null ? null : await accounts.describe(id),
      needs_setup: !(await accounts.hasOperator()),
      sign_up: (await settings.isSignUpOpen()) ? 'open' : 'invitation',
      providers: provider === null ? [] : [{ id: provider.id, name: provider.name }],
      has_mail: mailer.hasServer,
      api_url: apiUrl,
      map_url: tryPage.map_url,
      console_url: consoleUrl,
      version,
      limits,
    };
  }

  /** Records rate-limited attempts only occasionally, so that they do not flood the log. */
  async #limited(attempt: {
    address: string;
    email: string;
    device: string | null;
  }): Promise<() => Promise<void>> {
    try {
      return await this.#parts.attempts.signIn(attempt);
    } catch (error) {
      this.#parts.noteLimited(attempt.email, attempt.address);
      throw error;
    }
  }

  /**
   * Records the failure after responding, so that the response takes just as long for an address without an
   * account.
   */
  #noteFailed(email: string, address: string): void {
    const { accounts, audit, background } = this.#parts;
    background.start(async () => {
      const account = await accounts.findByEmail(email);
      if (account === null) return;
      const { id, name } = account;
      await audit.by({ id, address }, 'sign_in.failed', { target: { id, name } });
    });
  }

  /** Marks the browser as having signed in to the account. */
  knowBrowser(visitor: Visitor, email: string): void {
    const { cookies, devices } = this.#parts;
    visitor.setCookies([cookies.text('device', devices.make(email), YEAR_S)]);
  }

  /** Ends the browser's previous session. */
  async #leaveFormer(former: Person | null, id: string): Promise<void> {
    if (former === null) return;
    const { sessions, options } = this.#parts;
    await sessions.end(former, former.sessionId).catch(() => undefined);
    if (former.id !== id)
      options.log.info({ account_id: id }, 'a different account signed in from the same browser');
  }
}

/** Returns the beginning of the browser's User-Agent header, and the client's address. */
function deviceText({ device, address }: Caller): string {
  return `${device.replace(/[^\x20-\x7e]/g, '').slice(0, 120)} (${address})`;
}
