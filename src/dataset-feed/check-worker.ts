import { parentPort, workerData } from 'node:worker_threads';
import { InputError } from '../errors.js';
import { checkDownload, type DownloadCheck } from './check-download.js';

/**
 * This worker thread's reply: the reason why the download is refused, or null. check-in-thread.ts starts the
 * thread.
 */
export interface CheckReply {
  refusal: string | null;
}

try {
  await checkDownload(workerData as DownloadCheck);
  parentPort!.postMessage({ refusal: null } satisfies CheckReply);
} catch (error) {
  if (!InputError.is(error)) throw error;
  parentPort!.postMessage({ refusal: error.message } satisfies CheckReply);
}
