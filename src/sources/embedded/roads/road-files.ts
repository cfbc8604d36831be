import { fork, type ForkOptions } from 'node:child_process';
import { createHash } from 'node:crypto';
import { closeSync, existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { openRegularFile } from '../../../dataset/regular-file.js';
import { removeQuietly, temporaryPath } from '../../../dataset/temporary-file.js';
import { FileVerifier, mayPass, stampAt, stampOf } from '../../../dataset/verified-files.js';
import type { RoadsFileOrder, RoadsFileReply } from './roads-process.js';
import { periodOf, type RoadsWanted } from '../../../routing/current/roads-wanted.js';

/**
 * The dataset that the roads belong to: the path of its file, and the file's stamp at the time it was mapped.
 */
export interface MappedFileName {
  path: string;
  stamp: string;
}

/**
 * Returns the path of a file that contains the wanted roads of a dataset, to be read by `readAllRoads`.
 * Rejects if the file cannot be created, in which case each process computes the roads for itself.
 */
export type RoadFileOf = (dataset: MappedFileName, wanted: RoadsWanted) => Promise<string>;

/** Returns a string that is the same for identical roads. */
export function keyOf({ changes, now, speeds }: RoadsWanted): string {
  return JSON.stringify([changes, periodOf(now), speeds]);
}

/** The current roads, shared by several processes. */
export interface SharedRoads {
  fileOf: RoadFileOf;
  /**
   * Called when the roads are the same as at import again, so that no files of roads are needed until the
   * next call of `fileOf`.
   */
  letGo(): void;
  /**
   * Calls `listener` if a file that processes have mapped was altered. The next call of `fileOf` creates the
   * file again.
   */
  onDamaged?(listener: (path: string) => void): void;
}

/** How often files in use are checked, which requires reading the status and the header of one file. */
const LOOK_MS = 1_000;

const FILE = /^roads-[0-9a-f]{32}\.now$/;

/**
 * Files with the current costs of all roads, stored next to the datasets. One process of a service manages
 * the files. The content of a file never changes: the file's name depends on its content, so it can be reused
 * after a restart. All processes map the same file, so it is in memory only once.
 */
export class RoadFiles implements SharedRoads {
  readonly #folder: string;
  readonly #verifier = new FileVerifier();
  readonly #onProblem: (problem: Error | null) => void;
  readonly #options: ForkOptions;
  /**
   * Per path: a promise that resolves when the file is complete. Files from earlier runs are verified first.
   */
  readonly #files = new Map<string, Promise<void>>();
  readonly #finished = new Set<string>();
  /** The stamp that each finished file had when its bytes were last verified. */
  readonly #stamps = new Map<string, string>();
  /** The most recently finished file, and the stamp of its dataset. */
  #latest: { path: string; stamp: string } | null = null;
  /**
   * A chain of tasks that run one at a time, because each task uses a core and a hundred megabytes of memory.
   */
  #last: Promise<unknown> = Promise.resolve();
  #hasProblem = false;

  /**
   * @param onProblem called once with the reason why files cannot be created, and once with null when the
   * problem is over
   * @param env the environment variables of the processes that create files; defaults to those of this
   * process
   */
  constructor(folder: string, onProblem: (problem: Error | null) => void, env?: NodeJS.ProcessEnv) {
    this.#folder = folder;
    this.#onProblem = onProblem;
    this.#options = env === undefined ? {} : { env };
  }

  readonly fileOf: RoadFileOf = async (dataset, wanted) => {
    const name = createHash('sha256')
      .update(`${dataset.stamp}\n${keyOf(wanted)}`)
      .digest('hex')
      .slice(0, 32);
    const path = join(this.#folder, `roads-${name}.now`);
    // A finished file may be missing, because an import removes files that it considers unused.
    if (this.#finished.has(path) && !existsSync(path)) this.#files.delete(path);
    let file = this.#files.get(path);
    if (file === undefined) {
      file = this.#found(path)
        .then(() => this.#noteLatest(path, dataset))
        .catch(() => this.#make({ dataset, wanted, path }));
      this.#files.set(path, file);
      this.#finished.delete(path);
      file.then(
        () => this.#removeOthers(path),
        () => this.#files.delete(path),
      );
    }
    try {
      await file;
      this.#tell(null);
      return path;
    } catch (error) {
      this.#tell(error as Error);
      throw error;
    }
  };

  onDamaged(listener: (path: string) => void): void {
    setInterval(() => void this.look(listener), LOOK_MS).unref();
  }

  /** Verifies finished files whose stamps have changed. */
  async look(onDamaged: (path: string) => void): Promise<void> {
    for (const [path, before] of this.#stamps) {
      const stamp = stampAt(path);
      // A process that has mapped a file can still read it after the file is removed.
      if (stamp === null || stamp === before) continue;
      this.#stamps.set(path, stamp);
      try {
        await this.#found(path);
      } catch (error) {
        if (mayPass(error as Error)) this.#stamps.set(path, before);
        else {
          this.distrust(path);
          onDamaged(path);
        }
      }
    }
  }

  /** Reuses a file from an earlier run. */
  async #found(path: string): Promise<void> {
    const fd = openRegularFile(path);
    try {
      await this.#verifier.verify({ fd, path, stamp: stampOf(fd, path) });
    } finally {
      closeSync(fd);
    }
  }

  #make(order: Omit<RoadsFileOrder, 'temporary' | 'before'>): Promise<void> {
    const temporary = temporaryPath(this.#folder, 'roads');
    const made = this.#last.then(async () => {
      const { path = null, stamp } = this.#latest ?? {};
      const before = stamp === order.dataset.stamp ? path : null;
      const all = { ...order, temporary };
      // The file of the previous roads may be missing or damaged. In that case, the roads are computed
      // without it.
      await madeByProcess({ ...all, before }, this.#options).catch((error: Error) => {
        if (before === null) throw error;
        return madeByProcess({ ...all, before: null }, this.#options);
      });
      this.#noteLatest(order.path, order.dataset);
    });
    this.#last = made.catch(() => undefined);
    return made;
  }

  #noteLatest(path: string, { stamp }: MappedFileName): void {
    this.#latest = { path, stamp };
  }

  /**
   * Removes all files. The files are as large as the roads of a mode, so a service that does not need them
   * does not leave any behind.
   */
  letGo(): void {
    try {
      this.#removeBut(null);
    } catch {
      // The folder cannot be read. The code that checks for new datasets reports that problem.
    }
  }

  /** Forgets a file that cannot be read, so that a new file is created for the next request. */
  distrust(path: string): void {
    removeQuietly(path);
    if (this.#latest?.path === path) this.#latest = null;
    this.#files.delete(path);
    this.#finished.delete(path);
    this.#stamps.delete(path);
  }

  #removeOthers(path: string): void {
    this.#finished.add(path);
    const stamp = stampAt(path);
    if (stamp !== null) this.#stamps.set(path, stamp);
    this.#removeBut(path);
  }

  /**
   * Removes all files except the given one. A process that has already mapped a file can keep using it, and a
   * process that tries to map the file too late requests another file.
   */
  #removeBut(path: string | null): void {
    for (const name of readdirSync(this.#folder)) {
      const other = join(this.#folder, name);
      if (FILE.test(name) && other !== path) this.distrust(other);
    }
  }

  #tell(problem: Error | null): void {
    if (this.#hasProblem === (problem !== null)) return;
    this.#hasProblem = problem !== null;
    this.#onProblem(problem);
  }
}

function madeByProcess(order: RoadsFileOrder, options: ForkOptions): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = fork(new URL('./roads-process.js', import.meta.url), options);
    child.once('error', reject);
    child.once('message', (reply: RoadsFileReply) => {
      if (reply === null) resolve();
      else reject(new Error(reply.problem));
    });
    child.once('exit', (code, signal) => {
      removeQuietly(order.temporary);
      reject(new Error(`the process that computes roads ended with ${signal ?? `status ${code}`}`));
    });
    child.send(order);
  });
}
