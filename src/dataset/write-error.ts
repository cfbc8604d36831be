import { InputError } from '../errors.js';

const REASONS: Readonly<Record<string, string>> = {
  ENOSPC: 'the disk is full',
  EDQUOT: 'the disk quota is used up',
  EROFS: 'the file system is read-only',
  EACCES: 'permission is denied',
  EPERM: 'permission is denied',
  ENOTDIR: 'part of the path is not a folder',
  EEXIST: 'it exists but is not a folder',
  EFBIG: 'the file would exceed the size limit',
  EMFILE: 'too many files are open; raise the limit (ulimit -n)',
  ENFILE: 'too many files are open on this machine',
};

/** Explains in plain language why a system call failed. */
export function reasonOf(cause: unknown): string {
  const code = (cause as NodeJS.ErrnoException).code;
  return (
    (code !== undefined ? REASONS[code] : undefined) ??
    (cause instanceof Error ? cause.message : String(cause))
  );
}

/**
 * Returns the error for a failure that occurs before the pointer is updated. The error message says that the
 * existing dataset is unchanged.
 */
export function writeError(folder: string, cause: unknown): InputError {
  if (InputError.is(cause)) return cause;
  return new InputError(
    `cannot write a dataset to ${folder}: ${reasonOf(cause)}; the existing dataset is unchanged`,
    { cause },
  );
}
