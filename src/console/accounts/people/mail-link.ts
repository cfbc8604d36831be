import type { Language } from '../../api/account-data.js';
import { mailOf } from '../../mail/mail-texts.js';
import type { Mailer } from '../../mail/mailer.js';
import type { BackgroundWork } from '../guards/background-work.js';
import type { OneTimeLinks } from './one-time-links.js';

interface Parts {
  links: OneTimeLinks;
  mailer: Mailer;
  background: BackgroundWork;
}

/** A link's account, and the address that the link is sent to. */
export interface LinkReader {
  id: string;
  email: string;
  language: Language;
}

/**
 * Creates a link and sends it by email. Until the email is sent, operators can see the link.
 * @param to browser: the requesting browser's cookie
 */
export async function mailLink(
  { links, mailer, background }: Parts,
  kind: 'verify' | 'reset' | 'email',
  { browser = null, ...to }: LinkReader & { browser?: string | null },
): Promise<void> {
  const link = await links.make({ kind, email: to.email, accountId: to.id, browser });
  mailer.post(mailOf(kind, to, { url: link.url }), (wasSent) =>
    background.start(() => links.noteUnsent(link.hash, wasSent ? null : link.token)),
  );
}
