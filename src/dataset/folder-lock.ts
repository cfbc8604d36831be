import { accessSync, constants, mkdirSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import Database from 'libsql';
import { InputError } from '../errors.js';
import { smallFile } from './dataset-folder.js';
import { removeLeftovers, removeQuietly, replaceTextFile } from './temporary-file.js';
import { reasonOf } from './write-error.js';

/**
 * A SQLite database that stays empty; only its write lock is used. The kernel releases the lock however the
 * process ends, and the lock works across containers that share a disk. Only SQLite may open this file,
 * because closing any other descriptor for it would release the lock.
 */
export const LOCK_FILE = 'dataset.lock';
/**
 * Describes the process that holds the lock; this file is for messages only, because a killed process leaves
 * it behind.
 */
const HOLDER_FILE = 'dataset.lock.json';

/** SQLite's result code for a lock that another process holds. */
const BUSY = 5;

export interface Holder {
  doing: string;
  host: string;
  process: number;
  since: string;
  /** See `LockOptions`. */
  isMap?: boolean;
}

/** Thrown when another process is changing the folder. */
export class FolderLockedError extends InputError {
  static override readonly mark = 'FolderLockedError';

  /** The description of the lock's holder, for messages. */
  readonly who: string;
  /** Whether the lock's holder is drawing a map, which finishes soon and changes no dataset. */
  readonly isMap: boolean;
  /**
   * Whether the lock's holder has no description, because it has just acquired the lock or is about to
   * release it.
   */
  readonly isUnknown: boolean;

  constructor(folder: string, holder: Holder | null) {
    const who =
      holder === null
        ? 'another process'
        : `${holder.doing} (process ${holder.process} on ${holder.host}, since ${holder.since})`;
    super(`${folder} is being changed by ${who}; try again when it has finished`);
    this.who = who;
    this.isMap = holder?.isMap === true;
    this.isUnknown = holder === null;
  }
}

export interface LockOptions {
  /** Whether the lock is for drawing a dataset's map. A user's command may wait until the map is drawn. */
  isMap?: boolean;
  /**
   * If set, the function waits while another process draws a map. Called once, with the lock's holder, when
   * waiting begins.
   */
  onWait?: (who: string) => void;
}

const WAIT_MS = 200;
/**
 * How often to retry if the lock's holder has no description. The lock's holder writes its description within
 * milliseconds.
 */
const MOST_UNKNOWN = 10;

/** Proof that the caller holds the lock of a dataset folder. */
export interface FolderLock {
  readonly folder: string;
  /** Problems that did not undo the change, each described in one readable line. */
  readonly warnings: string[];
  release(): void;
}

/**
 * Locks a folder, creating it if it is missing, and removes the temporary files of dead processes. This
 * function does not wait for the lock: an import may take minutes, and a second import that waited would
 * import the same data again.
 * @param doing the reason for the lock, shown to other users: `import of mongolia`
 * @throws InputError that names the lock's holder, if there is one, or explains why the folder cannot be
 * locked
 */
export function lockFolder(folder: string, doing: string, isMap = false): FolderLock {
  checkFolder(folder);
  const database = lockedDatabase(folder);
  const release = (): void => {
    removeQuietly(join(folder, HOLDER_FILE));
    database.close();
  };
  try {
    removeLeftovers(folder);
    const since = new Date().toISOString();
    const holder: Holder = { doing, host: hostname(), process: process.pid, since, isMap };
    replaceTextFile(folder, HOLDER_FILE, `${JSON.stringify(holder)}\n`);
    return { folder, warnings: [], release };
  } catch (cause) {
    release();
    throw cannotLock(folder, cause);
  }
}

/**
 * Runs `change` while holding a folder's lock. @throws FolderLockedError if another process holds the lock
 */
export async function withFolderLock<T>(
  folder: string,
  doing: string,
  change: (lock: FolderLock) => T | Promise<T>,
  options: LockOptions = {},
): Promise<T> {
  const lock = await lockAfterMap(folder, doing, options);
  try {
    return await change(lock);
  } finally {
    lock.release();
  }
}

async function lockAfterMap(
  folder: string,
  doing: string,
  { isMap = false, onWait }: LockOptions,
): Promise<FolderLock> {
  for (let isTold = false, unknown = 0; ;) {
    try {
      return lockFolder(folder, doing, isMap);
    } catch (error) {
      if (FolderLockedError.is(error) && error.isUnknown && unknown++ < MOST_UNKNOWN) {
        await setTimeout(WAIT_MS);
        continue;
      }
      if (onWait === undefined || !FolderLockedError.is(error) || !error.isMap) throw error;
      if (!isTold) onWait(error.who);
      isTold = true;
      await setTimeout(WAIT_MS);
    }
  }
}

function lockedDatabase(folder: string): Database.Database {
  let database: Database.Database;
  try {
    database = new Database(join(folder, LOCK_FILE));
  } catch (cause) {
    throw cannotLock(folder, cause);
  }
  try {
    database.exec('begin immediate');
    return database;
  } catch (cause) {
    database.close();
    const isHeld = cause instanceof Database.SqliteError && ((cause.rawCode ?? 0) & 0xff) === BUSY;
    throw isHeld ? new FolderLockedError(folder, lockHolder(folder)) : cannotLock(folder, cause);
  }
}

/**
 * Returns the description of the lock's holder, which may be a killed process, or null if there is no
 * description.
 */
export function lockHolder(folder: string): Holder | null {
  try {
    return JSON.parse(smallFile(join(folder, HOLDER_FILE)) ?? 'null') as Holder | null;
  } catch {
    return null;
  }
}

/** Whether the lock's holder was killed, as far as this machine can tell. */
export function isDead({ host, process: pid }: Holder): boolean {
  if (host !== hostname()) return false;
  try {
    return !process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'EPERM';
  }
}

/** Detects an unusable folder immediately, rather than at the end of a long import. */
function checkFolder(folder: string): void {
  try {
    mkdirSync(folder, { recursive: true });
    accessSync(folder, constants.W_OK);
  } catch (cause) {
    throw new InputError(
      `cannot write to the folder ${folder}: ${(cause as Error).message}; choose another folder with ` +
        '--dataset',
      { cause },
    );
  }
}

function cannotLock(folder: string, cause: unknown): InputError {
  return new InputError(
    `cannot lock the folder ${folder}: ${reasonOf(cause)}; it must be on a disk with space and file locks, ` +
      `and this user must be able to write ${LOCK_FILE} in it`,
    { cause },
  );
}
