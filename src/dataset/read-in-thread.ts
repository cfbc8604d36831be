import { Worker } from 'node:worker_threads';
import { InputError } from '../errors.js';
import { servedDataset } from './dataset-folder.js';
import type { SectionMap } from './format.js';
import { fileIdentity, isSameFile, openSections, readDataset, type FileIdentity } from './read-dataset.js';
import type { ReadReply } from './read-worker.js';

/** Whether the TypeScript sources run unbuilt, as in tests. A thread could not load them. */
const RUNS_UNBUILT = import.meta.url.endsWith('.ts');

interface Ahead {
  path: string;
  identity: FileIdentity;
  reply: Promise<ReadReply>;
}

/** A file that is being read in advance, before the service requests it. */
let ahead: Ahead | null = null;

/**
 * Starts reading the dataset that a folder serves, while the service is still loading its program and opening
 * its databases. Faults in the file are reported when the file is requested.
 */
export function readAhead(folder: string): void {
  if (RUNS_UNBUILT) return;
  try {
    const path = servedDataset(folder)?.path;
    const identity = path === undefined ? null : fileIdentity(path);
    if (path === undefined || identity === null) return;
    const reply = replyOfThread(path);
    reply.catch(() => undefined);
    ahead = { path, identity, reply };
  } catch {
    // The folder cannot be read. The code that later looks for the dataset reports the problem.
  }
}

/**
 * Returns the result of reading the file in advance, but only once and only if the same file is still at that
 * path.
 */
function readBefore(path: string): Promise<ReadReply> | null {
  const before = ahead;
  ahead = null;
  return before?.path === path && isSameFile(before.identity, fileIdentity(path)) ? before.reply : null;
}

/**
 * Works like `readDataset`, but does not block the service. A worker thread reads the file into shared memory
 * and checks it. Only the views of the shared memory are created here.
 * @throws InputError as `readDataset` does
 */
export async function readDatasetInThread(path: string): Promise<SectionMap> {
  if (RUNS_UNBUILT) return readDataset(path);
  const reply = await (readBefore(path) ?? replyOfThread(path)).catch((cause: Error) => {
    throw new InputError(`cannot read the dataset ${path}: ${cause.message}`, { cause });
  });
  if ('refusal' in reply)
    throw new InputError(reply.refusal, {
      cause: Object.assign(new Error(reply.refusal), { code: reply.code }),
    });
  return openSections(path, reply.bytes, { checksums: false });
}

/** Starts a thread. Starting a thread may fail, because a thread needs memory and file descriptors. */
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
