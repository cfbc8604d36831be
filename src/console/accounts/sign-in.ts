import { randomBytes } from 'node:crypto';
import type { Language, Setup, SignUp } from '../api/data.js';
import { mailOf } from '../mail/mail-texts.js';
import type { Mailer } from '../mail/mailer.js';
import type { Accounts } from './accounts.js';
import type { AuditLog } from './audit-log.js';
import { checkedEmail, checkedPassword, checkedPersonName } from './checked-fields.js';
import { conflict, ConsoleError, linkInvalid } from './console-error.js';
import type { ConsoleSettings } from './console-settings.js';
import type { Invitations } from './invitations.js';
import type { OneTimeLinks } from './one-time-links.js';
import type { Organisations } from './organisations.js';

interface Parts {
  accounts: Accounts;
  audit: AuditLog;
  invitations: Invitations;
  links: OneTimeLinks;
  mailer: Mailer;
  organisations: Organisations;
  settings: ConsoleSettings;
  consoleUrl: string;
  /** Takes 50 ms of processor time, on purpose. */
  hashPassword: (password: string) => Promise<string>;
  log: (error: unknown) => void;
}

/** Who asks: the address, and what the browser keeps in the cookie of a sign-up. */
export interface Asker {
  address: string;
  browser: string | null;
}

/**
 * How people come in for the first time or again: the first administrator, sign-up, verification, a new
 * password. What a stranger is answered does not say which addresses have an account.
 */
export class SignIn {
  readonly #parts: Parts;
  /** Work that goes on after the answer, so that its duration says nothing. */
  readonly #behind = new Set<Promise<void>>();

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** @returns the account to sign in */
  async setUp(wanted: Setup, asker: Asker): Promise<string> {
    const { accounts, links, organisations, audit } = this.#parts;
    const person = checkedPerson(wanted);
    const organisation = checkedPersonName(wanted.organisation, 'organisation');
    if (await accounts.hasOperator()) throw conflict('already_set_up', 'There is an administrator already.');
    if ((await links.look('setup', wanted.token)) === null) throw linkInvalid();
    const passwordHash = await this.#parts.hashPassword(person.password);
    // Of several requests with the link one gets it.
    if ((await links.use('setup', wanted.token)) === null) throw linkInvalid();
    const id = await accounts.create({
      ...person,
      passwordHash,
      language: wanted.language,
      isVerified: true,
      isOperator: true,
    });
    if (id === null) throw conflict('already_there', 'There is an account with this address already.');
    await organisations.insert(organisation, id);
    await audit.note({
      action: 'setup.done',
      accountId: id,
      target: { id, name: person.name },
      address: asker.address,
    });
    return id;
  }

