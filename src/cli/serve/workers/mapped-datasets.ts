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

/**
 * Tracks the files that workers have mapped. This runs in the workers' leader, which maps no files itself.
 */
export class MappedDatasets {
  readonly #options: MappedDatasetsOptions;
  /** Per worker: the files that were reported to it as intact, newest last. */
  readonly #files = new Map<number, MappedFile[]>();
  /** Per worker: its latest two road files, namely the current file and the file that it is switching to. */
  readonly #roads = new Map<number, MappedFile[]>();
  /** The stamps of files that all workers have abandoned. */
  readonly #left = new Set<string>();

  constructor(options: MappedDatasetsOptions) {
    this.#options = options;
    const { roadFiles, logger, tellAll } = options;
    roadFiles.onDamaged((path) => {
      logger.error({ path }, 'a file with the current roads was altered; writing it again');
      tellAll({ kind: 'roads_again' });
    });
  }

  /** Verifies a file that a worker is about to map. Each file is verified once for all workers. */
  async answer(worker: number, { path, stamp }: WantsVerified): Promise<void> {
    const { verifier, tell } = this.#options;
    const refusal = await verifier.refusalOf(path, stamp);
    if (refusal === null) {
      // A file that was verified again has a new stamp, but its content has not changed.
      const others = (this.#files.get(worker) ?? []).filter((file) => !isOfSameFile(file.stamp, stamp));
      this.#files.set(worker, [...others, { path, stamp }]);
    }
    tell(worker, { kind: 'verified', stamp, refusal });
  }

  /** Finds or creates the road file that a worker requested. Each file is created once for all workers. */
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
   * Handles a worker's exit. The operating system ends a process with SIGBUS if the process reads a mapped
   * page that was cut off when the file was truncated, or that the disk cannot deliver. Any other process
   * that reads that page would be killed in the same way, so all workers abandon the file immediately.
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
    // Until all workers have abandoned the file, more of them may exit because of it.
    if (file === undefined || this.#left.has(file.stamp)) return;
    this.#left.add(file.stamp);
    const { verifier, logger, tellAll } = this.#options;
    const reason =
      `${file.path} cannot be read any more (SIGBUS killed a worker): it was changed in place, ` +
      'or its disk fails; import it again or go back with "gazarch rollback"';
    logger.error({ worker, path: file.path }, 'a mapped dataset cannot be read; all workers stop using it');
    verifier.distrust(file.stamp, reason);
    tellAll({ kind: 'give_up', stamp: file.stamp, reason });
  }

  /** A road file can be rebuilt, so the dataset is trusted as long as the fault may lie in the road file. */
  #isBroken(roads: MappedFile): boolean {
    return this.#left.has(roads.stamp) || isChanged(roads) || !canBeRead(roads);
  }

  #leaveRoads(worker: number, { path, stamp }: MappedFile): void {
    if (this.#left.has(stamp)) return;
    this.#left.add(stamp);
    const { roadFiles, logger, tellAll } = this.#options;
    logger.error({ worker, path }, 'a file with the current roads cannot be read; writing it again');
    roadFiles.distrust(path);
    tellAll({ kind: 'roads_again' });
  }
}

/**
 * Returns the latest file that has changed. If no file has changed, the latest file is returned, because
 * disks can fail without leaving a trace.
 */
function brokenOf(files: readonly MappedFile[]): MappedFile | undefined {
  return files.findLast(isChanged) ?? files.at(-1);
}

/** A removed file does not count as changed, because processes that have mapped it can still read it. */
function isChanged({ path, stamp }: MappedFile): boolean {
  return existsSync(path) && stampAt(path) !== stamp;
}

/** Whether the disk can deliver the whole file. */
function canBeRead({ path }: MappedFile): boolean {
  if (!existsSync(path)) return true;
  try {
    digestOf(path, 'sha256');
    return true;
  } catch {
    return false;
  }
}
