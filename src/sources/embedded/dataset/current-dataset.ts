import { fstatSync } from 'node:fs';
import { pointedNumber, servedDataset, type DatasetFile } from '../../../dataset/dataset-folder.js';
import { fileIdentity, identityOf, isSameFile, type FileIdentity } from '../../../dataset/read-dataset.js';
import { isAltered, verifyAgain } from '../../../dataset/open-dataset.js';
import { mayPass, type Verify } from '../../../dataset/verified-files.js';
import { InputError, OperatingError } from '../../../errors.js';
import { freeSoon } from '../roads/free-memory.js';
import type { SourceState } from '../../geocoder.js';
import { withOwnPlaces } from '../geocoder/own-places.js';
import { olderOnes, servedFile, stateOfLayers } from './folder-look.js';
import type { DatasetNews } from './dataset-news.js';
import { loadDataset, noRecentArcs, type LoadedDataset } from './loaded-dataset.js';
import type { SharedRoads } from '../roads/road-files.js';
import { FollowedSpeeds } from '../roads/followed-speeds.js';
import { warmSoon } from '../geocoder/warm-sentences.js';
import { changesAnything, type RoadsWanted } from '../../../routing/current/roads-wanted.js';

/** How often the folder is checked for a newer dataset. A check only reads two small files. */
const WATCH_INTERVAL_MS = 1000;

/**
 * How often the service drops computed roads that are unused. Computed roads are kept for at least this long
 * after their last use, and for at most twice as long. So the memory of a brief peak (a few hundred MB) is
 * freed within two minutes. A later request for dropped roads takes some tenths of a second longer.
 */
const LET_GO_INTERVAL_MS = 45_000;

/** The delay before retrying to load own places after a failure. */
const TRY_AGAIN_MS = 30_000;

/** The resources that a process shares with other processes of its service. */
export interface Sharing {
  /** Verifies files before they are mapped. Null if files are read into memory. */
  verify: Verify | null;
  /** Provides files that contain the current roads. Null if roads are not shared. */
  roads: SharedRoads | null;
}

/** For a process that does not share resources and reads datasets into memory. */
export const NOT_SHARED: Sharing = { verify: null, roads: null };

/**
 * The dataset from which requests are answered. A request calls `pinned()` once and keeps the result, so a
 * swap does not affect it. The old dataset is freed when the last request releases it.
 */
export class CurrentDataset {
  /** The folder that contains the datasets. */
  readonly folder: string;
  /** Whether newer data was published but could not be copied to the folder. */
  isNewerRefused = false;
  readonly #tell: (news: DatasetNews) => void;
  readonly #sharing: Sharing;
  readonly #recentArcs = noRecentArcs();
  #loaded: LoadedDataset | null = null;
  #loadedIdentity: FileIdentity | null = null;
  /** The file whose content was refused. It is read again only after it changes. */
  #refusedIdentity: FileIdentity | null = null;
  #refusal: Error | null = null;
  /** The state of the own places being served, or empty if there are none. */
  #layers = '';
  /** Own places that were refused, either because of their content or temporarily. */
  #refusedLayers: { state: string; again_ms: number } | null = null;
  #isPointerMissing = false;
  /** Whether the dataset being served was altered on disk and could not be replaced. */
  #isLeft = false;
  #refreshing: Promise<void> | null = null;
  #timers: NodeJS.Timeout[] = [];
  readonly speeds: FollowedSpeeds;
  /** The wanted state of the roads, or null if the roads are the same as at import. */
  #wanted: RoadsWanted | null = null;

  constructor(
    folder: string,
    tell: (news: DatasetNews) => void = () => undefined,
    sharing: Sharing = NOT_SHARED,
  ) {
    this.folder = folder;
    this.speeds = new FollowedSpeeds(folder);
    this.#tell = tell;
    this.#sharing = sharing;
    sharing.roads?.onDamaged?.(() => void this.takeRoadsAgain());
  }

