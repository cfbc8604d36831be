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

/** How often the folder is looked at for a newer dataset: two small files, so it costs nothing. */
const WATCH_INTERVAL_MS = 1000;

/**
 * How often roads go that nobody has asked for since the last time: what was worked out stays for as long at
 * least, and for twice as long at most. Some hundred megabytes that a minute needed are back two minutes
 * later. Whoever asks again waits for some tenths of a second.
 */
const LET_GO_INTERVAL_MS = 45_000;

/** When own places are tried again that could not be taken for the moment. */
const TRY_AGAIN_MS = 30_000;

/** What a process has in common with others of its service. */
export interface Sharing {
  /** Who verifies files that are then mapped; null: files are read into memory. */
  verify: Verify | null;
  /** Who has files of the roads of now; null: there are none. */
  roads: SharedRoads | null;
}

/** Of a process that does all itself and reads datasets. */
export const NOT_SHARED: Sharing = { verify: null, roads: null };

/**
 * The dataset that requests are answered from. A request takes `pinned()` once and keeps what it got, so a
 * swap in mid-request changes nothing for it. The old dataset is freed when the last request lets go of it.
 */
export class CurrentDataset {
  /** The folder of the datasets. */
  readonly folder: string;
  /** Newer data was published, but could not be taken into the folder. What is served is not the newest. */
  isNewerRefused = false;
  readonly #tell: (news: DatasetNews) => void;
  readonly #sharing: Sharing;
  readonly #recentArcs = noRecentArcs();
  #loaded: LoadedDataset | null = null;
  #loadedIdentity: FileIdentity | null = null;
  /** The file that was refused for what is in it. It is not read again until it changes. */
  #refusedIdentity: FileIdentity | null = null;
  #refusal: Error | null = null;
  /** The state of the own places that are served; empty without any. */
  #layers = '';
  /** Own places that were refused, for what is in them or for the moment. */
  #refusedLayers: { state: string; again_ms: number } | null = null;
  #isPointerMissing = false;
  /** Whether the dataset that was served was altered on the disk, and there was no other. */
  #isLeft = false;
  #refreshing: Promise<void> | null = null;
  #timers: NodeJS.Timeout[] = [];
  readonly speeds: FollowedSpeeds;
  /** What holds on the roads now; null: they stay as they were imported. */
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

  /** @throws OperatingError SERVICE_UNAVAILABLE while there is none */
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

  /** `degraded` when the dataset to serve, or a newer one, was refused or is gone and another answers. */
  state(): SourceState {
    if (this.#loaded === null) return this.#refusal === null ? 'loading' : 'fail';
    return this.#refusal !== null || this.isNewerRefused || this.#refusedLayers !== null ? 'degraded' : 'ok';
  }

  get isLoaded(): boolean {
    return this.#loaded !== null;
  }

  /** Whether the file that is served is mapped; null while there is none. */
  get isMapped(): boolean | null {
    return this.#loaded === null ? null : this.#loaded.mapped !== null;
  }

  /**
   * The mapped file that is served can no longer be trusted: another process died reading it. An older one
   * takes its place, or none, and this one is not taken again until it is another file.
   * @param stamp of that file
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
      // The folder cannot be read. Then there is no older one either.
    }
    await this.#replace(served);
  }

  /** What is served is wrong. Without an older dataset that is sound, nothing is served any more. */
  async #replace(refused: DatasetFile | null): Promise<void> {
    if (await this.#loadOlder(refused)) return;
    this.#loaded = null;
    this.#loadedIdentity = null;
    this.#isLeft = true;
    this.#tell({ kind: 'left', reason: this.#refusal! });
  }

  /** Whether what is mapped has the bytes that were verified. Others are verified when the file changed. */
  async #isSound(): Promise<boolean> {
    const mapped = this.#loaded?.mapped ?? null;
    if (mapped === null || this.#sharing.verify === null || !isAltered(mapped)) return true;
    const isSound = await verifyAgain(mapped, this.#sharing.verify);
    if (isSound && !isAltered(mapped)) this.#loadedIdentity = identityOf(fstatSync(mapped.fd));
    return isSound;
  }

  /** Why the dataset to serve is not served; null when it is. */
  refusal(): Error | null {
    return this.#refusal;
  }

  /**
   * Loads the dataset to serve, if it is another file than the one last looked at. At the start, an older one
   * takes the place of one that is no good. One refresh at a time: a call during another waits for that one.
   */
  refresh(): Promise<void> {
    this.#refreshing ??= this.#refresh().finally(() => {
      this.#refreshing = null;
    });
    return this.#refreshing;
  }

