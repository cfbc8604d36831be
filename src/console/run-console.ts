import type { Logger } from 'pino';
import type { OpenDatabase } from '../database/open-database.js';
import { openConsoleDatabase, type ConsoleDatabase } from '../database/open-console-database.js';
import type { KeyStore } from '../keys/key-store.js';
import type { Calendar } from '../usage/calendar.js';
import type { UsageStore } from '../usage/usage-store.js';
import { Access } from './accounts/access.js';
import { createAccountLibrary, type AccountLibrary, type OidcProvider } from './accounts/account-library.js';
import { Accounts } from './accounts/accounts.js';
import { AttemptLimits, AttemptWindow, KnownDevices } from './accounts/attempt-limits.js';
import { AuditLog } from './accounts/audit-log.js';
import { ConsoleSettings } from './accounts/console-settings.js';
import { Invitations } from './accounts/invitations.js';
import { OneTimeLinks, type MadeLink } from './accounts/one-time-links.js';
import { Operators } from './accounts/operators.js';
import { Organisations } from './accounts/organisations.js';
import { ProjectKeys } from './accounts/project-keys.js';
import { ProjectUsage } from './accounts/project-usage.js';
import { Projects } from './accounts/projects.js';
import { RefusedRequests } from './accounts/refused-requests.js';
import { Sessions } from './accounts/sessions.js';
import { SetupLink } from './accounts/setup-link.js';
import { SignIn } from './accounts/sign-in.js';
import type { ConsoleLimits, TryRequest } from './api/data.js';
import type { ServiceState, SettingInForce } from './api/operator-contract.js';
import { Mailer, type MailServer } from './mail/mailer.js';
import { QuotaMails } from './quota-mails.js';
import type { ConsoleParts } from './server/console-parts.js';
import { createConsoleServer } from './server/console-server.js';
import { Cookies } from './server/cookies.js';
import { freePort, nameOf } from './free-port.js';
import { askService } from './service-state.js';

const HOUR_MS = 3_600_000;

/** How often quotas are looked at. A mail some minutes late helps as much. */
const QUOTA_MS = 60_000;

export interface ConsoleOptions {
  /** Open already, with the keys in it. */
  database: OpenDatabase;
  /** Path or URL of the database. */
  place: string;
  keys: KeyStore;
  /** Null: usage is not counted. */
  usage: UsageStore | null;
  calendar: Calendar;
  host: string;
  port: number;
  /** Where browsers reach the console; null: the address that it listens on. Without a slash at the end. */
  consoleUrl: string | null;
  /** Where clients reach the API. */
  apiUrl: string;
  /** Where the console itself asks the API for its state. */
  apiAddress: string;
  hasMap: boolean;
  trustedProxies: readonly string[];
  mail: MailServer | null;
  provider: OidcProvider | null;
  opensSignUp: boolean;
  /** By default 60 s. */
  quota_ms?: number;
  mailRetry_ms?: readonly number[];
  version: string;
  webFolder: string;
  limits: ConsoleLimits;
  tryRequests: readonly TryRequest[];
  settingsInForce: readonly SettingInForce[];
  /** What operators see of the dataset; null: there is none. */
  describeDataset: () => Promise<ServiceState['dataset']>;
  log: Logger;
}

export interface RunningConsole {
  /** Where it is reached: the URL of the setting, else the address. */
  url: string;
  /** Where it listens, on this machine. */
  address: string;
  /** For the first administrator; null: there is one. */
  setupLink: MadeLink | null;
  /** For tests: resolves when nothing goes on behind the answers. */
  settled(): Promise<void>;
  close(): Promise<void>;
}

const FREE_PORT_TRIES = 5;

/**
 * Starts the console. The database and the stores stay open when it is closed: who opened them closes them.
 * @throws when the port cannot be opened
 */
export async function runConsole(options: ConsoleOptions): Promise<RunningConsole> {
  for (let left = FREE_PORT_TRIES; ; left--) {
    try {
      return await runOnce(options);
    } catch (error) {
      // Somebody else took the free port between asking for it and listening.
      const isTaken = options.port === 0 && (error as NodeJS.ErrnoException).code === 'EADDRINUSE';
      if (!isTaken || left === 1) throw error;
    }
  }
}

