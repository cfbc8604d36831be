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
 * An SQLite database that stays empty. Its write lock is ours. The kernel frees it when the process ends,
 * however it ends, and it holds between containers that share a disk. Only SQLite may open this file: closing
 * any other descriptor of it would free the lock.
 */
export const LOCK_FILE = 'dataset.lock';
/** Names the holder of the lock. For messages only: a killed process leaves it behind. */
const HOLDER_FILE = 'dataset.lock.json';

/** SQLite's result code for a lock that another process has. */
const BUSY = 5;

export interface Holder {
  doing: string;
  host: string;
  process: number;
  since: string;
  /** See `LockOptions`. */
  isMap?: boolean;
}

/** Another process is changing the folder. */
export class FolderLockedError extends InputError {
  static override readonly mark = 'FolderLockedError';

  /** The holder, in words. */
  readonly who: string;
  /** Whether it draws a map: that ends soon, and changes no dataset. */
  readonly isMap: boolean;
  /** Whether it does not describe itself, because it has just taken the lock, or is about to release it. */
  readonly isUnknown: boolean;

  constructor(folder: string, holder: Holder | null) {
    const who =
      holder === null
        ? 'another process'
        : `${holder.doing} (process ${holder.process} on ${holder.host}, since ${holder.since})`;
    super(`${folder} is being changed by ${who}; try again when that has ended`);
    this.who = who;
    this.isMap = holder?.isMap === true;
    this.isUnknown = holder === null;
  }
}

export interface LockOptions {
  /** Whether the lock is for drawing the map of a dataset. A user's command may wait for that. */
  isMap?: boolean;
  /** Waits while another process draws a map. Called once, when it has to wait, with the holder. */
  onWait?: (who: string) => void;
}

const WAIT_MS = 200;
/** How often to wait for a holder that does not describe itself, which takes milliseconds. */
const MOST_UNKNOWN = 10;

/** The right to change a folder of datasets. */
export interface FolderLock {
  readonly folder: string;
  /** Faults that did not undo the change. For people, one line each. */
  readonly warnings: string[];
  release(): void;
}

/**
 * Takes the lock of a folder, which it creates if it is missing, and removes the leftovers of dead processes.
 * Does not wait: an import may take minutes, and a second one that waits would import the same again.
 * @param doing the reason for the lock, as others read it: `import of mongolia`
 * @throws InputError that names the holder, if there is one, or says why the folder cannot be locked
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

/** Runs `change` with the lock of a folder. @throws FolderLockedError if another process has it */
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
 * The present holder of a folder's lock, or a killed earlier one, as described by itself; null if there is
 * none.
 */
export function lockHolder(folder: string): Holder | null {
  try {
    return JSON.parse(smallFile(join(folder, HOLDER_FILE)) ?? 'null') as Holder | null;
  } catch {
    return null;
  }
}

/** Whether the holder was killed, as far as this machine knows. */
export function isDead({ host, process: pid }: Holder): boolean {
  if (host !== hostname()) return false;
  try {
    return !process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'EPERM';
  }
}

/** Fails at once, instead of at the end of a long import. */
function checkFolder(folder: string): void {
  try {
    mkdirSync(folder, { recursive: true });
    accessSync(folder, constants.W_OK);
  } catch (cause) {
    throw new InputError(
      `cannot write to the folder ${folder}: ${(cause as Error).message}; choose another with --dataset`,
      { cause },
    );
  }
}

function cannotLock(folder: string, cause: unknown): InputError {
  return new InputError(
    `cannot lock the folder ${folder}: ${reasonOf(cause)}; it must be on a disk with room and file locks, ` +
      `and this user must be able to write ${LOCK_FILE} in it`,
    { cause },
  );
}
