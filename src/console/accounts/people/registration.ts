import { randomBytes } from 'node:crypto';
import type { Language, Setup, SignUp } from '../../api/account-data.js';
import { mailOf } from '../../mail/mail-texts.js';
import type { Mailer } from '../../mail/mailer.js';
import type { Accounts } from './accounts.js';
import type { AuditLog } from '../guards/audit-log.js';
import type { BackgroundWork } from '../guards/background-work.js';
import { checkedEmail, checkedPassword, checkedPersonName } from '../guards/checked-fields.js';
import { conflict, ConsoleError, linkInvalid } from '../guards/console-error.js';
import type { StoredSettings } from '../guards/stored-settings.js';
import type { Invitations } from './invitations.js';
import type { OneTimeLinks } from './one-time-links.js';
import type { Organisations } from '../organisations/organisations.js';
import type { Sessions } from './sessions.js';
import { mailLink, type LinkReader } from './mail-link.js';
import { languageOf } from '../guards/stored-values.js';

interface Parts {
  accounts: Accounts;
  audit: AuditLog;
  background: BackgroundWork;
  invitations: Invitations;
  links: OneTimeLinks;
  mailer: Mailer;
  organisations: Organisations;
  sessions: Pick<Sessions, 'hashPassword'>;
  settings: StoredSettings;
  consoleUrl: string;
  onSetUp: () => void;
}

/** The requesting client: its address, and the cookie of its sign-up. */
export interface Asker {
  address: string;
  browser: string | null;
}

/**
 * Lets people sign in for the first time or regain access: the first administrator, sign-up, verification, a
 * new password. Responses to strangers do not reveal which addresses have an account.
 */
export class Registration {
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** @returns the account to sign in */
  async setUp(wanted: Setup, asker: Asker): Promise<string> {
    const { accounts, links, organisations, audit } = this.#parts;
    const person = checkedPerson(wanted);
    const organisation = checkedPersonName(wanted.organisation, 'organisation');
    if (await accounts.hasOperator()) throw conflict('already_set_up', 'There is already an administrator.');
    if ((await links.look('setup', wanted.token)) === null) throw linkInvalid();
    const passwordHash = await this.#parts.sessions.hashPassword(person.password);
    // If several requests use the link, only one succeeds.
    if ((await links.use('setup', wanted.token)) === null) throw linkInvalid();
    const id = await accounts.create({
      ...person,
      passwordHash,
      language: wanted.language,
      isVerified: true,
      isOperator: true,
    });
    if (id === null) throw conflict('already_there', 'There is already an account with this address.');
    await organisations.insert(organisation, id, null);
    this.#parts.onSetUp();
    await audit.by({ id, address: asker.address }, 'setup.done', { target: { id, name: person.name } });
    return id;
  }