async function runOnce(options: ConsoleOptions): Promise<RunningConsole> {
  const { log } = options;
  const database = openConsoleDatabase(options.database, options.place);
  const behind = new Behind(log);
  const started = new Date();
  // Links and passkeys need the address before there is a server: so a port chosen by the system is asked
  // for with a server that is thrown away.
  const port =
    options.port === 0 && options.consoleUrl === null ? await freePort(options.host) : options.port;
  const consoleUrl = options.consoleUrl ?? `http://${nameOf(options.host)}:${port}`;
  const parts = await partsOf({ ...options, consoleUrl }, { database, behind, started });
  const app = await createConsoleServer(parts, options);
  const quotas = new QuotaMails({ database, keys: options.keys, usage: parts.usage, mailer: parts.mailer });
  const timers = [
    setInterval(() => behind.later(async () => void (await quotas.send())), options.quota_ms ?? QUOTA_MS),
    setInterval(() => behind.later(() => thin(parts)), HOUR_MS),
  ];
  timers.forEach((timer) => timer.unref());
  let address: string;
  try {
    address = await app.listen({ host: options.host, port });
  } catch (error) {
    timers.forEach((timer) => clearInterval(timer));
    parts.mailer.close();
    await database.close();
    throw error;
  }
  return {
    url: consoleUrl,
    address,
    setupLink: await new SetupLink(parts.accounts, parts.links).make(),
    settled: async () => {
      await parts.signIn.settled();
      await behind.settled();
    },
    close: async () => {
      timers.forEach((timer) => clearInterval(timer));
      await app.close();
      await parts.signIn.settled();
      await behind.settled();
      parts.mailer.close();
      await database.close();
    },
  };
}

async function thin({ audit, accounts }: ConsoleParts): Promise<void> {
  const now_ms = Date.now();
  await audit.thin(now_ms);
  await accounts.thin(now_ms);
}

interface Ground {
  database: ConsoleDatabase;
  behind: Behind;
  started: Date;
}

async function partsOf(
  options: ConsoleOptions & { consoleUrl: string },
  { database, behind, started }: Ground,
): Promise<ConsoleParts> {
  const { keys, log, consoleUrl, apiUrl, provider } = options;
  const { default_rate_limit: defaultRateLimit } = options.limits;
  const settings = new ConsoleSettings(database, options);
  const secret = await settings.secret();
  const mailer = new Mailer({
    server: options.mail,
    log: (problem) => log.warn(problem),
    ...(options.mailRetry_ms === undefined ? {} : { retry_ms: options.mailRetry_ms }),
  });
  const audit = new AuditLog(database);
  const accounts = new Accounts(database);
  const access = new Access(database, keys);
  const links = new OneTimeLinks(database, consoleUrl);
  const organisations = new Organisations({ database, access, audit, settings });
  const invitations = new Invitations({ database, access, accounts, audit, links, mailer, organisations });
  const usage = new ProjectUsage({ access, keys, store: options.usage, calendar: options.calendar });
  const projects = new Projects({ database, keys, access, audit, defaultRateLimit });
  const makeLibrary = (): AccountLibrary =>
    createAccountLibrary({
      database,
      secret,
      consoleUrl,
      provider,
      maySignUp: async (email) => (await settings.isSignUpOpen()) || (await invitations.isInvited(email)),
      isClosed: async (id) => (await accounts.find(id))?.closed_at != null,
      log: (problem) => log.error({ from: 'accounts' }, problem),
    });
  let library = makeLibrary();
  const sessions = new Sessions(database, () => library, consoleUrl);
  const limited = new AttemptWindow({ limit: 1, window_ms: HOUR_MS });
  return {
    ...{ access, accounts, audit, invitations, links, mailer, organisations, projects, sessions, settings },
    ...{ usage, provider, apiUrl, consoleUrl, log },
    version: options.version,
    limits: options.limits,
    settingsInForce: options.settingsInForce,
    attempts: new AttemptLimits(),
    cookies: new Cookies(consoleUrl),
    devices: new KnownDevices(secret),
    operators: new Operators({ database, keys, accounts, audit, links, projects, settings, usage }),
    projectKeys: new ProjectKeys({ database, keys, access, audit, defaultRateLimit }),
    refused: new RefusedRequests({ access, keys, usage: options.usage }),
    signIn: new SignIn({
      ...{ accounts, audit, invitations, links, mailer, organisations, settings, consoleUrl },
      hashPassword: (password) => sessions.hashPassword(password),
      log: (error) => log.error({ err: error }, 'work behind an answer failed'),
    }),
    renewProvider: async () => {
      library = makeLibrary();
      await library.$context;
    },
    tryPage: {
      api_url: apiUrl,
      requests: [...options.tryRequests],
      docs_url: `${apiUrl}/docs`,
      map_url: options.hasMap ? `${apiUrl}/` : null,
    },
    service: () => askService({ ...options, database: database.dialect, mailer, started }),
    later: (work) => behind.later(work),
    noteLimited: (email, address) => {
      if (limited.take(email, Date.now()) !== null) return;
      behind.later(async () => {
        const account = await accounts.findByEmail(email);
        const target = account === null ? null : { id: account.id, name: account.name };
        await audit.note({ action: 'sign_in.limited', accountId: account?.id ?? null, target, address });
      });
    },
  };
}

/** Work that goes on behind answers. A failure of it is for the log. */
class Behind {
  readonly #log: Logger;
  readonly #going = new Set<Promise<void>>();

  constructor(log: Logger) {
    this.#log = log;
  }

  later(work: () => Promise<void>): void {
    const going = work()
      .catch((error: unknown) => this.#log.error({ err: error }, 'work behind an answer failed'))
      .finally(() => this.#going.delete(going));
    this.#going.add(going);
  }

  async settled(): Promise<void> {
    while (this.#going.size > 0) await Promise.all(this.#going);
  }
}
