import type { OpenDatabase } from '../database/open-database.js';
import { openConsoleDatabase } from '../database/open-console-database.js';
import { OPERATOR_AT_SHELL, type Person } from './accounts/access.js';
import { accountServices, type AccountServices, type ServiceOptions } from './accounts/account-services.js';
import { SetupLink } from './accounts/setup-link.js';
import { Mailer, type MailServer } from './mail/mailer.js';

export interface OpenOptions extends ServiceOptions {
  /** Open already, with the keys in it. */
  database: OpenDatabase;
  place: string;
  mail: MailServer | null;
}

/** What commands use of the console: the same functions as the pages, without the server. */
export interface OpenServices extends AccountServices {
  setupLink: SetupLink;
  /** Who acts. */
  shell: Person;
  close(): Promise<void>;
}

export function openServices(options: OpenOptions): OpenServices {
  const database = openConsoleDatabase(options.database, options.place);
  const mailer = new Mailer({ server: options.mail, log: () => undefined });
  const services = accountServices(database, mailer, options);
  return {
    ...services,
    setupLink: new SetupLink(services.accounts, services.links),
    shell: OPERATOR_AT_SHELL,
    close: async () => {
      mailer.close();
      await database.close();
    },
  };
}
