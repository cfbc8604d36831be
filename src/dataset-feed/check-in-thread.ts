import { Worker } from 'node:worker_threads';
import { InputError } from '../errors.js';
import type { DownloadCheck } from './check-download.js';
import type { CheckReply } from './check-worker.js';

/** Whether the TypeScript sources run unbuilt, as in tests. A thread could not load them. */
const RUNS_UNBUILT = import.meta.url.endsWith('.ts');

/**
 * Works like `checkDownload`, but does not block the service. The memory that the check uses is freed with
 * the thread.
 * @throws InputError as `checkDownload` does, and also if the thread fails or the signal ends it
 */
export async function checkInThread(check: DownloadCheck, signal: AbortSignal): Promise<void> {
  // The process that starts the thread does not need the verification code, which includes all the code of
  // both indexes.
  if (RUNS_UNBUILT) return (await import('./check-download.js')).checkDownload(check);
  const worker = new Worker(new URL('./check-worker.js', import.meta.url), { workerData: check });
  const end = (): void => void worker.terminate();
  signal.addEventListener('abort', end);
  try {
    const { refusal } = await new Promise<CheckReply>((resolve, reject) => {
      worker.once('message', resolve);
      worker.once('error', reject);
      worker.once('exit', (code) => reject(new Error(`the thread ended with status ${code}`)));
    }).catch((cause: Error) => {
      throw new InputError(`the dataset cannot be checked: ${cause.message}`, { cause });
    });
    if (refusal !== null) throw new InputError(refusal);
  } finally {
    signal.removeEventListener('abort', end);
  }
}
