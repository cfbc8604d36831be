import { parentPort, workerData } from 'node:worker_threads';
import { InputError } from '../errors.js';
import { checkOpenDataset } from './read-dataset.js';

/**
 * The fault that this worker thread finds in a file, or null if there is none. verified-files.ts starts the
 * thread.
 */
export type VerifyReply = { message: string; code: string | undefined } | null;

const { fd, path } = workerData as { fd: number; path: string };
try {
  checkOpenDataset(fd, path);
  parentPort!.postMessage(null satisfies VerifyReply);
} catch (error) {
  if (!InputError.is(error)) throw error;
  const code = (error.cause as NodeJS.ErrnoException | undefined)?.code;
  parentPort!.postMessage({ message: error.message, code } satisfies VerifyReply);
}
