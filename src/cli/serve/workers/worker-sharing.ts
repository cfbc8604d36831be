import { asError, type OpenFile, type Refusal } from '../../../dataset/verified-files.js';
import type { Sharing } from '../../../sources/embedded/dataset/current-dataset.js';
import type { RoadFileOf, SharedRoads } from '../../../sources/embedded/roads/road-files.js';
import { changesOf } from '../../../keys/key-snapshot.js';
import type { LastKnown } from './last-known.js';
import type { FromWorker, LastKnownPart, ToWorker } from './worker-messages.js';

type Answer = Extract<ToWorker, { kind: 'verified' | 'roads' | 'last_known' }>;

/** Sends a worker's requests to its leader, which fulfills each request once for all workers. */
export class LeaderSharing implements Sharing {
  readonly #tell: (message: FromWorker) => void;
  /** Pending verifications, keyed by the file's stamp. */
  readonly #verifications = new Map<string, (refusal: Refusal | null) => void>();
  /** Pending requests, keyed by their number. */
  readonly #wanted = new Map<number, (path: string | null) => void>();
  #requests = 0;
  #knownParts: LastKnownPart[] = [];
  #known: { promise: Promise<LastKnown>; resolve: (known: LastKnown) => void } | null = null;

  constructor(tell: (message: FromWorker) => void) {
    this.#tell = tell;
  }

  readonly verify = async ({ path, stamp }: OpenFile): Promise<void> => {
    const refusal = await new Promise<Refusal | null>((resolve) => {
      this.#verifications.set(stamp, resolve);
      this.#tell({ kind: 'verify', path, stamp });
    });
    if (refusal !== null) throw asError(refusal);
  };

  readonly #fileOf: RoadFileOf = async (dataset, wanted) => {
    const request = ++this.#requests;
    const path = await new Promise<string | null>((resolve) => {
      this.#wanted.set(request, resolve);
      this.#tell({ kind: 'want_roads', request, dataset, wanted });
    });
    if (path === null) throw new Error('the current roads are not stored in a file');
    return path;
  };

  /** Returns the key database's content as of the leader's last read. The content is requested only once. */
  readonly lastKnown = (): Promise<LastKnown> => {
    if (this.#known === null) {
      let resolve!: (known: LastKnown) => void;
      const promise = new Promise<LastKnown>((done) => (resolve = done));
      this.#known = { promise, resolve };
      this.#tell({ kind: 'want_known' });
    }
    return this.#known.promise;
  };

  readonly roads: SharedRoads = {
    fileOf: this.#fileOf,
    letGo: () => this.#tell({ kind: 'roads_as_imported' }),
  };

  receive(answer: Answer): void {
    if (answer.kind === 'last_known') this.#receiveKnown(answer.part);
    else if (answer.kind === 'verified') {
      this.#verifications.get(answer.stamp)?.(answer.refusal);
      this.#verifications.delete(answer.stamp);
    } else {
      this.#wanted.get(answer.request)?.(answer.path);
      this.#wanted.delete(answer.request);
    }
  }

  #receiveKnown(part: LastKnownPart): void {
    this.#knownParts.push(part);
    if (!part.isLast) return;
    const keys = changesOf(this.#knownParts.flatMap((one) => one.keys ?? []));
    this.#known?.resolve({ keys, closures: part.closures, zones: part.zones });
    this.#knownParts = [];
  }
}
