import { join } from 'node:path';
import { pino, type Logger } from 'pino';
import type { ConsoleOptions, RunningConsole } from '../../../console/run-console.js';
import { openDatabase } from '../../../database/open-database.js';
import { openUsageDatabase } from '../../../database/open-usage-database.js';
import { FileVerifier } from '../../../dataset/verified-files.js';
import { InputError } from '../../../errors.js';
import { GRACE_MAX_S } from '../../../keys/change-key.js';
import { ADDRESSES_MAX, MONTHLY_QUOTA_MAX, RATE_LIMIT_MAX } from '../../../keys/key-fields.js';
import { ORIGINS_MAX } from '../../../keys/key-origins.js';
import type { WholeKeyStore } from '../../../keys/key-store.js';
import { maskUrl } from '../../../masked-url.js';
import { SqlKeyStore } from '../../../keys/sql-key-store.js';
import { Calendar } from '../../../usage/calendar.js';
import { SqlUsageStore } from '../../../usage/sql/sql-usage-store.js';
import { datasetPlace } from '../../settings/dataset-place.js';
import { consoleSecret } from '../../terminal/console-secret.js';
import { DATABASE_REMEDY } from '../../terminal/open-key-store.js';
import { settingsInForce, type Only, type Settings } from '../../settings/settings.js';
import { PACKAGE_FOLDER, VERSION } from '../../terminal/version.js';
import { wantsPage } from '../../settings/wants-page.js';
import { greetConsole, removeSetupFile } from './console-greeting.js';
import type { FromConsole } from './console-messages.js';
import { ConsoleLayers } from './console-layers.js';
import { ConsoleRoads } from './console-roads.js';
import { dataState } from '../data/data-state.js';
import { endLog, openLog, settledLog } from '../log/serve-log.js';
import { portError } from '../process/serve-port.js';
import { stopSignals } from '../process/serve-signals.js';

/** How often the console reports to its parent process that it is alive. */
const ALIVE_MS = 5_000;

const SECRET_INSIDE =
  'the console secret is stored in the database, so anyone with a copy of the database can read ' +
  'second factors. ' +
  'Set GAZARCH_CONSOLE_SECRET';

/** The maximum time that the console may take to stop. */
const END_MS = 10_000;

/** Resolves when the console has stopped: after a signal, or when its parent process has exited. */
export async function serveConsole(settings: Settings, apiAddress: string | null): Promise<void> {
  const log = openLog(settings.logFormat === 'auto' ? settledLog(settings) : settings);
  const logger = pino({ level: settings.logLevel, base: { process: 'console' } }, log.lines);
  const stop = stopSignals(logger, { drain_s: 0 });
  const gone = starterGone();
  let isOpen = false;
  // Until the port is open, the process has nothing to finish.
  void gone.then(() => isOpen || process.exit(0));
  const opened = await openStores(settings, logger);
  // The console is loaded here, because the account library takes half a second and 40 MB.
  const { runConsole } = await import('../../../console/run-console.js');
  let running: RunningConsole;
  try {
    const secretOf = (stored: string | null): string | null => {
      const secret = consoleSecret(settings.database, settings.consoleSecret, stored);
      if (secret === null) logger.warn(SECRET_INSIDE);
      return secret;
    };
    running = await runConsole({ ...opened, ...optionsOf(settings, apiAddress), secretOf, log: logger });
  } catch (error) {
    throw portFailure(error, settings);
  }
  isOpen = true;
  logger.info({ url: running.url }, 'the console is listening');
  const { url, setupLink } = running;
  if (process.send === undefined)
    greetConsole({ url, setupUrl: setupLink?.url ?? null }, settings, { logger, greeting: log.greeting });
  else tellStarter({ url, setupUrl: setupLink?.url ?? null });
  await Promise.race([stop.asked, gone]);
  // The parent process, which would end a hung console, may have exited.
  setTimeout(() => process.exit(1), END_MS).unref();
  await running.close();
  await opened.usage?.close();
  await opened.keys.close();
  await endLog(log);
  process.exit(0);
}

/** Resolves when the parent process exits. It never resolves for a console without a parent process. */
function starterGone(): Promise<void> {
  return new Promise((resolve) => {
    if (process.send === undefined) return;
    process.once('disconnect', resolve);
    // The parent may have exited while this program was loading: its `disconnect` event is emitted only once,
    // possibly before a listener was added.
    if (!process.connected) resolve();
  });
}

function tellStarter(values: { url: string; setupUrl: string | null }): void {
  const tell = (message: FromConsole): void => void process.send?.(message, () => undefined);
  tell({ kind: 'ready', ...values });
  setInterval(() => tell({ kind: 'alive' }), ALIVE_MS).unref();
}

type Stores = Pick<ConsoleOptions, 'database' | 'usage' | 'calendar'> & { keys: WholeKeyStore };

