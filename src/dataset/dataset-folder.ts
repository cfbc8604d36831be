import { closeSync, fstatSync, readdirSync, readSync } from 'node:fs';
import { join } from 'node:path';
import { InputError } from '../errors.js';
import { openRegularFile } from './regular-file.js';

/**
 * Functions that read a dataset folder: the numbered files, and the pointer that names the served file. This
 * module only reads; change-folder.ts makes the changes.
 */

/** Contains one line: the name of the served file. */
export const POINTER_FILE = 'current';

/**
 * The name that a dataset file had before datasets were numbered. A file with this old name is served as it
 * is until a change to the folder gives the file a number.
 */
export const LEGACY_FILE = 'dataset.gazarch';
export const LEGACY_PREVIOUS_FILE = 'dataset.previous.gazarch';

/** A pointer file contains a single short name. A larger file is not a valid pointer. */
const POINTER_BYTES_MAX = 4096;

export interface DatasetFile {
  /** Null if the file has no number. */
  number: number | null;
  name: string;
  path: string;
}

/** `dataset-0012.gazarch`. Leading zeros ensure that a listing sorted by name is in numeric order. */
export function datasetName(number: number): string {
  return `dataset-${String(number).padStart(4, '0')}.gazarch`;
}

/** Returns the number in a dataset file's name, or null for any other name. */
export function numberOf(name: string): number | null {
  const digits = /^dataset-(\d{4,9})\.gazarch$/.exec(name)?.[1];
  if (digits === undefined) return null;
  const number = Number(digits);
  return number > 0 && datasetName(number) === name ? number : null;
}

/**
 * Returns all datasets in a folder, damaged or not: the highest number first, and files without a number
 * last. Returns an empty list if the folder does not exist.
 * @throws InputError if the folder cannot be read
 */
export function listDatasets(folder: string): DatasetFile[] {
  const names = namesIn(folder);
  const numbered = names
    .map((name) => numberOf(name))
    .filter((number) => number !== null)
    .sort((a, b) => b - a)
    .map((number) => numberedDataset(folder, number));
  const legacy = [LEGACY_FILE, LEGACY_PREVIOUS_FILE]
    .filter((name) => names.includes(name))
    .map((name) => ({ number: null, name, path: join(folder, name) }));
  return [...numbered, ...legacy];
}

/** Returns the file for a number, whether it exists or not. */
export function numberedDataset(folder: string, number: number): DatasetFile {
  const name = datasetName(number);
  return { number, name, path: join(folder, name) };
}

/**
 * Returns the dataset to serve, which may be missing or damaged, or null if the folder has none. Without a
 * pointer, the dataset to serve is the file without a number, or else the one with the highest number, so a
 * folder serves the same dataset no matter where `takeOver` was interrupted.
 * @throws InputError if the pointer or the folder cannot be read
 */
export function servedDataset(folder: string): DatasetFile | null {
  const number = pointedNumber(folder);
  if (number !== null) return numberedDataset(folder, number);
  const all = listDatasets(folder);
  const found = all.find(({ name }) => name === LEGACY_FILE) ?? all.at(0);
  return found?.name === LEGACY_PREVIOUS_FILE ? null : (found ?? null);
}

/**
 * Returns the path of the dataset to serve.
 * @throws InputError if there is none
 */
export function servedPath(folder: string): string {
  const served = servedDataset(folder);
  if (served === null)
    throw new InputError(`there is no dataset in ${folder}; make one with "gazarch import SOURCE"`);
  return served.path;
}

/**
 * Returns the datasets that may replace a damaged `served`, best first. `served` is null if the pointer does
 * not name an existing file.
 */
export function olderDatasets(folder: string, served: DatasetFile | null): DatasetFile[] {
  return listDatasets(folder).filter(
    ({ number, path }) =>
      path !== served?.path &&
      (served === null || served.number === null || number === null || number < served.number),
  );
}

/**
 * Returns the number that the pointer names, or null if there is no pointer.
 * @throws InputError if the pointer cannot be read or does not name a dataset
 */
export function pointedNumber(folder: string): number | null {
  const path = join(folder, POINTER_FILE);
  const remedy = 'choose a dataset with "gazarch rollback NUMBER"';
  let text: string | null;
  try {
    text = smallFile(path);
  } catch (cause) {
    throw new InputError(`cannot read the pointer ${path}: ${(cause as Error).message}; ${remedy}`, {
      cause,
    });
  }
  if (text === null) return null;
  const number = numberOf(text.trimEnd());
  if (number === null) throw new InputError(`the pointer ${path} names no dataset; ${remedy}`);
  return number;
}

/**
 * Returns the text of a small regular file, or null if it does not exist.
 * @throws the system's error, or an Error if the path is not a small regular file
 */
export function smallFile(path: string): string | null {
  let fd: number;
  try {
    fd = openRegularFile(path);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    // ENOTDIR means that the path of the folder is a file. The code that lists the folder reports the
    // problem.
    if (code === 'ENOENT' || code === 'ENOTDIR') return null;
    throw error;
  }
  try {
    if (fstatSync(fd).size > POINTER_BYTES_MAX) throw new Error('it is too large');
    const bytes = Buffer.alloc(POINTER_BYTES_MAX);
    return bytes.toString('utf8', 0, readSync(fd, bytes));
  } finally {
    closeSync(fd);
  }
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch (cause) {
    const { code, message } = cause as NodeJS.ErrnoException;
    if (code === 'ENOENT') return [];
    const reason = code === 'ENOTDIR' ? 'it is not a folder' : message;
    throw new InputError(
      `cannot read the dataset folder ${folder}: ${reason}; choose another folder with --dataset`,
      {
        cause,
      },
    );
  }
}
