import type { Logger } from 'pino';
import { counted } from '../../../counted.js';
import { isAway } from '../../../database/postgres/postgres-errors.js';
import { isPostgresUrl } from '../../../database/postgres/postgres-url.js';
import { InputError } from '../../../errors.js';
import { KeyMirror } from '../../../keys/key-mirror.js';
import type { KeyChanges, KeyStore } from '../../../keys/key-store.js';
import { DATABASE_REMEDY } from '../../terminal/open-key-store.js';
import { databaseName, openStores, type Stores } from '../../terminal/open-key-store.js';
import { KnownCopy, knownCopyPath, readKnownCopy, type KnownRows } from '../../terminal/known-copy.js';
import type { Only } from '../../settings/settings.js';

/** The open key database, or a copy on disk while the database is down. */
export interface OpenKeys {
  stores: Stores;
  /** The copy's rows; `null` if the database answers. */
  known: KnownRows | null;
}

/**
 * Opens a service's key database, and warns if it did not exist: if it existed the day before, its volume is
 * not mounted, or the URL names another database. While PostgreSQL is down, a copy of its content is used.
 * @throws InputError if the database cannot be opened.
 */
export async function openKeys(settings: KeySettings, logger: Logger): Promise<OpenKeys> {
  const database = databaseName(settings.database);
  const warn = (message: string): void => logger.warn({ database }, message);
  let stores: Stores;
  try {
    stores = await openStores(settings.database, {
      ...{ mustExist: settings.databaseMustExist, remedy: DATABASE_REMEDY, warn },
    });
  } catch (error) {
    if (!isPostgresUrl(settings.database) || !isAway(error)) throw error;
    const known = knownRows(settings, error as InputError, logger);
    return { stores: await openStores(settings.database, { mustExist: true, isLater: true, warn }), known };
  }
  if (stores.keys.isNew) {
    const remedy = isPostgresUrl(settings.database) ? 'check its URL' : 'mount its volume';
    logger.warn(
      { database },
      `there was no key database ${database}, so a new one without keys was created. This is expected ` +
        `on a first start. If there was one before, stop the service, ${remedy}, and start with ` +
        '--database-must-exist, which never creates one',
    );
  }
  return { stores, known: null };
}

type KeySettings = Only<'database' | 'databaseMustExist' | 'dataset' | 'keyCopyHours'>;

/** @throws InputError if no copy can be used, with the reasons from both the database and the copy */
function knownRows({ database, dataset, keyCopyHours }: KeySettings, away: InputError, logger: Logger) {
  const path = knownCopyPath(dataset);
  if (keyCopyHours === 0) throw away;
  try {
    const copy = readKnownCopy(path, databaseName(database));
    if (copy === null) throw away;
    const hours = (Date.now() - copy.read_ms) / 3_600_000;
    if (hours > keyCopyHours) throw new Error(`the copy is ${counted(Math.floor(hours), 'hour')} old`);
    logger.error(
      { database: databaseName(database), err: away, read: new Date(copy.read_ms).toISOString() },
      'the key database is unavailable at startup: keys, closures and zones come from the copy on disk. ' +
        'Keys created since then are refused, and keys revoked since then still work',
    );
    return copy.rows;
  } catch (error) {
    if (error === away) throw away;
    const reason = (error as Error).message;
    throw new InputError(`${away.message}; the copy of its keys in ${path} is not used: ${reason}`, {
      cause: away.cause,
    });
  }
}

/**
 * Maintains a copy of keys, closures and zones, so that the service can start while PostgreSQL is down.
 * @returns `null` if no copy is needed, as for a SQLite file, which is on the same disk and has its own
 * backups
 */
export function keepKnownCopy(stores: Stores, settings: KeySettings, logger: Logger): KnownCopy | null {
  if (!isPostgresUrl(settings.database) || settings.keyCopyHours === 0) return null;
  const path = knownCopyPath(settings.dataset);
  return new KnownCopy(stores, {
    path,
    onProblem: (problem) => {
      if (problem === null) logger.info({ path }, 'the copy of the keys can be written again');
      else logger.warn({ path, err: problem }, 'cannot write a copy of the keys: see --key-copy-hours');
    },
  });
}

/**
 * Like `openKeys`, but for a process whose leader has already called `openKeys`: nothing is read before the
 * first call to a store.
 */
export function openKeysLater(settings: Only<'database'>, logger: Logger): Promise<Stores> {
  const database = databaseName(settings.database);
  const warn = (message: string): void => logger.warn({ database }, message);
  return openStores(settings.database, { mustExist: true, isLater: true, warn });
}

/**
 * Starts watching a store's keys. Known keys stay valid while the store is down, or if the store has lost
 * them. Both cases are logged.
 */
export function watchKeys(
  store: KeyStore,
  settings: Only<'database'>,
  logger: Logger,
  lastKnown?: () => Promise<KeyChanges | null>,
): Promise<KeyMirror> {
  const database = databaseName(settings.database);
  const onProblem = (problem: unknown): void => {
    if (problem === null) logger.info({ database }, 'key database answers again');
    else logger.error({ database, err: problem }, 'the key database is failing; known keys still work');
  };
  return KeyMirror.start(store, { onProblem, lastKnown });
}
