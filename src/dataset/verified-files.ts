import { createHash } from 'node:crypto';
import { closeSync, fstatSync } from 'node:fs';
import { Worker } from 'node:worker_threads';
import { InputError } from '../errors.js';
import { servedDataset } from './dataset-folder.js';
import { checkOpenDataset, headOf } from './read-dataset.js';
import { openRegularFile } from './regular-file.js';
import type { VerifyReply } from './verify-worker.js';

/** Whether the TypeScript sources run unbuilt, as in tests. A thread could not load them. */
const RUNS_UNBUILT = import.meta.url.endsWith('.ts');

/**
 * Verifies an open file, or relies on an earlier verification.
 * @param file.path only for messages
 * @throws InputError that names the file and the fault; the error's cause has a code if the fault may be
 * temporary
 */
export type Verify = (file: OpenFile) => Promise<void>;

/** An open dataset file, with the identity that it had when it was opened. */
export interface OpenFile {
  fd: number;
  path: string;
  stamp: string;
}

/**
 * A file's fault, in a form that can be sent to another process. A fault with a `code` comes from the
 * operating system and may be temporary.
 */
export interface Refusal {
  message: string;
  code: string | undefined;
}

/**
 * Identifies an open file's bytes by its location, size, times and a digest of its header and directory,
 * which contain the checksums of all sections. Two files with the same stamp are the same file.
 * @throws InputError if the file cannot be read
 */
export function stampOf(fd: number, path: string): string {
  const { dev, ino, size, mtimeNs, ctimeNs } = fstatSync(fd, { bigint: true });
  const digest = createHash('sha256').update(headOf(fd, path, Number(size)));
  return [dev, ino, size, mtimeNs, ctimeNs, digest.digest('base64')].join(':');
}

/** Returns the stamp of the file at a path, or null if the file is gone or cannot be read. */
export function stampAt(path: string): string | null {
  let fd: number | null = null;
  try {
    fd = openRegularFile(path);
    return stampOf(fd, path);
  } catch {
    return null;
  } finally {
    if (fd !== null) closeSync(fd);
  }
}

/**
 * Whether two stamps belong to the same file at two different times, between which its bytes may have
 * changed.
 */
export function isOfSameFile(a: string, b: string): boolean {
  const placeOf = (stamp: string): string => stamp.split(':', 2).join(':');
  return placeOf(a) === placeOf(b);
}

export function asError({ message, code }: Refusal): InputError {
  return new InputError(message, { cause: Object.assign(new Error(message), { code }) });
}

function asRefusal(error: Error): Refusal {
  const code = (error.cause as NodeJS.ErrnoException | undefined)?.code;
  return { message: error.message, code };
}

/**
 * Whether a failure comes from the operating system, such as a lack of file descriptors, rather than from the
 * file's bytes.
 */
export function mayPass(error: Error): boolean {
  return asRefusal(error).code !== undefined;
}

/** Verifies each file once. All processes of a service use the same verifier. */
export class FileVerifier {
  /** Maps each file's stamp to its verification, which is rejected if the file is damaged. */
  readonly #known = new Map<string, Promise<void>>();

  /** Implements `Verify`. A worker thread reads the file chunk by chunk. */
  readonly verify: Verify = (file) => {
    let verification = this.#known.get(file.stamp);
    if (verification === undefined) {
      verification = verifyInThread(file);
      this.#known.set(file.stamp, verification);
      // If a failure may be temporary, the next request tries again.
      verification.catch((error: Error) => {
        if (mayPass(error)) this.#known.delete(file.stamp);
      });
    }
    return verification;
  };

  /**
   * Starts verifying the dataset that a folder serves while the service does other work. Faults in the
   * dataset are reported when the dataset is requested.
   */
  ahead(folder: string): void {
    let fd: number | null = null;
    try {
      const path = servedDataset(folder)?.path;
      if (path === undefined) return;
      const opened = openRegularFile(path);
      fd = opened;
      const close = (): void => closeSync(opened);
      this.verify({ fd, path, stamp: stampOf(fd, path) }).then(close, close);
    } catch {
      // The file cannot be opened or read. The code that looks for the dataset reports the problem.
      if (fd !== null) closeSync(fd);
    }
  }

  /** Makes all later verifications reject the file, even if its checksums are correct. */
  distrust(stamp: string, reason: string): void {
    const refusal = Promise.reject(new InputError(reason));
    refusal.catch(() => undefined);
    this.#known.set(stamp, refusal);
  }

  /**
   * Verifies a file for another process that has the file open.
   * @returns null if the file is valid
   */
  async refusalOf(path: string, stamp: string): Promise<Refusal | null> {
    let fd: number | null = null;
    try {
      fd = openRegularFile(path);
      if (stampOf(fd, path) !== stamp)
        return { message: `${path} has been replaced; it will be checked again`, code: 'ESTALE' };
      await this.verify({ fd, path, stamp });
      return null;
    } catch (error) {
      if (InputError.is(error)) return asRefusal(error);
      return { message: `cannot read the dataset ${path}: ${(error as Error).message}`, code: 'EIO' };
    } finally {
      if (fd !== null) closeSync(fd);
    }
  }
}

async function verifyInThread({ fd, path }: OpenFile): Promise<void> {
  if (RUNS_UNBUILT) return checkOpenDataset(fd, path);
  const refusal = await new Promise<VerifyReply>((resolve, reject) => {
    const workerData = { fd, path };
    const worker = new Worker(new URL('./verify-worker.js', import.meta.url), { workerData });
    worker.once('message', resolve);
    worker.once('error', reject);
    worker.once('exit', (code) =>
      reject(new Error(`the thread that verifies ${path} ended with status ${code}`)),
    );
  }).catch((cause: Error) => {
    throw new InputError(`cannot read the dataset ${path}: ${cause.message}`, { cause });
  });
  if (refusal !== null) throw asError(refusal);
}