  /** @returns the account to sign in, and the cookie for the browser; null: it must be verified first */
  async signUp(wanted: SignUp, asker: Asker): Promise<{ accountId: string | null; browser: string }> {
    const browser = randomBytes(18).toString('base64url');
    const person = checkedPerson(wanted);
    if (wanted.invitation !== undefined)
      return { accountId: await this.#signUpInvited(wanted.invitation, wanted, asker), browser };
    if (!(await this.#parts.settings.isSignUpOpen()))
      throw new ConsoleError('sign_up_closed', 'Sign-up is by invitation.');
    const passwordHash = await this.#parts.hashPassword(person.password);
    this.#later(async () => {
      const { language } = wanted;
      const account = { ...person, passwordHash, language, isVerified: false, isOperator: false };
      const id = await this.#parts.accounts.create(account);
      if (id === null) return this.#tellKnown(person.email, language);
      await this.#noteCreated(id, person.name, asker);
      await this.#sendLink('verify', { id, email: person.email, language }, browser);
    });
    return { accountId: null, browser };
  }

  /** Sends the link again, if there is somebody to verify. */
  sendVerification(email: string, browser: string): void {
    this.#later(async () => {
      const account = await this.#parts.accounts.findByEmail(email);
      if (account === null || account.email_verified || account.closed_at !== null) return;
      const language = account.language === 'en' ? 'en' : 'mn';
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
    await audit.note({ action: 'account.verified', accountId: id, target: { id }, address: asker.address });
    return id;
  }

  /** Sends a link to choose a new password, if there is such an account. */
  sendReset(email: string, language: Language): void {
    this.#later(async () => {
      const account = await this.#parts.accounts.findByEmail(email);
      if (account === null || account.closed_at !== null) return;
      await this.#sendLink('reset', { id: account.id, email, language }, null);
    });
  }

  /** A new password proves the address, too: the link came to it. */
  async reset(token: string, password: string, asker: Asker): Promise<void> {
    const { links, accounts, audit } = this.#parts;
    const seen = await links.look('reset', token);
    const account = seen === null ? null : await accounts.find(seen.account_id!);
    if (account === null) throw linkInvalid();
    const passwordHash = await this.#parts.hashPassword(checkedPassword(password, account));
    if ((await links.use('reset', token)) === null) throw linkInvalid();
    await accounts.setPassword(account.id, passwordHash);
    await accounts.verify(account.id, { keepsPassword: true });
    await accounts.endSessions(account.id);
    await audit.note({
      action: 'password.reset',
      accountId: account.id,
      target: { id: account.id, name: account.name },
      address: asker.address,
    });
    this.tellPasswordChanged(account);
  }

  tellPasswordChanged({ email, language }: { email: string; language: string }): void {
    const to = { email, language: language === 'en' ? 'en' : 'mn' } as const;
    this.#parts.mailer.post(mailOf('passwordChanged', to, { url: `${this.#parts.consoleUrl}/forgot` }));
  }

  /** Resolves when nothing goes on behind any more. */
  async settled(): Promise<void> {
    while (this.#behind.size > 0) await Promise.all(this.#behind);
  }

  async #signUpInvited(token: string, wanted: SignUp, asker: Asker): Promise<string> {
    const { invitations, accounts } = this.#parts;
    const invitation = await invitations.find(token);
    const person = checkedPerson({ ...wanted, email: invitation.email });
    const account = {
      ...person,
      passwordHash: await this.#parts.hashPassword(person.password),
      language: wanted.language,
      isVerified: true,
      isOperator: false,
    };
    const id = await accounts.create(account);
    if (id === null) throw conflict('already_there', 'You have an account already: sign in with it.');
    await this.#noteCreated(id, person.name, asker);
    await invitations.accept(token, { id, ...person, address: asker.address });
    return id;
  }

  #noteCreated(id: string, name: string, asker: Asker): Promise<void> {
    const target = { id, name };
    return this.#parts.audit.note({
      action: 'account.created',
      accountId: id,
      target,
      address: asker.address,
    });
  }

  async #tellKnown(email: string, language: Language): Promise<void> {
    const url = `${this.#parts.consoleUrl}/sign-in`;
    this.#parts.mailer.post(mailOf('known', { email, language }, { url }));
  }

  async #sendLink(
    kind: 'verify' | 'reset',
    to: { id: string; email: string; language: Language },
    browser: string | null,
  ): Promise<void> {
    const { links, mailer } = this.#parts;
    const link = await links.make({ kind, email: to.email, accountId: to.id, browser });
    mailer.post(mailOf(kind, to, { url: link.url }), (wasSent) =>
      this.#later(() => links.noteUnsent(link.hash, wasSent ? null : link.token)),
    );
  }

  #later(work: () => Promise<void>): void {
    const going = work()
      .catch((error: unknown) => this.#parts.log(error))
      .finally(() => this.#behind.delete(going));
    this.#behind.add(going);
  }
}

function checkedPerson<T extends { name: string; email: string; password: string }>(wanted: T) {
  const name = checkedPersonName(wanted.name);
  const email = checkedEmail(wanted.email);
  return { name, email, password: checkedPassword(wanted.password, { email, name }) };
}
