import {
  chmodSync,
  closeSync,
  existsSync,
  fsyncSync,
  openSync,
  readSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import { join } from 'node:path';
import { InputError } from '../errors.js';
import {
  datasetName,
  LEGACY_FILE,
  LEGACY_PREVIOUS_FILE,
  listDatasets,
  numberedDataset,
  pointedNumber,
  POINTER_FILE,
  servedDataset,
  type DatasetFile,
} from './dataset-folder.js';
import type { FolderLock } from './folder-lock.js';
import { openRegularFile } from './regular-file.js';
import { removeQuietly, replaceTextFile } from './temporary-file.js';
import { tilesPath } from './tiles-path.js';
import { reasonOf, writeError } from './write-error.js';

/**
 * Services map dataset files into memory, so a write to such a file would crash them. This file mode forbids
 * writes until someone changes it.
 */
const READ_ONLY = 0o444;

/**
 * The functions that change a dataset folder. A dataset file never changes: a new dataset gets the next
 * number, and the pointer is updated. Every function takes the lock as an argument, as proof that the caller
 * holds it.
 */

/**
 * Numbers the dataset files that have no number, and creates the pointer. The served dataset stays the same,
 * even if this function is interrupted between two steps: see `servedDataset`.
 */
export function takeOver({ folder, warnings }: FolderLock): void {
  if (existsSync(join(folder, POINTER_FILE))) return;
  let served = servedDataset(folder)?.name;
  try {
    for (const name of [LEGACY_PREVIOUS_FILE, LEGACY_FILE]) {
      const path = join(folder, name);
      if (!existsSync(path)) continue;
      const numbered = datasetName(nextNumber(folder));
      renameSync(path, join(folder, numbered));
      if (name === served) served = numbered;
    }
    if (served === undefined) return;
    replaceTextFile(folder, POINTER_FILE, `${served}\n`);
  } catch (cause) {
    throw writeError(folder, cause);
  }
  trySync(folder, warnings);
}

/**
 * Returns one more than the highest number in the folder or in the pointer, so that no number is used twice.
 */
export function nextNumber(folder: string): number {
  const highest = listDatasets(folder)[0]?.number ?? 0;
  let pointed = 0;
  try {
    pointed = pointedNumber(folder) ?? 0;
  } catch {
    // The pointer does not refer to a dataset, and will be overwritten.
  }
  return Math.max(highest, pointed) + 1;
}

/**
 * Returns the number of a dataset with the same bytes as this file, or null if there is none.
 * @throws InputError if the folder cannot be read. The new file is then removed.
 */
export function identicalDataset({ folder }: FolderLock, newFile: string): number | null {
  try {
    const same = listDatasets(folder).find(({ number, path }) => number !== null && isSame(path, newFile));
    return same?.number ?? null;
  } catch (cause) {
    removeQuietly(newFile);
    throw cause;
  }
}

/**
 * Gives a complete file in the folder the next number. The pointer does not change yet.
 * @throws InputError if that fails. The new file is then removed.
 */
export function install({ folder, warnings }: FolderLock, newFile: string): number {
  let number: number;
  try {
    number = nextNumber(folder);
    chmodSync(newFile, READ_ONLY);
    renameSync(newFile, numberedDataset(folder, number).path);
  } catch (cause) {
    removeQuietly(newFile);
    throw writeError(folder, cause);
  }
  trySync(folder, warnings);
  return number;
}

/** Undoes `install` after `pointTo` failed. The file is kept if the pointer might refer to it after all. */
export function takeBack({ folder }: FolderLock, number: number): void {
  try {
    if (pointedNumber(folder) === number) return;
  } catch {
    return;
  }
  removeQuietly(numberedDataset(folder, number).path);
}

/**
 * Makes the service serve this dataset. The caller has verified the dataset.
 * @throws InputError if the dataset does not exist or the pointer cannot be written, in which case the
 * pointer remains unchanged
 */
export function pointTo({ folder, warnings }: FolderLock, number: number): void {
  const { path, name } = numberedDataset(folder, number);
  if (!existsSync(path)) throw new InputError(`${path}: there is no such dataset`);
  try {
    replaceTextFile(folder, POINTER_FILE, `${name}\n`);
  } catch (cause) {
    throw writeError(folder, cause);
  }
  trySync(folder, warnings);
}

/**
 * Removes all datasets except the served one and those with the `keep` highest numbers. A failed removal
 * causes only a warning, because the new dataset is already being served. Nothing is removed after a failed
 * flush, because a power failure might restore the old pointer.
 * @returns the numbers of the removed datasets
 */
export function prune({ folder, warnings }: FolderLock, keep: number): number[] {
  if (warnings.length > 0) return [];
  const removed: number[] = [];
  for (const { number, path } of tooOld(folder, keep, warnings)) {
    try {
      rmSync(path);
      removeQuietly(tilesPath({ path }));
      removed.push(number!);
    } catch (cause) {
      warnings.push(`${path} cannot be removed: ${reasonOf(cause)}; remove it by hand`);
    }
  }
  return removed;
}

function tooOld(folder: string, keep: number, warnings: string[]): DatasetFile[] {
  try {
    const served = pointedNumber(folder);
    const numbered = listDatasets(folder).filter((file) => file.number !== null);
    return numbered.slice(keep).filter(({ number }) => number !== served);
  } catch (cause) {
    const reason = reasonOf((cause as Error).cause ?? cause);
    warnings.push(`older datasets in ${folder} were not removed: ${reason}; the next import tries again`);
    return [];
  }
}

/** Flushes a folder. A rename cannot be undone, so a failed flush is only reported. */
function trySync(folder: string, warnings: string[]): void {
  try {
    syncFolder(folder);
  } catch (cause) {
    const warning = unsynced(folder, cause);
    if (!warnings.includes(warning)) warnings.push(warning);
  }
}

function unsynced(folder: string, cause: unknown): string {
  return (
    `the dataset is in place, but may not survive a power cut: ${folder} cannot be flushed to disk ` +
    `(${reasonOf(cause)}); no older dataset was removed`
  );
}

/** Flushes a folder to disk, because a rename is durable only after its folder has been flushed. */
function syncFolder(folder: string): void {
  const fd = openSync(folder, 'r');
  try {
    fsyncSync(fd);
  } finally {
    closeSync(fd);
  }
}

function isSame(path: string, other: string): boolean {
  try {
    return statSync(path).size === statSync(other).size && haveSameBytes(path, other);
  } catch {
    // An unreadable file counts as different.
    return false;
  }
}

function haveSameBytes(path: string, other: string): boolean {
  const files = [openRegularFile(path)];
  try {
    files.push(openRegularFile(other));
    const pieces = files.map(() => Buffer.allocUnsafe(1 << 20));
    for (;;) {
      const [one, two] = files.map((fd, i) => readSync(fd, pieces[i]));
      if (one !== two || pieces[0].compare(pieces[1], 0, one, 0, one) !== 0) return false;
      if (one === 0) return true;
    }
  } finally {
    files.forEach((fd) => closeSync(fd));
  }
}
