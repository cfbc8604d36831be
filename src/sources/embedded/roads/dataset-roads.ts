import { Worker } from 'node:worker_threads';
import type { SectionMap } from '../../../dataset/format.js';
import { mapSections, type MappedDataset } from '../../../dataset/open-dataset.js';
import { partOf } from '../../../dataset/read-dataset.js';
import { RoadConditions, type RoadMarks } from '../../../routing/current/current-roads.js';
import { readRoutingData } from '../../../routing/frozen/routing-data.js';
import type { RoutingIndex } from '../../../routing/routing-index.js';
import { byTravelMode, TRAVEL_MODES, type TravelMode } from '../../../travel-mode.js';
import { freeSoon } from './free-memory.js';
import { keyOf, type SharedRoads } from './road-files.js';
import { readAllRoads, workOutRoads, type AllRoads } from './roads-work.js';
import type { RoadsOrder } from './roads-worker.js';
import type { LearnedSpeeds } from '../../../routing/current/learned-speeds.js';
import {
  changesAnything,
  LEARNS_SPEEDS,
  type RoadsTaken,
  type RoadsWanted,
} from '../../../routing/current/roads-wanted.js';

/**
 * Whether the TypeScript sources run without a build (in tests), in which case a thread would be unable to
 * load them.
 */
const RUNS_UNBUILT = import.meta.url.endsWith('.ts');

/** Computes the wanted roads, which takes seconds. */
export type WorkOut = (wanted: RoadsWanted) => Promise<AllRoads>;

/**
 * The current roads of a dataset. The roads are computed while requests are being answered, and replaced
 * between two requests, so that each request uses the roads as they were at a single moment.
 */
export class DatasetRoads {
  readonly #sections: SectionMap;
  readonly #indexes: Readonly<Record<TravelMode, RoutingIndex>>;
  readonly #workOut: WorkOut;
  readonly #letGo: () => void;
  #learned: LearnedSpeeds | null = null;
  /** The key that identifies the roads currently used for routes. */
  #key = AS_IMPORTED;
  /** The changes made by operators to the roads being served. */
  #changes = '';
  /** Wanted roads whose computation has not begun. */
  #next: RoadsWanted | null = null;
  /** Settles once the most recently wanted roads are in use. */
  #taking: Promise<RoadsTaken> | null = null;

  /**
   * @param sections the sections of the dataset from which the indexes were created
   * @param letGo called when the roads are the same as at import, which means that computed roads are not
   * needed
   */
  constructor(
    sections: SectionMap,
    indexes: Readonly<Record<TravelMode, RoutingIndex>>,
    workOut: WorkOut,
    letGo: () => void = () => undefined,
  ) {
    this.#sections = sections;
    this.#indexes = indexes;
    this.#workOut = workOut;
    this.#letGo = letGo;
  }

