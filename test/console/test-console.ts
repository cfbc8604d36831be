import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { pino } from 'pino';
import { onTestFinished } from 'vitest';
import { runConsole, type ConsoleOptions, type RunningConsole } from '../../src/console/run-console.js';
import { openDatabase } from '../../src/database/open-database.js';
import type { OpenDatabase } from '../../src/database/schema/open-database.js';
import { openUsageDatabase } from '../../src/database/open-usage-database.js';
import type { WholeKeyStore } from '../../src/keys/key-store.js';
import { SqlKeyStore } from '../../src/keys/sql-key-store.js';
import { Calendar } from '../../src/usage/calendar.js';
import { SqlUsageStore } from '../../src/usage/sql/sql-usage-store.js';
import { SCRATCH } from '../scratch.js';
import { Browser } from './browser.js';
import './cheap-passwords.js';
import './shared-validators.js';

export const PASSWORD = 'a long enough one';

export interface TestConsole {
  running: RunningConsole;
  place: string;
  database: OpenDatabase;
  keys: WholeKeyStore;
  usage: SqlUsageStore;
  /** A browser that nobody is signed in in. */
  browser: () => Browser;
  /** Lines of the log. */
  log: string[];
}

/** A console on a database of its own, which ends with the test. */
export async function startConsole(
  place: string,
  options: Partial<ConsoleOptions> = {},
): Promise<TestConsole> {
  const open = { mustExist: false, warn: () => undefined };
  const database = await openDatabase(place, open);
  const keys = new SqlKeyStore(database);
  const usagePlace = await openUsageDatabase(place, false);
  const calendar = new Calendar('Asia/Ulaanbaatar');
  const usage = new SqlUsageStore(usagePlace.database, calendar);
  const lines: string[] = [];
  const running = await runConsole({
    ...{ database, keys, usage, calendar },
    host: '127.0.0.1',
    port: 0,
    consoleUrl: null,
    apiUrl: 'http://localhost:8080',
    apiAddress: 'http://127.0.0.1:1',
    hasMap: false,
    secretOf: () => null,
    trustedProxies: [],
    mail: null,
    provider: null,
    opensSignUp: false,
    signUpRateLimit: 0,
    version: '0.0.0',
    webFolder: '/nonexistent',
    limits: LIMITS,
    tryRequests: [],
    settingsInForce: [],
    describeData: () => NO_DATA,
    sources: { searches: 'embedded', routes: 'embedded' },
    layers: NO_LAYERS,
    roads: {
      at: () => Promise.resolve(null),
      ofWays: () => Promise.resolve(null),
      named: () => Promise.resolve(null),
    },
    log: pino({ level: 'warn' }, { write: (line: string) => void lines.push(line) }),
    ...options,
  });
  onTestFinished(async () => {
    await running.close();
    await usage.close();
    await keys.close();
  });
  return {
    ...{ running, place, database, keys, usage, log: lines },
    browser: () => new Browser(running.url),
  };
}

const unused = (): never => {
  throw new Error('this test has no layers');
};
const NO_LAYERS: ConsoleOptions['layers'] = {
  ...{ list: () => [], check: unused, put: unused, undo: unused, remove: unused },
};

const NO_DATA: ReturnType<ConsoleOptions['describeData']> = {
  ...{ datasets: [], served_since: null, changing: null, disks: [], source_url: null, import_command: null },
};

const LIMITS: ConsoleOptions['limits'] = {
  password_min: 10,
  password_max: 128,
  name_max: 100,
  default_rate_limit: 60,
  rate_limit_max: 1_000_000,
  monthly_quota_max: 1_000_000_000_000,
  grace_max_s: 604_800,
  origins_max: 50,
  addresses_max: 50,
};

/** A file in a folder of its own, which goes with the test. */
export function temporaryPlace(): string {
  const folder = mkdtempSync(join(SCRATCH, 'gazarch-console-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return join(folder, 'keys.sqlite');
}

/** Makes the first administrator, `admin@example.mn`, and an organisation. */
export async function setUp({ running, browser }: TestConsole): Promise<Browser> {
  const admin = browser();
  const token = running.setupLink!.url.split('#')[1];
  await admin.ask('POST /api/setup', {
    body: {
      ...{ token, name: 'Админ', email: 'admin@example.mn', password: PASSWORD },
      ...{ organisation: 'Газар ХХК', language: 'mn' },
    },
  });
  return admin;
}

/** Somebody new, invited by an operator, with an organisation and a project of his own. */
export async function newOwner(
  console: TestConsole,
  admin: Browser,
  email: string,
): Promise<{ browser: Browser; organisation: string; project: string }> {
  const browser = await newPerson(console, admin, email);
  const { id } = await browser.ask('POST /api/organisations', { body: { name: 'Own company' } });
  const made = await browser.ask('POST /api/organisations/:organisation/projects', {
    params: { organisation: id },
    body: { name: 'App' },
  });
  return { browser, organisation: id, project: made.id };
}

/** Somebody new without an organisation, or with a role in one. */
export async function newPerson(
  console: TestConsole,
  admin: Browser,
  email: string,
  into?: { organisation: string; role: 'owner' | 'member' | 'viewer' },
): Promise<Browser> {
  const { link } =
    into === undefined
      ? await admin.ask('POST /api/operator/invitations', { body: { email, language: 'en' } })
      : await admin.ask('POST /api/organisations/:organisation/invitations', {
          params: { organisation: into.organisation },
          body: { email, role: into.role, language: 'en' },
        });
  const browser = console.browser();
  await browser.ask('POST /api/sign-up', {
    body: {
      ...{ name: email.split('@')[0], email, password: PASSWORD, language: 'en' },
      invitation: link!.split('#')[1],
    },
  });
  return browser;
}
