import type { Logger } from 'pino';
import { isPostgresUrl } from '../../../database/postgres/postgres-url.js';
import { KeyMirror } from '../../../keys/key-mirror.js';
import type { KeyChanges, KeyStore } from '../../../keys/key-store.js';
import { DATABASE_REMEDY } from '../../terminal/open-key-store.js';
import { databaseName, openStores, type Stores } from '../../terminal/open-key-store.js';
import type { Only } from '../../settings/settings.js';

/**
 * Opens the key database of a service, and says so loudly when there was none: where there was one the day
 * before, its volume is not mounted, or the URL names another database.
 * @throws InputError when the database cannot be opened.
 */
export async function openKeys(
  settings: Only<'database' | 'databaseMustExist'>,
  logger: Logger,
): Promise<Stores> {
  const database = databaseName(settings.database);
  const stores = await openStores(settings.database, {
    mustExist: settings.databaseMustExist,
    remedy: DATABASE_REMEDY,
    warn: (message) => logger.warn({ database }, message),
  });
  if (stores.keys.isNew) {
    const remedy = isPostgresUrl(settings.database) ? 'check its URL' : 'mount its volume';
    logger.warn(
      { database },
      `there was no key database ${database}, so a new one without keys was made. That is right on a first ` +
        `start. If there was one before, stop, ${remedy}, and start with --database-must-exist, ` +
        'which makes none',
    );
  }
  return stores;
}

/** As `openKeys` for a process whose leader has done so: nothing is looked at before the first call. */
export function openKeysLater(settings: Only<'database'>, logger: Logger): Promise<Stores> {
  const database = databaseName(settings.database);
  const warn = (message: string): void => logger.warn({ database }, message);
  return openStores(settings.database, { mustExist: true, isLater: true, warn });
}

/**
 * Begins to watch the keys of a store. Known keys stay valid while the store is away or has lost them. That
 * is logged.
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
    else
      logger.error({ database, err: problem }, 'trouble with the key database, known keys are still served');
  };
  return KeyMirror.start(store, { onProblem, lastKnown });
}
