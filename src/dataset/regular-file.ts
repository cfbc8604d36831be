import { closeSync, constants, fstatSync, openSync } from 'node:fs';

/** Without O_NONBLOCK, opening a FIFO would wait indefinitely for a writer. */
const READING = constants.O_RDONLY | constants.O_NONBLOCK | constants.O_NOCTTY;

/**
 * Opens a regular file for reading. Follows links.
 * @throws the system's error, or an Error if the path is not a regular file but a folder, a FIFO or a device
 */
export function openRegularFile(path: string): number {
  const fd = openSync(path, READING);
  try {
    if (fstatSync(fd).isFile()) return fd;
  } catch (error) {
    closeSync(fd);
    throw error;
  }
  closeSync(fd);
  throw new Error('it is not a regular file; move it away');
}
