import { InputError } from '../../errors.js';

/** The system's error codes for "no file descriptor left", in this process or on the machine. */
const NO_DESCRIPTORS = /\bE[MN]FILE\b/;

/** Loading the program opens all of its files at once. */
const FILES_OF_THE_PROGRAM = 512;

/**
 * Returns the error line of a failed command. The message of an InputError is intended for the user. Running
 * out of file descriptors is not a bug either, and can happen anywhere in the program. Any other error is a
 * bug, and its stack trace helps to locate the cause.
 */
export function failureLine(error: unknown): string {
  if (lacksDescriptors(error)) {
    return (
      'too few file descriptors; raise the limit of open files to 1024 or more ' +
      '("ulimit -n 1024", or LimitNOFILE= in the systemd unit)'
    );
  }
  if (InputError.is(error)) return error.message;
  return `unexpected error, please report it: ${(error as Error).stack ?? String(error)}`;
}

function lacksDescriptors(error: unknown): boolean {
  for (let at = error; at instanceof Error; at = at.cause) {
    const { code, message } = at as NodeJS.ErrnoException;
    if (NO_DESCRIPTORS.test(`${code} ${message}`)) return true;
    // Node also reports this error if it has no descriptor left to look for one of the program's files.
    if (code === 'ERR_MODULE_NOT_FOUND' && openFilesLimit() < FILES_OF_THE_PROGRAM) return true;
  }
  return false;
}

/** Returns this process's soft limit on open files; `Infinity` if there is none. */
function openFilesLimit(): number {
  const report = process.report.getReport() as { userLimits?: { open_files?: { soft?: number | string } } };
  const limit = Number(report.userLimits?.open_files?.soft);
  return Number.isNaN(limit) ? Number.POSITIVE_INFINITY : limit;
}