  /**
   * @returns the account to sign in, and the browser's cookie; the account is `null` if it must be verified
   * first
   */
  async signUp(wanted: SignUp, asker: Asker): Promise<{ accountId: string | null; browser: string }> {
    const browser = randomBytes(18).toString('base64url');
    const person = checkedPerson(wanted);
    if (wanted.invitation !== undefined)
      return { accountId: await this.#signUpInvited(wanted.invitation, wanted, asker), browser };
    if (!(await this.#parts.settings.isSignUpOpen()))
      throw new ConsoleError('sign_up_closed', 'Sign-up is by invitation.');
    const passwordHash = await this.#parts.sessions.hashPassword(person.password);
    this.#parts.background.start(async () => {
      const { language } = wanted;
      const account = { ...person, passwordHash, language, isVerified: false, isOperator: false };
      const id = await this.#parts.accounts.create(account);
      if (id === null) return this.#tellKnown(person.email, language);
      await this.#noteCreated(id, person.name, asker);
      await this.#sendLink('verify', { id, email: person.email, language }, browser);
    });
    return { accountId: null, browser };
  }

  /** Sends the verification link again, if there is an account to verify. */
  sendVerification(email: string, browser: string): void {
    this.#parts.background.start(async () => {
      const account = await this.#parts.accounts.findByEmail(email);
      if (account === null || account.email_verified || account.closed_at !== null) return;
      const language = languageOf(account.language);
      await this.#sendLink('verify', { id: account.id, email, language }, browser);
    });
  }

  /** @returns the account to sign in */
  async verify(token: string, asker: Asker): Promise<string> {
    const { links, accounts, audit } = this.#parts;
    const link = await links.use('verify', token);
    if (link === null) throw linkInvalid();
    const id = link.account_id!;
    await accounts.verify(id, { keepsPassword: links.isFromBrowser(link, asker.browser) });
    await audit.by({ id, address: asker.address }, 'account.verified', { target: { id } });
    return id;
  }

  /** Sends a link for choosing a new password, if there is an account with this address. */
  sendReset(email: string, language: Language): void {
    this.#parts.background.start(async () => {
      const account = await this.#parts.accounts.findByEmail(email);
      if (account === null || account.closed_at !== null) return;
      await this.#sendLink('reset', { id: account.id, email, language }, null);
    });
  }

  /**
   * Sets a new password. Choosing a password this way also verifies the address, because the link was sent to
   * it.
   */
  async reset(token: string, password: string, asker: Asker): Promise<void> {
    const { links, accounts, audit } = this.#parts;
    const seen = await links.look('reset', token);
    const account = seen === null ? null : await accounts.find(seen.account_id!);
    if (account === null) throw linkInvalid();
    const passwordHash = await this.#parts.sessions.hashPassword(checkedPassword(password, account));
    if ((await links.use('reset', token)) === null) throw linkInvalid();
    await accounts.setPassword(account.id, passwordHash);
    await accounts.verify(account.id, { keepsPassword: true });
    await accounts.endSessions(account.id);
    const { id, name } = account;
    await audit.by({ id, address: asker.address }, 'password.reset', { target: { id, name } });
    this.tellPasswordChanged(account);
  }

  tellPasswordChanged({ email, language }: { email: string; language: string }): void {
    const to = { email, language: languageOf(language) };
    this.#parts.mailer.post(mailOf('passwordChanged', to, { url: `${this.#parts.consoleUrl}/forgot` }));
  }

  async #signUpInvited(token: string, wanted: SignUp, asker: Asker): Promise<string> {
    const { invitations, accounts } = this.#parts;
    const invitation = await invitations.find(token);
    const person = checkedPerson({ ...wanted, email: invitation.email });
    const account = {
      ...person,
      passwordHash: await this.#parts.sessions.hashPassword(person.password),
      language: wanted.language,
      isVerified: true,
      isOperator: false,
    };
    const id = await accounts.create(account);
    if (id === null) throw conflict('already_there', 'You already have an account: sign in with it.');
    await this.#noteCreated(id, person.name, asker);
    await invitations.accept(token, { id, ...person, address: asker.address });
    return id;
  }

  #noteCreated(id: string, name: string, { address }: Asker): Promise<void> {
    return this.#parts.audit.by({ id, address }, 'account.created', { target: { id, name } });
  }

  async #tellKnown(email: string, language: Language): Promise<void> {
    const url = `${this.#parts.consoleUrl}/sign-in`;
    this.#parts.mailer.post(mailOf('known', { email, language }, { url }));
  }

  #sendLink(kind: 'verify' | 'reset', to: LinkReader, browser: string | null): Promise<void> {
    return mailLink(this.#parts, kind, { ...to, browser });
  }
}

function checkedPerson<T extends { name: string; email: string; password: string }>(wanted: T) {
  const name = checkedPersonName(wanted.name);
  const email = checkedEmail(wanted.email);
  return { name, email, password: checkedPassword(wanted.password, { email, name }) };
}
