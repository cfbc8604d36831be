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
  /** `null` if usage is not read. */
  usage: UsageStore | null;
  calendar: Calendar;
  /** The address at which browsers reach the console, without a trailing slash. */
  consoleUrl: string;
  /** Whether sign-up is open until an operator changes this. */
  opensSignUp: boolean;
  /** Requests per minute for a key without its own limit. */
  defaultRateLimit: number;
  /**
   * Requests per minute for all keys of an organisation that was not created by an operator; 0 for no limit.
   */
  signUpRateLimit: number;
}

export type AccountServices = ReturnType<typeof accountServices>;

/** Creates the functions that pages and commands share: permissions, and the actions themselves. */
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
