import type { OpenDatabase } from '../database/open-database.js';
import { openConsoleDatabase } from '../database/open-console-database.js';
import type { KeyStore } from '../keys/key-store.js';
import type { Calendar } from '../usage/calendar.js';
import type { UsageStore } from '../usage/usage-store.js';
import { Access, OPERATOR_AT_SHELL, type Person } from './accounts/access.js';
import { Accounts } from './accounts/accounts.js';
import { AuditLog } from './accounts/audit-log.js';
import { ConsoleSettings } from './accounts/console-settings.js';
import { Invitations } from './accounts/invitations.js';
import { OneTimeLinks } from './accounts/one-time-links.js';
import { Operators } from './accounts/operators.js';
import { Organisations } from './accounts/organisations.js';
import { ProjectUsage } from './accounts/project-usage.js';
import { Projects } from './accounts/projects.js';
import { SetupLink } from './accounts/setup-link.js';
import { Mailer, type MailServer } from './mail/mailer.js';

export interface CommandOptions {
  /** Open already, with the keys in it. */
  database: OpenDatabase;
  place: string;
  keys: KeyStore;
  /** Null: usage is not read. */
  usage: UsageStore | null;
  calendar: Calendar;
  consoleUrl: string;
  mail: MailServer | null;
  /** What holds unless an operator opened or closed sign-up. */
  opensSignUp: boolean;
  defaultRateLimit: number;
}

/** What commands use of the console: the same functions as the pages, without the server. */
export interface ConsoleCommands {
  accounts: Accounts;
  invitations: Invitations;
  operators: Operators;
  projects: Projects;
  settings: ConsoleSettings;
  setupLink: SetupLink;
  /** Who acts. */
  shell: Person;
  close(): Promise<void>;
}

export function openConsoleCommands(options: CommandOptions): ConsoleCommands {
  const { keys } = options;
  const database = openConsoleDatabase(options.database, options.place);
  const mailer = new Mailer({ server: options.mail, log: () => undefined });
  const audit = new AuditLog(database);
  const accounts = new Accounts(database);
  const access = new Access(database, keys);
  const links = new OneTimeLinks(database, options.consoleUrl);
  const settings = new ConsoleSettings(database, options);
  const organisations = new Organisations({ database, access, audit, settings });
  const usage = new ProjectUsage({ access, keys, store: options.usage, calendar: options.calendar });
  const projects = new Projects({
    ...{ database, keys, access, audit },
    defaultRateLimit: options.defaultRateLimit,
  });
  return {
    ...{ accounts, projects, settings, shell: OPERATOR_AT_SHELL },
    invitations: new Invitations({ database, access, accounts, audit, links, mailer, organisations }),
    operators: new Operators({ database, keys, accounts, audit, links, projects, settings, usage }),
    setupLink: new SetupLink(accounts, links),
    close: async () => {
      mailer.close();
      await database.close();
    },
  };
}
