import type { OpenDatabase } from '../database/schema/open-database.js';
import { OPERATOR_AT_SHELL, type Person } from './accounts/guards/access.js';
import { accountServices, type AccountServices, type ServiceOptions } from './accounts/account-services.js';
import { SetupLink } from './accounts/people/setup-link.js';
import { Mailer, type MailServer } from './mail/mailer.js';

export interface OpenOptions extends ServiceOptions {
  /** The key database, which is already open. */
  database: OpenDatabase;
  mail: MailServer | null;
}

/** The console's functions that commands share with the pages, without the server. */
export interface OpenServices extends AccountServices {
  setupLink: SetupLink;
  /** The person who runs the command. */
  shell: Person;
  close(): void;
}

export function openServices(options: OpenOptions): OpenServices {
  const { database } = options;
  const mailer = new Mailer({ server: options.mail, log: () => undefined });
  const services = accountServices(database, mailer, options);
  return {
    ...services,
    setupLink: new SetupLink(services.accounts, services.links),
    shell: OPERATOR_AT_SHELL,
    close: () => mailer.close(),
  };
}
