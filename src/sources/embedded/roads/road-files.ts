import { fork, type ForkOptions } from 'node:child_process';
import { createHash } from 'node:crypto';
import { closeSync, existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { openRegularFile } from '../../../dataset/regular-file.js';
import { removeQuietly, temporaryPath } from '../../../dataset/temporary-file.js';
import { FileVerifier, mayPass, stampAt, stampOf } from '../../../dataset/verified-files.js';
import type { RoadsFileOrder, RoadsFileReply } from './roads-process.js';
import { periodOf, type RoadsWanted } from '../../../routing/current/roads-wanted.js';

/** The dataset that roads are of: a file, and what it was when it was mapped. */
export interface MappedFileName {
  path: string;
  stamp: string;
}

/**
 * A file with the roads of a dataset as they are wanted, for `readAllRoads`. Rejects when there can be none:
 * then each process works out its own.
 */
export type RoadFileOf = (dataset: MappedFileName, wanted: RoadsWanted) => Promise<string>;

/** A text that is the same for the same roads. */
export function keyOf({ changes, now, speeds }: RoadsWanted): string {
  return JSON.stringify([changes, periodOf(now), speeds]);
}

/** What processes have in common of the roads of now. */
export interface SharedRoads {
  fileOf: RoadFileOf;
  /** Roads are as they were imported: files of them are of no use until the next `fileOf`. */
  letGo(): void;
  /** Calls `listener` when a file was altered that processes have mapped: the next `fileOf` makes it anew. */
  onDamaged?(listener: (path: string) => void): void;
}

/** How often files in use are looked at: the status of one file, and its head. */
const LOOK_MS = 1_000;

const FILE = /^roads-[0-9a-f]{32}\.now$/;

/**
 * Files with the costs of all roads as they are now, beside the datasets. One process of a service has this.
 * A file is never changed: it is named by what is in it, so it also serves the next start. All processes map
 * it, so it is in memory once.
 */
export class RoadFiles implements SharedRoads {
  readonly #folder: string;
  readonly #verifier = new FileVerifier();
  readonly #onProblem: (problem: Error | null) => void;
  readonly #options: ForkOptions;
  /** By path: that it is there. Files of earlier starts are verified before. */
  readonly #files = new Map<string, Promise<void>>();
  readonly #finished = new Set<string>();
  /** What finished files were when their bytes were known to be in order. */
  readonly #stamps = new Map<string, string>();
  /** The one that was there last, and the dataset that it is of. */
  #latest: { path: string; stamp: string } | null = null;
  /** One at a time: each takes a core and a hundred megabytes. */
  #last: Promise<unknown> = Promise.resolve();
  #hasProblem = false;

  /**
   * @param onProblem told once of why there can be no files, and of the end of that
   * @param env of the processes that make files; the own one when absent
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
    // One that was there may be gone: an import removes what it does not know to be in use.
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

  /** Verifies the finished files whose stamps are others than before. */
  async look(onDamaged: (path: string) => void): Promise<void> {
    for (const [path, before] of this.#stamps) {
      const stamp = stampAt(path);
      // Who has mapped one that is gone reads it as before.
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

  /** One that an earlier start has left. */
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
      // The file of before may be gone or damaged. Then nothing is made of it.
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

  /** Removes them all. A service that needs none leaves none behind: they are as large as a mode's roads. */
  letGo(): void {
    try {
      this.#removeBut(null);
    } catch {
      // The folder cannot be read. Whoever looks for the dataset says so.
    }
  }

  /** A file cannot be read any more. The next who asks for it gets another. */
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

  /** Who has mapped one of them keeps it, and who comes too late to map it asks again. */
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
