import { existsSync } from 'node:fs';
import type { Logger } from 'pino';
import { digestOf } from '../../../dataset/digest.js';
import { isOfSameFile, stampAt, type FileVerifier } from '../../../dataset/verified-files.js';
import type { RoadFiles } from '../../../sources/embedded/roads/road-files.js';
import type { ToWorker, WantsRoads, WantsVerified } from './worker-messages.js';

interface MappedFile {
  path: string;
  stamp: string;
}

export interface MappedDatasetsOptions {
  verifier: FileVerifier;
  roadFiles: RoadFiles;
  logger: Logger;
  tell: (worker: number, message: ToWorker) => void;
  tellAll: (message: ToWorker) => void;
}

/** The files that workers have mapped, as seen by their leader, which maps none itself. */
export class MappedDatasets {
  readonly #options: MappedDatasetsOptions;
  /** By worker: the files that it was told are in order, the latest last. */
  readonly #files = new Map<number, MappedFile[]>();
  /** By worker: its latest two files of roads: the present one, and the one that it is taking. */
  readonly #roads = new Map<number, MappedFile[]>();
  /** Stamps of files that all workers have left. */
  readonly #left = new Set<string>();

  constructor(options: MappedDatasetsOptions) {
    this.#options = options;
    const { roadFiles, logger, tellAll } = options;
    roadFiles.onDamaged((path) => {
      logger.error({ path }, 'a file of the roads of now was altered, writing it again');
      tellAll({ kind: 'roads_again' });
    });
  }

  /** Verifies a file that a worker is about to map. Each file is verified once, for all workers. */
  async answer(worker: number, { path, stamp }: WantsVerified): Promise<void> {
    const { verifier, tell } = this.#options;
    const refusal = await verifier.refusalOf(path, stamp);
    if (refusal === null) {
      // A file that was verified again has a new stamp: it has not changed since then.
      const others = (this.#files.get(worker) ?? []).filter((file) => !isOfSameFile(file.stamp, stamp));
      this.#files.set(worker, [...others, { path, stamp }]);
    }
    tell(worker, { kind: 'verified', stamp, refusal });
  }

  /** Finds or makes the file of roads that a worker wants. Each is made once, for all workers. */
  async answerRoads(worker: number, { request, dataset, wanted }: WantsRoads): Promise<void> {
    const { roadFiles, tell } = this.#options;
    const path = await roadFiles.fileOf(dataset, wanted).catch(() => null);
    const stamp = path === null ? null : stampAt(path);
    if (path !== null && stamp !== null)
      this.#roads.set(worker, [...(this.#roads.get(worker) ?? []).slice(-1), { path, stamp }]);
    tell(worker, { kind: 'roads', request, path });
  }

  letGoOfRoads(): void {
    this.#options.roadFiles.letGo();
  }

  /**
   * Handles the end of a worker. The system ends a process with SIGBUS if it reads a page of a mapping that
   * its file has lost, or that the disk does not deliver. Every reader of that page would end in the same
   * way, so all leave the file at once.
   */
  ended(worker: number, signal: NodeJS.Signals | null): void {
    const files = this.#files.get(worker) ?? [];
    const given = this.#roads.get(worker) ?? [];
    this.#files.delete(worker);
    this.#roads.delete(worker);
    if (signal !== 'SIGBUS') return;
    const roads = files.some(isChanged) ? undefined : given.find((file) => this.#isBroken(file));
    if (roads !== undefined) return this.#leaveRoads(worker, roads);
    const file = brokenOf(files);
    // Others may end because of the same file until they have left it.
    if (file === undefined || this.#left.has(file.stamp)) return;
    this.#left.add(file.stamp);
    const { verifier, logger, tellAll } = this.#options;
    const reason =
      `${file.path} cannot be read any more (a worker died of SIGBUS): it was changed in place, ` +
      'or its disk fails; import it again or go back with "gazarch rollback"';
    logger.error({ worker, path: file.path }, 'a mapped dataset cannot be read, all workers leave it');
    verifier.distrust(file.stamp, reason);
    tellAll({ kind: 'give_up', stamp: file.stamp, reason });
  }

  /** A file of roads can be rebuilt, so while it may be the cause, the dataset is trusted. */
  #isBroken(roads: MappedFile): boolean {
    return this.#left.has(roads.stamp) || isChanged(roads) || !canBeRead(roads);
  }

  #leaveRoads(worker: number, { path, stamp }: MappedFile): void {
    if (this.#left.has(stamp)) return;
    this.#left.add(stamp);
    const { roadFiles, logger, tellAll } = this.#options;
    logger.error({ worker, path }, 'a file of the roads of now cannot be read, writing it again');
    roadFiles.distrust(path);
    tellAll({ kind: 'roads_again' });
  }
}

/** The latest file that has changed; without one the latest, because disks fail without a trace. */
function brokenOf(files: readonly MappedFile[]): MappedFile | undefined {
  return files.findLast(isChanged) ?? files.at(-1);
}

/** A removed file has not changed: processes that have mapped it can still read it. */
function isChanged({ path, stamp }: MappedFile): boolean {
  return existsSync(path) && stampAt(path) !== stamp;
}

/** Whether the disk delivers all of it. */
function canBeRead({ path }: MappedFile): boolean {
  if (!existsSync(path)) return true;
  try {
    digestOf(path, 'sha256');
    return true;
  } catch {
    return false;
  }
}
