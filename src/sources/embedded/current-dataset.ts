import { join } from 'node:path';
import { DATASET_FILE } from '../../dataset/format.js';
import { datasetIdentity, type FileIdentity } from '../../dataset/read-dataset.js';
import { OperatingError } from '../../errors.js';
import { freeSoon } from './free-memory.js';
import type { SourceState } from '../geocoder.js';
import { loadDataset, noRecentArcs, type LoadedDataset } from './loaded-dataset.js';

/** How often the folder is looked at for a newer dataset: one stat call, so it costs nothing. */
export const WATCH_INTERVAL_MS = 1000;

export interface DatasetEvents {
  /** A dataset is now served; `previous` tells whether it replaced one. */
  onLoaded?(info: { path: string; took_ms: number; isSwap: boolean }): void;
  /** A dataset was refused; the one before it, if any, is still served. */
  onRefused?(error: Error): void;
}

/**
 * The dataset that requests are answered from. A request takes `pinned()` once and keeps what it got, so a
 * swap in mid-request changes nothing for it. The old dataset is freed when the last request lets go of it.
 */
export class CurrentDataset {
  readonly #folder: string;
  readonly #events: DatasetEvents;
  readonly #recentArcs = noRecentArcs();
  #loaded: LoadedDataset | null = null;
  #identity: FileIdentity | null = null;
  #refused: Error | null = null;
  #refreshing: Promise<void> | null = null;
  #timer: NodeJS.Timeout | null = null;

  constructor(folder: string, events: DatasetEvents = {}) {
    this.#folder = folder;
    this.#events = events;
  }

  get path(): string {
    return join(this.#folder, DATASET_FILE);
  }

  /** @throws OperatingError SERVICE_UNAVAILABLE while there is none */
  pinned(): LoadedDataset {
    if (this.#loaded === null) {
      throw new OperatingError(
        'SERVICE_UNAVAILABLE',
        'The map data is being loaded. Try again in a moment.',
        { details: { reason: 'loading' } },
      );
    }
    return this.#loaded;
  }

  /** `degraded` when the newest dataset was refused and an older one still answers. */
  state(): SourceState {
    if (this.#refused !== null) return this.#loaded === null ? 'fail' : 'degraded';
    return this.#loaded === null ? 'loading' : 'ok';
  }

  /** Why the newest dataset was refused; null when it was not. */
  refusal(): Error | null {
    return this.#refused;
  }

  /**
   * Loads what the folder holds now, if it is another file than the one last looked at. One at a time: a call
   * during another waits for that one.
   */
  refresh(): Promise<void> {
    this.#refreshing ??= this.#refresh().finally(() => {
      this.#refreshing = null;
    });
    return this.#refreshing;
  }

  async #refresh(): Promise<void> {
    const identity = datasetIdentity(this.#folder);
    if (identity === null || isSame(identity, this.#identity)) return;
    const start = performance.now();
    try {
      const loaded = await loadDataset(this.path, this.#recentArcs);
      const isSwap = this.#loaded !== null;
      this.#loaded = loaded;
      this.#refused = null;
      for (const arcs of Object.values(this.#recentArcs)) arcs.letGo();
      if (isSwap) freeSoon();
      this.#events.onLoaded?.({ path: this.path, took_ms: performance.now() - start, isSwap });
    } catch (error) {
      this.#refused = error as Error;
      this.#events.onRefused?.(error as Error);
    }
    this.#identity = identity;
  }

  /** Looks for a newer dataset every second; the timer does not keep the process alive. */
  watch(): void {
    this.#timer ??= setInterval(() => void this.refresh(), WATCH_INTERVAL_MS).unref();
  }

  close(): void {
    if (this.#timer !== null) clearInterval(this.#timer);
    this.#timer = null;
  }
}

function isSame(a: FileIdentity, b: FileIdentity | null): boolean {
  return (
    b !== null &&
    a.device === b.device &&
    a.inode === b.inode &&
    a.bytes === b.bytes &&
    a.modified_ms === b.modified_ms
  );
}