async function openStores(
  settings: Only<'database' | 'databaseMustExist' | 'timeZone' | 'usage'>,
  logger: Logger,
): Promise<Stores> {
  const place = settings.database;
  const database = await openDatabase(place, {
    mustExist: settings.databaseMustExist,
    remedy: DATABASE_REMEDY,
    warn: (message) => logger.warn(message),
  });
  const calendar = new Calendar(settings.timeZone);
  const usage =
    settings.usage === 'off'
      ? null
      : new SqlUsageStore((await openUsageDatabase(place, false)).database, calendar);
  return { database, keys: new SqlKeyStore(database), usage, calendar };
}

type Rest = Omit<ConsoleOptions, keyof Stores | 'log' | 'secretOf'>;

function optionsOf(settings: Settings, apiAddress: string | null): Rest {
  const verify = settings.mapDataset === 'off' ? null : new FileVerifier().verify;
  const roads = new ConsoleRoads(datasetPlace(settings).folder, verify);
  const apiUrl = settings.publicUrl || `http://localhost:${settings.port}`;
  return {
    host: settings.consoleHost,
    port: settings.consolePort,
    consoleUrl: settings.consoleUrl || null,
    apiUrl,
    apiAddress: apiAddress ?? apiUrl,
    hasMap: wantsPage(settings),
    trustedProxies: settings.trustProxy === 'none' ? [] : settings.trustProxy.split(/\s*,\s*/),
    mail: mailOf(settings),
    provider: providerOf(settings),
    opensSignUp: settings.openSignUp,
    signUpRateLimit: settings.signUpRateLimit,
    version: VERSION,
    webFolder: join(PACKAGE_FOLDER, 'dist', 'console', 'web'),
    limits: {
      password_min: 10,
      password_max: 128,
      name_max: 100,
      default_rate_limit: settings.defaultRateLimit,
      rate_limit_max: RATE_LIMIT_MAX,
      monthly_quota_max: MONTHLY_QUOTA_MAX,
      grace_max_s: GRACE_MAX_S,
      origins_max: ORIGINS_MAX,
      addresses_max: ADDRESSES_MAX,
    },
    tryRequests: EXAMPLE_REQUESTS,
    settingsInForce: settingsInForce(settings),
    onSetUp: () => removeSetupFile(settings),
    describeData: () => dataState(settings),
    roads,
    layers: new ConsoleLayers(datasetPlace(settings).folder, roads),
    sources: { searches: maskUrl(settings.geocoder), routes: maskUrl(settings.router) },
  };
}

/** @throws InputError if any of the required email settings is missing */
function mailOf({ smtp, mailFrom }: Only<'smtp' | 'mailFrom'>): ConsoleOptions['mail'] {
  if (smtp === '') return null;
  if (mailFrom === '') throw new InputError('--smtp needs --mail-from, the sender address of emails');
  return { url: smtp, from: mailFrom };
}

/** @throws InputError if any of the provider's required settings is missing */
function providerOf({
  oidcIssuer,
  oidcClientId,
  oidcClientSecret,
  oidcName,
}: Only<'oidcIssuer' | 'oidcClientId' | 'oidcClientSecret' | 'oidcName'>): ConsoleOptions['provider'] {
  if (oidcIssuer === '') return null;
  if (oidcClientId === '' || oidcClientSecret === '')
    throw new InputError('--oidc-issuer needs --oidc-client-id and --oidc-client-secret');
  return {
    id: 'oidc',
    name: oidcName,
    issuer: oidcIssuer,
    clientId: oidcClientId,
    clientSecret: oidcClientSecret,
  };
}

function portFailure(
  error: unknown,
  { consoleHost, consolePort }: Only<'consoleHost' | 'consolePort'>,
): unknown {
  const { code } = error as NodeJS.ErrnoException;
  if (code !== 'EADDRINUSE' && code !== 'EACCES') return error;
  return portError(error, { host: consoleHost, port: consolePort }, 'console-port');
}

/**
 * Sample requests for the try-it page, in the center of Ulaanbaatar, which every dataset of Mongolia
 * contains.
 */
const EXAMPLE_REQUESTS: ConsoleOptions['tryRequests'] = [
  {
    id: 'geocode.search',
    endpoint: 'geocode',
    method: 'GET',
    path: '/v1/geocode',
    query: { q: 'Сүхбаатарын талбай' },
  },
  {
    id: 'geocode.reverse',
    endpoint: 'geocode',
    method: 'GET',
    path: '/v1/geocode',
    query: { lat: '47.9189', lon: '106.9176' },
  },
  {
    id: 'route',
    endpoint: 'route',
    method: 'GET',
    path: '/v1/route',
    query: { origin: '106.9176,47.9188', destination: '106.8832,47.9065' },
  },
];
