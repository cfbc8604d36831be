import type { OpenDatabase } from '../../../database/schema/open-database.js';
import type { BackgroundWork } from '../guards/background-work.js';
import { mailOf, type NoticeKind } from '../../mail/mail-texts.js';
import type { Mailer } from '../../mail/mailer.js';
import type { MailLimits } from '../guards/mail-limits.js';
import { languageOf } from '../guards/stored-values.js';

interface Parts {
  database: OpenDatabase;
  mailer: Mailer;
  mailLimits: MailLimits;
  background: BackgroundWork;
  consoleUrl: string;
}

/** Emails people about changes to their account, so that they notice unauthorized changes. */
export class Notices {
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /**
   * Sends the notice after the response has been sent. @param what the name of a key or a passkey, the
   * device, or the role
   */
  tell(accountId: string, kind: NoticeKind, what: string): void {
    if (accountId === '') return;
    this.#parts.background.start(() => this.#send(accountId, kind, what));
  }

  async #send(accountId: string, kind: NoticeKind, what: string): Promise<void> {
    const { database, mailer, mailLimits, consoleUrl } = this.#parts;
    const account = await database.db
      .selectFrom('accounts')
      .select(['email', 'language', 'closed_at'])
      .where('id', '=', accountId)
      .executeTakeFirst();
    if (account === undefined || account.closed_at !== null) return;
    if (!(await mailLimits.notice(kind, account.email))) return;
    const to = { email: account.email, language: languageOf(account.language) };
    mailer.post(mailOf('notice', to, { kind, what, url: `${consoleUrl}/account` }));
  }
}