  /** @throws OperatingError SERVICE_UNAVAILABLE while no dataset is loaded */
  pinned(): LoadedDataset {
    if (this.#loaded === null) {
      throw new OperatingError(
        'SERVICE_UNAVAILABLE',
        this.#isLeft
          ? 'The map data is damaged and cannot be used. The operator of this service has to replace it.'
          : 'The map data is being loaded. Try again in a moment.',
        { details: { reason: this.#isLeft ? 'damaged' : 'loading' } },
      );
    }
    return this.#loaded;
  }

  /**
   * Returns `degraded` if the dataset to serve, or a newer dataset, was refused or is missing and another
   * dataset is being served instead.
   */
  state(): SourceState {
    if (this.#loaded === null) return this.#refusal === null ? 'loading' : 'fail';
    return this.#refusal !== null || this.isNewerRefused || this.#refusedLayers !== null ? 'degraded' : 'ok';
  }

  get isLoaded(): boolean {
    return this.#loaded !== null;
  }

  /** Whether the file being served is memory-mapped, or null if no dataset is being served. */
  get isMapped(): boolean | null {
    return this.#loaded === null ? null : this.#loaded.mapped !== null;
  }

  /**
   * Stops serving the mapped file because another process died while reading it. An older dataset is served
   * instead if there is one. The same file is not loaded again until it changes.
   * @param stamp the stamp of the mapped file
   */
  async giveUp(stamp: string, reason: Error): Promise<void> {
    await this.#refreshing;
    if (this.#loaded?.mapped?.stamp !== stamp) return;
    this.#refreshing = this.#leave(reason).finally(() => (this.#refreshing = null));
    await this.#refreshing;
  }

  async #leave(reason: Error): Promise<void> {
    this.#refuse(reason, false);
    this.#refusedIdentity = this.#loadedIdentity;
    let served: DatasetFile | null = null;
    try {
      served = servedDataset(this.folder);
    } catch {
      // The folder cannot be read, so an older dataset is not available either.
    }
    await this.#replace(served);
  }

  /** Replaces the served dataset, which is damaged. Without an intact older one, the service serves none. */
  async #replace(refused: DatasetFile | null): Promise<void> {
    if (await this.#loadOlder(refused)) return;
    this.#loaded = null;
    this.#loadedIdentity = null;
    this.#isLeft = true;
    this.#tell({ kind: 'left', reason: this.#refusal! });
  }

  /** Whether the mapped bytes are still the verified ones. Verifies the file again if it changed. */
  async #isSound(): Promise<boolean> {
    const mapped = this.#loaded?.mapped ?? null;
    if (mapped === null || this.#sharing.verify === null || !isAltered(mapped)) return true;
    const isSound = await verifyAgain(mapped, this.#sharing.verify);
    if (isSound && !isAltered(mapped)) this.#loadedIdentity = identityOf(fstatSync(mapped.fd));
    return isSound;
  }

  /** Returns why the dataset to serve is not being served, or null if it is being served. */
  refusal(): Error | null {
    return this.#refusal;
  }

  /**
   * Loads the dataset to serve if its file has changed since the last check. At startup, an older dataset is
   * loaded in place of a broken one. Only one refresh runs at a time: a call during a refresh waits for that
   * refresh.
   */
  refresh(): Promise<void> {
    this.#refreshing ??= this.#refresh().finally(() => {
      this.#refreshing = null;
    });
    return this.#refreshing;
  }

  /** Loads the learned speeds if their file has changed. */
  async #refreshSpeeds(): Promise<void> {
    const taken = await this.speeds.refresh();
    if (taken === undefined) return;
    this.#tell({ kind: 'speeds', taken });
    if (taken instanceof Error) return;
    this.#loaded?.roads?.useSpeeds(this.speeds.learned);
    if (this.#wanted !== null) void this.setRoads(this.#wanted);
  }

  async #refresh(): Promise<void> {
    let served: DatasetFile | null = null;
    const before = this.#loaded;
    let isSound = await this.#isSound();
    await this.#refreshSpeeds();
    try {
      const found = servedFile(this.folder);
      served = found.file;
      this.#notePointer(found.file);
      // A file that returned after the first check has a new change time, but it may be the one being served.
      if (isSound && !isSameFile(found.identity, this.#loadedIdentity)) isSound = await this.#isSound();
      if (isSound && isSameFile(found.identity, this.#loadedIdentity)) this.#recover(found.file);
      else if (!isSameFile(found.identity, this.#refusedIdentity))
        await this.#load(found.file, found.identity);
    } catch (error) {
      const isNew = this.#refuse(error as Error, isSound);
      const isNothing = this.#loaded === null && !(await this.#loadOlder(served));
      if (isNothing && isNew && this.#isLeft) this.#tell({ kind: 'left', reason: error as Error });
    }
    if (!isSound && this.#loaded === before) await this.#replace(served);
    if (this.#loaded !== null) await this.#refreshLayers(this.#loaded);
  }

  /**
   * Records whether the pointer to the dataset is missing. If the pointer is missing, the dataset with the
   * highest number is served, which may not be the one served before.
   */
  #notePointer({ number }: DatasetFile): void {
    const isMissing = number !== null && pointedNumber(this.folder) === null;
    if (isMissing !== this.#isPointerMissing) this.#tell({ kind: 'pointer', isMissing });
    this.#isPointerMissing = isMissing;
  }

  /** Loads the folder's own places if they have changed. */
  async #refreshLayers(loaded: LoadedDataset): Promise<void> {
    const layers = stateOfLayers(this.folder);
    if (layers === this.#layers) this.#refusedLayers = null;
    const { state, again_ms } = this.#refusedLayers ?? {};
    if (layers === this.#layers || (layers === state && performance.now() < again_ms!)) return;
    this.#loaded = await this.#withLayers(loaded, layers);
    warmSoon(this.#loaded.geocoding);
    freeSoon();
  }

  /** @param layers the state of the own places; if it is empty, the map is used on its own */
  async #withLayers(loaded: LoadedDataset, layers: string): Promise<LoadedDataset> {
    const start = performance.now();
    try {
      const own = layers === '' ? null : await withOwnPlaces(this.folder, loaded);
      this.#layers = layers;
      this.#refusedLayers = null;
      const now = { ...loaded, geocoding: own?.index ?? loaded.map, layers: own?.layers ?? [] };
      const places = now.layers.reduce((sum, layer) => sum + layer.places, 0);
      const taken = { layers: now.layers.length, places, took_ms: performance.now() - start };
      this.#tell({ kind: 'own_places', taken });
      return now;
    } catch (error) {
      // Invalid content stays invalid, but a lack of memory to start a thread may be temporary.
      const again_ms = InputError.is(error) ? Infinity : start + TRY_AGAIN_MS;
      this.#refusedLayers = { state: layers, again_ms };
      this.#tell({ kind: 'own_places', taken: error as Error });
      return loaded;
    }
  }

  #recover({ path }: DatasetFile): void {
    if (this.#refusal === null) return;
    this.#refusal = null;
    this.#refusedIdentity = null;
    this.#tell({ kind: 'recovered', path });
  }

  async #load(file: DatasetFile, identity: FileIdentity): Promise<void> {
    try {
      await this.#serve(file, identity);
      this.#refusal = null;
      this.#refusedIdentity = null;
    } catch (error) {
      // A lack of file descriptors, memory or permissions may be temporary, so the service tries again at the
      // next check.
      this.#refusedIdentity = mayPass(error as Error) ? null : identity;
      throw error;
    }
  }

  async #serve(file: DatasetFile, identity: FileIdentity, { isOlder = false } = {}): Promise<void> {
    const start = performance.now();
    const map = await loadDataset(file.path, {
      recentArcs: this.#recentArcs,
      roadsChange: this.#wanted !== null,
      verify: this.#sharing.verify,
      sharedRoads: this.#sharing.roads,
    });
    map.roads?.useSpeeds(this.speeds.learned);
    const layers = stateOfLayers(this.folder);
    this.#layers = '';
    const loaded = layers === '' ? map : await this.#withLayers(map, layers);
    // A new dataset must not open a closed road, even for a moment. At startup, requests cannot be held back,
    // so routes over such roads are refused until the current roads have been computed.
    for (let taken: RoadsWanted | null = null; this.#wanted !== taken;) {
      taken = this.#wanted;
      if (this.#loaded === null && taken !== null) loaded.roads?.expect(taken);
      const taking = this.#takeRoads(loaded);
      if (taken === null) continue;
      // Learned speeds change almost every route, so without this wait each worker would compute all roads
      // for itself.
      const isSlow = taken.speeds !== undefined;
      const isSwap = this.#loaded !== null;
      if (isSlow || (isSwap && (changesAnything(taken) || loaded.roads?.hasDates === true))) await taking;
    }
    const before = this.#loaded;
    const isSwap = before !== null;
    this.#loaded = loaded;
    this.#isLeft = false;
    warmSoon(loaded.geocoding);
    this.#loadedIdentity = identity;
    for (const arcs of Object.values(this.#recentArcs)) arcs.letGo();
    if (isSwap) freeSoon();
    this.#tell({
      kind: 'loaded',
      path: file.path,
      took_ms: performance.now() - start,
      isSwap,
      standsInFor: isOlder ? this.#refusal : null,
      isMapped: loaded.mapped !== null,
      metaText: loaded.metaText,
      written_ms: identity.modified_ms,
    });
  }

  /**
   * Sets the wanted roads. Resolves when routes use these roads. A call before the first dataset is loaded
   * also indicates that roads may change, so that a thread is kept to compute them.
   */
  async setRoads(wanted: RoadsWanted): Promise<void> {
    const { learned } = this.speeds;
    const speeds = learned === null ? {} : { speeds: learned.name };
    this.#wanted = { changes: wanted.changes, now: wanted.now, ...speeds };
    if (this.#loaded !== null) await this.#takeRoads(this.#loaded);
  }

  /** Maps a new file of roads to replace a file that cannot be read. */
  async takeRoadsAgain(): Promise<void> {
    // The old file is damaged. Until the new file is mapped, routes over changed roads are refused.
    if (this.#wanted !== null) this.#loaded?.roads?.expect(this.#wanted);
    if (this.#loaded !== null) await this.#takeRoads(this.#loaded);
  }

  /**
   * Applies the wanted roads. If this fails, the failure is reported and the previous roads stay in use,
   * because known roads are better than no response.
   */
  async #takeRoads({ roads }: LoadedDataset): Promise<void> {
    if (roads === null || this.#wanted === null) return;
    try {
      this.#tell({ kind: 'roads', taken: await roads.take(this.#wanted) });
    } catch (error) {
      // The roads of a replaced dataset are not needed.
      if (roads === this.#loaded?.roads || this.#loaded === null)
        this.#tell({ kind: 'roads', taken: error as Error });
    }
  }

  /**
   * Reports each refusal only once, rather than every second.
   * @param isSound whether the loaded dataset, if any, may be kept
   * @returns whether the refusal is new
   */
  #refuse(error: Error, isSound: boolean): boolean {
    const isNew = this.#refusal?.message !== error.message;
    this.#refusal = error;
    const isServing = this.#loaded !== null && isSound;
    if (isNew) this.#tell({ kind: 'refused', reason: error, isServing });
    return isNew;
  }

  /**
   * Loads an older dataset. The refusal is remembered, so the state remains `degraded` until the dataset to
   * serve can be loaded.
   */
  async #loadOlder(refused: DatasetFile | null): Promise<boolean> {
    for (const file of olderOnes(this.folder, refused)) {
      const identity = fileIdentity(file.path);
      if (identity === null) continue;
      try {
        await this.#serve(file, identity, { isOlder: true });
        return true;
      } catch {
        // The older dataset is broken as well. Only the first refusal is reported.
      }
    }
    return false;
  }

  /**
   * Checks for a newer dataset every second, and drops unused roads. The timers do not keep the process
   * alive.
   */
  watch(): void {
    if (this.#timers.length > 0) return;
    this.#timers = [
      setInterval(() => void this.refresh(), WATCH_INTERVAL_MS).unref(),
      setInterval(() => this.#letGoUnused(), LET_GO_INTERVAL_MS).unref(),
    ];
  }

  #letGoUnused(): void {
    const indexes = Object.values(this.#loaded?.routing ?? {});
    if (indexes.filter((index) => index.letGoUnused()).length > 0) freeSoon();
  }

  close(): void {
    for (const timer of this.#timers) clearInterval(timer);
    this.#timers = [];
  }
}
