import { randomBytes } from 'node:crypto';
import { closeSync, fsyncSync, openSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** The pattern of our temporary files' names. Names from earlier versions contain a process id. */
const LEFTOVERS = [
  /^(?:dataset|current|dataset\.lock\.json|feed\.json|roads|speeds)\.[0-9a-f]{16}\.tmp$/,
  /^(?:(?:previous-)?layer-[a-z0-9_-]+\.geojson|feed-layers\.json)\.[0-9a-f]{16}\.tmp$/,
  /^dataset-\d{4,9}\.pmtiles\.(?:[0-9a-f]{16}|\d+)\.tmp$/,
  /^dataset\.(?:previous\.)?gazarch\.\d+\.(?:rollback\.)?tmp$/,
];

/**
 * Returns a path for a new file that will be renamed when it is complete. The name is random, because
 * processes in two containers can have the same process id. The caller must create the file with the `x`
 * flag, so that no two processes share a file.
 */
export function temporaryPath(folder: string, name: string): string {
  return join(folder, `${name}.${randomBytes(8).toString('hex')}.tmp`);
}

/**
 * Removes the temporary files of dead processes. Only the lock's holder may call this function, because no
 * temporary file is in use while it holds the lock.
 */
export function removeLeftovers(folder: string): void {
  for (const name of leftoversIn(folder)) removeQuietly(join(folder, name));
}

/** Returns the names of files that are being written or that dead processes left behind. */
export function leftoversIn(folder: string): string[] {
  return readdirSync(folder).filter((name) => LEFTOVERS.some((leftover) => leftover.test(name)));
}

/** Flushes a file's content (`r+`) or a folder's entries (`r`) to disk. */
export function flush(path: string, flags: 'r' | 'r+' = 'r'): void {
  const fd = openSync(path, flags);
  try {
    fsyncSync(fd);
  } finally {
    closeSync(fd);
  }
}

/** Replaces a small text file atomically, so that a reader sees either the old text or the new text. */
export function replaceTextFile(folder: string, name: string, text: string): void {
  const path = temporaryPath(folder, name);
  try {
    const fd = openSync(path, 'wx');
    try {
      writeFileSync(fd, text);
      fsyncSync(fd);
    } finally {
      closeSync(fd);
    }
    renameSync(path, join(folder, name));
  } catch (error) {
    removeQuietly(path);
    throw error;
  }
}

/**
 * Removes a file after a failure. The original failure is reported; a failure to remove the file is not. The
 * next import tries again to remove the file.
 */
export function removeQuietly(path: string): void {
  try {
    rmSync(path, { force: true });
  } catch {
    // The earlier failure is reported instead.
  }
}
