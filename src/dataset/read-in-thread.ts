import { Worker } from 'node:worker_threads';
import { InputError } from '../errors.js';
import type { SectionMap } from './format.js';
import { openSections, readDataset } from './read-dataset.js';
import type { ReadReply } from './read-worker.js';

/** True when the TypeScript sources run unbuilt (tests): a thread could not load them. */
const RUNS_UNBUILT = import.meta.url.endsWith('.ts');

/**
 * As `readDataset`, without stopping the service meanwhile. A thread reads the file into shared memory
 * and checks it. Only the views are made here.
 * @throws InputError as `readDataset` does.
 */
export async function readDatasetInThread(path: string): Promise<SectionMap> {
  if (RUNS_UNBUILT) return readDataset(path);
  const reply = await replyOfThread(path).catch((cause: Error) => {
    throw new InputError(`cannot read the dataset ${path}: ${cause.message}`, { cause });
  });
  if ('refusal' in reply)
    throw new InputError(reply.refusal, {
      cause: Object.assign(new Error(reply.refusal), { code: reply.code }),
    });
  return openSections(path, reply.bytes, { checksums: false });
}

/** A thread needs memory and file descriptors, so it may fail to start. */
function replyOfThread(path: string): Promise<ReadReply> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL('./read-worker.js', import.meta.url), { workerData: path });
    worker.once('message', resolve);
    worker.once('error', reject);
    worker.once('exit', (code) =>
      reject(new Error(`the thread that reads ${path} ended with status ${code}`)),
    );
  });
}
