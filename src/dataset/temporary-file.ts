import { randomBytes } from 'node:crypto';
import { closeSync, fsyncSync, openSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Our names, and those of earlier versions, which had a process id. */
const LEFTOVERS = [
  /^(?:dataset|current|dataset\.lock\.json|feed\.json|roads|speeds)\.[0-9a-f]{16}\.tmp$/,
  /^(?:(?:previous-)?layer-[a-z0-9_-]+\.geojson|feed-layers\.json)\.[0-9a-f]{16}\.tmp$/,
  /^dataset-\d{4,9}\.pmtiles\.(?:[0-9a-f]{16}|\d+)\.tmp$/,
  /^dataset\.(?:previous\.)?gazarch\.\d+\.(?:rollback\.)?tmp$/,
];

/**
 * A path for a new file that is renamed when it is complete. The name is random, because process ids are the
 * same in two containers. Create it with the flag `x`, so that no file is ever shared.
 */
export function temporaryPath(folder: string, name: string): string {
  return join(folder, `${name}.${randomBytes(8).toString('hex')}.tmp`);
}

/**
 * Removes the leftovers of dead processes. Only for the holder of the lock: then no temporary file is in use.
 */
export function removeLeftovers(folder: string): void {
  for (const name of leftoversIn(folder)) removeQuietly(join(folder, name));
}

/** Names of files that are being written, or that dead processes left. */
export function leftoversIn(folder: string): string[] {
  return readdirSync(folder).filter((name) => LEFTOVERS.some((leftover) => leftover.test(name)));
}

/** Flushes the content of a file (`r+`), or the names in a folder (`r`), to the disk. */
export function flush(path: string, flags: 'r' | 'r+' = 'r'): void {
  const fd = openSync(path, flags);
  try {
    fsyncSync(fd);
  } finally {
    closeSync(fd);
  }
}

/** Replaces a small text file in one step: a reader sees all of the old text or all of the new one. */
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
 * Removes a file after a failure. That failure is reported, not one of the removal. The next import tries
 * again.
 */
export function removeQuietly(path: string): void {
  try {
    rmSync(path, { force: true });
  } catch {
    // The earlier failure counts.
  }
}
