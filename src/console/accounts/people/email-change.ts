import { mailOf } from '../../mail/mail-texts.js';
import type { Mailer } from '../../mail/mailer.js';
import type { Person } from '../guards/access.js';
import type { Accounts } from './accounts.js';
import type { AuditLog } from '../guards/audit-log.js';
import type { BackgroundWork } from '../guards/background-work.js';
import { conflict, linkInvalid } from '../guards/console-error.js';
import { mailLink } from './mail-link.js';
import type { Notices } from './notices.js';
import type { OneTimeLinks } from './one-time-links.js';

interface Parts {
  accounts: Accounts;
  audit: AuditLog;
  background: BackgroundWork;
  links: OneTimeLinks;
  mailer: Mailer;
  notices: Notices;
  consoleUrl: string;
}

/**
 * Changes an account's email address. A link is sent to the new address. Only the account that requested the
 * link can use it, so a stranger whose address was mistyped cannot take over the account.
 */
export class EmailChange {
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /**
   * Runs after the response has been sent, so that the response time does not reveal whether the address has
   * an account.
   */
  ask({ id, language }: Person, email: string): void {
    const { accounts, background, mailer, notices, consoleUrl } = this.#parts;
    background.start(async () => {
      const known = await accounts.findByEmail(email);
      if (known === null || !known.email_verified)
        await mailLink(this.#parts, 'email', { id, email, language });
      else mailer.post(mailOf('emailTaken', { email, language }, { url: `${consoleUrl}/sign-in` }));
    });
    notices.tell(id, 'emailAsked', email);
  }

  /** Ends all sessions except this one. @returns the new address */
  async confirm(person: Person, token: string): Promise<string> {
    const { accounts, audit, links, mailer } = this.#parts;
    const { id, name, language } = person;
    const seen = await links.look('email', token);
    if (seen !== null && seen.account_id !== id)
      throw conflict('other_account', 'Sign in with the account that requested this link.');
    const link = await links.use('email', token);
    if (link === null || !(await accounts.changeEmail(id, link.email))) throw linkInvalid();
    await accounts.endSessions(id, person.sessionId);
    await audit.by(person, 'email.changed', { target: { id, name } });
    mailer.post(mailOf('emailChanged', { email: person.email, language }, { email: link.email }));
    return link.email;
  }
}
