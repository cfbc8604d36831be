import type { OpenDatabase } from '../database/schema/open-database.js';
import { BackgroundWork } from './accounts/guards/background-work.js';
import type { MadeLink } from './accounts/people/one-time-links.js';
import { SetupLink } from './accounts/people/setup-link.js';
import { QuotaMails } from './quota-mails.js';
import { createConsoleServer } from './server/console-server.js';
import { openParts, type PartOptions } from './server/server-parts.js';
import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';

const HOUR_MS = 3_600_000;

/** How often quotas are checked. An email that arrives a few minutes late is just as useful. */
const QUOTA_MS = 60_000;

/**
 * The maximum time for a response in transit to complete when the console stops. After that, the connection
 * is cut off.
 */
const GRACE_MS = 10_000;

export interface ConsoleOptions extends Omit<PartOptions, 'consoleUrl'> {
  /** The key database, which is already open. */
  database: OpenDatabase;
  host: string;
  port: number;
  /**
   * The address at which browsers reach the console, without a trailing slash; `null` for the address that
   * the console listens on.
   */
  consoleUrl: string | null;
  trustedProxies: readonly string[];
  /** The interval between quota checks, 60 s by default. */
  quota_ms?: number;
  webFolder: string;
}

export interface RunningConsole {
  /** The address for browsers: the URL from the setting, or else `address`. */
  url: string;
  /** The address on this machine that the console listens on. */
  address: string;
  /** The link for the first administrator; `null` if there already is one. */
  setupLink: MadeLink | null;
  /** Resolves when all work that runs after responses has finished. Only tests use it. */
  settled(): Promise<void>;
  /** Removes everything that has expired at this moment. Only tests use it. */
  thin(now_ms: number): Promise<void>;
  close(): Promise<void>;
}

const FREE_PORT_TRIES = 5;

/**
 * Starts the console. The database and the stores stay open when the console is closed: the caller that
 * opened them closes them.
 * @throws if the port cannot be opened
 */
export async function runConsole(options: ConsoleOptions): Promise<RunningConsole> {
  for (let left = FREE_PORT_TRIES; ; left--) {
    try {
      return await runOnce(options);
    } catch (error) {
      // Another program took the free port before the console could listen on it.
      const isTaken = options.port === 0 && (error as NodeJS.ErrnoException).code === 'EADDRINUSE';
      if (!isTaken || left === 1) throw error;
    }
  }
}

async function runOnce(options: ConsoleOptions): Promise<RunningConsole> {
  const { database, host, keys } = options;
  const background = new BackgroundWork(options.log);
  // Links and passkeys need the address before there is a server. A temporary server therefore lets the
  // operating system choose a free port.
  const port = options.port === 0 && options.consoleUrl === null ? await freePort(host) : options.port;
  const consoleUrl = options.consoleUrl ?? `http://${nameOf(host)}:${port}`;
  const parts = await openParts(database, background, { ...options, consoleUrl });
  const { accounts, attemptStore, audit, links, mailer, usage } = parts;
  const app = await createConsoleServer(parts, options);
  const quotas = new QuotaMails({ database, keys, usage, mailer });
  const thin = async (now_ms = Date.now()): Promise<void> => {
    await audit.thin(now_ms);
    await accounts.thin(now_ms);
    await attemptStore.thin(now_ms);
  };
  const timers = [
    setInterval(() => background.start(() => quotas.send()), options.quota_ms ?? QUOTA_MS).unref(),
    setInterval(() => background.start(() => thin()), HOUR_MS).unref(),
  ];
  const settled = (): Promise<void> => background.settled();
  const close = async (): Promise<void> => {
    timers.forEach((timer) => clearInterval(timer));
    parts.attempts.close();
    const cut = setTimeout(() => app.server.closeAllConnections(), GRACE_MS);
    await app.close();
    clearTimeout(cut);
    await settled();
    mailer.close();
  };
  try {
    const address = await app.listen({ host, port });
    return {
      url: consoleUrl,
      address,
      setupLink: await new SetupLink(accounts, links).make(),
      ...{ settled, thin },
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Returns a port on which nothing is currently listening. */
async function freePort(host: string): Promise<number> {
  const server = createServer().listen(0, host);
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

/**
 * Returns the host name to use in URLs. Passkeys need a name, so the host is `localhost` for this machine.
 */
function nameOf(host: string): string {
  if (['127.0.0.1', '::1', '0.0.0.0', '::'].includes(host)) return 'localhost';
  return host.includes(':') ? `[${host}]` : host;
}
