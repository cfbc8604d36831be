import type { Logger } from 'pino';
import type { Access } from '../accounts/access.js';
import type { OidcProvider } from '../accounts/account-library.js';
import type { Accounts } from '../accounts/accounts.js';
import type { AttemptLimits, KnownDevices } from '../accounts/attempt-limits.js';
import type { AuditLog } from '../accounts/audit-log.js';
import type { ConsoleSettings } from '../accounts/console-settings.js';
import type { Invitations } from '../accounts/invitations.js';
import type { OneTimeLinks } from '../accounts/one-time-links.js';
import type { Operators } from '../accounts/operators.js';
import type { Organisations } from '../accounts/organisations.js';
import type { ProjectKeys } from '../accounts/project-keys.js';
import type { ProjectUsage } from '../accounts/project-usage.js';
import type { Projects } from '../accounts/projects.js';
import type { RefusedRequests } from '../accounts/refused-requests.js';
import type { Sessions } from '../accounts/sessions.js';
import type { SignIn } from '../accounts/sign-in.js';
import type { ConsoleLimits, TryPage } from '../api/data.js';
import type { ServiceState, SettingInForce } from '../api/operator-contract.js';
import type { Mailer } from '../mail/mailer.js';
import type { Cookies } from './cookies.js';

/** All that the routes need. */
export interface ConsoleParts {
  access: Access;
  accounts: Accounts;
  attempts: AttemptLimits;
  audit: AuditLog;
  cookies: Cookies;
  devices: KnownDevices;
  invitations: Invitations;
  links: OneTimeLinks;
  mailer: Mailer;
  operators: Operators;
  organisations: Organisations;
  projectKeys: ProjectKeys;
  projects: Projects;
  refused: RefusedRequests;
  sessions: Sessions;
  settings: ConsoleSettings;
  signIn: SignIn;
  usage: ProjectUsage;
  /** Null: there is none. */
  provider: OidcProvider | null;
  /** Makes the library ask the provider again when it did not answer at the start. */
  renewProvider: () => Promise<void>;
  apiUrl: string;
  consoleUrl: string;
  version: string;
  limits: ConsoleLimits;
  tryPage: TryPage;
  service: () => Promise<ServiceState>;
  settingsInForce: readonly SettingInForce[];
  log: Logger;
  /** Work behind the answer. */
  later: (work: () => Promise<void>) => void;
  /** Notes, once in a while, that attempts at an account are limited. */
  noteLimited: (email: string, address: string) => void;
}