  /** Whether some roads change over time. */
  get hasDates(): boolean {
    return TRAVEL_MODES.some((mode) => this.#hasTimes(mode));
  }

  /**
   * Sets the learned speeds, or removes them if the argument is null. The speeds apply to the current roads
   * only if the wanted roads include them.
   */
  useSpeeds(learned: LearnedSpeeds | null): void {
    this.#learned = learned;
    for (const mode of TRAVEL_MODES) this.#indexes[mode].useSpeeds(this.#learnedOf(mode));
  }

  /**
   * Makes routes use the wanted roads. By the time the promise resolves, routes use these roads or newer
   * ones: if this method is called several times in the meantime, only the last call takes effect.
   * @throws Error if the roads cannot be computed
   */
  take(wanted: RoadsWanted): Promise<RoadsTaken> {
    this.#next = wanted;
    // All roads are open again, so requests do not need to wait for the computation that is in progress.
    if (!changesAnything(wanted) && !this.hasDates) this.#useImported(wanted);
    this.#taking ??= this.#takeAll();
    return this.#taking;
  }

  /**
   * Until `take` has finished, searches for routes that the wanted roads affect are slower. A dataset can
   * therefore be served immediately, and closed roads are never open, even for a moment.
   */
  expect(wanted: RoadsWanted): void {
    for (const [mode, marks] of this.#look(wanted))
      if (marks !== null)
        this.#indexes[mode].use({ kind: 'awaited', marks, changes: wanted.changes[mode], now: wanted.now });
  }

  async #takeAll(): Promise<RoadsTaken> {
    const begin_ms = performance.now();
    try {
      for (;;) {
        const wanted = this.#next!;
        this.#next = null;
        let isKnown: RoadsTaken['isKnown'] | null = null;
        try {
          isKnown = await this.#takeOne(wanted);
        } catch (error) {
          if (this.#next === null) throw error;
        }
        if (this.#next === null && isKnown !== null)
          return { isKnown, took_ms: performance.now() - begin_ms };
      }
    } finally {
      // Reset immediately, because later calls need another run.
      this.#taking = null;
    }
  }

  async #takeOne(wanted: RoadsWanted): Promise<RoadsTaken['isKnown']> {
    // If there are no closures, there is usually nothing to do, because roads that depend on dates change
    // only a few times a day.
    if (!changesAnything(wanted) && !this.#isOtherAt(wanted)) {
      this.#useImported(wanted);
      this.#letGo();
      return byTravelMode(() => []);
    }
    const roads = await this.#workOut(wanted);
    // The result is already outdated, because all roads were opened or other roads were closed in the
    // meantime.
    if (this.#next !== null) return byTravelMode((mode) => roads[mode].isKnown);
    for (const mode of TRAVEL_MODES) {
      const own = roads[mode].roads;
      this.#indexes[mode].use(
        own === null
          ? { kind: 'imported', now: wanted.now }
          : { kind: 'current', roads: own, changes: wanted.changes[mode], now: wanted.now },
      );
    }
    this.#key = keyOf(wanted);
    // Closures may follow one another in quick succession, so the memory must be freed after each one. A new
    // slot or new speeds arrive only a few times a day, and V8 collects the garbage between these changes:
    // collecting it immediately would delay requests by 20 ms.
    const changes = JSON.stringify(wanted.changes);
    if (changes !== this.#changes) freeSoon();
    this.#changes = changes;
    return byTravelMode((mode) => roads[mode].isKnown);
  }

  #useImported({ now }: RoadsWanted): void {
    const wasImported = this.#key === AS_IMPORTED;
    if (wasImported && !this.hasDates) return;
    this.#key = AS_IMPORTED;
    this.#changes = '';
    for (const mode of TRAVEL_MODES) this.#indexes[mode].use({ kind: 'imported', now });
    if (!wasImported) freeSoon();
  }

  /** Whether any road differs from the import at this time. */
  #isOtherAt({ now }: RoadsWanted): boolean {
    return TRAVEL_MODES.some(
      (mode) => this.#hasTimes(mode) && this.#conditionsOf(mode).lookInSlot([], now) !== null,
    );
  }

  /** Returns the differences from the import, for each mode. */
  #look({ changes, now }: RoadsWanted): [TravelMode, RoadMarks | null][] {
    return TRAVEL_MODES.map((mode) => {
      if (changes[mode].length === 0 && !this.#hasTimes(mode)) return [mode, null];
      return [mode, this.#conditionsOf(mode).lookInSlot(changes[mode], now)];
    });
  }

  #conditionsOf(mode: TravelMode): RoadConditions {
    return new RoadConditions(readRoutingData(partOf(this.#sections, mode)), this.#learnedOf(mode));
  }

  #learnedOf(mode: TravelMode): LearnedSpeeds | null {
    return LEARNS_SPEEDS[mode] ? this.#learned : null;
  }

  /** Whether some of a mode's roads change over time. */
  #hasTimes(mode: TravelMode): boolean {
    const sections = ['dates', 'week'].map((name) => this.#sections[`${mode}/${name}.json`]?.length ?? 0);
    return sections.some((length) => length > 0) || this.#learnedOf(mode) !== null;
  }
}

const AS_IMPORTED = '';

/**
 * Chooses where roads are computed. If the dataset is mapped, all processes share a file that contains the
 * roads. If there is no such file, or the dataset was read into memory, a thread of this process computes
 * them.
 * @param shared null if processes do not share files of roads
 */
export function workOutFor(
  sections: SectionMap,
  mapped: MappedDataset | null,
  shared: SharedRoads | null,
): WorkOut {
  if (RUNS_UNBUILT) return (wanted) => Promise.resolve(readAllRoads(workOutRoads(sections, wanted)));
  const inThread: WorkOut = async (wanted) =>
    readAllRoads(await madeInThread({ dataset: mapped === null ? sections : { fd: mapped.fd }, wanted }));
  if (mapped === null || shared === null) return inThread;
  // The stamp changes with each verification.
  const fromFile: WorkOut = async (wanted) =>
    readAllRoads(mapSections(await shared.fileOf({ path: mapped.path, stamp: mapped.stamp }, wanted)));
  return async (wanted) => {
    try {
      // A file may become outdated and be removed before it is mapped. A second call returns a new file.
      return await fromFile(wanted).catch(() => fromFile(wanted));
    } catch {
      return inThread(wanted);
    }
  };
}

function madeInThread(order: RoadsOrder): Promise<SectionMap> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL('./roads-worker.js', import.meta.url), { workerData: order });
    worker.once('message', resolve);
    worker.once('error', reject);
    worker.once('exit', () => reject(new Error('the thread that computes roads has ended')));
    // A service that waits for the thread stays alive, but the thread on its own does not keep the service
    // alive.
    worker.unref();
  });
}
