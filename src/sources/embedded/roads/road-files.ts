import { fork, type ForkOptions } from 'node:child_process';
import { createHash } from 'node:crypto';
import { closeSync, existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { openRegularFile } from '../../../dataset/regular-file.js';
import { removeQuietly, temporaryPath } from '../../../dataset/temporary-file.js';
import { FileVerifier, mayPass, stampAt, stampOf } from '../../../dataset/verified-files.js';
import type { RoadsFileOrder, RoadsFileReply } from './roads-process.js';
import { periodOf, type RoadsWanted } from '../../../routing/current/roads-wanted.js';

/** The dataset that roads belong to: a file, and its stamp when it was mapped. */
export interface MappedFileName {
  path: string;
  stamp: string;
}

/**
 * A file with the wanted roads of a dataset, for `readAllRoads`. Rejects if there can be none: then each
 * process computes its own.
 */
export type RoadFileOf = (dataset: MappedFileName, wanted: RoadsWanted) => Promise<string>;

/** A string that is equal for equal roads. */
export function keyOf({ changes, now, speeds }: RoadsWanted): string {
  return JSON.stringify([changes, periodOf(now), speeds]);
}

/** The current roads that processes share. */
export interface SharedRoads {
  fileOf: RoadFileOf;
  /** Roads are as imported again, so files of them are of no use until the next `fileOf`. */
  letGo(): void;
  /** Calls `listener` if a file that processes have mapped was altered. The next `fileOf` makes it again. */
  onDamaged?(listener: (path: string) => void): void;
}

/** How often files in use are checked: the status of one file, and its head. */
const LOOK_MS = 1_000;

const FILE = /^roads-[0-9a-f]{32}\.now$/;

/**
 * Files with the current costs of all roads, beside the datasets. One process of a service manages them. A
 * file never changes: its name depends on its content, so the next start can use it as well. All processes
 * map it, so it is in memory once.
 */
export class RoadFiles implements SharedRoads {
  readonly #folder: string;
  readonly #verifier = new FileVerifier();
  readonly #onProblem: (problem: Error | null) => void;
  readonly #options: ForkOptions;
  /** By path: resolves when the file is there. Files from earlier starts are verified first. */
  readonly #files = new Map<string, Promise<void>>();
  readonly #finished = new Set<string>();
  /** The stamps of finished files when their bytes were last verified. */
  readonly #stamps = new Map<string, string>();
  /** The last finished file, and its dataset. */
  #latest: { path: string; stamp: string } | null = null;
  /** Runs one task at a time, because each takes a core and a hundred megabytes. */
  #last: Promise<unknown> = Promise.resolve();
  #hasProblem = false;

  /**
   * @param onProblem told once why there can be no files, and once when that ends
   * @param env of the processes that make files; that of this process when absent
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
    // A finished file may be gone: an import removes files that it does not know to be in use.
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
      // A process that has mapped a removed file still reads it.
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

  /** Takes a file left over from an earlier start. */
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
      // The earlier file may be gone or damaged. Then the roads are made without it.
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
   * Removes all files. They are as large as a mode's roads, so a service without use for them leaves none
   * behind.
   */
  letGo(): void {
    try {
      this.#removeBut(null);
    } catch {
      // The folder cannot be read. The code that looks for the dataset reports that.
    }
  }

  /** Forgets a file that cannot be read. The next request for it gets another. */
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
   * Removes all files except one. A process that has mapped one keeps it, and one that comes too late to map
   * it asks again.
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
      reject(new Error(`the process that works out roads ended with ${signal ?? `status ${code}`}`));
    });
    child.send(order);
  });
}
