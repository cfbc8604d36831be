import { parentPort, workerData } from 'node:worker_threads';
import { InputError } from '../errors.js';
import { openSections, readDatasetBytes } from './read-dataset.js';

/**
 * The reply of this worker thread, which reads one dataset file into shared memory and checks it.
 * read-in-thread.ts starts the thread and creates the views.
 */
export type ReadReply = { bytes: Uint8Array } | { refusal: string; code: string | undefined };

const path = workerData as string;
try {
  const bytes = readDatasetBytes(path);
  openSections(path, bytes, { checksums: true });
  parentPort!.postMessage({ bytes } satisfies ReadReply);
} catch (error) {
  if (!InputError.is(error)) throw error;
  const code = (error.cause as NodeJS.ErrnoException | undefined)?.code;
  parentPort!.postMessage({ refusal: error.message, code } satisfies ReadReply);
}
