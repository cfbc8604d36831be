import { maskUrl } from '../masked-url.js';
import { listDatasets, numberedDataset } from '../dataset/dataset-folder.js';
import { FolderLockedError, withFolderLock } from '../dataset/folder-lock.js';
import { InputError } from '../errors.js';
import { ServerAwayError } from './feed-error.js';
import { FEED_LIMITS, type FeedLimits } from './feed-limits.js';
import { feedState, noteTaken, type TakenEdition } from './feed-state.js';
import { fetchManifest, type FetchedManifest } from './fetch-manifest.js';
import type { PublishedFile, PublishedLayer } from './manifest.js';
import {
  DOWNLOAD_FOLDER,
  checkRoom,
  isSound,
  objection,
  takeEdition,
  type TakeOptions,
  type TakenOver,
} from './take-edition.js';
import { layerChanges, takeLayers } from './take-layers.js';
import { existsSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { removeQuietly } from '../dataset/temporary-file.js';
import { tilesPath } from '../dataset/tiles-path.js';
import { checkInThread } from './check-in-thread.js';
import { besideUrl } from './feed-url.js';
import { fetchFile } from './fetch-file.js';

/**
 * `away`: the server is unavailable, so it is unknown whether there is newer data. `refused`: there is newer
 * data that cannot be used.
 */
export type Trouble = 'away' | 'refused';

interface FeedEvents {
  onTaken?(taken: TakenOver, took_ms: number): void;
  /**
   * Called once per reason, and again after an hour if the problem lasts. A bug is reported as `refused`,
   * with its stack.
   */
  onTrouble?(trouble: Trouble, reason: string): void;
  /**
   * Called with the names of the place layers that were added or replaced, and of those that were removed.
   * The service detects the changes by itself.
   */
  onLayers?(taken: readonly string[], removed: readonly string[]): void;
  /**
   * Called with null when the map of the served edition has arrived, or with the reason why it cannot be
   * used.
   */
  onMap?(reason: string | null): void;
  /** Called when the newest edition is in the folder again after a problem. */
  onRecovered?(): void;
  /** Called with `true` when the newest published edition is refused, otherwise with `false`. */
  onRefusal?(isRefused: boolean): void;
}

export interface FeedOptions extends FeedEvents {
  url: URL;
  folder: string;
  /** The number of datasets to keep in the dataset folder. */
  keep: number;
  poll_ms: number;
  limits?: FeedLimits;
}

/**
 * Replicas that start together send their first request at random times within this period, if they already
 * have data to serve.
 */
const FIRST_QUESTION_MS = 5_000;

/** The wait before the first retry if there is no data; later retries become less frequent. */
const FIRST_RETRY_MS = 1_000;

/**
 * Every wait is randomly lengthened or shortened by up to this fraction, so that a thousand replicas do not
 * send requests at the same time.
 */
const JITTER = 0.25;

/** The maximum number of times that the wait doubles; it doubles with each consecutive failure. */
const DOUBLINGS_MAX = 20;

/**
 * Keeps a dataset folder up to date with the newest edition published at a URL. Workers watch the folder and
 * switch to new datasets by themselves.
 */
export class DatasetFeed {
  readonly #options: FeedOptions;
  readonly #limits: FeedLimits;
  readonly #source: string;
  readonly #end = new AbortController();
  #timer: NodeJS.Timeout | null = null;
  #asking: Promise<void> | null = null;
  /** When the server's certificate expires, in Unix milliseconds; null if no certificate was seen. */
  certificateEnd_ms: number | null = null;
  /**
   * The number of times that published data was refused. Each reason counts once until the feed works again.
   */
  refusals = 0;
  #counted: string | null = null;
  #manifest: FetchedManifest | null = null;
  /** The number of consecutive failed requests for the manifest. */
  #unanswered = 0;
  /** The edition that could not be used, when to try it again, and the entity tag of its refused file. */
  #failed: { sha256: string; times: number; notBefore_ms: number; tag: string | null; error: Error } | null =
    null;
  #said: { trouble: Trouble; reason: string; at_ms: number } | null = null;
  /**
   * The SHA-256 of a map that does not match the manifest. The map is not downloaded again until someone
   * requests it manually.
   */
  #refusedMap: string | null = null;
  #saidOfMap: string | null = null;
  /** Whether the last downloaded file has been read in full since this process started. */
  #isChecked = false;

  constructor(options: FeedOptions) {
    this.#options = options;
    this.#limits = options.limits ?? FEED_LIMITS;
    this.#source = maskUrl(options.url);
  }

  /** Starts polling: immediately if there is no data, otherwise after a short random time. */
  start(): void {
    this.#askAfter(this.#isEmpty() ? 0 : Math.random() * Math.min(FIRST_QUESTION_MS, this.#options.poll_ms));
  }

  /** Polls immediately, even for data that was refused a moment ago. */
  async ask(): Promise<void> {
    if (this.#failed !== null) this.#failed.notBefore_ms = 0;
    this.#refusedMap = null;
    await this.#asking;
    await this.#askNow();
  }

  /**
   * Stops polling and cancels any download in progress. The bytes received so far are kept for the next
   * start.
   */
  async close(): Promise<void> {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#end.abort();
    await this.#asking;
  }

  #askAfter(wait_ms: number): void {
    if (this.#end.signal.aborted) return;
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#askNow(), wait_ms).unref();
  }

  /** Polls, but never runs two polls at the same time. */
  #askNow(): Promise<void> {
    this.#asking ??= this.#question().finally(() => {
      this.#asking = null;
      this.#askAfter(this.#nextWait_ms());
    });
    return this.#asking;
  }

  async #question(): Promise<void> {
    try {
      if ((await this.#follow()) === 'current') this.#recovered();
    } catch (error) {
      if (this.#end.signal.aborted) return;
      // Another process holds the folder's lock. Either the process that holds the lock does the work, or the
      // next poll does it.
      if (FolderLockedError.is(error)) return;
      const isKnown = InputError.is(error) || ServerAwayError.is(error);
      this.#trouble(
        ServerAwayError.is(error) ? 'away' : 'refused',
        isKnown ? error.message : `unexpected error, please report it: ${(error as Error).stack}`,
      );
    }
  }

  /** Returns `later` if the newest edition was refused and it is not yet time to try it again. */
  async #follow(): Promise<'current' | 'later'> {
    const { folder, url } = this.#options;
    const { signal } = this.#end;
    try {
      this.#manifest = await fetchManifest(url, this.#manifest, {
        limits: this.#limits,
        signal,
        onCertificate: (end_ms) => (this.certificateEnd_ms = end_ms),
      });
      this.#unanswered = 0;
    } catch (error) {
      this.#unanswered++;
      throw error;
    }
    const { manifest } = this.#manifest;
    const before = this.#taken();
    const reason = objection(manifest, before);
    if (reason !== null) throw new InputError(reason);
    if (before?.edition !== manifest.edition || !(await this.#isThere(folder, before))) {
      if (this.#failed?.sha256 === manifest.sha256 && Date.now() < this.#failed.notBefore_ms) return 'later';
      await this.#take();
    }
    const { layers = null, map } = manifest;
    const failure = layers === null ? null : await this.#takeLayers(layers);
    if (map !== undefined) await this.#takeMap(map);
    if (failure !== null) throw failure;
    return 'current';
  }

  /** @returns why the layers cannot be used, which is treated like a problem with the edition */
  async #takeLayers(published: readonly PublishedLayer[]): Promise<Error | null> {
    try {
      const changes = layerChanges(this.#options.folder, published);
      if (changes === null) return null;
      await takeLayers(changes, { ...this.#options, limits: this.#limits, signal: this.#end.signal });
      const names = changes.fetch.map(({ name }) => name);
      this.#options.onLayers?.(names, changes.remove);
      return null;
    } catch (error) {
      return error as Error;
    }
  }

  /**
   * Downloads the map. Responses do not need the map, so a fault in the map is reported once and does not
   * count against the edition.
   */
  async #takeMap(map: PublishedFile): Promise<void> {
    const { folder } = this.#options;
    const taken = this.#taken();
    if (taken === null || hasMap(folder, map, taken) || this.#refusedMap === map.sha256) return;
    try {
      await takeMap(map, taken, { ...this.#options, limits: this.#limits, signal: this.#end.signal });
      this.#saidOfMap = null;
      this.#options.onMap?.(null);
    } catch (error) {
      if (this.#end.signal.aborted || FolderLockedError.is(error)) return;
      const isKnown = InputError.is(error) || ServerAwayError.is(error);
      const reason = isKnown ? error.message : String((error as Error).stack);
      if (!ServerAwayError.is(error)) this.#refusedMap = map.sha256;
      if (this.#saidOfMap !== reason) this.#options.onMap?.(reason);
      this.#saidOfMap = reason;
    }
  }

  async #take(): Promise<void> {
    const { manifest } = this.#manifest!;
    const failed = this.#failed?.sha256 === manifest.sha256 ? this.#failed : null;
    let tag = failed?.tag ?? null;
    const start = performance.now();
    try {
      const taken = await takeEdition(manifest, {
        ...this.#options,
        limits: this.#limits,
        signal: this.#end.signal,
        refusedTag: tag,
        onRefusedFile: (found) => (tag = found),
      });
      this.#failed = null;
      this.#isChecked = true;
      if (taken !== null) this.#options.onTaken?.(taken, performance.now() - start);
    } catch (cause) {
      const error = cause as Error;
      if (FolderLockedError.is(error)) throw error;
      const times = (failed?.times ?? 0) + 1;
      const wait_ms = Math.min(this.#limits.longestWait_ms, this.#options.poll_ms * 2 ** (times - 1));
      // The file has not changed, so its fault is still the same.
      const isSame = failed !== null && / is still the file that was refused$/.test(error.message);
      const told = isSame ? failed.error : error;
      this.#failed = { sha256: manifest.sha256, times, notBefore_ms: Date.now() + wait_ms, tag, error: told };
      throw told;
    }
  }

  /** Returns the edition that was last downloaded from this URL. */
  #taken(): TakenEdition | null {
    const state = feedState(this.#options.folder);
    return state?.source === this.#source ? state.editions[0] : null;
  }

  /**
   * Whether the file is undamaged. A file that was damaged while the service was down is downloaded again.
   * After this first check, the function returns false only if the file is missing.
   */
  async #isThere(folder: string, taken: TakenEdition): Promise<boolean> {
    if (!this.#isChecked) this.#isChecked = await isSound(folder, taken, this.#end.signal);
    return this.#isChecked && listDatasets(folder).some(({ number }) => number === taken.number);
  }

  #isEmpty(): boolean {
    try {
      return listDatasets(this.#options.folder).length === 0;
    } catch {
      // The file cannot be read; the poll reports this error.
      return false;
    }
  }

  #nextWait_ms(): number {
    const { poll_ms } = this.#options;
    const doublings = Math.min(DOUBLINGS_MAX, Math.max(0, this.#unanswered - 1));
    const wait_ms = this.#isEmpty() ? Math.min(poll_ms, FIRST_RETRY_MS * 2 ** doublings) : poll_ms;
    return wait_ms * (1 - JITTER + 2 * JITTER * Math.random());
  }

  #trouble(trouble: Trouble, reason: string): void {
    const isNew = this.#said?.reason !== reason || Date.now() - this.#said.at_ms >= this.#limits.sayAgain_ms;
    if (isNew) {
      this.#said = { trouble, reason, at_ms: Date.now() };
      this.#options.onTrouble?.(trouble, reason);
    }
    // An unavailable server does not reveal whether the data it published earlier is still refused.
    if (trouble === 'away') return;
    this.#options.onRefusal?.(true);
    if (this.#counted !== reason) this.refusals++;
    this.#counted = reason;
  }

  #recovered(): void {
    this.#options.onRefusal?.(false);
    this.#counted = null;
    if (this.#said === null) return;
    this.#said = null;
    this.#options.onRecovered?.();
  }
}

/** Whether an edition's map is in the folder. */
function hasMap(folder: string, map: PublishedFile, taken: TakenEdition): boolean {
  return taken.map_sha256 === map.sha256 && existsSync(tilesPath(numberedDataset(folder, taken.number)));
}

/**
 * Downloads the map of an edition that is already being served. Responses do not need the map, so nothing
 * waits for the download.
 * @throws ServerAwayError; FolderLockedError if another process is already doing this; otherwise an
 * InputError
 */
async function takeMap(
  map: PublishedFile,
  taken: TakenEdition,
  { folder, url, limits, signal }: Omit<TakeOptions, 'keep' | 'refusedTag' | 'onRefusedFile'>,
): Promise<void> {
  const downloads = join(folder, DOWNLOAD_FOLDER);
  await withFolderLock(downloads, `download of ${map.file} of ${maskUrl(url)}`, async () => {
    const part = join(downloads, `${map.sha256.slice(0, 16)}.part`);
    checkRoom(downloads, part, map);
    await fetchFile(besideUrl(url, map.file), part, map, { limits, signal, refusedTag: null });
    try {
      await checkInThread({ path: part, sha256: map.sha256, unpacked: null, isMap: true }, signal);
    } catch (error) {
      if (!signal.aborted) removeQuietly(part);
      throw error;
    }
    await withFolderLock(folder, `map of edition ${taken.edition}`, (lock) => {
      const dataset = numberedDataset(folder, taken.number);
      if (!existsSync(dataset.path)) return removeQuietly(part);
      renameSync(part, tilesPath(dataset));
      noteTaken(lock, maskUrl(url), { ...taken, map_sha256: map.sha256 });
    });
  });
}
