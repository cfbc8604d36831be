import { closeSync, constants, fstatSync, openSync } from 'node:fs';

/** To open a FIFO would wait for a writer without end. With O_NONBLOCK it does not. */
const READING = constants.O_RDONLY | constants.O_NONBLOCK | constants.O_NOCTTY;

/**
 * Opens a regular file for reading. Links are followed.
 * @throws the system's error, or an Error when something else lies there: a folder, a FIFO, a device.
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
