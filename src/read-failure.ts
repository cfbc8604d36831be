import { InputError } from './errors.js';

const FOLDER = 'it is a folder; name the files in it';
const NO_SUCH_FILE = 'there is no such file; check its name and folder';
const REMEDIES: Readonly<Record<string, string>> = {
  ENOENT: NO_SUCH_FILE,
  ENOTDIR: NO_SUCH_FILE,
  EISDIR: FOLDER,
  EACCES: 'you may not read it; change its permissions',
};
/** Line breaks and control characters, which error messages may quote from a file. */
const UNPRINTABLE = /[\p{C}\s]+/gu;

/** Returns why a file cannot be read, and the remedy, for a message that names the file. */
export function readFailure(error: unknown): string {
  const { code = '', message } = error as NodeJS.ErrnoException;
  return Object.hasOwn(REMEDIES, code) ? REMEDIES[code] : message.replace(UNPRINTABLE, ' ').trim();
}

/** Returns the error for a file that cannot be read. */
export function cannotRead(path: string, cause: unknown): InputError {
  return new InputError(`cannot read ${path}: ${readFailure(cause)}`, { cause });
}

/** Returns the error for a path that is not a file but a folder, a pipe or a device. */
export function notAFile(path: string, found: { isDirectory: () => boolean }): InputError {
  const why = found.isDirectory() ? FOLDER : 'it is a pipe or a device; save its content as a file';
  return new InputError(`cannot read ${path}: ${why}`);
}
