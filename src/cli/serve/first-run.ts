import { dirname, join, resolve } from 'node:path';
import type { Logger } from 'pino';
import { isAway } from '../../database/postgres/postgres-errors.js';
import { isPostgresUrl } from '../../database/postgres/postgres-url.js';
import type { KeyStore } from '../../keys/key-store.js';
import type { ExampleRequests } from '../../sources/embedded/example-requests.js';
import { printSurely, printWarning } from '../terminal/output.js';
import { ProgressPrinter } from '../terminal/progress.js';
import { writeTiles } from '../terminal/tiles-process.js';
import type { Only } from '../settings/settings.js';
import { wantsPage } from '../settings/wants-page.js';
import { GENERATOR, PACKAGE_FOLDER } from '../terminal/version.js';
import { createFirstKey, type FirstKey } from './keys/first-key.js';
import { needsDataset } from './data/needs-dataset.js';
import type { ServeLog } from './log/serve-log.js';
import { keysCommandLine, servedFacts, welcomeText } from './welcome.js';

/** Imports the bundled sample of central Ulaanbaatar, which takes a few seconds. */
export async function importSample(
  { dataset: out, tiles }: Only<'dataset' | 'tiles'>,
  say: (text: string) => void,
): Promise<void> {
  const source = join(PACKAGE_FOLDER, 'sample', 'ulaanbaatar.osm');
  say(`There is no dataset in ${out} yet: importing the bundled sample of central Ulaanbaatar.\n`);
  const progress = new ProgressPrinter(process.stderr);
  // Most starts import nothing, so this code is loaded only here.
  const { runImport } = await import('../../importer/run-import.js');
  try {
    const { folderWarnings, dataset } = await runImport(
      { sources: [source], out, mapping: null, force: false, generator: GENERATOR },
      progress,
    );
    progress.clear();
    folderWarnings.forEach((warning) => printWarning(warning));
    // Drawing the map takes a second or two. The service does not wait for the map, and serves it once it is
    // ready.
    if (tiles === 'on')
      void writeTiles({ sources: [source], folder: out, number: dataset }, { isQuiet: true });
  } finally {
    progress.clear();
  }
}

export interface GreetingOptions {
  address: string;
  /** `null` if the dataset has no places. */
  examples: ExampleRequests | null;
  settings: Only<'data' | 'database' | 'dataset' | 'geocoder' | 'router' | 'playground' | 'host'>;
  log: ServeLog;
  /** Whether to create a first key if there is none. */
  firstKey: boolean;
  /** The URL that datasets come from; `null` if they are imported. */
  feedUrl: URL | null;
  /** Lets the readiness probe report that the service is ready, once its keys exist. */
  open: () => Promise<unknown>;
}

/** Completes the start: creates a first key for a new user, and prints the start message. */
export async function greet(store: KeyStore, options: GreetingOptions): Promise<void> {
  const { address, examples, settings, log, feedUrl } = options;
  const { logger, greeting } = log;
  const key = options.firstKey ? await firstKey(store, settings, logger) : null;
  await options.open();
  if (key === null && (await hasNoKeys(store)))
    logger.warn(`there is no API key, so every request is refused; create one: ${keysCommandLine(settings)}`);
  const served = needsDataset(settings) ? servedFacts(settings.dataset, feedUrl) : null;
  const text = welcomeText({ address, settings, key, examples, served, hasMap: wantsPage(settings) });
  if (key === null || key.file !== null) {
    greeting.write(text);
    return;
  }
  try {
    await printSurely(text, log.greeting === log.output ? 1 : 2);
  } catch (error) {
    await store.revoke(key.id, new Date());
    logger.error({ err: error, key_id: key.id }, 'the first key could not be shown, so it was revoked');
  }
}

/**
 * Whether the database has no keys; `false` while the database is down, because the answer is then unknown.
 */
async function hasNoKeys(store: KeyStore): Promise<boolean> {
  try {
    return (await store.list()).length === 0;
  } catch {
    return false;
  }
}

/**
 * Creates a first key. A failure is only logged, because keys can also be created with `gazarch keys create`.
 */
async function firstKey(
  store: KeyStore,
  settings: Only<'database' | 'dataset'>,
  logger: Logger,
): Promise<FirstKey | null> {
  // The file is written next to a database file, or else into the data folder, which also contains the
  // datasets.
  const neighbour = isPostgresUrl(settings.database) ? settings.dataset : settings.database;
  const folder = dirname(resolve(neighbour));
  try {
    return await createFirstKey(store, { folder, isTerminal: process.stdout.isTTY, logger });
  } catch (error) {
    // If the database is down, the failure has already been logged, and the service knows its keys from a
    // copy.
    if (!isAway(error)) logger.error({ err: error }, 'no first key was created');
    return null;
  }
}
