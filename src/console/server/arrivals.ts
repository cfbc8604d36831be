import { randomBytes } from 'node:crypto';
import type { Person } from '../accounts/access.js';
import { checkedEmail } from '../accounts/checked-fields.js';
import { ConsoleError } from '../accounts/console-error.js';
import type { Caller } from '../accounts/sessions.js';
import type { Session } from '../api/data.js';
import type { Visitor } from './routes.js';
import type { ServerParts } from './server-parts.js';

const YEAR_S = 31_536_000;
const DAY_S = 86_400;

/** What happens when somebody comes in: the session, its cookies, and what is noted of it. */
export class Arrivals {
  readonly #parts: ServerParts;

  constructor(parts: ServerParts) {
    this.#parts = parts;
  }

  async withPassword(visitor: Visitor, given: { email: string; password: string }): Promise<Session> {
    const { attempts, cookies, devices, sessions } = this.#parts;
    const { address } = visitor.caller;
    const email = checkedEmail(given.email);
    const device = devices.read(visitor.cookie(cookies.name('device')), email);
    const wasRight = this.#limited({ address, email, device });
    let id: string;
    try {
      id = visitor.take(await sessions.signIn(visitor.caller, email, given.password));
    } catch (error) {
      if (!(error instanceof ConsoleError)) throw error;
      // The password was right: these are told to its owner only.
      if (error.code === 'email_unverified') {
        wasRight();
        attempts.mail(address, email);
        this.sendVerification(visitor, email);
      } else if (error.code === 'wrong_credentials') this.#noteFailed(email, address);
      throw error;
    }
    wasRight();
    await this.#leaveFormer(visitor.person, id);
    this.#knowBrowser(visitor, email);
    await this.note(id, visitor.caller, 'password');
    return this.session(id);
  }

  async withPasskey(visitor: Visitor, credential: Readonly<Record<string, unknown>>): Promise<Session> {
    const { sessions } = this.#parts;
    const id = visitor.take(await sessions.signInWithPasskey(visitor.caller, credential));
    await this.#leaveFormer(visitor.person, id);
    await this.note(id, visitor.caller, 'passkey');
    return this.session(id);
  }

  /** For somebody who has shown who he is by a link. */
  async withLink(visitor: Visitor, id: string): Promise<Session> {
    const { accounts, sessions } = this.#parts;
    await this.#leaveFormer(visitor.person, id);
    visitor.setCookies(await sessions.begin(visitor.caller, id));
    const account = await accounts.find(id);
    if (account !== null) this.#knowBrowser(visitor, account.email);
    await this.note(id, visitor.caller, 'link');
    return this.session(id);
  }

  sendVerification(visitor: Visitor, email: string): void {
    const browser = randomBytes(18).toString('base64url');
    this.setSignUpCookie(visitor, browser);
    this.#parts.signIn.sendVerification(email, browser);
  }

  /** Only the browser of a sign-up keeps the password that was chosen in it. */
  setSignUpCookie(visitor: Visitor, browser: string): void {
    visitor.setCookies([this.#parts.cookies.text('sign-up', browser, DAY_S)]);
  }

  async note(id: string, { address }: Caller, by: string): Promise<void> {
    const { accounts, audit } = this.#parts;
    const target = { id, name: (await accounts.find(id))?.name ?? null };
    await audit.by({ id, address }, 'sign_in.done', { target, details: { by } });
  }

  /** What a page needs to begin. @param id of the account; null: nobody is signed in */
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

  /** A limited attempt is noted once in a while, not each time: the log must not be flooded. */
  #limited(attempt: { address: string; email: string; device: string | null }): () => void {
    try {
      return this.#parts.attempts.signIn(attempt);
    } catch (error) {
      this.#parts.noteLimited(attempt.email, attempt.address);
      throw error;
    }
  }

  /** Behind the answer: so it takes as long for an address without an account. */
  #noteFailed(email: string, address: string): void {
    const { accounts, audit, background } = this.#parts;
    background.start(async () => {
      const account = await accounts.findByEmail(email);
      if (account === null) return;
      const { id, name } = account;
      await audit.by({ id, address }, 'sign_in.failed', { target: { id, name } });
    });
  }

  #knowBrowser(visitor: Visitor, email: string): void {
    const { cookies, devices } = this.#parts;
    visitor.setCookies([cookies.text('device', devices.make(email), YEAR_S)]);
  }

  /** Whoever signs in leaves the session that the browser had before. */
  async #leaveFormer(former: Person | null, id: string): Promise<void> {
    if (former === null) return;
    const { sessions, options } = this.#parts;
    await sessions.end(former, former.sessionId).catch(() => undefined);
    if (former.id !== id) options.log.info({ account_id: id }, 'another account signed in in a browser');
  }
}