  /** Takes what was learned of speeds, when it is another file than before. */
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
    const isSound = await this.#isSound();
    await this.#refreshSpeeds();
    try {
      const found = servedFile(this.folder);
      served = found.file;
      this.#notePointer(found.file);
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

  /** The highest number stands in for it, which may be another one than before. */
  #notePointer({ number }: DatasetFile): void {
    const isMissing = number !== null && pointedNumber(this.folder) === null;
    if (isMissing !== this.#isPointerMissing) this.#tell({ kind: 'pointer', isMissing });
    this.#isPointerMissing = isMissing;
  }

  /** Takes the own places of the folder when they are others than before. */
  async #refreshLayers(loaded: LoadedDataset): Promise<void> {
    const layers = stateOfLayers(this.folder);
    if (layers === this.#layers) this.#refusedLayers = null;
    const { state, again_ms } = this.#refusedLayers ?? {};
    if (layers === this.#layers || (layers === state && performance.now() < again_ms!)) return;
    this.#loaded = await this.#withLayers(loaded, layers);
    warmSoon(this.#loaded.geocoding);
    freeSoon();
  }

  /** @param layers their state; without any the map answers alone */
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
      // What is in a file stays so until somebody changes it. Too little memory for a thread may pass.
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
      // Too few descriptors or too little memory may pass. So may a permission. The next look tries again.
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
    // A road that is closed now must not be open for a moment, only because the data are new. At the start
    // nobody can wait for answers, so routes over such roads are refused until they are worked out.
    for (let taken: RoadsWanted | null = null; this.#wanted !== taken;) {
      taken = this.#wanted;
      if (this.#loaded === null && taken !== null) loaded.roads?.expect(taken);
      const taking = this.#takeRoads(loaded);
      if (taken === null) continue;
      // With learned speeds hardly a route is as imported: each worker would work out all roads for itself.
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
   * What holds on the roads from now on. Resolves when routes are so. Before the first dataset it also says
   * that roads may change at all: a thread is then kept for that.
   */
  async setRoads(wanted: RoadsWanted): Promise<void> {
    const { learned } = this.speeds;
    const speeds = learned === null ? {} : { speeds: learned.name };
    this.#wanted = { changes: wanted.changes, now: wanted.now, ...speeds };
    if (this.#loaded !== null) await this.#takeRoads(this.#loaded);
  }

  /** The file that they are in cannot be read any more: another is mapped in its place. */
  async takeRoadsAgain(): Promise<void> {
    // What the old one says is wrong. Until the other is there, routes over roads that changed are refused.
    if (this.#wanted !== null) this.#loaded?.roads?.expect(this.#wanted);
    if (this.#loaded !== null) await this.#takeRoads(this.#loaded);
  }

  /** A failure is told and changes nothing: known roads are better than no answer. */
  async #takeRoads({ roads }: LoadedDataset): Promise<void> {
    if (roads === null || this.#wanted === null) return;
    try {
      this.#tell({ kind: 'roads', taken: await roads.take(this.#wanted) });
    } catch (error) {
      // Nobody needs the roads of a dataset that was replaced.
      if (roads === this.#loaded?.roads || this.#loaded === null)
        this.#tell({ kind: 'roads', taken: error as Error });
    }
  }

  /**
   * Says so once, not every second.
   * @param isSound whether what is loaded, if anything, may stay
   * @returns whether it is news
   */
  #refuse(error: Error, isSound: boolean): boolean {
    const isNew = this.#refusal?.message !== error.message;
    this.#refusal = error;
    const isServing = this.#loaded !== null && isSound;
    if (isNew) this.#tell({ kind: 'refused', reason: error, isServing });
    return isNew;
  }

  /** The refusal stays: the state is `degraded` until the dataset to serve is good. */
  async #loadOlder(refused: DatasetFile | null): Promise<boolean> {
    for (const file of olderOnes(this.folder, refused)) {
      const identity = fileIdentity(file.path);
      if (identity === null) continue;
      try {
        await this.#serve(file, identity, { isOlder: true });
        return true;
      } catch {
        // That one is no good either. The first refusal is the one to report.
      }
    }
    return false;
  }

  /**
   * Looks for a newer dataset every second, and lets go of roads that nobody asks for any more. The timers
   * do not keep the process alive.
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
