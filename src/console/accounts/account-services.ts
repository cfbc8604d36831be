import type { OpenDatabase } from '../../database/schema/open-database.js';
import type { KeyStore } from '../../keys/key-store.js';
import type { Calendar } from '../../usage/calendar.js';
import type { UsageStore } from '../../usage/usage-store.js';
import type { Mailer } from '../mail/mailer.js';
import { Access } from './guards/access.js';
import { Accounts } from './people/accounts.js';
import { AttemptStore } from './guards/attempt-store.js';
import { AuditLog } from './guards/audit-log.js';
import { Invitations } from './people/invitations.js';
import { MailLimits } from './guards/mail-limits.js';
import { OneTimeLinks } from './people/one-time-links.js';
import { Operators } from './operators/operators.js';
import { Organisations } from './organisations/organisations.js';
import { ProjectUsage } from './organisations/project-usage.js';
import { Projects } from './organisations/projects.js';
import { StoredSettings } from './guards/stored-settings.js';

export interface ServiceOptions {
  keys: KeyStore;
  /** Null: usage is not read. */
  usage: UsageStore | null;
  calendar: Calendar;
  /** The address at which browsers reach the console, without a slash at the end. */
  consoleUrl: string;
  /** Whether sign-up is open until an operator opens or closes it. */
  opensSignUp: boolean;
  /** Requests a minute for a key without a limit of its own. */
  defaultRateLimit: number;
  /** Requests a minute of all keys of an organisation that was not made by an operator; 0: no limit. */
  signUpRateLimit: number;
}

export type AccountServices = ReturnType<typeof accountServices>;

/** The functions that pages and commands share: permissions, and the actions themselves. */
export function accountServices(database: OpenDatabase, mailer: Mailer, options: ServiceOptions) {
  const { keys, calendar, defaultRateLimit } = options;
  const settings = new StoredSettings(database, options);
  const audit = new AuditLog(database);
  const accounts = new Accounts(database);
  const attemptStore = new AttemptStore(database);
  const mailLimits = new MailLimits(attemptStore);
  const access = new Access(database, keys);
  const links = new OneTimeLinks(database, options.consoleUrl);
  const signUpRateLimit = options.signUpRateLimit || null;
  const organisations = new Organisations({ database, access, audit, settings, signUpRateLimit });
  const invitations = new Invitations({
    ...{ database, access, accounts, audit, links, mailer, mailLimits, organisations },
  });
  const usage = new ProjectUsage({ access, keys, store: options.usage, calendar });
  const projects = new Projects({ database, keys, access, audit, defaultRateLimit });
  const operators = new Operators({ database, keys, accounts, audit, links, projects, settings, usage });
  return {
    ...{ attemptStore, mailLimits },
    ...{ access, accounts, audit, invitations, links, operators, organisations, projects, settings, usage },
  };
}
